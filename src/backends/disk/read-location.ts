// Reads one directory of the disk in the way that suits its size. Small directories are read in one go, which is several times
// cheaper than any asynchronous read. All others are read in batches by the thread pool, so that their size costs neither
// memory nor event-loop time.
import fs from "node:fs";

import type { ByteString } from "../../core/byte-string.ts";
import type { Entry, EntryKind, ReadKind } from "../../core/entry.ts";
import type { Batch, DirectoryRead } from "../../core/file-system.ts";
import { DECODES_NAMES, rethrowDefect, toLocation } from "./disk-path.ts";
import { isSmallDirectory, type DirectorySize } from "./file-system-types.ts";
import { readLargeInDeno, readSmallInDeno } from "./read-in-deno.ts";

/** The number of entries in one batch of a huge directory. Many listings may each get one in the same turn of the event loop. */
const BATCH = 1024;

/** The entries of the directory at a path. Reads it at once if its `stat` shows that it is small, otherwise in batches. */
export function readLocation(
  path: ByteString,
  stats: DirectorySize | undefined,
  signal: AbortSignal | undefined,
  location: fs.PathLike = toLocation(path),
): DirectoryRead {
  if (stats === undefined || !isSmallDirectory(stats, location)) {
    return DECODES_NAMES ? readLargeInDeno(location, BATCH, signal) : readLarge(path, location, signal);
  }
  if (DECODES_NAMES) {
    return new WholeRead(readSmallInDeno(location));
  }
  try {
    const entries = fs.readdirSync(location, { encoding: "latin1", withFileTypes: true }).map(toEntry);
    return new WholeRead(entries);
  } catch (error) {
    if (!isKindUnknown(error)) {
      throw error;
    }
    return readWithKinds(path, location, signal);
  }
}

/** A read that is done. */
class WholeRead implements DirectoryRead {
  readonly whole: Batch;

  constructor(entries: readonly Entry[]) {
    this.whole = { entries, isWhole: true };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Batch, void> {
    yield this.whole;
  }
}

async function* readLarge(
  path: ByteString,
  location: fs.PathLike,
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch, void> {
  try {
    yield* readInBatches(location, signal);
  } catch (error) {
    if (!isKindUnknown(error)) {
      throw error;
    }
    yield* readWithKinds(path, location, signal);
  }
}

/** The kind of the entry at a path, not of what it links to; `unknown` if it exists but we can't find out its kind. */
export function kindOf(path: ByteString): ReadKind | "missing" {
  try {
    // Without an exception for what is not there, which takes longer than the call.
    const stats = fs.lstatSync(toLocation(path), { throwIfNoEntry: false });
    return stats === undefined ? "missing" : toKind(stats);
  } catch (error) {
    const code = rethrowDefect(error);
    return code === "ENOENT" || code === "ENOTDIR" ? "missing" : "unknown";
  }
}

/**
 * Waits for a batch in the thread pool, then takes the rest of the batch from `Dir`'s own buffer with `readSync`, which costs a
 * tenth of an asynchronous read for each entry. The next batch is read while the reader works on this one: both take about as long.
 */
async function* readInBatches(location: fs.PathLike, signal: AbortSignal | undefined): AsyncGenerator<Batch, void> {
  const directory = await fs.promises.opendir(location, { encoding: "latin1" as BufferEncoding, bufferSize: BATCH });
  let next = startRead(directory);
  try {
    for (let entry = await next; entry !== null; entry = await next) {
      const entries = [toEntry(entry)];
      while (entries.length < BATCH) {
        const other = directory.readSync();
        if (other === null) {
          break;
        }
        entries.push(toEntry(other));
      }
      next = startRead(directory);
      yield { entries };
      signal?.throwIfAborted();
    }
  } finally {
    // A directory can't be closed while it is being read.
    await next.catch(() => {});
    await directory.close();
  }
}

/** A failure is for whoever awaits the result, which may be later: until then it must not count as one that nobody handles. */
function startRead(directory: fs.Dir): Promise<fs.Dirent | null> {
  const read = directory.read();
  read.catch(() => {});
  return read;
}

/**
 * Some file systems don't report the kind of an entry with its name. Node then asks for it by the name as we had it decoded,
 * which fails for a name that is not ASCII. We ask by the name's bytes instead.
 */
async function* readWithKinds(
  path: ByteString,
  location: fs.PathLike,
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch, void> {
  const names = (await fs.promises.readdir(location, "latin1" as BufferEncoding)) as ByteString[];
  yield { entries: [], startsOver: true };
  for (let start = 0; start < names.length; start += BATCH) {
    const entries = names.slice(start, start + BATCH).flatMap((name) => {
      const kind = kindOf(`${path}/${name}` as ByteString);
      return kind === "missing" ? [] : [{ name, kind }];
    });
    yield { entries };
    signal?.throwIfAborted();
  }
}

function isKindUnknown(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const { syscall, code } = error as NodeJS.ErrnoException;
  return syscall === "lstat" || code === "ERR_INVALID_ARG_TYPE";
}

function toEntry(entry: fs.Dirent): Entry {
  return { name: entry.name as ByteString, kind: toKind(entry) };
}

export function toKind(entry: fs.Dirent | fs.Stats): EntryKind {
  if (entry.isFile()) {
    return "file";
  }
  if (entry.isDirectory()) {
    return "directory";
  }
  return entry.isSymbolicLink() ? "symlink" : "other";
}
