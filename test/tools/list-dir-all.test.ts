import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { listDir, type ListDirOptions } from "../../src/tools/list-dir.ts";
import type { ListDirEntry } from "../../src/text/listing.ts";
import { listDirAll, type ListDirAllOptions } from "../../src/tools/list-dir-all.ts";
import { inDepth } from "../support/deep.ts";
import { anyTree } from "../support/arbitraries.ts";
import { counting, MEMORY_ROOT, memoryTree, unordered } from "../support/model-tree.ts";
import { stopClock } from "../support/virtual-time.ts";

async function all(fileSystem: FileSystem, options: Partial<ListDirAllOptions> = {}) {
  const parts = [];
  for await (const part of listDirAll({ dirPath: MEMORY_ROOT, fileSystem, ...options })) {
    parts.push(part);
  }
  return { parts, entries: parts.flatMap(({ entries }) => entries) };
}

/** The same as one page. */
async function atOnce(fileSystem: FileSystem, options: Partial<ListDirOptions> = {}): Promise<readonly ListDirEntry[]> {
  const whole = { dirPath: MEMORY_ROOT, fileSystem, order: "tree", limit: Infinity, depth: Infinity } as const;
  const { entries } = await listDir({ ...whole, ...options });
  return entries.map(({ moreBefore: _before, ...entry }) => entry);
}

/** 40 directories of 40 with two files each: 4,840 entries, so that parts end at every kind of place. */
const WIDE = memory(
  Array.from({ length: 1600 }, (_, index) => `${MEMORY_ROOT}/d${index % 40}/e${Math.floor(index / 40)}`).flatMap(
    (directory) => [`${directory}/one`, `${directory}/two.ts`],
  ),
);

describe("listDirAll", () => {
  test("returns any tree as one listing would", async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, async (tree) => {
        const fileSystem = memoryTree(tree);
        expect((await all(fileSystem, { depth: undefined })).entries).toEqual(await atOnce(fileSystem));
      }),
    );
  });

  test("returns the first part after a few reads, and reads no more once its reader leaves", async () => {
    const { fileSystem, read } = counting(WIDE);
    for await (const { entries } of listDirAll({ dirPath: MEMORY_ROOT, fileSystem })) {
      expect(entries.length).toBeLessThan(1100);
      break;
    }
    expect(read.length).toBeLessThan(1000);
  });

  test("at the deadline, gives what was read by then, and says so", async () => {
    stopClock();
    let reads = 0;
    const readDirectory: FileSystem["readDirectory"] = (...read) => {
      reads += 1;
      vi.advanceTimersByTime(reads === 1000 ? 2000 : 0);
      return WIDE.readDirectory(...read);
    };
    const { parts, entries } = await all({ ...WIDE, readDirectory }, { deadlineMs: 1000 });
    expect(entries.length).toBeGreaterThan(2900);
    expect(entries).toEqual((await atOnce(WIDE)).slice(0, entries.length));
    const [first, last] = [parts[0], parts.at(-1)].map((part) => ({ ...part, entries: [] }));
    expect(last).toEqual({ ...first, timedOutAfter: { directories: 999 } });
  });

  test("reads a huge directory once, even if nobody can tell whether it changes, and gives it in parts", async () => {
    const count = inDepth(10_000, 120_000);
    const names = Array.from({ length: count }, (_, index) => `${MEMORY_ROOT}/${index}`);
    const { fileSystem, read } = counting(unordered(memory(names)));
    const { entries, parts } = await all(fileSystem);
    expect(entries).toHaveLength(count);
    expect(Math.max(...parts.map((part) => part.entries.length))).toBeLessThanOrEqual(50_000);
    expect(read).toEqual([""]);
  });
});
