// How far a misspelt word is from what was meant.
import fc from "fast-check";
import { expect, test } from "vitest";

import { editDistance } from "../../src/core/suggest.ts";
import { inDepth } from "../support/deep.ts";

/** The optimal string alignment distance, by its definition. */
function distanceBetween(from: readonly string[], to: readonly string[]): number {
  const known = new Map<string, number>();
  const measure = (left: number, right: number): number => {
    if (left === 0 || right === 0) {
      return left + right;
    }
    const key = `${left} ${right}`;
    const before = known.get(key);
    if (before !== undefined) {
      return before;
    }
    const isSwapped = left > 1 && right > 1 && from[left - 1] === to[right - 2] && from[left - 2] === to[right - 1];
    const distance = Math.min(
      measure(left - 1, right) + 1,
      measure(left, right - 1) + 1,
      measure(left - 1, right - 1) + Number(from[left - 1] !== to[right - 1]),
      isSwapped ? measure(left - 2, right - 2) + 1 : Infinity,
    );
    known.set(key, distance);
    return distance;
  };
  return measure(from.length, to.length);
}

test("editDistance is the edit distance, up to a bound", () => {
  const name = fc.array(fc.constantFrom("a", "b", "ä", "\u{1f600}", "\u{1f601}"), { maxLength: 9 });
  fc.assert(
    fc.property(name, name, fc.integer({ min: 0, max: 10 }), (from, to, most) => {
      const distance = distanceBetween(from, to);
      expect(editDistance(from, to, most)).toBe(distance <= most ? distance : Infinity);
    }),
    { numRuns: inDepth(200, 50_000) },
  );
});
