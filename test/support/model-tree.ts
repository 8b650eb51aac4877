// Trees as lists of entries: the slow, obvious model, in which an order is one sort of all of them; in memory, below `/root`; and wrapped.
import { memory } from "../../src/disk/memory.ts";
import { shownKind, type Entry, type EntryKind } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";

/** An entry of a tree, with its path below the root. */
export interface ModelEntry {
  readonly path: string;
  readonly kind: EntryKind;
}

/** The entries down to a depth, in one of the three orders. */
export function modelEntries(
  tree: readonly ModelEntry[],
  order: "breadth" | "tree" | "path",
  depth: number,
): (ModelEntry & { readonly depth: number })[] {
  const entries = tree
    .map(({ path, kind }) => ({ path, kind, depth: path.split("/").length }))
    .filter((entry) => entry.depth <= depth);
  switch (order) {
    case "path":
      return entries.sort((a, b) => compare(a.path, b.path));
    case "tree":
      return entries.sort((a, b) => compare(treePath(a), treePath(b)));
    case "breadth":
      return entries.sort((a, b) => a.depth - b.depth || compare(treePath(a), treePath(b)));
  }
}

/** The path with every directory ending in `/`, including the entry itself. */
export function treePath({ path, kind }: ModelEntry): string {
  return kind === "directory" ? `${path}/` : path;
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

export const MEMORY_ROOT = "/root";

export function memoryTree(tree: readonly ModelEntry[]): FileSystem {
  const entries = tree.map(({ path, kind }) => ({ path: `${MEMORY_ROOT}/${path}`, kind: shownKind(kind) }));
  return memory([{ path: MEMORY_ROOT, kind: "directory" }, ...entries]);
}

/** The same tree, but read like a disk: in no order, and always from the first entry. */
export function unordered(fileSystem: FileSystem): FileSystem {
  return {
    ...fileSystem,
    async readDirectory(directory, { signal }) {
      const entries: Entry[] = [];
      for await (const batch of (await fileSystem.readDirectory(directory, { signal })).batches) {
        batch.forEach((entry) => entries.push(entry));
      }
      return { isSorted: false, batches: [entries.toReversed()] };
    },
  };
}

/** Counts the directories that are read: their paths below the root. */
export function counting(fileSystem: FileSystem): { fileSystem: FileSystem; read: string[] } {
  const read: string[] = [];
  const counted: FileSystem = {
    ...fileSystem,
    readDirectory(directory, options) {
      read.push(String(directory).slice(MEMORY_ROOT.length + 1));
      return fileSystem.readDirectory(directory, options);
    },
  };
  return { fileSystem: counted, read };
}

/** The same entries in the same order, one at a time, as a store with very small pages gives them. */
export function oneByOne(fileSystem: FileSystem): FileSystem {
  return {
    ...fileSystem,
    async readDirectory(directory, options) {
      const { batches, isSorted } = await fileSystem.readDirectory(directory, options);
      async function* single(): AsyncGenerator<readonly Entry[], void> {
        for await (const batch of batches) {
          yield* batch.map((entry) => [entry]);
        }
      }
      return { isSorted, batches: single() };
    },
  };
}
