// Puts something between a walk and its file system: to count what is read, or to keep it. Passes on all that a walk asks for, one by
// one, since a program's own file system may be of a class, and its members can't be copied.
import { BoundedMap } from "../core/bounded-map.ts";
import type { ByteString } from "../core/byte-string.ts";
import type { Batch, FileSystem, ReadOptions } from "../core/file-system.ts";
import { LEAST_ENTRIES, UnsortedNames } from "../core/names/unsorted-names.ts";
import { AT_ANY_PACE } from "../core/pace.ts";
import type { OnProgress } from "../tooling/tool.ts";

/** The same file system for a walk, except that it reads directories, and keys if it has them, in another way. */
function readThrough(
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

/** The most memory for names. A directory that needs more is read again for every page. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Keeps the names of huge directories for the time of one listing that reads many pages, so that each page of a directory does not
 * read all of it again. Unlike a backend's cache it need not know whether names have changed: a listing shows a directory as it was
 * when the listing came to it.
 */
export class HeldNames {
  /** By the path below the listing's root. */
  readonly #held: BoundedMap<ByteString, UnsortedNames>;
  readonly #mostBytes: number;
  #hasTooMany = false;

  constructor(mostBytes: number = MOST_BYTES) {
    this.#mostBytes = mostBytes;
    this.#held = new BoundedMap(mostBytes, ({ size }) => size);
  }

  /** Whether a directory had more names than can be kept, so that small pages of it would cost a read each. */
  get hasTooMany(): boolean {
    return this.#hasTooMany;
  }

  /** The same file system, except that it keeps names for this listing. One that can start to read anywhere needs no help. */
  around(fileSystem: FileSystem): FileSystem {
    return fileSystem.order === "key"
      ? fileSystem
      : readThrough(fileSystem, (root, path, options) => this.#read(fileSystem, root, path, options));
  }

  async *#read(
    fileSystem: FileSystem,
    root: ByteString,
    path: ByteString,
    options: ReadOptions,
  ): AsyncGenerator<Batch, void> {
    const held = options.takesNames === true ? this.#held.get(path) : undefined;
    if (held !== undefined) {
      yield { entries: [], names: await held.sort(options.pause ?? AT_ANY_PACE.pause) };
      return;
    }
    let names: UnsortedNames | undefined = new UnsortedNames();
    for await (const batch of fileSystem.readDirectory(root, path, { ...options, keepsNames: true })) {
      if (batch.startsOver === true) {
        names = new UnsortedNames();
      }
      const isSmall = batch.isWhole === true && batch.entries.length < LEAST_ENTRIES;
      names = isSmall || batch.names !== undefined ? undefined : names;
      names?.add(batch.entries);
      if (names !== undefined && names.size > this.#mostBytes) {
        names = undefined;
        this.#hasTooMany = true;
      }
      yield batch;
    }
    if (names !== undefined && names.length >= LEAST_ENTRIES) {
      this.#held.set(path, names);
    }
  }
}
