// One ignore file, line by line. The tests state what a line means and check that git agrees.
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";

import { IgnoreRules, parseRules } from "../../src/filters/gitignore.ts";
import { inDepth } from "../support/deep.ts";
import { folderWith } from "../support/filtered-tree.ts";
import { git, ignoredByGit } from "../support/git.ts";
import { toBytes } from "../support/ruled-tree.ts";

const repositories = new Map<boolean, string>();

beforeAll(() => {
  for (const ignoresCase of [false, true]) {
    const repository = folderWith({ ".git/": "" });
    git(repository, ["config", "core.ignoreCase", String(ignoresCase)]);
    repositories.set(ignoresCase, repository);
  }
});

/** Which of these paths git ignores by the rules in a text. A path that ends in `/` is a directory. */
function ignoredWithText(text: string, paths: readonly string[], ignoresCase: boolean): string[] {
  const folder = fs.mkdtempSync(`${repositories.get(ignoresCase)}/directory-`);
  fs.writeFileSync(`${folder}/.gitignore`, text);
  for (const name of paths) {
    const location = `${folder}/${name}`;
    fs.mkdirSync(name.endsWith("/") ? location : path.dirname(location), { recursive: true });
    if (!name.endsWith("/")) {
      fs.writeFileSync(location, "");
    }
  }
  const inGit = (name: string) => toBytes(name.replace(/\/$/, ""));
  const ignored = ignoredByGit(folder, paths.map(inGit));
  return paths.filter((name) => ignored.has(inGit(name)));
}

/** Whether the rules ignore a path, or a directory on it. */
function isIgnored(text: string, name: string, ignoresCase = false): boolean {
  const names = name.replace(/\/$/, "").split("/");
  let rules = new IgnoreRules(ignoresCase).withFile(parseRules(text, ignoresCase));
  return names.some((each, index) => {
    const ignores = rules.ignores(each, index < names.length - 1 || name.endsWith("/"));
    rules = rules.enter(each);
    return ignores;
  });
}

type Example = [text: string, ignored: string[], others: string[], mode?: "any case" | "ours"];

describe("a line", () => {
  test.each<Example>([
    ["\n\n# a\na\n", ["a"], ["# a", "#"]],
    ["\\#a\n\\!b\n", ["#a", "!b"], ["a", "b"]],
    [" #a\n", [" #a"], ["#a"]],
    ["a\r\nb\r\n", ["a", "b"], ["a\r"]],
    ["a\r", ["a"], ["a\r"]],
    ["a\r\r\n", ["a\r"], ["a"]],
    ["\u{feff}a\n\u{feff}b\n", ["a", "\u{feff}b"], ["b"]],
    ["a   \n", ["a"], ["a   "]],
    ["a\\ \n", ["a "], ["a", "a\\ "]],
    ["a\\   \n", ["a "], ["a", "a   "]],
    ["a\\\\  \n", ["a\\"], ["a\\ ", "a"]],
    ["a \\ \n", ["a  "], ["a", "a "]],
    ["a\t\n", ["a\t"], ["a"]],
    ["a\0b\n", ["a"], ["ab", "b"]],
    ["   \n!\n/\n//\n!!a\n", [], ["a", "!a", "b/"]],
    ["*\n!a\n!!b\n", ["b", "c"], ["a", "!b"]],
    ["!a\na\n", ["a"], ["b"]],
    // Where it holds.
    ["a", ["a", "b/a", "b/c/a", "b/d/a/x"], ["ab"]],
    ["/a", ["a"], ["b/a"]],
    ["a/b", ["a/b/", "a/b/c"], ["c/a/b", "b"]],
    ["a/", ["a/", "b/a/x"], ["c/a"]],
    ["a//", [], ["a/", "b"]],
    ["a//b", [], ["a/b"]],
    ["//a", [], ["a"]],
    ["a/\\/b", [], ["a/b"]],
    ["a\\/b", ["a/b"], ["c/a/b"]],
    ["a\\/", [], ["a/", "b"]],
    ["*/a", ["b/a"], ["a", "b/c/a"]],
    ["a/*", ["a/b", "a/c/d"], ["a/", "b/a"]],
    // Any depth.
    ["**/a", ["a", "b/a", "b/c/a"], ["ba"]],
    ["a/**/b", ["a/b", "a/c/b", "a/c/d/b"], ["b", "c/a/b"]],
    ["a/**", ["a/b", "a/c/d"], ["a/", "b/a/x"]],
    ["**", ["a", "b/"], []],
    ["**/", ["b/", "b/a"], ["a"]],
    ["a/**/**/b", ["a/b", "a/c/d/b"], ["ab"]],
    ["a/***/b", ["a/b", "a/c/b"], ["b"]],
    ["x/a*/**\n!x/a*/**/", ["x/ab/c", "x/ab/d/e"], ["x/ab/", "x/ab/d/"]],
    ["?**/b", ["a/b", "ac/b"], ["ab", "a/c/b", "b"]],
    ["a/x**y", ["a/xy", "a/x1y"], ["a/x/y"]],
    // Git before 2.52 let `**` match slashes right after the literal start of a pattern.
    ["a**/b", ["a/b", "a1/b"], ["ab", "a1/2/b"], "ours"],
    ["a**\\/b", ["a/b", "a1/b"], ["ab", "a1/2/b"], "ours"],
    // Wildcards in a name.
    ["a*", ["a", "ab", "a.b"], ["ba"]],
    ["*a*ab", ["aab", "xaxab"], ["ab", "xab"]],
    ["*aa*a*", ["aaa", "aaba"], ["aab", "baa"]],
    ["a*a", ["aa", "aba"], ["a"]],
    ["??", ["é", "ab"], ["a", "abc"]],
    ["[!a]\n[^b]x\n", ["b", "ax"], ["bx"]],
    ["[]a]\n[!]b]x\n", ["]", "a", "ax"], ["]x", "bx"]],
    ["[a-c]\n[-x]\n[x-]1\n", ["b", "-", "x", "-1", "x1"], ["d", "y1"]],
    ["[c-a]", ["c"], ["a", "b"]],
    ["[\\]a]\n[\\a-\\c]1\n", ["]", "a", "b1"], ["\\", "\\1"]],
    ["a[b/c]d", ["abd", "acd"], ["a/d", "x/abd"]],
    ["[[:digit:]a-c]", ["7", "b"], ["d", ":"]],
    ["[[:digit:]-z]", ["7", "-", "z"], ["a"]],
    ["[[:]a]", ["[a]"], ["a"]],
    ["{a,b}", ["{a,b}"], ["a"]],
    ["\\a\\*", ["a*"], ["ab", "\\a*"]],
    // What is malformed matches nothing.
    ["[a", [], ["[a", "a"]],
    ["[]", [], ["[]"]],
    ["[[:no:]a]", [], ["a", "n", "na]"]],
    ["[[:digit:]", [], ["1", "[1"]],
    ["[a\\", [], ["a", "[a\\"]],
    ["a\\", [], ["a", "a\\"]],
    // Where case does not count.
    ["Build/", ["build/", "BUILD/", "x/bUiLd/y"], ["y/build"], "any case"],
    ["*.LOG", ["a.log", "A.LoG"], ["log"], "any case"],
    ["/Src/**/Out", ["src/out", "SRC/a/OUT"], ["x/src/out"], "any case"],
    ["Éa", ["ÉA"], ["éa"], "any case"],
    ["[a]b\n[!c]d", ["Ab", "AB", "ed", "ED"], ["Cd", "cD"], "any case"],
    ["[A-C]x\n[!A-C]y\n", ["ax", "BX", "dy"], ["dx", "ay"], "any case"],
    ["[Z-c]", ["a", "B", "z", "^"], ["d"], "any case"],
    ["\\Ab\n[A]c\n[\\A]d\n", [], ["Ab", "ab", "Ac", "ac", "ad"], "any case"],
  ])("%j ignores %j and not %j", (text, ignored, others, mode) => {
    const paths = [...ignored, ...others];
    const ignoresCase = mode === "any case";
    const bytes = toBytes(text);
    expect(paths.filter((name) => isIgnored(bytes, name, ignoresCase))).toEqual(ignored);
    expect(mode === "ours" ? ignored : ignoredWithText(text, paths, ignoresCase)).toEqual(ignored);
  });
});

const CLASSES = "alnum alpha blank cntrl digit graph lower print punct space upper xdigit".split(" ");

test.each([false, true])("named classes are git's, where case does not count: %s", (ignoresCase) => {
  const text = CLASSES.flatMap((name) => [`/${name}[[:${name}:]]`, `/no-${name}[^[:${name}:]]`]).join("\n");
  const characters = Array.from({ length: 126 }, (_, index) => String.fromCharCode(index + 1)).filter(
    (character, index) => character !== "/" && index % inDepth(8, 1) === 0,
  );
  const paths = CLASSES.flatMap((name) => characters.flatMap((each) => [name + each, `no-${name}${each}`]));
  const folder = fs.mkdtempSync(`${repositories.get(ignoresCase)}/directory-`);
  fs.writeFileSync(`${folder}/.gitignore`, text);
  // Rules that are not limited to directories need nothing on the disk.
  expect(paths.filter((name) => isIgnored(text, name, ignoresCase))).toEqual([...ignoredByGit(folder, paths).keys()]);
});

describe("hostile rules", () => {
  const longPath = `${"d/".repeat(50)}${"a".repeat(255)}`;

  test.each([
    ["many stars", `${"*a".repeat(2000)}*b`],
    ["stars before a long run", `${"*".repeat(1000)}${"a".repeat(200)}b*c`],
    ["many classes", `${"*[ab]".repeat(100)}*c`],
    ["a rule file full of these", `${"*[ab]".repeat(800)}*c\n`.repeat(32)],
    ["any depth over and over", `${"**/".repeat(40_000)}a`],
    ["any depth between names", `${"**/d/".repeat(800)}a\n`.repeat(20)],
    ["many components", "a/".repeat(60_000)],
    ["a long literal", "a".repeat(128 * 1024)],
    ["many literals", "a\n".repeat(64 * 1024)],
    ["backslashes", `${"\\".repeat(128 * 1024)}x`],
    ["spaces", `${" ".repeat(128 * 1024)}x`],
    ["carriage returns", `${"\r".repeat(128 * 1024)}x`],
    ["an open class", "[".repeat(128 * 1024)],
    ["open named classes", `${"[[:".repeat(1300)}\n`.repeat(32)],
  ])("%s are read and matched in no time", (_, text) => {
    const start = process.cpuUsage().user;
    expect(isIgnored(text, longPath)).toBe(false);
    // A matcher that tries every way takes longer than the age of the universe.
    expect(process.cpuUsage().user - start).toBeLessThan(3_000_000);
  });

  test("a file that would make names too slow to test counts as absent, and so does a line longer than any path", () => {
    expect(isIgnored("*[ab]*c\n".repeat(2500), "abc")).toBe(true);
    expect(isIgnored("*[ab]*c\n".repeat(4000), "abc")).toBe(false);
    expect(isIgnored(`[${"a".repeat(4094)}]`, "a")).toBe(true);
    expect(isIgnored(`[${"a".repeat(4095)}]`, "a")).toBe(false);
    const outer = new IgnoreRules(false).withFile(parseRules("*[ab]*c\n".repeat(2500), false));
    const both = outer.withFile(parseRules("*[ab]*d\n".repeat(2500), false));
    expect([both.ignores("abc", false), both.ignores("abd", false)]).toEqual([true, false]);
  });
});
