// Trees that try to make a map cost more than it may: names without end, and directories without a floor. Maps of them are asked for
// from a real server with little memory, and its event loop is watched.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { s3 } from "../../src/backends/s3/s3.ts";
import { mapDir, mapDirText, type MapDirOptions } from "../../src/listing/map-dir.ts";
import { renderMapScreen } from "../../src/cli/map-command.ts";
import { parseMap } from "../../src/render/parse-map.ts";
import { renderMapJson } from "../../src/render/render-map-json.ts";
import { renderMap } from "../../src/render/render-map.ts";
import { inDepth } from "../support/deep.ts";
import { describeInDepth } from "../support/describe-in-depth.ts";
import { fakeStore } from "../support/fake-store.ts";
import { makeFolder } from "../support/make-tree.ts";
import { makeHugeFolder, makeManyFiles, numbered } from "../support/many-files.ts";
import { watchedServer, type WatchedServer } from "../support/watched-server.ts";

const LONGEST_HOLD_MS = 50;

/** The limit for Node's long-lived objects. */
const HEAP = "--max-old-space-size=96";

const COUNT = inDepth(12_000, 250_000);

/** Two letters part names as slowly as can be, and no two have a common ending that says something. */
function inTwoLetters(number: number): string {
  return number.toString(2).padStart(19, "0").replaceAll("0", "a").replaceAll("1", "b");
}

describeInDepth("a tree of very many names", () => {
  let base: string;
  let server: WatchedServer;

  beforeAll(async () => {
    base = makeHugeFolder();
    const huge: Record<string, readonly string[]> = {
      numbers: numbered(COUNT, ""),
      letters: numbered(COUNT / 2, "").map((_, index) => inTwoLetters(index)),
      extensions: numbered(COUNT / 2, "x.e"),
      unspelled: numbered(COUNT / 2, "\n").map((name) => `${name}\n`),
      characters: numbered(COUNT / 2, "").map((name, index) => String.fromCodePoint(0x4e00 + (index % 20_000)) + name),
    };
    for (const [directory, names] of Object.entries(huge)) {
      fs.mkdirSync(`${base}/${directory}`);
      makeManyFiles(`${base}/${directory}`, names);
    }
    for (const directory of numbered(inDepth(100, 2000), `${base}/directories/d`)) {
      fs.mkdirSync(directory, { recursive: true });
      makeManyFiles(directory, numbered(inDepth(20, 200), "file-"));
    }
    server = await watchedServer(base, [], [HEAP]);
    await server.call("map_dir", { dir_path: base, budget: 50 });
  });

  afterAll(() => {
    server.close();
    execFileSync("rm", ["-rf", base]);
  });

  test.each([
    ["numbers", 500],
    ["numbers", 8000],
    ["numbers", 1e12],
    ["letters", 8000],
    ["extensions", 8000],
    ["unspelled", 8000],
    ["characters", 8000],
    ["directories", 8000],
  ])("is mapped many times at once in little memory: %s, budget %d", async (directory, budget) => {
    const call = { dir_path: `${base}/${directory}`, budget };
    const answers = await Promise.all(Array.from({ length: inDepth(2, 8) }, () => server.call("map_dir", call)));
    expect(answers.filter((answer) => !/^Absolute path: .*\n.*\(/.test(answer))).toEqual([]);
    // Nothing is left out without a count, however little time and memory there was.
    const names = fs.readdirSync(`${base}/${directory}`).length;
    const shown = answers.map(parseMap).map(({ files, folds, closed, open }) => {
      return files.length + closed.length + open.length + folds.reduce((sum, { count }) => sum + count, 0);
    });
    expect(shown).toEqual(answers.map(() => names));
    expect(answers.filter((answer) => Buffer.byteLength(answer) > 10_000)).toEqual([]);
  });

  test.each([
    ["numbers", { budget: 500 }],
    ["numbers", { budget: 8000 }],
    ["numbers", { budget: 8000, fold: "1*" }],
    ["letters", { budget: 8000 }],
    ["extensions", { budget: 8000 }],
    ["unspelled", { budget: 8000 }],
    ["unspelled", { budget: 8000, fold: "*" }],
    ["characters", { budget: 8000 }],
    ["directories", { budget: 8000 }],
  ])("lets others have their turn: %s, %j", async (directory, args) => {
    const holds: number[] = [];
    do {
      await server.longestHold();
      const answer = await server.call("map_dir", { dir_path: `${base}/${directory}`, ...args });
      expect(answer).toMatch(/^Absolute path|^the smallest map/);
      holds.push(await server.longestHold());
      // Collecting garbage takes its time, too, with so little memory.
    } while (Math.min(...holds) >= LONGEST_HOLD_MS && holds.length < 3);
    expect(Math.min(...holds)).toBeLessThan(LONGEST_HOLD_MS);
  });

  test("when the time is up, the best map so far is the answer", async () => {
    const started = performance.now();
    const options = { dirPath: `${base}/numbers`, budget: 8000, maxOutputBytes: 32_768 };
    const text = await mapDirText({ ...options, deadlineMs: inDepth(200, 3000) });
    expect(performance.now() - started).toBeLessThan(inDepth(5000, 10_000));
    expect(parseMap(text).folds.length).toBeGreaterThan(0);
  });

  test("a budget of more than the bytes that are allowed is one of as many", async () => {
    const options = { dirPath: `${base}/numbers`, maxOutputBytes: 4000 };
    expect(await mapDirText({ ...options, budget: 1e12 })).toBe(await mapDirText({ ...options, budget: 4000 }));
  });
});

describe("a very deep tree", () => {
  /** Nested directories, each with a file, or every one of many. */
  function deepPaths(levels: number, every: number): string[] {
    const paths = [`${"a/".repeat(levels)}end`];
    for (let level = 0; level < levels; level += every) {
      paths.push(`${"a/".repeat(level)}b`);
    }
    return paths;
  }

  /** Maps it in all ways. Returns the texts. */
  async function mapInAllWays(options: MapDirOptions): Promise<string[]> {
    const texts: string[] = [];
    for (const budget of [1, 500, 8000, 1e12].slice(-inDepth(1, 4))) {
      const text = await mapDirText({ ...options, budget, gitignore: "off" });
      const back = parseMap(text);
      const map = budget < 1e12 ? back : await mapDir({ ...options, budget, gitignore: "off" });
      expect(renderMap(map) === text && renderMap(back) === text).toBe(true);
      expect(renderMapJson(back) === renderMapJson(map)).toBe(true);
      expect(JSON.parse(renderMapJson(map))).toHaveProperty("root", options.dirPath);
      const screen = renderMapScreen(map, { columns: 80, isColoured: false, colourOf: () => undefined });
      expect(screen.length).toBeGreaterThan(1);
      texts.push(text);
    }
    return texts;
  }

  test.each([[inDepth(300, 4090), 1] as const, [20_000, 500] as const].slice(0, inDepth(1, 2)))(
    "in memory, of %d levels, of which each %dth has a file",
    async (levels, every) => {
      const fileSystem = memory(deepPaths(levels, every).map((each) => `/r/${each}`));
      const texts = await mapInAllWays({ dirPath: "/r", fileSystem, maxDirectories: 1e6 });
      const last = texts.at(-1) as string;
      // What has a path of more than 8,192 bytes is not read.
      expect(last).toContain(levels > 4096 ? "[unreadable: ENAMETOOLONG]" : "end");
      expect(last.split("\n").length).toBeGreaterThan((2 * Math.min(levels, 4096)) / every);
    },
  );

  test("of names that have ever more in common", async () => {
    const names = Array.from({ length: inDepth(400, 2500) }, (_, index) => "a".repeat(index + 1));
    const texts = await mapInAllWays({ dirPath: "/r", fileSystem: memory(names.map((name) => `/r/${name}`)) });
    expect(texts.at(-1)).toContain(` ${names.at(-1)}`);
  });

  test.each([
    ["names of a letter", "a/"],
    ["empty names", "/"],
  ])("in a store, of as many levels as a key can have: %s", async (_, name) => {
    const levels = Math.floor(1023 / name.length);
    const keys = Array.from({ length: levels }, (__, level) => `${name.repeat(level)}b`);
    const options = { fileSystem: s3({ client: fakeStore(keys).client }), maxRequests: 1000, maxDirectories: 1e6 };
    const texts = await mapInAllWays({ dirPath: "s3://bucket", ...options });
    expect(texts.at(-1)?.split("\n").length).toBeGreaterThan(levels);
  });

  test("on a disk", async () => {
    const levels = inDepth(300, 4200);
    const folder = makeFolder();
    const back = process.cwd();
    process.chdir(folder);
    for (let level = 0; level < levels; level += 1) {
      fs.mkdirSync("a");
      fs.writeFileSync("b", "");
      process.chdir("a");
    }
    process.chdir(back);
    const texts = await mapInAllWays({ dirPath: folder, roots: [folder], maxDirectories: 1e6 });
    expect(texts.at(-1)?.split("\n").length).toBeGreaterThan(2 * Math.min(levels, 4096));
    execFileSync("rm", ["-rf", folder]);
  });
});
