// Deny rules hide too much rather than too little: they match every spelling, by the path as given and by the real one.
import fs from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { FileSystem } from "../../src/core/file-system.ts";
import { compileDenyRules, followDenyRules, namesInPath, resolveRule } from "../../src/filters/deny-rules.ts";
import { localDisk } from "../../src/disk/local-disk.ts";
import { caseFold } from "../../src/filters/case-fold.ts";
import { folderWith } from "../support/filtered-tree.ts";

const DISK = localDisk();
const STORE: FileSystem = { ...DISK, isObjectStore: true, isAbsolute: (name) => name.startsWith("s3://") };

/** Whether a path is denied, or a directory that it is in. */
function isDenied(rule: string, location: string, fileSystem = DISK, workingDirectory = "/project"): boolean {
  let denied = compileDenyRules([resolveRule(rule, fileSystem, workingDirectory)], fileSystem);
  const names = namesInPath(location, fileSystem);
  return names.some((name, index) => {
    const isDirectory = index < names.length - 1 || /[\\/]$/.test(location);
    const isMatch = denied.matches(name, isDirectory);
    denied = denied.enter(name);
    return isMatch;
  });
}

describe("a deny rule", () => {
  test.each([
    ["Secret", "SECRET", "another case"],
    ["secret*", "SecretFile", "a glob in another case"],
    ["caf\u00e9", "cafe\u0301", "another normalisation"],
    ["CAFE\u0301", "caf\u00e9", "both"],
    ["caf?", "cafe\u0301", "one character that another normalisation has as two"],
    ["\u1fb4", "\u03b1\u0345\u0301", "marks in another order"],
    ["stra\u00dfe", "STRASSE", "a letter with two capitals"],
    ["STRA\u1e9eE", "strasse", "its capital"],
    ["stra?e", "stra\u00dfe", "one character that is folded to two"],
    ["\u03a3\u039f\u03a6\u039f\u03a3", "\u03c3\u03bf\u03c6\u03bf\u03c2", "a letter with two small forms"],
    ["sec\u200bret", "secret", "a character that nobody sees"],
    ["[A-F]x", "bX", "a class in another case"],
    ["[!A-Z]x", "bx", "a class that tells case apart, by the letter"],
    ["[[:upper:]]x", "bX", "a named class"],
    ["[ß]x", "ẞx", "a class with a letter that is folded to two"],
    ["a\\*b", "A*B", "an escaped character"],
    ["[slug]", "[Slug]", "a name with brackets"],
    ["/**/[id].d", "[ID].d", "a path with brackets"],
    ["[slug", "[Slug", "a bracket that is not closed"],
    ["*.{pem,KEY}", "a.Key", "braces"],
  ])("%s hides %s: %s", (rule, name) => {
    expect(isDenied(rule, `/a/b/${name}`)).toBe(true);
    expect(isDenied(rule, `/a/b/${name}/key`)).toBe(true);
    expect(isDenied(rule, "/a/b/open")).toBe(false);
  });

  test.each([
    ["/etc/shadow", ["/etc/shadow", "/ETC/shadow"], ["/a/etc/shadow", "/etc/shadows"]],
    ["//etc/./x/../shadow", ["/etc/shadow"], ["/etc"]],
    [".env", ["/.env", "/a/b/.env"], ["/a/.envrc"]],
    ["a/.env", ["/x/a/.env", "/a/.env"], ["/x/.env"]],
    ["**/a/*/c", ["/a/b/c", "/x/a/b/c/d"], ["/a/c"]],
    ["/repo/**", ["/repo/a", "/repo/a/b"], ["/repo/"]],
    ["secret/", ["/a/secret/", "/secret/x"], ["/a/secret"]],
    ["./secret", ["/project/secret"], ["/secret", "/project/a/secret"]],
    ["../secret", ["/secret"], ["/project/secret"]],
    [".//a/../sec*", ["/project/secret"], ["/sec"]],
  ])("%s denies %j and not %j", (rule, denied, others) => {
    expect([...denied, ...others].filter((location) => isDenied(rule, location))).toEqual(denied);
  });

  test("for a store begins with the bucket", () => {
    for (const rule of ["/bucket/secret", "s3://bucket/secret"]) {
      expect(isDenied(rule, "s3://bucket/secret/key", STORE)).toBe(true);
      expect(isDenied(rule, "s3://other/secret/key", STORE)).toBe(false);
    }
  });

  test("for a store has no empty or dot names, which would match nothing, but * matches them", () => {
    for (const rule of ["s3://b/p//secret", "s3://b/./secret", "s3://b/p/../secret", "s3://b/..", "s3://b/p//"]) {
      expect(() => isDenied(rule, "s3://b", STORE)).toThrow(/has an empty name, "." or ".." in it; write \* for that$/);
    }
    for (const name of ["", ".", ".."]) {
      expect(isDenied("s3://b/p/*/secret", `s3://b/p/${name}/secret`, STORE)).toBe(true);
      expect(isDenied("s3://b/p/secret/", `s3://b/p/${name}/secret/`, STORE)).toBe(false);
    }
  });

  test.each([
    ["~/.ssh", /the deny rule "~\/.ssh" begins with ~/],
    ["~", /begins with ~/],
    ["/", /matches nothing/],
    ["/a/..", /matches nothing/],
    ["", /matches nothing/],
    ["{a,b}".repeat(20), /too long/],
  ])("that can't be used is refused: %j", (rule, message) => {
    expect(() => isDenied(rule, "/")).toThrow(message);
  });
});

test("a rule whose path leads through a link also denies the real path", async () => {
  const folder = folderWith({
    "real/secret/key": "",
    "real/[a]/x": "",
    "link@": "real",
    "to@": "real/secret",
    "real/glob@": "[a]",
  });
  const follow = (rule: string) => followDenyRules([resolveRule(rule, DISK, `${folder}/link`)], DISK, {});
  expect(await follow(`${folder}/link/secret`)).toEqual([`${folder}/real/secret`]);
  expect(await follow(`${folder}/to/`)).toEqual([`${folder}/real/secret/`]);
  expect(await follow(`${folder}/link/*/*.PEM`)).toEqual([`${folder}/real/*/*.PEM`]);
  expect(await follow(`${folder}/link/not/yet`)).toEqual([`${folder}/real/not/yet`]);
  expect(await follow("./glob/x")).toEqual([`${folder}/real/\\[a\\]/x`]);
  expect(await follow(`${folder}/real/secret`)).toEqual([]);
  expect(await follow("**/link")).toEqual([]);
  fs.rmSync(`${folder}/link`);
  expect(await follow(`${folder}/link/secret`)).toEqual([]);
});

test("all spellings of a name fold to the same", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 6 }), (name) => {
      const folded = caseFold(name);
      const others = [name.normalize("NFD"), name.normalize("NFC"), name.toLowerCase(), name.toUpperCase(), folded];
      expect(others.filter((other) => caseFold(other) !== folded)).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});
