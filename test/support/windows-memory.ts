// A disk as Windows has it, in memory: paths begin with a drive or a share, and `\\` separates names. It tells case apart.
import path from "node:path";

import { memory, type MemoryEntry } from "../../src/backends/memory.ts";
import { namesOfPath, type ByteString } from "../../src/core/byte-string.ts";
import type { FileSystem } from "../../src/core/file-system.ts";

/** Entries are named by paths such as `C:\\a\\b`. */
export function windowsMemory(entries: readonly (string | (MemoryEntry & { readonly path: string }))[]): FileSystem {
  const tree = memory(
    entries.map((entry) =>
      typeof entry === "string" ? toInner(entry as ByteString) : { ...entry, path: toInner(entry.path as ByteString) },
    ),
  );
  return {
    order: tree.order,
    isAbsolute: path.win32.isAbsolute,
    resolve: path.win32.resolve,
    readDirectory: (root, directory, options) => tree.readDirectory(toInner(root), directory, options),
    isDirectory: (root, directory, options) => tree.isDirectory(toInner(root), directory, options),
    readFile: (location, options) => tree.readFile?.(toInner(location), options),
    mayExist: (location) => tree.mayExist?.(toInner(location)) !== false,
  };
}

/** The path in the tree, which has drives and shares at its top. */
function toInner(location: ByteString): ByteString {
  return `/${namesOfPath(location).join("/")}` as ByteString;
}
