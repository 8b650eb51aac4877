// A disk as Windows has it, in memory: paths begin with a drive or a share, and `\\` separates names. It tells case apart.
import path from "node:path";

import type { Location } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { memory, type MemoryEntry } from "../../src/disk/memory.ts";

/** Entries are named by paths such as `C:\\a\\b`. */
export function windowsMemory(entries: readonly (string | MemoryEntry)[]): FileSystem {
  const tree = memory(
    entries.map((entry) => (typeof entry === "string" ? toInner(entry) : { ...entry, path: toInner(entry.path) })),
  );
  return {
    isAbsolute: path.win32.isAbsolute,
    resolve: path.win32.resolve,
    readDirectory: (directory, options) => tree.readDirectory(toInner(directory), options),
    readFile: (location, options) => tree.readFile?.(toInner(location), options),
  };
}

/** The path in the tree, which has drives and servers at its top. */
function toInner(location: Location): string {
  return `/${String(location)
    .replaceAll("\\", "/")
    .replace(/^\/+(?:[?.]\/)?(?:UNC\/)?/i, "")
    .replace(/^[a-z]:/, (drive) => drive.toUpperCase())}`;
}
