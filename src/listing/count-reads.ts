// Reports how far a listing has got, by counting what it reads from its file system.
import type { FileSystem } from "../core/file-system.ts";
import type { OnProgress } from "../tooling/call-control.ts";
import { readThrough } from "./read-through.ts";

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
  const ownKeys = fileSystem.readKeys?.bind(fileSystem);
  const readKeys: FileSystem["readKeys"] =
    ownKeys &&
    (async (root, path, options) => {
      const page = await ownKeys(root, path, options);
      directories += 1;
      entries += page.keys.length;
      onProgress({ directories, entries });
      return page;
    });
  return readThrough(fileSystem, readDirectory, readKeys);
}
