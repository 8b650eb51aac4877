// Compares globs with minimatch, and with examples that a reader can check.
import fc from "fast-check";
import { braceExpand, minimatch } from "minimatch";
import { describe, expect, test } from "vitest";

import { compileGlobs } from "../../src/filters/compile-globs.ts";
import { expandBraces } from "../../src/filters/expand-braces.ts";
import { inDepth } from "../support/deep.ts";

const OPTIONS = { dot: true, noext: true, nocomment: true, nonegate: true, platform: "linux" } as const;

/** Whether a glob matches a path, by entering its directories one after the other. */
function matches(glob: string, path: string, letterCase: "exact" | "smart" = "exact"): boolean {
  const names = path.split("/");
  const name = names.pop() as string;
  return names
    .reduce((matcher, directory) => matcher.enter(directory), compileGlobs([glob], letterCase))
    .matches(name, false);
}

const CHARACTERS = ["a", "b", "c", "B", "-", ".x", "é", "\u{1f600}", "\u{1f601}", "1", " ", "_"];
const anyCharacter = fc.constantFrom(...CHARACTERS);
const anyPiece = fc.oneof(
  { weight: 4, arbitrary: anyCharacter },
  fc.constantFrom("*", "*", "?", "**", "\\*", "\\[", "]", "-", "!", "^", "(", "|", "+(a)", "\\a"),
  fc.constantFrom("[ab]", "[!ab]", "[^a-c]", "[a-]", "[-a]", "[]a]", "[!]a]", "[b-b]", "[\\]]", "[\\a-c]", "[a-c1]"),
  fc.constantFrom(
    "[[:alpha:]x]",
    "[[:digit:]x]",
    "[[:upper:]-]",
    "[\u{1f600}-\u{1f601}]",
    "[!\u{1f600}]",
    "[é]",
    "{a,b}",
    "{a,}c",
    "{,*}",
  ),
);
const anyComponent = fc.array(anyPiece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""));
const anyName = fc.array(anyCharacter, { minLength: 1, maxLength: 4 }).map((names) => names.join(""));

/** What we read otherwise on purpose: named classes are ASCII, `[slug]` matches itself, and a trailing `**` only what is below. */
const isOtherwise = (glob: string, path: string) => /alpha|upper/.test(glob) && /é/.test(path);

describe("globs match as in minimatch", () => {
  test("names", () => {
    fc.assert(
      fc.property(anyComponent, fc.array(anyName, { minLength: 1, maxLength: 8 }), (glob, names) => {
        fc.pre(!/(?:^|[^*])\*\*$/.test(glob) || glob.length > 2);
        for (const name of names.filter((each) => !isOtherwise(glob, each))) {
          expect([name, matches(glob, name)]).toEqual([name, minimatch(name, glob, OPTIONS)]);
        }
      }),
      { numRuns: inDepth(300, 30_000) },
    );
  });

  test("paths", () => {
    const part = fc.constantFrom(..."** * a* ? a b [ab] a-b {a,b} *b {a,{b,a-b}} {a/b,c}".split(" "));
    const anyGlob = fc.array(part, { minLength: 2, maxLength: 4 }).map((parts) => parts.join("/"));
    const anyPath = fc.array(fc.constantFrom("a", "b", "c", "ab", "a-b"), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyGlob, fc.array(anyPath, { minLength: 1, maxLength: 8 }), (glob, paths) => {
        for (const path of paths.map((names) => names.join("/"))) {
          const whole = glob.endsWith("/**") ? `${glob}/*` : glob;
          expect([path, matches(glob, path)]).toEqual([path, minimatch(path, whole, OPTIONS)]);
        }
      }),
      { numRuns: inDepth(300, 30_000) },
    );
  });

  test("braces stand for the same globs", () => {
    const piece = fc.constantFrom("{", "{", "}", "}", ",", ",", "a", "b", "*", "/", "\\{", "\\}", "\\,");
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 10 }), (pieces) => {
        const glob = pieces.join("");
        // Both of these are oddities of bash: `{}` is skipped, and a `{` that is not closed hides what comes after it.
        fc.pre(!glob.includes("{}") && isBalanced(glob));
        // Minimatch drops some escapes here, and we leave all of them to the reader of globs.
        const plain = (globs: readonly string[]) =>
          [...new Set(globs.filter(Boolean).map((text) => text.replaceAll(/\\([{},])/g, "$1")))].sort();
        expect(plain(expandBraces(glob, 10_000) ?? [])).toEqual(plain(braceExpand(glob)));
      }),
      { numRuns: inDepth(300, 30_000) },
    );
  });
});

function isBalanced(glob: string): boolean {
  let depth = 0;
  for (const [token] of glob.matchAll(/\\.|[{}]/g)) {
    depth += token === "{" ? 1 : token === "}" ? -1 : 0;
    if (depth < 0) {
      return false;
    }
  }
  return depth === 0;
}

describe("by example", () => {
  test.each([
    ["[slug]", ["[slug]", "s"], ["slug", "[s]"]],
    ["[id].tsx", ["[id].tsx", "i.tsx"], ["id.tsx"]],
    ["[...slug]", ["[...slug]", "g"], ["[slug]"]],
    ["[[...slug]]", ["[[...slug]]", "g]"], ["[...slug]"]],
    ["[id]*", ["i", "dx"], ["[id]", "[id]*"]],
    ["[*]", ["*"], ["[*]"]],
    ["[a", ["[a"], ["a"]],
    ["a\\", ["a\\"], ["a"]],
    ["{a", ["{a"], ["a"]],
    ["{a}", ["{a}"], ["a"]],
    ["[[:no:]]", ["n]", "[]", ":]"], ["x]"]],
    ["a**b", ["ab", "axb"], ["a/b"]],
    ["*?*", ["\u{1f600}", "a"], []],
    ["??", ["a\u{1f600}"], ["\u{1f600}"]],
    ["*[\u{1f600}]", ["a\u{1f600}"], ["\u{1f601}", "\u{1f601}\u{1f602}"]],
    ["*[!\u{1f600}]", ["a"], ["\u{1f600}"]],
    ["a*a", ["aa", "aba"], ["a"]],
  ])("%s matches %j, but not %j", (glob, matched, others) => {
    expect([...matched, ...others].filter((name) => matches(glob, name))).toEqual(matched);
  });

  test.each<[string, string[], string[]]>([
    ["*unfinished*", ["sendUnfinishedCronWarnings", "UNFINISHED"], ["finished"]],
    ["*Unfinished*", ["sendUnfinishedCron"], ["unfinished", "UNFINISHED"]],
    ["[R]eadme*", ["Readme"], ["readme", "README"]],
    ["[a-c]x", ["aX", "Bx"], ["dx"]],
    ["*.{ts,tsx}", ["a.TS", "b.Tsx"], ["c.t"]],
    ["*.{ts,TSX}", ["a.ts", "b.TSX"], ["a.TS", "b.tsx"]],
    ["straße", ["STRAẞE", "Straße"], ["STRASSE"]],
    ["*μασ*", ["ΜΑΣ", "μασα", "μας"], ["μα"]],
    ["ǆ", ["ǅ", "Ǆ"], ["dž"]],
    ["ǅ", ["ǅ"], ["ǆ", "Ǆ"]],
    ["[[:upper:]]b", ["Ab"], ["ab", "AB"]],
    ["src/deep/*", ["Src/DEEP/x"], ["Src/x"]],
  ])("with smart case, %s matches %j, but not %j", (glob, matched, others) => {
    expect([...matched, ...others].filter((name) => matches(glob, name, "smart"))).toEqual(matched);
  });
});

describe("hostile globs", () => {
  const long = "a".repeat(255);

  test.each([
    ["many stars", "*a".repeat(4999) + "b"],
    ["a long run after a star", `{${Array.from({ length: 70 }, () => `*${"a".repeat(127)}b*`).join(",")}}`],
    ["classes after a star", `{${Array.from({ length: 38 }, () => `*${"[ab]".repeat(63)}c*`).join(",")}}`],
    ["any depth over and over", `${"**/".repeat(3300)}x`],
    ["any depth between names", `${"**/a*/".repeat(1600)}x`],
    ["brackets", "[".repeat(10_000)],
    ["brackets that are not closed", "[\\]".repeat(3300)],
    ["braces in braces", `${"{a,".repeat(2400)}b${"}".repeat(2400)}`],
    ["backslashes", "\\".repeat(9999)],
  ])("are parsed and matched quickly: %s", (_, glob) => {
    const start = process.cpuUsage().user;
    let matcher = compileGlobs([glob], "smart");
    for (let depth = 0; depth < 20; depth += 1) {
      expect(matcher.matches(long, true)).toBe(false);
      matcher = matcher.enter(long);
    }
    // A matcher that tries every way takes longer than the age of the universe.
    expect(process.cpuUsage().user - start).toBeLessThan(5_000_000);
  });

  test("many that match nothing are refused quickly", () => {
    const start = process.cpuUsage().user;
    const nothing = `${"{,".repeat(3300)}${"}".repeat(3300)}`;
    expect(() => compileGlobs(Array(100).fill(nothing), "smart")).toThrow(/too long/);
    expect(process.cpuUsage().user - start).toBeLessThan(5_000_000);
  });
});
