// Reports how far a listing has got, by counting what it reads from its file system.
import type { FileSystem } from "../core/file-system.ts";
import type { OnProgress } from "../tooling/call-control.ts";

/** The same file system, except that it reports what is read from it. */
export function countReads(fileSystem: FileSystem, onProgress: OnProgress): FileSystem {
  let directories = 0;
  let entries = 0;
  const readDirectory: FileSystem["readDirectory"] = async function* (root, path, options) {
    directories += 1;
    for await (const batch of fileSystem.readDirectory(root, path, options)) {
      entries += batch.entries.length;
      onProgress({ directories, entries });
      yield batch;
    }
  };
  const readKeys: FileSystem["readKeys"] = async (root, path, options) => {
    const page = await (fileSystem as Required<FileSystem>).readKeys(root, path, options);
    directories += 1;
    entries += page.keys.length;
    onProgress({ directories, entries });
    return page;
  };
  const readDetails = fileSystem.readDetails?.bind(fileSystem);
  return {
    order: fileSystem.order,
    ...(fileSystem.isObjectStore === true && { isObjectStore: true }),
    isAbsolute: (path) => fileSystem.isAbsolute(path),
    resolve: (from, path) => fileSystem.resolve(from, path),
    isDirectory: (root, path, options) => fileSystem.isDirectory(root, path, options),
    readDirectory,
    ...(fileSystem.readKeys !== undefined && { readKeys }),
    ...(readDetails !== undefined && { readDetails }),
  };
}
