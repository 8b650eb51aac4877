// A model's tree as a file system in memory, below `/root`.
import { memory } from "../../src/backends/memory.ts";
import { joinPath, toBytes, type ByteString } from "../../src/core/byte-string.ts";
import { shownKind, treeKey, type Entry } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { UnsortedNames } from "../../src/core/names/unsorted-names.ts";
import type { ModelEntry } from "./model.ts";

export const MEMORY_ROOT = "/root";

export function memoryTree(tree: readonly ModelEntry[]): FileSystem {
  const entries = tree.map(({ path, kind }) => ({
    path: toBytes(`${MEMORY_ROOT}/${path}` as ByteString),
    kind: shownKind(kind),
  }));
  return memory([{ path: MEMORY_ROOT, kind: "directory" }, ...entries]);
}

/** The same tree, but read like a disk: in no order. */
export function unordered(fileSystem: FileSystem): FileSystem {
  return {
    ...fileSystem,
    order: "none",
    async *readDirectory(root, path, { signal }) {
      for await (const batch of fileSystem.readDirectory(root, path, { signal })) {
        yield { entries: batch.entries.toReversed() };
      }
    },
  };
}

/** The same file system, but it gives sorted names to whoever takes them, as if it had read every directory before. */
export function remembering(fileSystem: FileSystem): FileSystem {
  return {
    ...fileSystem,
    order: "none",
    async *readDirectory(root, path, options) {
      const names = new UnsortedNames();
      for await (const batch of fileSystem.readDirectory(root, path, { signal: options.signal })) {
        names.add(batch.entries);
        yield* options.takesNames === true ? [] : [{ entries: batch.entries }];
      }
      yield* options.takesNames === true ? [{ entries: [], names: await names.sort(() => undefined) }] : [];
    },
  };
}

/** The same file system, but each directory is sorted once and not for every read. */
export function sortedOnce(fileSystem: FileSystem): FileSystem {
  const known = new Map<ByteString, readonly Entry[]>();
  return {
    ...fileSystem,
    async *readDirectory(root, path, { after, signal }) {
      const place = joinPath(root, path);
      const entries = known.get(place) ?? (await readWhole(fileSystem, root, path));
      known.set(place, entries);
      const start = after === undefined ? 0 : entries.findIndex((entry) => treeKey(entry, path) > after);
      for (let from = start === -1 ? entries.length : start; from < entries.length; from += 1024) {
        signal?.throwIfAborted();
        yield { entries: entries.slice(from, from + 1024) };
      }
    },
  };
}

async function readWhole(fileSystem: FileSystem, root: ByteString, path: ByteString): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const batch of fileSystem.readDirectory(root, path, {})) {
    entries.push(...batch.entries);
  }
  return entries;
}

/** Counts the directories that are read. */
export function counting(fileSystem: FileSystem): { fileSystem: FileSystem; read: string[] } {
  const read: string[] = [];
  const counted: FileSystem = {
    ...fileSystem,
    readDirectory(root, path, options) {
      read.push(path);
      return fileSystem.readDirectory(root, path, options);
    },
  };
  return { fileSystem: counted, read };
}
