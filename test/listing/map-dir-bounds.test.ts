// The work for a map is bounded by counts: directories read, requests made, branches of names; and a call can be stopped.
import { describe, expect, test, vi } from "vitest";

import { s3 } from "../../src/backends/s3/s3.ts";
import type { ByteString } from "../../src/core/byte-string.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { MapBlock } from "../../src/maps/directory-map.ts";
import { mapTree } from "../../src/maps/map-tree.ts";
import { mapDir, mapDirText, type MapDirOptions } from "../../src/listing/map-dir.ts";
import { estimateTokens } from "../../src/render/estimate-tokens.ts";
import { mapCosts } from "../../src/render/map-word.ts";
import { inDepth } from "../support/deep.ts";
import { fakeStore } from "../support/fake-store.ts";
import { heldByMinorCollections } from "../support/held-memory.ts";
import { numbered } from "../support/many-files.ts";
import { mapSettings } from "../support/map-settings.ts";
import { counting, MEMORY_ROOT, memoryTree } from "../support/memory-tree.ts";
import { modelTree } from "../support/model-tree.ts";
import { onlyInDepth } from "../support/needs.ts";
import { readMap } from "../support/read-map.ts";
import { stopClock } from "../support/virtual-time.ts";

/** A tree of directories, each with one file and as many directories as `fan`, down to a depth. */
function broadTree(fan: number, depth: number, above = ""): string[] {
  const own = [`${above}file`];
  if (depth > 0) {
    own.push(...numbered(fan, `${above}d`).flatMap((name) => [`${name}/`, ...broadTree(fan, depth - 1, `${name}/`)]));
  }
  return own;
}

describe("a tree of many directories", () => {
  test("is read level by level, 2,000 of them at most; what was not read has its +", async () => {
    const { fileSystem, read } = counting(memoryTree(modelTree(...broadTree(15, 3))));
    const map = await mapDir({ dirPath: MEMORY_ROOT, budget: 1, gitignore: "off", fileSystem });
    expect(read).toHaveLength(2000);
    const levels = read.map((path) => path.split("/").length);
    expect(levels).toEqual(levels.toSorted((one, other) => one - other));
    expect(map.folds.length).toBeGreaterThan(0);
    const opened = await mapDir({ dirPath: MEMORY_ROOT, gitignore: "off", maxDirectories: 20, fileSystem });
    const [first, last] = [opened.closed.at(0), opened.closed.at(-1)];
    // The root, its 15 directories, and 4 of the 225 below those.
    expect([first, last].map((each) => each?.partial)).toEqual([true, true]);
  });

  test("has a + only above what was not read", async () => {
    const tree = modelTree("a/", "a/b/", "a/b/c", "a/f", "d/", "d/e/", "d/e/g", "d/h", "i/", "i/j");
    const { fileSystem, read } = counting(memoryTree(tree));
    const text = await mapDirText({ dirPath: MEMORY_ROOT, budget: 1, gitignore: "off", maxDirectories: 5, fileSystem });
    expect(read).toEqual(["", "a", "d", "i", "a/b"]);
    expect(text).toContain("d/ (2+)");
    const budget = 500;
    expect(await mapDirText({ dirPath: MEMORY_ROOT, budget, gitignore: "off", maxDirectories: 5, fileSystem })).toBe(
      `Absolute path: ${MEMORY_ROOT}\na/\n  f\n  b/\n    c\nd/\n  h\n  e/ (0+)\ni/\n  j`,
    );
  });
});

test("nothing of a map outlives it until a major collection", async () => {
  // Small: what lives through two collections within one map is kept longer anyway.
  const fileSystem = memoryTree(modelTree(...numbered(30, "file-")));
  const bytes = 65_536;
  const held = await heldByMinorCollections(40, () => {
    // All that a map is made with can reach what counts its tokens.
    const buffer = new Uint8Array(bytes);
    const countTokens = (text: string) => estimateTokens(text) + (buffer[0] as number);
    return mapDir({ dirPath: MEMORY_ROOT, budget: 20, gitignore: "off", fileSystem, countTokens });
  });
  expect(held).toBeLessThan(8 * bytes);
});

test("when the time is up, directories that were read are complete, and others have their +", async () => {
  stopClock();
  const tree = memoryTree(modelTree("a/", "a/x", "b/", "b/x", "c/", "c/x", "d/", "d/x"));
  const fileSystem: FileSystem = {
    ...tree,
    async *readDirectory(root, path, options) {
      yield* tree.readDirectory(root, path, options);
      vi.advanceTimersByTime(1000);
    },
  };
  const text = await mapDirText({ dirPath: MEMORY_ROOT, gitignore: "off", deadlineMs: 2500, fileSystem });
  expect(text).toBe(
    `Absolute path: ${MEMORY_ROOT}\nc/ (0+) d/ (0+)\na/\n  x\nb/\n  x\n[timed out after 3 directories; narrow the search]`,
  );
});

describe("a store of many keys", () => {
  const keys = numbered(40, "directory-").flatMap((name) => numbered(inDepth(150, 5000), `${name}/file-`));

  test.each([1, 3, 16, undefined])("is counted in at most as many requests as allowed: %s", async (maxRequests) => {
    const store = fakeStore(keys);
    const text = await mapDirText({
      dirPath: "s3://bucket",
      fileSystem: s3({ client: store.client }),
      ...(maxRequests !== undefined && { maxRequests }),
    });
    expect(store.asked.length).toBeLessThanOrEqual(maxRequests ?? 16);
    expect(text).toMatch(/\d\+(?: below)?\)/);
  });

  test("is counted exactly where the requests suffice", async () => {
    const few = numbered(7, "directory-").flatMap((name) => numbered(400, `${name}/file-`));
    const store = fakeStore(few);
    const text = await mapDirText({ dirPath: "s3://bucket", budget: 60, fileSystem: s3({ client: store.client }) });
    expect(text).not.toContain("+)");
    expect(store.asked.length).toBeLessThanOrEqual(16);
  });
});

describe("an empty store", () => {
  test.each([1, 16])("is known by one request of %d", async (maxRequests) => {
    const store = fakeStore([]);
    const fileSystem = s3({ client: store.client });
    expect(await mapDirText({ dirPath: "s3://bucket", fileSystem, maxRequests })).toBe(
      "Absolute path: s3://bucket\n[empty]",
    );
    expect(store.asked).toHaveLength(1);
  });

  test("is another than a directory that is not there", async () => {
    const fileSystem = s3({ client: fakeStore(["a/b"]).client });
    await expect(mapDirText({ dirPath: "s3://bucket/c", fileSystem, maxRequests: 1 })).rejects.toThrow(/s3:\/\/bucket/);
    await expect(mapDirText({ dirPath: "s3://bucket/a/b", fileSystem, maxRequests: 1 })).rejects.toThrow(/bucket\/a/);
  });
});

describe("a store that must be listed by directory", () => {
  /** Refuses to list keys across directories. */
  const refusing = (keys: readonly string[]) =>
    fakeStore(keys, {
      before: ({ Delimiter }) => {
        if (Delimiter === undefined) {
          throw Object.assign(new Error("not allowed"), { name: "AccessDenied", $metadata: { httpStatusCode: 403 } });
        }
      },
    });
  const ask = (store: ReturnType<typeof fakeStore>, maxRequests?: number) =>
    mapDirText({
      dirPath: "s3://bucket",
      fileSystem: s3({ client: store.client }),
      ...(maxRequests && { maxRequests }),
    });

  test.each([
    ["one large directory", numbered(inDepth(17_000, 200_000), "file-")],
    ["large directories", numbered(20, "d").flatMap((name) => numbered(2500, `${name}/file-`))],
    ["small directories", numbered(40, "d").flatMap((name) => numbered(3, `${name}/file-`))],
  ])("is read in as many requests as allowed: %s", async (_, keys) => {
    for (const maxRequests of [2, 5, 16]) {
      const store = refusing(keys);
      expect(await ask(store, maxRequests)).toMatch(/\d\+\)/);
      expect(store.asked.length).toBeLessThanOrEqual(maxRequests);
    }
    // One is refused, and without another there is no answer.
    const store = refusing(keys);
    await ask(store, 1);
    expect(store.asked).toHaveLength(2);
  });

  test("is counted exactly where the requests suffice", async () => {
    const store = refusing(numbered(14, "d").flatMap((name) => numbered(3, `${name}/file-`)));
    expect(await ask(store)).not.toContain("+)");
    expect(store.asked).toHaveLength(16);
  });
});

describe("a huge directory", () => {
  const COUNT = inDepth(20_000, 300_000);

  /** Reads one directory of numbered files in batches. */
  const fileSystem: FileSystem = {
    ...memoryTree([]),
    order: "none",
    async *readDirectory() {
      for (let start = 0; start < COUNT; start += 1024) {
        const length = Math.min(1024, COUNT - start);
        yield {
          entries: Array.from({ length }, (_, index) => ({
            name: `f${start + index}.txt` as ByteString,
            kind: "file",
          })),
        };
      }
    },
  };

  test("is counted and laid out with many pauses, and few branches", async () => {
    let pauses = 0;
    let folds = 0;
    const costs = mapCosts((text) => estimateTokens(text));
    const tree = await mapTree(
      mapSettings(fileSystem, {
        pause: () => {
          pauses += 1;
          return undefined;
        },
      }),
      {
        ...costs,
        fold(fold) {
          folds += 1;
          return costs.fold(fold);
        },
      },
    );
    const counted = pauses;
    // A pause for each 16,384 names in each pass over them, and one for each batch.
    expect(counted).toBeGreaterThan(COUNT / 1024);
    const block = (await tree.layOut(480)) as MapBlock;
    expect(pauses - counted).toBeGreaterThan(10);
    expect(block.folds.reduce((sum, { count }) => sum + count, block.names.length)).toBe(COUNT);
    // 500 tokens pay for 2,000 branches; each may have some folds.
    expect(folds).toBeLessThan(12_000);
  });
});

describe("the names of a huge directory", () => {
  /** A directory of numbered files, which are read in no time. The last batch may take some. */
  function numbers(count: number, atTheEnd: () => void = () => {}): FileSystem {
    return {
      ...memoryTree([]),
      order: "none",
      async *readDirectory() {
        for (let start = 0; start < count; start += 1000) {
          yield { entries: numbered(1000, "").map((_, at) => ({ name: `${start + at}` as ByteString, kind: "file" })) };
        }
        atTheEnd();
      },
    };
  }

  /** How many words are weighed for a map, and the map. */
  async function weighed(fileSystem: FileSystem, options: Partial<MapDirOptions> = {}) {
    let words = 0;
    const countTokens = (text: string) => {
      words += 1;
      return estimateTokens(text);
    };
    const text = await mapDirText({
      dirPath: MEMORY_ROOT,
      budget: 8000,
      gitignore: "off",
      fileSystem,
      countTokens,
      ...options,
    });
    return { words, text };
  }

  test("are weighed in a number that the budget bounds, and not their own", async ({ skip }) => {
    onlyInDepth(skip);
    const { words } = await weighed(numbers(1_000_000));
    expect(words).toBeLessThan(200_000);
    // More than the bytes of an answer let through counts as that.
    const most = await weighed(numbers(20_000), { budget: 1e12, maxOutputBytes: 8000 });
    expect(most).toEqual(await weighed(numbers(20_000), { budget: 8000, maxOutputBytes: 8000 }));
  });

  test("are hardly looked at any more when the time is up, and still shown", async ({ skip }) => {
    onlyInDepth(skip);
    stopClock();
    const fileSystem = numbers(100_000, () => vi.advanceTimersByTime(2000));
    const { words, text } = await weighed(fileSystem, { deadlineMs: 1000 });
    expect(words).toBeLessThan(1000);
    expect(readMap(text).folds.length).toBeGreaterThan(5);
    expect((await weighed(numbers(100_000))).words).toBeGreaterThan(1000);
  });
});

describe("a cancelled call", () => {
  test("stops before the next directory is read", async () => {
    const controller = new AbortController();
    const { fileSystem, read } = counting(memoryTree(modelTree(...broadTree(5, 2))));
    const stopping: FileSystem = {
      ...fileSystem,
      async *readDirectory(root, path, options) {
        yield* fileSystem.readDirectory(root, path, options);
        if (read.length === 3) {
          controller.abort(new Error("enough"));
        }
      },
    };
    const call = mapDir({ dirPath: MEMORY_ROOT, gitignore: "off", fileSystem: stopping, signal: controller.signal });
    await expect(call).rejects.toMatchObject({ cause: { message: "enough" } });
    expect(read).toHaveLength(3);
  });

  test("that was cancelled before reads nothing", async () => {
    const { fileSystem, read } = counting(memoryTree(modelTree("a")));
    const call = mapDir({
      dirPath: MEMORY_ROOT,
      gitignore: "off",
      fileSystem,
      signal: AbortSignal.abort(new Error("no")),
    });
    await expect(call).rejects.toMatchObject({ cause: { message: "no" } });
    expect(read).toEqual([]);
  });
});
