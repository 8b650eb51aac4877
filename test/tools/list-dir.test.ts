// Pages of `listDir`: together they are the whole listing, whatever happens between two of them, and none reads more than it
// needs.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { bytesOfEntry, type ListingEntry, type ListDirEntry, type ListDirPage } from "../../src/text/listing.ts";
import { renderListing } from "../../src/text/listing.ts";
import { listDir, type ListDirOptions } from "../../src/tools/list-dir.ts";
import { anyTree } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import { counting, MEMORY_ROOT, memoryTree, unordered } from "../support/memory-tree.ts";
import { modelVisits, treePath, type ModelEntry } from "../support/model.ts";
import { readListing } from "../support/read-listing.ts";

function list(fileSystem: FileSystem, options: Partial<ListDirOptions>): Promise<ListDirPage> {
  return listDir({ dirPath: MEMORY_ROOT, fileSystem, ...options });
}

/** The entries that a page counts, with the slash of a directory. */
function counted({ entries }: ListDirPage): string[] {
  return entries
    .filter((entry) => entry.context !== true)
    .map((entry) => treePath({ path: bytesOfEntry(entry), kind: entry.kind }));
}

function withoutContext({ context: _context, ...entry }: ListDirEntry): ListingEntry {
  return entry;
}

/** The top-level name that an entry is under. */
function top({ path }: ModelEntry): string {
  return path.split("/")[0] as string;
}

/** All pages by `after`; between two of them `change` may put another tree in place. */
async function pagesByAfter(
  tree: readonly ModelEntry[],
  options: { limit: number; depth: number },
  change: (page: number) => readonly ModelEntry[] = () => tree,
): Promise<string[][]> {
  const pages: string[][] = [];
  let after: string | undefined;
  do {
    const page = await list(unordered(memoryTree(change(pages.length))), { ...options, order: "tree", after });
    pages.push(counted(page));
    after = page.next;
  } while (after !== undefined);
  return pages;
}

const anyLimit = fc.integer({ min: 1, max: 6 });
const anyDepth = fc.integer({ min: 1, max: 4 });

describe("pages of listDir", () => {
  test.each(["breadth", "tree"] as const)("by offset add up to the whole listing, order %s", async (order) => {
    await fc.assert(
      fc.asyncProperty(anyTree, anyLimit, anyDepth, async (tree, limit, depth) => {
        const expected = modelVisits(tree, order, depth);
        for (let offset = 1; offset <= Math.max(expected.length, 1); offset += limit) {
          const page = await list(unordered(memoryTree(tree)), { offset, limit, depth, order });
          const entries = expected.slice(offset - 1, offset - 1 + limit);
          expect(counted(page)).toEqual(entries.map(treePath).sort());
          expect(page.moreThan).toBe(offset - 1 + limit < expected.length ? limit : undefined);
        }
      }),
      { numRuns: inDepth(8, 200) },
    );
  });

  test("by after add up to the whole listing", async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, anyLimit, anyDepth, async (tree, limit, depth) => {
        const pages = await pagesByAfter(tree, { limit, depth });
        expect(pages.flat()).toEqual(modelVisits(tree, "tree", depth).map(treePath));
      }),
      { numRuns: inDepth(8, 300) },
    );
  });

  test("by after neither lose nor repeat what stays, whatever comes and goes between them", async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, anyLimit, anyDepth, fc.infiniteStream(fc.nat(9)), async (tree, limit, depth, dice) => {
        // A top-level name either stays with everything below it, or comes and goes from page to page.
        const roll = () => dice.next().value as number;
        const fickle = new Set(tree.map(top).filter(() => roll() < 5));
        const change = () => {
          const gone = new Set([...fickle].filter(() => roll() < 5));
          return tree.filter((entry) => !gone.has(top(entry)));
        };
        const shown = (await pagesByAfter(tree, { limit, depth }, change)).flat();
        const isSteady = (path: string) => !fickle.has(path.split("/")[0] as string);
        const steady = modelVisits(tree, "tree", depth).map(treePath).filter(isSteady);
        expect(shown.filter(isSteady)).toEqual(steady);
        expect(new Set(shown).size).toBe(shown.length);
      }),
      { numRuns: inDepth(8, 300) },
    );
  });

  test("are text that reads back as the same entries", async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, anyLimit, anyDepth, fc.nat(10), async (tree, limit, depth, skip) => {
        const whole = modelVisits(tree, "breadth", depth);
        const offset = Math.min(skip, Math.max(whole.length - 1, 0)) + 1;
        const page = await list(memoryTree(tree), { offset, limit, depth });
        const { entries, ...rest } = page;
        expect(readListing(renderListing(page))).toEqual({ ...rest, entries: entries.map(withoutContext) });
      }),
      { numRuns: inDepth(8, 300) },
    );
  });
});

describe("options of listDir", () => {
  test.each([{ limit: 1.5 }, { offset: 1.5 }, { depth: Number.NaN }, { limit: -1 }])(
    "%j is refused",
    async (options) => {
      const listing = list(memoryTree([]), options);
      await expect(listing).rejects.toMatchObject({ name: "FunctionCallError", kind: "respond_to_model" });
    },
  );

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

  test.each([
    ["breadth", { order: "breadth" }, 1],
    ["breadth, the second level", { order: "breadth", offset: 101, limit: 10 }, 12],
    ["tree", { order: "tree" }, 24],
    ["tree, behind a path", { order: "tree", after: "d050/a/b/c/file", limit: 10 }, 13],
  ] as const)("is as much as the page needs: %s", async (_, options, most) => {
    const { fileSystem, read } = counting(wide);
    await list(fileSystem, { depth: 100, ...options });
    expect(read.length).toBeLessThanOrEqual(most);
    expect(new Set(read).size).toBe(read.length);
  });

  test("asks an ordered file system for no more than the page can use", async () => {
    const limits: unknown[] = [];
    const fileSystem: FileSystem = {
      ...wide,
      readDirectory(root, path, options) {
        limits.push(options.limit);
        return wide.readDirectory(root, path, options);
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
      readDirectory(root, path, options) {
        if (read.length === 5) {
          controller.abort();
        }
        return fileSystem.readDirectory(root, path, options);
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

  test("reports at most a hundred problems", async () => {
    const broken: FileSystem = {
      ...wide,
      readDirectory(_root, path, options) {
        if (path !== "") {
          throw Object.assign(new Error("broken"), { code: "EIO" });
        }
        return memory(Array.from({ length: 1000 }, (_, index) => `/r/d${index}/x`)).readDirectory(
          "/r" as never,
          path,
          options,
        );
      },
    };
    const page = await list(broken, { limit: 1000 });
    expect(page.entries.filter(({ problem }) => problem !== undefined)).toHaveLength(100);
  });

  test("lets other work run in between", async () => {
    const count = inDepth(50_000, 200_000);
    const fileSystem = unordered(memory(Array.from({ length: count }, (_, index) => `${MEMORY_ROOT}/${index}`)));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    });
    await list(fileSystem, { depth: 1, offset: 0.95 * count });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });
});
