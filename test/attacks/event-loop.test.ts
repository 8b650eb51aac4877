// Calls that try to keep a server busy, sent to the real server while its event loop is watched. While a tree is read and judged, the loop
// turns between two directories and every few dozen entries, so that other calls go on and signals arrive.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { inDepth } from "../support/deep.ts";
import { makeManyFiles, makeHugeFolder, numbered } from "../support/many-files.ts";
import { watchedServer, type WatchedServer } from "../support/watched-server.ts";

/** What a few dozen entries take at most, with filters as slow as they can be. */
const LONGEST_HOLD_MS = 500;

let base: string;
let server: WatchedServer;

beforeAll(async () => {
  base = makeHugeFolder();
  server = await watchedServer(base);
  // One-time work of the program does not count against a call.
  for (const tool of ["list_dir", "map_dir", "find_files"]) {
    await server.call(tool, { dir_path: base, include: "*.{a,b}" });
  }
});

afterAll(() => {
  server.close();
  // A path in one of the trees is longer than Node can remove.
  execFileSync("rm", ["-rf", base]);
});

/** The other acceptable answer: that time ran out, which depends on the machine. */
const TOO_SLOW = /took too long|did not answer in time|\[timed out after [\d,]+ directories/;

/**
 * Sends calls, all at once. Fails if the first answer is not the expected one, or if the event loop was blocked too long three times in a
 * row: Node collects garbage and compiles at any time, but a call's own work happens every time.
 */
async function expectNoHold(tool: string, calls: readonly object[], expected: RegExp): Promise<void> {
  const holds: number[] = [];
  do {
    await server.longestHold();
    const [answer = ""] = await Promise.all(calls.map((args) => server.call(tool, args)));
    holds.push(await server.longestHold());
    if (!TOO_SLOW.test(answer)) {
      expect(answer).toMatch(expected);
    }
  } while (Math.min(...holds) >= LONGEST_HOLD_MS && holds.length < 3);
  expect(Math.min(...holds)).toBeLessThan(LONGEST_HOLD_MS);
}

function makeDirectory(...names: readonly string[]): string {
  const folder = fs.mkdtempSync(path.join(base, "tree-"));
  names.forEach((name) => fs.mkdirSync(path.join(folder, name), { recursive: true }));
  return folder;
}

/** Nested directories, too deep for the longest possible path, each with a file, the last with two. Returns the folder that contains the first. */
function makeChain(depth: number): string {
  const folder = makeDirectory();
  const back = process.cwd();
  process.chdir(folder);
  for (let level = 0; level < depth; level += 1) {
    fs.mkdirSync("a");
    fs.writeFileSync("b", "");
    process.chdir("a");
  }
  fs.writeFileSync("bottom", "");
  process.chdir(back);
  return folder;
}

/** Names that match hostile rules almost to their end, at every position. */
const LONG_NAMES = Array.from(
  { length: inDepth(64, 250) },
  (_, index) => `${String(index).padStart(4, "0")}${"a".repeat(240)}`,
);

function times(count: number, glob: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => glob(index));
}

describe("globs", () => {
  let folder: string;
  beforeAll(() => {
    folder = makeDirectory();
    makeManyFiles(folder, LONG_NAMES);
  });

  test.each<[string, string[]]>([
    ["words between stars", times(100, (index) => `*aaaaab*${index}*`)],
    ["many stars", times(10, (index) => `*a${"*a".repeat(450)}${index}`)],
    ["classes", times(30, (index) => `*${"[ab]".repeat(60)}${index}*`)],
    ["characters in a class", [`*[${times(9990, (index) => String.fromCharCode(0x4e00 + 2 * index)).join("")}]*`]],
    ["long paths", times(10, (index) => `${"**/a*/".repeat(160)}${index}`)],
  ])("as many %s as are allowed", async (_, globs) => {
    await expectNoHold("list_dir", [{ dir_path: folder, exclude: globs }], /^Absolute path/);
    await expectNoHold("list_dir", [{ dir_path: folder, include: globs }], /no entry matches/);
    await expectNoHold("map_dir", [{ dir_path: folder, include: globs }], /no entry matches/);
  });

  test("as many guesses as are allowed", async () => {
    const words = times(64, (index) => `${"{a,b}".repeat(2)}*aaaaab*${index}`);
    await expectNoHold("find_files", [{ dir_path: folder, words }], /nothing matches/);
  });
});

describe("ignore files", () => {
  const fill = (line: string, bytes: number) => line.repeat(Math.floor(bytes / line.length));
  const SIZE = 128 * 1024;

  test.each([
    ["slow rules", `*${"?".repeat(30)}b*\n`.repeat(57)],
    ["words between stars", "*aaaaab*\n".repeat(320)],
    ["classes", fill("[!a]\n", SIZE)],
    ["characters in classes", `*[${"bc".repeat(2000)}]*\n`.repeat(4)],
    ["paths", fill("**/a/**/b/**/c\n", SIZE)],
    ["long lines", fill(`${"a/".repeat(2047)}\n`, SIZE)],
    ["one rule in a file that is too long", "*a".repeat(SIZE)],
  ])("of %s, in every directory", async (_, rules) => {
    const folder = makeDirectory("d/a/b", "d/e");
    makeManyFiles(`${folder}/d`, LONG_NAMES);
    for (const directory of ["d/", "", "d/a/", "d/a/b/", "d/e/"]) {
      fs.writeFileSync(`${folder}/${directory}.gitignore`, rules);
    }
    await expectNoHold("list_dir", [{ dir_path: folder, depth: 9, limit: 2000 }], /^Absolute path/);
  });
});

test("a missing path among many directories with names that take long to compare", async () => {
  const name = "à".repeat(100);
  const folder = makeDirectory(...times(40_000, (index) => `é${name}${index}`));
  await expectNoHold("list_dir", [{ dir_path: `${folder}/é${name}àzzz` }], /does not exist, but .* does; list that/);
});

describe("a deep tree", () => {
  const depth = inDepth(150, 1000);
  let folder: string;
  beforeAll(() => {
    folder = makeChain(depth);
  });

  test.each<[string, object, RegExp]>([
    ["list_dir", { include: "nothing", depth: 1e6 }, /no entry matches/],
    ["list_dir", { include: "nothing", depth: 1e6, order: "tree" }, /no entry matches/],
    ["list_dir", { after: "a/".repeat(depth / 2), depth: 1e6 }, /^Absolute path|too long/],
    ["list_dir", { after: "a/".repeat(1_000_000) }, /too long/],
    ["list_dir", { dir_path: `/${"a/".repeat(1_000_000)}` }, /too long/],
    ["list_dir", { dir_path: `/${'"a"/'.repeat(300_000)}` }, /too long/],
    ["map_dir", {}, /^Absolute path/],
    ["find_files", { words: ["nothing"] }, /nothing matches/],
    ["find_files", { words: times(64, (index) => `{bottom,${index}}`) }, /a\/bottom$/],
  ])("%s %#", async (tool, args, expected) => {
    await expectNoHold(tool, [{ dir_path: folder, ...args }], expected);
  });
});

describe("a wide tree", () => {
  let folder: string;
  beforeAll(() => {
    folder = makeDirectory(...numbered(inDepth(500, 8000), "d"), "flat");
    makeManyFiles(`${folder}/flat`, numbered(inDepth(5000, 100_000), "name "));
  });

  test.each<[string, object, RegExp]>([
    ["list_dir", {}, /More than 25 entries/],
    ["list_dir", { include: "nothing" }, /no entry matches/],
    ["list_dir", { include: "nothing", order: "tree" }, /no entry matches/],
    ["list_dir", { include: "name *5" }, /More than 25 entries/],
    ["find_files", { words: ["nothing"] }, /nothing matches/],
  ])("%s %j", async (tool, args, expected) => {
    const call = { dir_path: folder, ...args };
    await expectNoHold(tool, [call, call, call], expected);
  });
});
