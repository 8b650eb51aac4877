// One ignore file, line by line. The tests state what a line means and check that git agrees.
import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import { AT_ANY_PACE } from "../../../src/core/pace.ts";
import { readIgnoreRules, toLowerCase } from "../../../src/filters/gitignore/ignore-rules.ts";
import { inDepth } from "../../support/deep.ts";
import { git, ignoredByGit } from "../../support/git.ts";
import { makeDirectories } from "../../support/make-directories.ts";
import { makeFolder } from "../../support/make-tree.ts";

const repositories = new Map<boolean, string>();

/** A directory with its own ignore file. All such directories share one repository, or one where case does not count. */
function directoryWith(text: ByteString, ignoresCase: boolean): string {
  let repository = repositories.get(ignoresCase);
  if (repository === undefined) {
    repository = makeFolder();
    git(repository, ["init", "--quiet"]);
    git(repository, ["config", "core.ignoreCase", String(ignoresCase)]);
    repositories.set(ignoresCase, repository);
  }
  const folder = fs.mkdtempSync(`${repository}/directory-`);
  fs.writeFileSync(`${folder}/.gitignore`, text, "latin1");
  return folder;
}

/** Whether the rules in a text ignore a path. Checks each directory on the path first. A path that ends in `/` is a directory. */
async function isIgnored(text: ByteString, path: string, ignoresCase = false): Promise<boolean> {
  const names = path.replace(/\/$/, "").split("/") as ByteString[];
  const rules = await readIgnoreRules(text, AT_ANY_PACE, ignoresCase);
  let state = rules?.patterns.start();
  return names.some((written, index) => {
    const name = ignoresCase ? toLowerCase(written) : written;
    const isDirectory = index < names.length - 1 || path.endsWith("/");
    const last = (state && rules?.patterns.lastMatch(state, name, isDirectory)) ?? -1;
    state = state && rules?.patterns.enter(state, name);
    return last !== -1 && rules?.negated[last] === false;
  });
}

/** The paths that the rules in a text ignore. */
async function ignoredOf<Path extends string>(
  text: ByteString,
  paths: readonly Path[],
  ignoresCase = false,
): Promise<Path[]> {
  const answers = await Promise.all(paths.map((path) => isIgnored(text, path, ignoresCase)));
  return paths.filter((_, index) => answers[index]);
}

/** Which of these paths git ignores with this text. */
function ignoredWithText(text: ByteString, paths: readonly ByteString[], ignoresCase: boolean): string[] {
  const folder = directoryWith(text, ignoresCase);
  for (const path of paths) {
    const location = Buffer.from(`${toByteString(folder)}/${path}`, "latin1");
    const isDirectory = path.endsWith("/");
    makeDirectories(isDirectory ? location : location.subarray(0, location.lastIndexOf("/")));
    if (!isDirectory) {
      fs.writeFileSync(location, "");
    }
  }
  const withoutSlash = (path: ByteString) => path.replace(/\/$/, "") as ByteString;
  const ignored = ignoredByGit(folder, paths.map(withoutSlash));
  return paths.filter((path) => ignored.has(withoutSlash(path)));
}

interface Example {
  readonly text: string;
  readonly ignored: readonly string[];
  readonly not: readonly string[];
  /** Whether case does not count. */
  readonly ignoresCase?: boolean;
}

async function check({ text, ignored, not, ignoresCase = false }: Example): Promise<void> {
  const bytes = toByteString(text);
  const paths = [...ignored, ...not].map((path) => toByteString(path));
  const expected = ignored.map((path) => toByteString(path));
  expect(await ignoredOf(bytes, paths, ignoresCase)).toEqual(expected);
  expect(ignoredWithText(bytes, paths, ignoresCase)).toEqual(expected);
}

describe("lines", () => {
  test.each<Example>([
    { text: "\n\n# a\na\n", ignored: ["a"], not: ["# a", "#"] },
    { text: "\\#a\n\\!b\n", ignored: ["#a", "!b"], not: ["a", "b"] },
    { text: " #a\n", ignored: [" #a"], not: ["#a"] },
    { text: "a\r\nb\r\n", ignored: ["a", "b"], not: ["a\r"] },
    { text: "a\r", ignored: ["a"], not: ["a\r"] },
    { text: "a\r\r\n", ignored: ["a\r"], not: ["a"] },
    { text: "\u{feff}a\n\u{feff}b\n", ignored: ["a", "\u{feff}b"], not: ["b"] },
    { text: "a   \n", ignored: ["a"], not: ["a   "] },
    { text: "a\\ \n", ignored: ["a "], not: ["a", "a\\ "] },
    { text: "a\\   \n", ignored: ["a "], not: ["a", "a   "] },
    { text: "a\\\\  \n", ignored: ["a\\"], not: ["a\\ ", "a"] },
    { text: "a \\ \n", ignored: ["a  "], not: ["a", "a "] },
    { text: "a\t\n", ignored: ["a\t"], not: ["a"] },
    { text: "a\0b\n", ignored: ["a"], not: ["ab", "b"] },
    { text: "   \n!\n/\n//\n!!a\n", ignored: [], not: ["a", "!a", "b/"] },
    { text: "*\n!a\n!!b\n", ignored: ["b", "c"], not: ["a", "!b"] },
    { text: "!a\na\n", ignored: ["a"], not: ["b"] },
  ])("$text", check);
});

describe("places", () => {
  test.each<Example>([
    { text: "a", ignored: ["a", "b/a", "b/c/a", "b/d/a/x"], not: ["ab"] },
    { text: "/a", ignored: ["a"], not: ["b/a"] },
    { text: "a/b", ignored: ["a/b/", "a/b/c"], not: ["c/a/b", "b"] },
    { text: "a/", ignored: ["a/", "b/a/x"], not: ["c/a"] },
    { text: "/a/", ignored: ["a/"], not: ["b/a/"] },
    { text: "a//", ignored: [], not: ["a/", "b"] },
    { text: "a//b", ignored: [], not: ["a/b"] },
    { text: "//a", ignored: [], not: ["a"] },
    { text: "a/\\/b", ignored: [], not: ["a/b"] },
    { text: "a\\/b", ignored: ["a/b"], not: ["c/a/b"] },
    { text: "a\\/", ignored: [], not: ["a/", "b"] },
    { text: "*/a", ignored: ["b/a"], not: ["a", "b/c/a"] },
    { text: "a/*", ignored: ["a/b", "a/c/d"], not: ["a/", "b/a"] },
  ])("$text", check);
});

describe("`**`", () => {
  test.each<Example>([
    { text: "**/a", ignored: ["a", "b/a", "b/c/a"], not: ["ba"] },
    { text: "a/**/b", ignored: ["a/b", "a/c/b", "a/c/d/b"], not: ["b", "c/a/b"] },
    { text: "a/**", ignored: ["a/b", "a/c/d"], not: ["a/", "b/a/x"] },
    { text: "**\\/b", ignored: ["a/b", "a/c/b"], not: ["b"] },
    { text: "**\\/**\\/b", ignored: ["a/c/b", "a/c/d/b"], not: ["b", "a/b"] },
    { text: "**", ignored: ["a", "b/"], not: [] },
    { text: "**/", ignored: ["b/", "b/a"], not: ["a"] },
    { text: "/**/a", ignored: ["a", "b/a"], not: ["c"] },
    { text: "a/**/**/b", ignored: ["a/b", "a/c/d/b"], not: ["ab"] },
    { text: "a/***/b", ignored: ["a/b", "a/c/b"], not: ["b"] },
    { text: "x/a*/**\n!x/a*/**/", ignored: ["x/ab/c", "x/ab/d/e"], not: ["x/ab/", "x/ab/d/"] },
    { text: "?**/b", ignored: ["a/b", "ac/b"], not: ["ab", "a/c/b", "b"] },
    { text: "a/x**y", ignored: ["a/xy", "a/x1y"], not: ["a/x/y"] },
  ])("$text", check);
});

describe("`**` that is not a whole component is `*`", () => {
  // We do not ask git here: before 2.52, right after the literal bytes at the start of a pattern, it let `**` match slashes.
  test.each<Example>([
    { text: "a**/b", ignored: ["a/b", "a1/b"], not: ["ab", "a1/2/b"] },
    { text: "x/a**\n!x/ab/", ignored: ["x/a", "x/ac/d"], not: ["x/ab/d", "a"] },
    { text: "a**\\/b", ignored: ["a/b", "a1/b"], not: ["ab", "a1/2/b"] },
  ])("$text", async ({ text, ignored, not }) => {
    expect(await ignoredOf(toByteString(text), [...ignored, ...not])).toEqual(ignored);
  });
});

describe("wildcards in a name", () => {
  test.each<Example>([
    { text: "a*", ignored: ["a", "ab", "a.b"], not: ["ba"] },
    { text: "*a*ab", ignored: ["aab", "xaxab"], not: ["ab", "xab"] },
    { text: "*aa*a*", ignored: ["aaa", "aaba"], not: ["aab", "baa"] },
    { text: "*ab*b", ignored: ["abb", "xabxb"], not: ["ab", "xab"] },
    { text: "*", ignored: [".a", "a", " "], not: [] },
    { text: "??", ignored: ["é", "ab"], not: ["a", "abc"] },
    { text: "[ab]", ignored: ["a", "b"], not: ["c", "ab"] },
    { text: "[!a]\n[^b]x\n", ignored: ["b", "ax"], not: ["bx"] },
    { text: "[]a]\n[!]b]x\n", ignored: ["]", "a", "ax"], not: ["]x", "bx"] },
    { text: "[a-c]\n[-x]\n[x-]1\n", ignored: ["b", "-", "x", "-1", "x1"], not: ["d", "y1"] },
    { text: "[c-a]", ignored: ["c"], not: ["a", "b"] },
    { text: "[\\]a]\n[\\a-\\c]1\n", ignored: ["]", "a", "b1"], not: ["\\", "\\1"] },
    { text: "a[b/c]d", ignored: ["abd", "acd"], not: ["a/d", "x/abd"] },
    { text: "[[:digit:]a-c]", ignored: ["7", "b"], not: ["d", ":"] },
    { text: "[[:digit:]-z]", ignored: ["7", "-", "z"], not: ["a"] },
    { text: "[[:]a]", ignored: ["[a]"], not: ["a"] },
    { text: "{a,b}", ignored: ["{a,b}"], not: ["a"] },
    { text: "+(a)\n!(b)\n", ignored: ["+(a)"], not: ["a", "aa", "b", "c"] },
    { text: "A", ignored: ["A"], not: ["a"] },
    { text: "\\a\\*", ignored: ["a*"], not: ["ab", "\\a*"] },
  ])("$text", check);
});

describe("a malformed pattern matches nothing", () => {
  test.each<Example>([
    { text: "[a", ignored: [], not: ["[a", "a"] },
    { text: "*[", ignored: [], not: ["[", "a["] },
    { text: "[]", ignored: [], not: ["[]"] },
    { text: "[[:no:]a]", ignored: [], not: ["a", "n", "na]"] },
    { text: "[[:digit:]", ignored: [], not: ["1", "[1"] },
    { text: "[a\\", ignored: [], not: ["a", "[a\\"] },
    { text: "a\\", ignored: [], not: ["a", "a\\"] },
  ])("$text", check);
});

describe.each([false, true])("classes, where case does not count: %s", (ignoresCase) => {
  const names = [
    "alnum",
    "alpha",
    "blank",
    "cntrl",
    "digit",
    "graph",
    "lower",
    "print",
    "punct",
    "space",
    "upper",
    "xdigit",
  ];
  const bytes = Array.from({ length: 255 }, (_, index) => String.fromCharCode(index + 1)).filter(
    (byte, index) => byte !== "/" && index % inDepth(16, 1) === 0,
  );

  test("contain the same bytes as in git", async () => {
    const text = toByteString(
      names.flatMap((name) => [`/${name}[[:${name}:]]`, `/no-${name}[^[:${name}:]]`]).join("\n"),
    );
    const paths = names.flatMap((name) => bytes.flatMap((byte) => [name + byte, `no-${name}${byte}`])) as ByteString[];
    // Rules that are not limited to directories need nothing on the disk.
    const folder = directoryWith(text, ignoresCase);
    const byGit = [...ignoredByGit(folder, paths).keys()];
    expect(await ignoredOf(text, paths, ignoresCase)).toEqual(byGit);
    expect(byGit.length).toBeGreaterThanOrEqual(names.length * bytes.length);
  });
});

describe("where case does not count", () => {
  const examples: readonly Example[] = [
    { text: "Build/", ignored: ["build/", "BUILD/", "x/bUiLd/y"], not: ["y/build"] },
    { text: "*.LOG", ignored: ["a.log", "A.LoG"], not: ["log"] },
    { text: "/Src/**/Out", ignored: ["src/out", "SRC/a/OUT"], not: ["x/src/out"] },
    { text: "A\n!a\n", ignored: [], not: ["a", "A"] },
    // Like git, only the letters of ASCII.
    { text: "Éa", ignored: ["ÉA"], not: ["éa"] },
    { text: "[a]b\n[!c]d", ignored: ["Ab", "AB", "ed", "ED"], not: ["Cd", "cD"] },
    { text: "[A-C]x\n[!A-C]y\n", ignored: ["ax", "BX", "dy"], not: ["dx", "ay"] },
    { text: "[Z-c]", ignored: ["a", "B", "z", "^"], not: ["d"] },
    { text: "[[:upper:]]1\n[[:lower:]]2\n", ignored: ["a1", "A1", "a2", "A2"], not: ["_1"] },
    // Git compares what it has put into lower case with a capital letter that it has not.
    { text: "\\Ab\n[A]c\n[\\A]d\n", ignored: [], not: ["Ab", "ab", "Ac", "ac", "ad"] },
    { text: "[!A]", ignored: ["a", "B", "A"], not: [] },
  ];
  test.each(examples.map((example) => ({ ...example, ignoresCase: true })))("$text", check);
});

describe("hostile rules", () => {
  const longName = "a".repeat(255);

  test.each([
    ["many stars", `${"*a".repeat(2000)}*b`],
    ["stars before a long run", `${"*".repeat(1000)}${"a".repeat(200)}b*c`],
    ["many classes", `${"*[ab]".repeat(100)}*c`],
    ["any depth over and over", `${"**/".repeat(100_000)}a`],
    ["glued any depth over and over", `x${"**/".repeat(100_000)}a`],
    ["many components", "a/".repeat(300_000)],
    ["backslashes", `${"\\".repeat(1_000_000)}x`],
    ["spaces", `${" ".repeat(1_000_000)}x`],
    ["an open class", "[".repeat(1_000_000)],
    ["open named classes", "[[:".repeat(300_000)],
    ["many open classes", "[a\n".repeat(300_000)],
  ])("%s are matched in no time", async (_, text) => {
    expect(await isIgnored(toByteString(text), `${"d/".repeat(50)}${longName}`)).toBe(false);
  });

  test.each([
    ["many rules", "ab*\n", 5000],
    ["many classes", "[!a]b\n", 5000],
    ["rules that are slow", "*?\n", 700],
  ])("a file of %s is read piece by piece, and counts as absent if it has too many", async (_, line, most) => {
    let pauses = 0;
    const pause = () => {
      pauses += 1;
      return undefined;
    };
    const text = toByteString(line.repeat(most));
    expect((await readIgnoreRules(text, { ...AT_ANY_PACE, pause }))?.negated).toHaveLength(most);
    expect(pauses).toBeGreaterThanOrEqual(Math.floor(text.length / 1100));
    expect(await readIgnoreRules(toByteString(line.repeat(30_000)), AT_ANY_PACE)).toBeUndefined();
  });

  test("reading a file stops when the time is up or the signal fires", async () => {
    const text = toByteString("ab*\n".repeat(5000));
    await expect(readIgnoreRules(text, { ...AT_ANY_PACE, timeLeft: () => 0 })).rejects.toMatchObject({
      code: "ETIMEDOUT",
    });
    const reason = new Error("stop");
    await expect(readIgnoreRules(text, { ...AT_ANY_PACE, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test("a line longer than any path counts as absent", async () => {
    expect(await isIgnored(toByteString(`[${"a".repeat(4094)}]`), "a")).toBe(true);
    expect(await isIgnored(toByteString(`[${"a".repeat(4095)}]`), "a")).toBe(false);
  });
});
