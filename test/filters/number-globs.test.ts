// Compares long ranges of numbers, written out as a few globs, with the numbers themselves.
import fc from "fast-check";
import { braceExpand } from "minimatch";
import { describe, expect, test } from "vitest";

import { toByteString, toText } from "../../src/core/byte-string.ts";
import { readComponent } from "../../src/filters/glob-component.ts";
import { writeOutNumbers } from "../../src/filters/number-globs.ts";
import { inDepth } from "../support/deep.ts";

function matcher(glob: string): (name: string) => boolean {
  const components = braceExpand(writeOutNumbers(glob)).map((alternative) => readComponent(alternative, toText));
  return (name) => components.some(({ fits }) => fits(toByteString(name)));
}

describe("a range of numbers", () => {
  test.each([
    ["{1..120}", "{[\\1-9],[\\1-9][\\0-9],1[\\0-1][\\0-9],120}"],
    ["x{1..99}", "x{1..99}"],
    ["{a,{100..299}}", "{a,[\\1-2][\\0-9][\\0-9]}"],
    ["\\{1..1000}", "\\{1..1000}"],
    ["${1..1000}", "${1..1000}"],
    ["[{1..1000}]", "[{1..1000}]"],
    ["{1..99999999999999999999}", "{1..99999999999999999999}"],
  ])("%s is %s", (glob, written) => {
    expect(writeOutNumbers(glob)).toBe(written);
  });

  test("matches exactly its own numbers", () => {
    const anyNumber = fc.integer({ min: -2000, max: 20_000 });
    const padded = (number: number, zeros: number) => `${number < 0 ? "-" : ""}${"0".repeat(zeros)}${Math.abs(number)}`;
    fc.assert(
      fc.property(
        anyNumber,
        anyNumber,
        fc.nat(2),
        fc.array(anyNumber, { maxLength: 9 }),
        (first, last, zeros, others) => {
          const range = `{${padded(first, zeros)}..${last}}`;
          // Brace expansion itself says which numbers the range contains.
          const all = new Set(braceExpand(range, { braceExpandMax: 100_000 }));
          const matches = matcher(range);
          const edges = [first, last, first - 1, last + 1, first + 1, last - 1];
          for (const number of [...others, ...edges]) {
            for (const name of [String(number), padded(number, 1), padded(number, 2)]) {
              expect([range, name, matches(name)]).toEqual([range, name, all.has(name)]);
            }
          }
        },
      ),
      { numRuns: inDepth(24, 300) },
    );
  });

  test("does not match the globs that it becomes", () => {
    const matches = matcher("{1..120}");
    expect(["7", "[1-9]", "[\\1-9]", "1[0-1][0-9]"].map(matches)).toEqual([true, false, false, false]);
    expect(matcher("[1-9]")("[1-9]")).toBe(true);
  });

  test("becomes only a few globs, however long it is", () => {
    expect(braceExpand(writeOutNumbers("{7..123456789012345}")).length).toBeLessThan(150);
  });
});
