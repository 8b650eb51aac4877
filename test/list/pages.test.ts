// Pages against the slow model: which entries each has, in all orders, which directories it reads for that, and that pages together are
// the whole listing, whatever happens between two of them.
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Entry } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { ListDirPage } from "../../src/text/listing.ts";
import { renderCursor } from "../../src/text/entry-label.ts";
import { listDir, type ListDirOptions } from "../../src/tools/list-dir.ts";
import { listDirectory } from "../../src/tools/list-directory.ts";
import { anyName, anyTree } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import {
  counting,
  MEMORY_ROOT,
  memoryTree,
  oneByOne,
  unordered,
  modelEntries,
  treePath,
  type ModelEntry,
} from "../support/model-tree.ts";

/** The tree in memory, read in order or in none, and the directories that are read. */
function watched(tree: readonly ModelEntry[], isSorted: boolean) {
  const fileSystem = memoryTree(tree);
  return counting(isSorted ? oneByOne(fileSystem) : unordered(fileSystem));
}

function list(fileSystem: FileSystem, options: Partial<ListDirOptions>): Promise<ListDirPage> {
  return listDir({ dirPath: MEMORY_ROOT, fileSystem, gitignore: "off", ...options });
}

/** The entries that a page counts, with the slash of a directory. */
function counted({ entries }: ListDirPage): string[] {
  return entries.filter((entry) => entry.context !== true).map(treePath);
}

function inTreeOrder(keys: readonly string[]): string[] {
  return keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function isBefore(a: string, b: string): boolean {
  return Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;
}

/** The directories that must be read to learn the first `count` entries, in the order in which they are read. */
function modelReads(
  tree: readonly ModelEntry[],
  order: "breadth" | "tree" | "path",
  depth: number,
  count: number,
): string[] {
  const entries = modelEntries(tree, order, depth);
  const directories = entries.filter(({ kind, depth: own }) => kind === "directory" && own < depth);
  switch (order) {
    case "breadth": {
      // Each brings its entries, until there are enough.
      const below = (directory: string) =>
        entries.filter((entry) => path.posix.dirname(`/${entry.path}`) === `/${directory}`);
      let known = 0;
      return ["", ...directories.map((directory) => directory.path)].filter((directory) => {
        const isRead = known < count;
        known += isRead ? below(directory).length : 0;
        return isRead;
      });
    }
    case "tree":
      // Each right after its own line, unless that is the last one.
      return [
        "",
        ...directories.filter((directory) => entries.indexOf(directory) < count - 1).map((each) => each.path),
      ];
    case "path": {
      // Each once all entries before its first one are known.
      const before = (key: string) => entries.filter((entry) => isBefore(entry.path, key)).length;
      const needed = directories.filter((directory) => before(`${directory.path}/`) < count);
      return ["", ...needed.map((each) => each.path).sort((a, b) => (isBefore(`${a}/`, `${b}/`) ? -1 : 1))];
    }
  }
}

const anyLimit = fc.integer({ min: 1, max: 6 });
const anyDepth = fc.integer({ min: 1, max: 4 });
const anyCall = { tree: anyTree, limit: anyLimit, depth: anyDepth, skip: fc.nat(12), isSorted: fc.boolean() };

describe("a page", () => {
  test.each(["breadth", "tree"] as const)(
    "of listDir has the model's entries and reads what it needs, order %s",
    async (order) => {
      await fc.assert(
        fc.asyncProperty(fc.record(anyCall), async ({ tree, limit, depth, skip, isSorted }) => {
          const expected = modelEntries(tree, order, depth);
          const { fileSystem, read } = watched(tree, isSorted);
          const call = list(fileSystem, { offset: skip + 1, limit, depth, order });
          if (skip > 0 && skip >= expected.length && expected.length > 0) {
            await expect(call).rejects.toThrow("offset exceeds directory entry count");
            return;
          }
          const page = await call;
          expect(counted(page)).toEqual(inTreeOrder(expected.slice(skip, skip + limit).map(treePath)));
          expect(page.moreThan).toBe(skip + limit < expected.length ? limit : undefined);
          expect(read).toEqual(modelReads(tree, order, depth, skip + limit + 1));
        }),
        { numRuns: inDepth(60, 3000) },
      );
    },
  );

  test("of listDirectory has the model's entries and reads what it needs, by path", async () => {
    await fc.assert(
      fc.asyncProperty(fc.record(anyCall), fc.integer({ min: 1, max: 20 }), async (call, maxIndexed) => {
        const { tree, limit, depth, skip, isSorted } = call;
        const all = modelEntries(tree, "path", depth);
        const expected = all.slice(0, maxIndexed);
        const { fileSystem, read } = watched(tree, isSorted);
        const options = {
          offset: skip,
          maxResults: limit,
          maxIndexed,
          maxDepth: depth,
          recursive: true,
          showHidden: true,
        };
        const page = await listDirectory({ path: MEMORY_ROOT, fileSystem, ...options });
        expect(page.entries.map(treePath)).toEqual(expected.slice(skip, skip + limit).map(treePath));
        expect([page.count, page.truncated]).toEqual([expected.length, all.length > maxIndexed]);
        expect(read).toEqual(modelReads(tree, "path", depth, maxIndexed + 1));
      }),
      { numRuns: inDepth(60, 3000) },
    );
  });

  test("of a crowded directory has the first entries, whatever the order in which they are read", async () => {
    const crowd = Array.from({ length: 60 }, (_, index) => `n${index}`);
    const anyOrder = fc.shuffledSubarray(crowd, { minLength: 40 });
    await fc.assert(
      fc.asyncProperty(anyOrder, anyLimit, fc.nat(12), async (names, limit, skip) => {
        const entries = names.map((name): Entry => ({ name, kind: "file" }));
        const fileSystem: FileSystem = {
          ...memoryTree([]),
          readDirectory: () => ({ isSorted: false, batches: [entries] }),
        };
        const page = await list(fileSystem, { limit, offset: skip + 1 });
        expect(counted(page)).toEqual(names.toSorted().slice(skip, skip + limit));
      }),
    );
  });

  test("after a path has what comes after it, whether or not the path exists, and reads nothing before it", async () => {
    const anyPath = fc.tuple(fc.array(anyName, { minLength: 1, maxLength: 4 }), fc.boolean(), fc.nat());
    await fc.assert(
      fc.asyncProperty(
        fc.record(anyCall),
        anyPath,
        async ({ tree, limit, depth, isSorted }, [names, isDirectory, dice]) => {
          // Half of them exist.
          const random: ModelEntry = { path: names.join("/"), kind: isDirectory ? "directory" : "file" };
          const last = dice % 2 === 0 ? random : (tree[dice % Math.max(tree.length, 1)] ?? random);
          const all = modelEntries(tree, "tree", depth);
          const after = renderCursor(last);
          const expected = all.filter((entry) => isBefore(treePath(last), treePath(entry)));
          const { fileSystem, read } = watched(tree, isSorted);
          const page = await list(fileSystem, { order: "tree", depth, limit, after });
          expect(counted(page)).toEqual(expected.slice(0, limit).map(treePath));
          expect(page.moreThan).toBe(expected.length > limit ? limit : undefined);
          expect(page.nothingAfter !== undefined).toBe(expected.length === 0);
          const shown = new Set(expected.slice(0, limit).map((entry) => entry.path));
          expect(read.filter((directory) => !shown.has(directory) && !`${last.path}/`.startsWith(directory))).toEqual(
            [],
          );
          expect(new Set(read).size).toBe(read.length);
        },
      ),
      { numRuns: inDepth(100, 5000) },
    );
  });
});

/** All pages by `after`; between two of them `change` may put another tree in place. */
async function pagesByAfter(
  { limit, depth, isSorted }: { limit: number; depth: number; isSorted: boolean },
  change: () => readonly ModelEntry[],
): Promise<string[]> {
  const keys: string[] = [];
  let after: string | undefined;
  do {
    const page = await list(watched(change(), isSorted).fileSystem, { limit, depth, order: "tree", after });
    keys.push(...counted(page));
    after = page.next;
  } while (after !== undefined);
  return keys;
}

describe("pages by after", () => {
  test("neither lose nor repeat entries that stay, whatever comes and goes between pages", async () => {
    await fc.assert(
      fc.asyncProperty(fc.record(anyCall), fc.infiniteStream(fc.nat(9)), async ({ tree, ...call }, dice) => {
        // A top-level name either stays with everything below it, or comes and goes from page to page.
        const top = (entry: string) => entry.split("/")[0] as string;
        const roll = () => dice.next().value as number;
        const fickle = new Set(tree.map((entry) => top(entry.path)).filter(() => roll() < 5));
        const change = () => {
          const gone = new Set([...fickle].filter(() => roll() < 5));
          return tree.filter((entry) => !gone.has(top(entry.path)));
        };
        const shown = await pagesByAfter(call, change);
        const steady = modelEntries(tree, "tree", call.depth).map(treePath);
        expect(shown.filter((key) => !fickle.has(top(key)))).toEqual(steady.filter((key) => !fickle.has(top(key))));
        expect(new Set(shown).size).toBe(shown.length);
      }),
      { numRuns: inDepth(20, 1000) },
    );
  });
});

test("a page has as many entries as are asked for, all of one directory", async () => {
  const fileSystem = memoryTree(Array.from({ length: 150_000 }, (_, index) => ({ path: `a/${index}`, kind: "file" })));
  expect((await list(fileSystem, { limit: 200_000 })).entries).toHaveLength(150_001);
});
