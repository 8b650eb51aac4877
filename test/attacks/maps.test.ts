// Trees that are made to keep a map busy, to fill the memory of a server, or to run out of stack: a map of each is answered in time.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { s3 } from "../../src/backends/s3/s3.ts";
import { mapDir, mapDirText } from "../../src/listing/map-dir.ts";
import { parseMap } from "../../src/render/parse-map.ts";
import { renderMap } from "../../src/render/render-map.ts";
import { inDepth } from "../support/deep.ts";
import { fakeStore } from "../support/fake-store.ts";
import { makeFolder } from "../support/make-tree.ts";
import { makeManyFiles } from "../support/many-files.ts";
import { watchedServer, type WatchedServer } from "../support/watched-server.ts";

const LONGEST_HOLD_MS = 50;

describe("a directory of very many names", () => {
  const COUNT = inDepth(20_000, 500_000);
  let base: string;
  let server: WatchedServer;

  beforeAll(async () => {
    base = makeFolder();
    makeManyFiles(
      base,
      Array.from({ length: COUNT }, (_, index) => String(index)),
    );
    // The most bytes that an operator may ask for, so that the budget is the bound.
    server = await watchedServer(base, ["--max-bytes", "32768"], ["--max-old-space-size=96"]);
    await server.call("map_dir", { dir_path: base, budget: 10 });
  });

  afterAll(() => {
    server.close();
    execFileSync("rm", ["-rf", base]);
  });

  function expectMap(text: string): void {
    const map = parseMap(text);
    const shown = map.files.length + map.folds.reduce((sum, { count }) => sum + count, 0);
    expect({ shown, open: map.open }).toEqual({ shown: COUNT, open: [] });
  }

  test.each([500, 8000, 1e12])("blocks nobody for long, whatever the budget: %d", async (budget) => {
    const holds: number[] = [];
    do {
      await server.longestHold();
      expectMap(await server.call("map_dir", { dir_path: base, budget }));
      holds.push(await server.longestHold());
    } while (Math.min(...holds) > LONGEST_HOLD_MS && holds.length < 3);
    expect(Math.min(...holds)).toBeLessThanOrEqual(LONGEST_HOLD_MS);
  });

  test("eight maps at once fit in a small heap", async () => {
    const calls = Array.from({ length: 8 }, () => server.call("map_dir", { dir_path: base, budget: 8000 }));
    (await Promise.all(calls)).forEach(expectMap);
  });

  test("when the time is up, the best map so far is the answer", async () => {
    const started = performance.now();
    const text = await mapDirText({
      dirPath: base,
      budget: 8000,
      maxOutputBytes: 32_768,
      deadlineMs: inDepth(200, 3000),
    });
    expect(performance.now() - started).toBeLessThan(inDepth(5000, 10_000));
    expect(parseMap(text).folds.length).toBeGreaterThan(0);
  });

  test("a budget of more than the bytes that are allowed is one of as many", async () => {
    const options = { dirPath: base, maxOutputBytes: 4000 };
    expect(await mapDirText({ ...options, budget: 1e12 })).toBe(await mapDirText({ ...options, budget: 4000 }));
  });
});

describe("a very deep tree", () => {
  const chain = (levels: number) => `${"d/".repeat(levels)}file`;
  /** A file at every level, so that no two directories stand on one line. */
  const ladder = (levels: number) => Array.from({ length: levels }, (_, level) => chain(level));

  async function expectMaps(options: Parameters<typeof mapDir>[0]): Promise<void> {
    for (const budget of [500, 30, 1e6].slice(0, inDepth(1, 3))) {
      const text = await mapDirText({ ...options, budget });
      const map = parseMap(text);
      expect(renderMap(map)).toBe(text);
      expect(renderMap(await mapDir({ ...options, budget }))).toBe(text);
      expect([map.closed, map.open, map.folds].flat()).not.toEqual([]);
    }
  }

  test.each([1400, 4000].slice(0, inDepth(1, 2)))("in memory, %d levels with a file each", async (levels) => {
    const fileSystem = memory(ladder(levels).map((file) => `/${file}`));
    await expectMaps({ dirPath: "/", fileSystem, maxDirectories: 10_000 });
  });

  test("in memory, directories on one line", async () => {
    const fileSystem = memory([`/${chain(inDepth(3000, 20_000))}`, "/other"]);
    await expectMaps({ dirPath: "/", fileSystem, maxDirectories: 100_000 });
  });

  test("in a store, as deep as a key may be long", async () => {
    const { client } = fakeStore(ladder(510));
    await expectMaps({ dirPath: "s3://bucket", fileSystem: s3({ client }) });
  });

  test("on a disk", async () => {
    const folder = makeFolder();
    const back = process.cwd();
    process.chdir(folder);
    for (let level = 0; level < inDepth(200, 4000); level += 1) {
      fs.writeFileSync("file", "");
      fs.mkdirSync("d");
      process.chdir("d");
    }
    process.chdir(back);
    await expectMaps({ dirPath: folder, maxDirectories: 10_000 });
    execFileSync("rm", ["-rf", folder]);
  });
});
