// Invalid options are refused where they are given, with a message that names them.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { createToolMount } from "../../src/mcp/mount-tools.ts";
import { createToolRouter } from "../../src/tools/create-tool-router.ts";
import { listDir } from "../../src/tools/list-dir.ts";
import { listDirectory } from "../../src/tools/list-directory.ts";

const fileSystem = memory(["/r/a", "/r/b"]);

/** Wrong values for the options that every entry point accepts, and what their messages say. */
const GUARD: readonly (readonly [string, readonly unknown[], string])[] = [
  ["maxDepth", [0, -1, 2.5, NaN, "5", null, {}], "a whole number from 1"],
  ["deadlineMs", [0, -5, NaN, "5", null, 2 ** 31], "a number of milliseconds from 1 to 2147483647, or Infinity"],
  ["roots", ["/tmp", [""], ["/tmp", 1], ["/\0"], null, {}], "an array of non-empty strings"],
  ["deny", ["**/.env", [""], [1], [null], null], "an array of non-empty strings"],
  ["workingDirectory", ["", "relative", "./x", 1, null, "/\0"], "an absolute path"],
  ["fileSystem", ["disk", null, {}, { ...fileSystem, readDirectory: 1 }, []], "a file system, such as"],
  ["cacheBytes", [-1, 1.5, NaN, Infinity, "0", null], `a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, not`],
  ["stores", ["s3", null, [], { s3: {} }, { "": fileSystem }, { "s3:": fileSystem }], "an object of file systems"],
];

const BYTES = ["maxOutputBytes", [0, -1, 255, 256.5, NaN, "10000", null], "a whole number from 256"] as const;
const MOST_ENTRIES = ["maxLimit", [0, -1, 2.5, NaN, "5", null, [], 5n], "a whole number from 1"] as const;
const INDEXED = ["maxIndexed", [0, -1, 1.5, NaN, "5", null], "a whole number from 1"] as const;

const MAP_BOUNDS = [
  ["maxDirectories", [0, -1, 1.5, NaN, "5", null], "a whole number from 1"],
  ["maxRequests", [0, -1, 1.5, NaN, "5", null], "a whole number from 1"],
  ["countTokens", [1, {}, "o200k", null], "a function"],
] as const;

const PROFILE = [
  "profile",
  [
    "bogus",
    null,
    1,
    [],
    ["bogus"],
    ["leaf", "bogus"],
    ["codex-sorted", "codex-breadth"],
    ["hyper", "hyper"],
    ["leaf", "leaf"],
    [["leaf"]],
  ],
  "one of leaf, codex-sorted, codex-breadth, hyper, or a list of them with at most one for each tool",
] as const;

const SHARED = [...GUARD, MOST_ENTRIES, ...MAP_BOUNDS, BYTES, INDEXED, PROFILE] as const;

const ROUTER = [...SHARED, ["tools", ["list_dir", [1], null, {}], "an array of strings"]] as const;

const SERVER = [
  ...SHARED,
  ["structured", [1, "yes", null], "true or false"],
  ["maxRunning", [0, -1, 1.5, Infinity, "8", null], `a whole number from 1 to ${Number.MAX_SAFE_INTEGER}, not`],
] as const;

const LISTING = [
  ["include", [1, [1], {}, null], "a string or a list of strings"],
  ["exclude", [1, [1], {}], "a string or a list of strings"],
  ["gitignore", ["on", true], '"off" or "collapse" or "omit"'],
  ["signal", [1, {}, "stop", null], "an AbortSignal"],
  ["onProgress", [1, {}], "a function"],
] as const;

const LIST_DIR = [
  ...GUARD,
  ...LISTING,
  ["depth", [1.5, NaN, "2", null], "a whole number, or Infinity"],
  ["offset", ["1"], "a whole number, or Infinity"],
  ["limit", ["1"], "a whole number, or Infinity"],
  ["order", ["sideways", 1], '"breadth" or "tree"'],
  ["after", [1, ["a"]], "a string"],
  ["dirPath", [null, 1], "a string"],
  ["hidden", [1, "no"], "true or false"],
  ["details", [1, "no"], "true or false"],
] as const;

const LIST_DIRECTORY = [
  ...GUARD,
  ...LISTING,
  INDEXED,
  ["path", [undefined, 1, null], "a string"],
  ["offset", [1.5, NaN, "1"], "a whole number, or Infinity"],
  ["maxResults", [1.5, NaN, "1"], "a whole number, or Infinity"],
  ["recursive", [1, "no"], "true or false"],
  ["showHidden", [1, "no"], "true or false"],
] as const;

type Wrong = readonly [string, unknown, string];

function eachValue(rows: readonly (readonly [string, readonly unknown[], string])[]): Wrong[] {
  return rows.flatMap(([name, values, says]) => values.map((value): Wrong => [name, value, says]));
}

function refusal(name: string, says: string) {
  return expect.objectContaining({ name: "TypeError", message: expect.stringContaining(`${name} must be ${says}`) });
}

describe("an option that is wrong is refused by name", () => {
  test.each(eachValue(ROUTER))("createToolRouter, %s: %o", (name, value, says) => {
    expect(() => createToolRouter({ fileSystem, [name]: value })).toThrow(refusal(name, says));
  });

  test.each(eachValue(SERVER))("createToolMount, %s: %o", (name, value, says) => {
    expect(() => createToolMount({ fileSystem, [name]: value })).toThrow(refusal(name, says));
  });

  test.each(eachValue(LIST_DIR))("listDir, %s: %o", async (name, value, says) => {
    await expect(listDir({ dirPath: "/r", fileSystem, [name]: value })).rejects.toEqual(refusal(name, says));
  });

  test.each(eachValue(LIST_DIRECTORY))("listDirectory, %s: %o", async (name, value, says) => {
    await expect(listDirectory({ path: "/r", fileSystem, [name]: value })).rejects.toEqual(refusal(name, says));
  });
});
