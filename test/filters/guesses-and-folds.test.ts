// The globs of searches and maps: guesses match whole paths, folds the names of one directory, and hints say which glob to try.
import { describe, expect, test } from "vitest";

import { directoryOf, nameOf } from "../../src/core/entry.ts";
import { GlobError } from "../../src/filters/compile-globs.ts";
import { compileGuessGlob, type PathMatcher } from "../../src/filters/guess-glob.ts";
import { includeHint } from "../../src/filters/root-filter.ts";
import { parseFold } from "../../src/text/fold.ts";

function fitsPath(matcher: PathMatcher | undefined, path: string): boolean | undefined {
  return matcher?.matches(directoryOf(path), nameOf(path), false);
}

describe("a guess", () => {
  test.each([
    ["lib/workspace*", ["src/lib/workspace.ts", "Lib/WorkSpace"], ["lib/a/workspace", "workspace"]],
    ["/lib/workspace*", ["lib/workspace.ts"], ["src/lib/workspace.ts"]],
    ["*.Ts", ["a.Ts", "b/c/a.Ts"], ["a.ts"]],
    ["{a,b}/**/*.md", ["x/a/y/z.md", "B/z.md"], ["c/z.md"]],
    ["src/", [], ["src", "src/a"]],
    ["/*", ["a"], ["a/b"]],
  ])("%s matches %j and not %j", (glob, matched, others) => {
    const matcher = compileGuessGlob(glob);
    expect([...matched, ...others].filter((path) => fitsPath(matcher, path))).toEqual(matched);
  });

  test("matches paths in any order", () => {
    const matcher = compileGuessGlob("/a*");
    expect(["d/a", "a", "d/e/a", "d/a", "a"].map((path) => fitsPath(matcher, path))).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  test("with a slash at its end asks for directories", () => {
    expect(compileGuessGlob("src*/")?.matches("a", "src2", true)).toBe(true);
  });

  test("that can't be used is none", () => {
    for (const glob of ["", "/", "{,}", "{a,b}".repeat(30)]) {
      expect(compileGuessGlob(glob)).toBeUndefined();
    }
  });
});

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

test.each([
  [["optimiser"], "*optimiser*"],
  [["lib/workspace*"], "**/lib/workspace*"],
  [["./lib/workspace"], "**/lib/workspace"],
  [["/lib"], "**/lib"],
  [["lib/"], "*lib*/"],
  [["*.ts", "optimiser"], "*optimiser*"],
  [["src/*.ts", "optimiser"], "**/src/*.ts"],
  [["**/lib/x", "*"], undefined],
  [["[ab]", "a\\", "{a,b}", "../x"], undefined],
  [[], undefined],
])("the hint for %j is %j", (globs, hint) => {
  expect(includeHint(globs)).toBe(hint);
});
