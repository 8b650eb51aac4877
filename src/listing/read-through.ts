// Puts something between a walk and its file system: to count what is read, or to keep it. Passes on all that a walk asks for, one by
// one, since a program's own file system may be of a class, and its members can't be copied.
import type { Batch, FileSystem } from "../core/file-system.ts";
import type { OnProgress } from "../tooling/tool.ts";

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

/** The same file system, except that it reports how much has been read from it. */
export function countReads(fileSystem: FileSystem, onProgress: OnProgress): FileSystem {
  let directories = 0;
  let entries = 0;
  const report = (count: number): void => {
    entries += count;
    onProgress({ directories, entries });
  };
  const readDirectory: FileSystem["readDirectory"] = (root, path, options) => {
    directories += 1;
    const reading = fileSystem.readDirectory(root, path, options);
    if (reading.whole === undefined) {
      return reportBatches(reading, report);
    }
    report(reading.whole.entries.length);
    return reading;
  };
  const ownKeys = fileSystem.readKeys?.bind(fileSystem);
  const readKeys: FileSystem["readKeys"] =
    ownKeys &&
    (async (root, path, options) => {
      const page = await ownKeys(root, path, options);
      directories += 1;
      report(page.keys.length);
      return page;
    });
  return readThrough(fileSystem, readDirectory, readKeys);
}

/** Not within `countReads`: V8 would keep what a generator function in there can see until the next major collection. */
async function* reportBatches(
  batches: AsyncIterable<Batch>,
  report: (count: number) => void,
): AsyncGenerator<Batch, void> {
  for await (const batch of batches) {
    report(batch.entries.length);
    yield batch;
  }
}
