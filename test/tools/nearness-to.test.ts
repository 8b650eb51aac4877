// How near one name is to another, against a table that computes the edit distance the slow way.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { nearnessTo } from "../../src/tools/missing-path.ts";
import { inDepth } from "../support/deep.ts";

function nearness(asked: string, name: string): number | undefined {
  return nearnessTo(asked)(name);
}

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

test("is the edit distance up to 2 and a third of the name's length, in characters", () => {
  const name = fc.array(fc.constantFrom("a", "b", "ä", "\u{1f600}", "\u{1f601}"), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(name, name, (asked, other) => {
      fc.pre(asked.join("") !== other.join(""));
      const distance = distanceBetween(asked, other);
      const isNear = distance <= 2 && distance * 3 <= other.length;
      expect(nearness(asked.join(""), other.join(""))).toBe(isNear ? distance : undefined);
    }),
    { numRuns: inDepth(200, 50_000) },
  );
});

describe("counts as the same name", () => {
  test.each([
    ["by case", "README", "Readme"],
    ["by case beyond ASCII", "ΌΔΟΣ", "όδος"],
    ["by normalisation", "caf\u00e9", "cafe\u0301"],
    ["by both", "CAF\u00c9", "cafe\u0301"],
    ["in double quotes", '"my dir"', "my dir"],
    ["in single quotes", "'my dir'", "my dir"],
    ["in backticks", "`src`", "src"],
    ["quoted as a listing does it", '"two\\nlines"', "two\nlines"],
    ["with backslashes as for a shell", "my\\ dir\\ \\(1\\)", "my dir (1)"],
    ["percent-encoded", "caf%C3%A9%20%231", "café #1"],
    ["percent-encoded on the disk", "my dir", "my%20dir"],
    ["by several of these", "'MY%20DIR'", "my dir"],
  ])("%s", (_, asked, name) => {
    expect(nearness(asked, name)).toBe(0);
    expect(nearness(name, asked)).toBe(0);
  });

  test("but for bytes that are no text: as they are shown", () => {
    expect(nearnessTo("bad\ufffd")("bad\xff" as ByteString)).toBe(0);
  });
});

test.each([
  ["a swap", "scr", "src", 1],
  ["a letter too much", "srcc", "src", 1],
  ["two letters in six", "lisitn", "listing", 2],
  ["a letter in a name of two", "ab", "ax", undefined],
  ["two letters in five", "sabcd", "sabXY", undefined],
  ["three letters", "abcdefghi123", "abcdefghixyz", undefined],
  ["a backslash before a letter is a separator elsewhere", "a\\b", "ab", undefined],
])("%s: %j for %j is %j", (_, asked, name, expected) => {
  expect(nearness(asked, name)).toBe(expected);
});
