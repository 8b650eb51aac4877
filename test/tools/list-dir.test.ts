// `listDir` for programs: its options, and what a page costs. test/list/pages.test.ts has which entries a page holds.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { FileSystem } from "../../src/core/file-system.ts";
import { memory } from "../../src/disk/memory.ts";
import { renderListing, type ListDirPage } from "../../src/text/listing.ts";
import { listDir, type ListDirOptions } from "../../src/tools/list-dir.ts";
import { anyTree } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import { counting, MEMORY_ROOT, memoryTree } from "../support/memory-tree.ts";
import { modelEntries } from "../support/model.ts";
import { readListing } from "../support/read-listing.ts";

function list(fileSystem: FileSystem, options: Partial<ListDirOptions>): Promise<ListDirPage> {
  return listDir({ dirPath: MEMORY_ROOT, fileSystem, ...options });
}

test("a page is text that reads back as the same entries", async () => {
  const anyPage = fc.record({ limit: fc.integer({ min: 1, max: 6 }), depth: fc.integer({ min: 1, max: 4 }) });
  await fc.assert(
    fc.asyncProperty(anyTree, anyPage, fc.nat(10), async (tree, options, skip) => {
      const whole = modelEntries(tree, "breadth", options.depth);
      const offset = Math.min(skip, Math.max(whole.length - 1, 0)) + 1;
      const page = await list(memoryTree(tree), { ...options, offset });
      const entries = page.entries.map(({ context: _context, ...entry }) => entry);
      expect(readListing(renderListing(page))).toEqual({ ...page, entries });
    }),
    { numRuns: inDepth(20, 1000) },
  );
});

describe("options of listDir", () => {
  test.each([{ limit: 0 }, { offset: 0 }, { depth: -1 }, { limit: -1 }])("%j is refused", async (options) => {
    const listing = list(memoryTree([]), options);
    await expect(listing).rejects.toMatchObject({ name: "FunctionCallError", kind: "respond_to_model" });
  });

  test("next is written as a listing shows the entry", async () => {
    const fileSystem = memory([
      `${MEMORY_ROOT}/a/b`,
      { path: `${MEMORY_ROOT}/l`, kind: "symlink" },
      `${MEMORY_ROOT}/z@`,
      `${MEMORY_ROOT}/zz`,
    ]);
    const next = async (limit: number) => (await list(fileSystem, { order: "tree", limit })).next;
    expect([await next(1), await next(2), await next(3), await next(4)]).toEqual(["a/", "a/b", "l@", '"z@"']);
  });
});

describe("the work of listDir", () => {
  const wide = memory(
    Array.from({ length: 100 }, (_, index) => `${MEMORY_ROOT}/d${String(index).padStart(3, "0")}/a/b/c/file`),
  );

  test("asks an ordered file system for no more than the page can use", async () => {
    const limits: unknown[] = [];
    const fileSystem: FileSystem = {
      ...wide,
      readDirectory(directory, options) {
        limits.push(options.limit);
        return wide.readDirectory(directory, options);
      },
    };
    await list(fileSystem, { limit: 10, depth: 1 });
    expect(limits).toEqual([11]);
  });

  test("stops reading when the signal says so", async () => {
    const { fileSystem, read } = counting(wide);
    const controller = new AbortController();
    const stopping: FileSystem = {
      ...fileSystem,
      readDirectory(directory, options) {
        if (read.length === 5) {
          controller.abort();
        }
        return fileSystem.readDirectory(directory, options);
      },
    };
    const listing = list(stopping, { limit: 1000, depth: 100, signal: controller.signal });
    await expect(listing).rejects.toMatchObject({ name: "FunctionCallError", kind: "respond_to_model" });
    expect(read.length).toBeLessThanOrEqual(6);
  });

  test("stops for any abort reason, and does not mark a directory with it", async () => {
    const reason = Object.assign(new Error("late"), { code: "ETIMEDOUT" });
    const listing = list(wide, { limit: 1000, depth: 100, signal: AbortSignal.abort(reason) });
    await expect(listing).rejects.toMatchObject({ message: expect.stringContaining("cancelled"), cause: reason });
  });

  test("lets other work run in between", async () => {
    const count = inDepth(150_000, 500_000);
    const entries = Array.from({ length: count }, (_, index) => ({ name: String(index), kind: "file" as const }));
    const fileSystem: FileSystem = { ...wide, readDirectory: () => ({ isSorted: false, batches: [entries] }) };
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    });
    await list(fileSystem, { depth: 1, offset: 0.95 * count });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });
});
