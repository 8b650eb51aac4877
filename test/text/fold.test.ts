// Which names of a directory a fold stands for.
import { describe, expect, test } from "vitest";

import { GlobError } from "../../src/filters/compile-globs.ts";
import { parseFold } from "../../src/text/fold.ts";

describe("a fold", () => {
  test.each([
    ["walk-*", ["walk-", "walk-a"], ["Walk-a", "a-walk-"]],
    ["[a-f]*", ["a", "fx"], ["g", "A", "[a-f]*"]],
    ["*.svg", ["a.svg"], ["a.SVG"]],
    ["a\\*b*", ["a*b", "a*bc"], ["axb"]],
    ["\\{a\\,b\\}*", ["{a,b}c"], ["a"]],
    ["?x*", ["\u202ex"], ["x"]],
    ["*", ["a", ".b"], []],
    ["dir-*/", [], ["dir-a"]],
  ])("%s stands for %j and not %j", (fold, matched, others) => {
    const { matches } = parseFold(fold);
    expect([...matched, ...others].filter((name) => matches(name, false))).toEqual(matched);
  });

  test("with a slash at its end stands for directories, and one within is none", () => {
    expect(parseFold("dir-*/").matches("dir-a", true)).toBe(true);
    for (const fold of ["", "/", "a/b*", "/a*", "a*//"]) {
      expect(() => parseFold(fold)).toThrow(GlobError);
    }
  });
});
