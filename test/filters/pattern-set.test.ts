// Many patterns matched together, against each pattern matched alone and slowly: more than one word of bits holds.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ByteString } from "../../src/core/byte-string.ts";
import { ANY_DEPTH, isDead, PatternSet, type PathPattern } from "../../src/filters/pattern-set.ts";

const NAMES = ["a", "b", "c", "d"] as ByteString[];

const anyName = fc.constantFrom(...NAMES);
const testFor =
  (...fitting: readonly ByteString[]) =>
  (name: ByteString) =>
    fitting.includes(name);
const anyPart = fc.subarray(NAMES, { minLength: 1 }).map((fitting) => testFor(...fitting));
const anyPattern: fc.Arbitrary<PathPattern> = fc.record({
  parts: fc
    .tuple(fc.array(fc.oneof(anyPart, fc.constant(ANY_DEPTH)), { maxLength: 4 }), anyPart)
    .map(([above, last]) => [...above, last]),
  directoriesOnly: fc.boolean(),
});
const anyPath = fc.array(anyName, { minLength: 1, maxLength: 5 });

/** Whether a path fits a pattern from end to end. */
function fits(parts: PathPattern["parts"], path: readonly ByteString[]): boolean {
  const [part, ...others] = parts;
  if (part === ANY_DEPTH) {
    return path.some((_, start) => fits(others, path.slice(start)));
  }
  const [name, ...below] = path;
  if (part === undefined || name === undefined) {
    return part === undefined && name === undefined;
  }
  return part(name) && fits(others, below);
}

function stateOf(set: PatternSet, directory: readonly ByteString[]) {
  return directory.reduce((state, name) => set.enter(state, name), set.start());
}

describe("a set of patterns", () => {
  test("tells the last pattern that matches, however many there are", () => {
    const anyPatterns = fc.array(anyPattern, { maxLength: 40, size: "max" });
    const anyPaths = fc.array(anyPath, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyPatterns, anyPaths, fc.boolean(), (patterns, paths, isDirectory) => {
        const set = new PatternSet(patterns);
        for (const path of paths) {
          const state = stateOf(set, path.slice(0, -1));
          const expected = patterns.findLastIndex(
            ({ parts, directoriesOnly }) => (isDirectory || !directoriesOnly) && fits(parts, path),
          );
          expect(set.lastMatch(state, path.at(-1) as ByteString, isDirectory)).toBe(expected);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("gives up a directory only where nothing can match in it, at any depth", () => {
    fc.assert(
      fc.property(fc.array(anyPattern, { maxLength: 15 }), anyPath, anyPath, (patterns, directory, below) => {
        const set = new PatternSet(patterns);
        const isMatched = patterns.some(({ parts }) => fits(parts, [...directory, ...below]));
        const above = stateOf(set, directory.slice(0, -1));
        const canMatch = set.canMatchBelow(above, directory.at(-1) as ByteString);
        expect(canMatch || !isMatched).toBe(true);
        expect(canMatch).toBe(!isDead(stateOf(set, directory)));
      }),
      { numRuns: 300 },
    );
  });

  test("costs what the patterns cost that are still alive, each once", () => {
    const [a, b] = NAMES as [ByteString, ByteString];
    const set = new PatternSet([
      { parts: [testFor(a), testFor(b)], directoriesOnly: false, cost: 1 },
      { parts: [ANY_DEPTH, testFor(a), testFor(b)], directoriesOnly: false, cost: 10 },
      { parts: [testFor(b)], directoriesOnly: false, cost: 100 },
    ]);
    expect(set.costOf(set.start())).toBe(111);
    expect(set.costOf(stateOf(set, [a]))).toBe(11);
    expect(set.costOf(stateOf(set, [b]))).toBe(10);
  });

  test("is at the same state where nothing changes: a deep tree needs no more of them", () => {
    const set = new PatternSet([{ parts: [ANY_DEPTH, testFor(NAMES[0] as ByteString)], directoriesOnly: false }]);
    const state = set.start();
    expect(set.enter(state, NAMES[1] as ByteString)).toBe(state);
  });
});
