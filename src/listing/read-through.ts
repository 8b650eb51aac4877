// Puts something between a walk and its file system: to count what is read, or to keep it. Passes on all that a walk asks for, one by
// one, since a program's own file system may be of a class, and its members can't be copied.
import type { FileSystem } from "../core/file-system.ts";

/** The same file system for a walk, except that it reads directories, and keys if it has them, in another way. */
export function readThrough(
  fileSystem: FileSystem,
  readDirectory: FileSystem["readDirectory"],
  readKeys: FileSystem["readKeys"] = fileSystem.readKeys?.bind(fileSystem),
): FileSystem {
  const readDetails = fileSystem.readDetails?.bind(fileSystem);
  return {
    order: fileSystem.order,
    ...(fileSystem.isObjectStore === true && { isObjectStore: true }),
    isAbsolute: (path) => fileSystem.isAbsolute(path),
    resolve: (from, path) => fileSystem.resolve(from, path),
    isDirectory: (root, path, options) => fileSystem.isDirectory(root, path, options),
    readDirectory,
    ...(readKeys !== undefined && { readKeys }),
    ...(readDetails !== undefined && { readDetails }),
  };
}
