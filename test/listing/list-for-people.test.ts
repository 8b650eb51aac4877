// Pages for people: whatever the tree and the length of a page, nothing is missing, and the tree goes on where it says so.
import fc from "fast-check";
import { expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { ListDirOptions } from "../../src/listing/list-dir.ts";
import { listForPeople, type PageForPeople } from "../../src/listing/list-for-people.ts";
import type { ListDirEntry } from "../../src/render/listing.ts";
import { inDepth } from "../support/deep.ts";

/** Paths of one to four names, some of which begin with a dot. */
const paths = fc.uniqueArray(
  fc
    .array(fc.constantFrom("a", "a-b", "b", "c", ".d", ".e"), { minLength: 1, maxLength: 4 })
    .map((names) => names.join("/")),
  { minLength: 1, maxLength: 20 },
);

interface Model {
  readonly path: string;
  readonly isDirectory: boolean;
}

function fileSystemOf(leaves: readonly string[]): FileSystem {
  const isLeaf = (path: string) => !leaves.some((other) => other.startsWith(`${path}/`));
  return memory(leaves.filter(isLeaf).map((path) => `/${path}`));
}

/** Every entry of the tree, in no particular order. */
function entriesOf(leaves: readonly string[]): Model[] {
  const all = new Set(
    leaves.flatMap((leaf) => leaf.split("/").map((_, index, names) => names.slice(0, index + 1).join("/"))),
  );
  return [...all].map((path) => ({ path, isDirectory: leaves.some((leaf) => leaf.startsWith(`${path}/`)) }));
}

function keyOf({ path, isDirectory }: Model): string {
  return isDirectory ? `${path}/` : path;
}

const depthOf = (path: string) => path.split("/").length;
const above = (path: string) => path.slice(0, Math.max(path.lastIndexOf("/"), 0));
const hasDot = (path: string) => /(?:^|\/)\./.test(path);

/** By level, directories in the order of their own, and in each the directories first. */
function byLevel(entries: readonly Model[], directory: readonly string[] = [""]): string[] {
  if (directory.length === 0) {
    return [];
  }
  const level = directory.flatMap((parent) =>
    entries
      .filter(({ path }) => above(path) === parent)
      .toSorted((a, b) => Number(b.isDirectory) - Number(a.isDirectory) || (keyOf(a) < keyOf(b) ? -1 : 1)),
  );
  return [
    ...level.map(({ path }) => path),
    ...byLevel(
      entries,
      level.filter((entry) => entry.isDirectory).map(({ path }) => path),
    ),
  ];
}

const own = (entries: readonly ListDirEntry[]) =>
  entries.filter(({ context }) => context !== true).map(({ path }) => path);

test("by level, pages lead through everything that has no dot, directories first", async () => {
  await fc.assert(
    fc.asyncProperty(paths, fc.integer({ min: 1, max: 7 }), fc.nat(3), async (leaves, limit, more) => {
      const fileSystem = fileSystemOf(leaves);
      const shown = entriesOf(leaves).filter(({ path }) => !hasDot(path));
      const found: string[] = [];
      for (let offset: number | undefined = 1; offset !== undefined;) {
        const asked: ListDirOptions = { dirPath: "/", fileSystem, depth: 9, limit: limit + more, offset };
        const { page }: PageForPeople = await (await listForPeople(asked, true)).page(limit);
        const order = byLevel(shown).slice(offset - 1, offset - 1 + limit);
        expect(own(page.entries).toSorted()).toEqual(order.toSorted());
        found.push(...order);
        // The signs for what is on other pages stand at the first and at the last of these.
        const isPart = (path: string | undefined, other: string | undefined) =>
          path !== undefined && other !== undefined && above(path) === above(other);
        const marked = (mark: "moreBefore" | "moreAfter") =>
          page.entries.filter((entry) => entry[mark]).map(({ path }) => path);
        expect(marked("moreAfter")).toEqual(
          isPart(order.at(-1), byLevel(shown)[offset - 1 + limit]) ? [order.at(-1)] : [],
        );
        expect(marked("moreBefore")).toEqual(isPart(order[0], byLevel(shown)[offset - 2]) ? [order[0]] : []);
        offset = page.nextOffset;
      }
      expect(found).toEqual(byLevel(shown));
    }),
    { numRuns: inDepth(16, 1000) },
  );
});

test("dot names are counted in the directories of which the page shows something", async () => {
  await fc.assert(
    fc.asyncProperty(paths, async (leaves) => {
      const fileSystem = fileSystemOf(leaves);
      const asked = { dirPath: "/", fileSystem, depth: 9, limit: 99 };
      const { page, dotNames } = await (await listForPeople(asked, true)).page();
      const directories = new Set(["", ...page.entries.map(({ path }) => above(path))]);
      const left = entriesOf(leaves).filter(({ path }) => directories.has(above(path)) && hasDot(path));
      expect(dotNames).toBe(left.length);
      expect((await (await listForPeople(asked, false)).page()).dotNames).toBe(0);
    }),
    { numRuns: inDepth(16, 1000) },
  );
});

test("in order tree, the directories that go on are those in which something follows", async () => {
  await fc.assert(
    fc.asyncProperty(paths, fc.integer({ min: 1, max: 4 }), async (leaves, depth) => {
      const fileSystem = fileSystemOf(leaves);
      const all = entriesOf(leaves)
        .filter(({ path }) => depthOf(path) <= depth)
        .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
        .map(({ path }) => path);
      for (let limit = 1; limit <= all.length; limit += 1) {
        const asked = { dirPath: "/", fileSystem, depth, limit, order: "tree" } as const;
        const { openDepths } = await (await listForPeople(asked, false)).page();
        const last = all[limit - 1] as string;
        const names = ["", ...last.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"))];
        const open = names.flatMap((name, index) =>
          all.slice(limit).some((path) => above(path) === name) ? [index] : [],
        );
        expect([...openDepths].toSorted()).toEqual(open);
      }
    }),
    { numRuns: inDepth(8, 500) },
  );
});
