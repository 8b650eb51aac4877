// A tree in memory whose directories are read in no particular order: paths below `/r`, directories with a `/` at their end.
import path from "node:path";

import { CallClock } from "../../src/core/call-clock.ts";
import { treeKey, type Entry, type EntryKind } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { SHOW_ALL, type DirectoryFilter } from "../../src/core/filter.ts";
import { Directory } from "../../src/tree/directory.ts";

export const ROOT = "/r";

export interface PathEntry {
  readonly path: string;
  readonly kind: EntryKind;
}

/** Entries from plain paths; those of directories end in `/`. */
export function pathEntries(...paths: readonly string[]): PathEntry[] {
  return paths.map((each) =>
    each.endsWith("/") ? { path: each.slice(0, -1), kind: "directory" } : { path: each, kind: "file" },
  );
}

export function unorderedTree(tree: Iterable<PathEntry>): FileSystem {
  const directories = new Map<string, Map<string, Entry>>([[ROOT, new Map()]]);
  const add = (location: string, kind: EntryKind): void => {
    const end = location.lastIndexOf("/");
    const [above, name] = [location.slice(0, end), location.slice(end + 1)];
    if (!directories.has(above)) {
      add(above, "directory");
    }
    directories.get(above)?.set(kind === "directory" ? `${name}/` : name, { name, kind });
    if (kind === "directory" && !directories.has(location)) {
      directories.set(location, new Map());
    }
  };
  for (const { path: each, kind } of tree) {
    add(`${ROOT}/${each}`, kind);
  }
  return {
    isAbsolute: path.posix.isAbsolute,
    resolve: (from, relative) => path.posix.resolve(from, relative),
    readDirectory(location) {
      const entries = directories.get(String(location));
      if (entries === undefined) {
        throw Object.assign(new Error("no such directory"), { code: "ENOENT" });
      }
      return { isSorted: false, batches: [[...entries.values()]] };
    },
  };
}

/** The root of a tree, not read yet. `below`: another directory than `/r` itself. */
export function rootOf(
  fileSystem: FileSystem,
  { filter = SHOW_ALL, clock = new CallClock(undefined), below = "" }: RootOptions = {},
): Directory {
  const tree = { fileSystem, clock, keyOf: treeKey, directoriesRead: 0, entriesRead: 0, skippedIgnored: false };
  return Directory.root(tree, below === "" ? ROOT : `${ROOT}/${below}`, filter);
}

export interface RootOptions {
  readonly filter?: DirectoryFilter;
  readonly clock?: CallClock;
  readonly below?: string;
}
