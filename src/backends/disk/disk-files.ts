// Files of the disk. Small ones are read whole, and the bytes of some are kept. Those that may be large are found and read in parts as
// long as they are the same, without being held open in between. All checks are on the file that was opened, not on what was at its path
// before.
import fs from "node:fs";

import { BoundedMap } from "../../core/bounded-map.ts";
import { directoryOf, type ByteString } from "../../core/byte-string.ts";
import type { FileBefore, FindFileOptions, FoundFile, ReadFileOptions } from "../../core/file-system.ts";
import { exactBytes, orMissing, readLink, toLocation } from "./disk-path.ts";

/** Windows has neither flag, and no pipes or links that would need them. */
const OPEN_FILE = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);
const OPEN_NO_LINK: number = OPEN_FILE | (fs.constants.O_NOFOLLOW ?? 0);

/**
 * The bytes of a regular file that is no larger than allowed and may be read; undefined if there is none. With a cache, an
 * unchanged file gives the same object as before. If it is also known which directories have no links on their path, an unchanged
 * file in one of them need not be opened to find out where it really is.
 */
export function readSmallFile(
  file: ByteString,
  options: ReadFileOptions,
  cache?: SmallFileCache,
  linkFree?: { has(directory: ByteString): boolean },
): Uint8Array | undefined {
  const { mayRead, maxBytes, followsLinks = false } = options;
  return orMissing(() => {
    const location = toLocation(file);
    // Checking first is cheaper than an exception: most directories have no such file.
    const stat = followsLinks ? fs.statSync : fs.lstatSync;
    const stats = stat(location, { throwIfNoEntry: false });
    if (stats?.isFile() !== true || stats.size > maxBytes) {
      return undefined;
    }
    const known = cache?.find(stats);
    if (known !== undefined && mayRead === undefined) {
      return known.bytes;
    }
    if (known?.realPath === file && linkFree?.has(directoryOf(file)) === true) {
      return mayRead?.(file) === true ? known.bytes : undefined;
    }
    if (mayRead === undefined || process.platform === "linux") {
      return readOpened(location, options, cache);
    }
    // If we can't get the path of a descriptor, we resolve the real path first and use it from then on.
    const realPath = exactBytes(fs.realpathSync.native(location, "buffer").toString("latin1"));
    return mayRead(realPath) ? readOpened(toLocation(realPath), { maxBytes }, cache) : undefined;
  });
}

/** So many bytes of an open file, or as many as it has. `readFileSync` takes five times as long for a small file. */
function readBytes(descriptor: number, start: number, length: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  for (let read = length; read > 0 && filled < length; filled += read) {
    read = fs.readSync(descriptor, bytes, filled, length - filled, start + filled);
  }
  return bytes.subarray(0, filled);
}

function readOpened(
  location: fs.PathLike,
  { maxBytes, mayRead, followsLinks = false }: ReadFileOptions,
  cache: SmallFileCache | undefined,
): Uint8Array | undefined {
  // Check again, this time what was opened: it may be a link or a pipe by now.
  const descriptor = fs.openSync(location, followsLinks ? OPEN_FILE : OPEN_NO_LINK);
  try {
    const stats = fs.fstatSync(descriptor);
    if (!stats.isFile() || stats.size > maxBytes) {
      return undefined;
    }
    const realPath = mayRead === undefined ? undefined : readLink(`/proc/self/fd/${descriptor}`);
    if (realPath !== undefined && mayRead?.(realPath) !== true) {
      return undefined;
    }
    // Some file systems do not know the sizes of their files.
    const read = () => (stats.size === 0 ? fs.readFileSync(descriptor) : readBytes(descriptor, 0, stats.size));
    const known = cache?.find(stats) ?? { bytes: read(), realPath: undefined };
    known.realPath = realPath ?? known.realPath;
    cache?.add(stats, known, Date.now());
    return known.bytes;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Larger files are not kept, nor more than this in all: whoever reads them may keep much more than their bytes for each. */
const MOST_FILE_BYTES = 16 * 1024;
const MOST_BYTES = 64 * 1024;

/** A file that changed a moment ago may change again without a trace: FAT records times in steps of two seconds. */
const SETTLED_MS = 3000;

/** Whether a file has been as it is for a while. `now` is the time since 1970. */
function isSettled({ mtimeMs, ctimeMs }: fs.Stats, now: number): boolean {
  return Math.max(ctimeMs, mtimeMs) < now - SETTLED_MS;
}

/** Whether two looks at a path have found the same version of a file. */
function isSameVersion(one: fs.Stats, other: fs.Stats): boolean {
  const isSameTime = one.ctimeMs === other.ctimeMs && one.mtimeMs === other.mtimeMs;
  return isSameTime && one.size === other.size && one.ino === other.ino && one.dev === other.dev;
}

interface KnownFile {
  readonly bytes: Uint8Array;
  /** Where it was when it was last opened, if somebody asked. */
  realPath: ByteString | undefined;
}

/**
 * The bytes of small files, so that a listing need not read the rules again that the last one read. A file is known by what its `stat`
 * says: if that is the same, so are the bytes.
 */
export class SmallFileCache {
  /** By the number of the inode. */
  readonly #known = new BoundedMap<number, { stats: fs.Stats; file: KnownFile }>(
    MOST_BYTES,
    ({ file }) => file.bytes.length,
  );

  /** The file with this `stat`, if it is known. Its bytes are the same object each time. */
  find(stats: fs.Stats): KnownFile | undefined {
    // Not in the order of use, which would cost more than comparing: a file that is dropped and used again is added again.
    const known = this.#known.peek(stats.ino);
    return known !== undefined && isSameVersion(known.stats, stats) ? known.file : undefined;
  }

  /** Keeps a file, whose `stat` was taken before it was read. `now` is the time since 1970. */
  add(stats: fs.Stats, file: KnownFile, now: number): void {
    const { ino, size } = stats;
    // Not every device numbers its files, and some numbers are larger than a `stat` can say exactly.
    const isNumbered = ino !== 0 && Number.isSafeInteger(ino);
    if (isSettled(stats, now) && isNumbered && size <= MOST_FILE_BYTES && file.bytes.length === size) {
      this.#known.set(ino, { stats, file });
    }
  }
}

/** Gives the location of a file to some work. It may be valid only while that runs. */
export type Reach = <Result>(work: (location: fs.PathLike) => Result) => Result;

/** The regular file at an absolute path, if it may be read. `linkFree` knows directories that have no links on their path. */
export function findFile(
  file: ByteString,
  { mayRead, before }: FindFileOptions,
  linkFree?: { has(directory: ByteString): boolean },
): FoundFile | undefined {
  return orMissing(() => {
    const location = toLocation(file);
    if (mayRead === undefined || process.platform === "linux") {
      const found = findReached((work) => work(location), before, mayRead);
      if (found === undefined || mayRead === undefined) {
        return found;
      }
      // Finding out where it really is takes opening it. `mayRead` is asked again before any of it is read.
      const mayUse = linkFree?.has(directoryOf(file)) === true ? mayRead(file) : found.read(0, 0) !== undefined;
      return mayUse ? found : undefined;
    }
    const realPath = exactBytes(fs.realpathSync.native(location, "buffer").toString("latin1"));
    return mayRead(realPath) ? findReached((work) => work(toLocation(realPath)), before) : undefined;
  });
}

/** The regular file that is reached in this way. `mayRead` is asked about each file that is opened. */
export function findReached(
  reach: Reach,
  before: object | undefined,
  mayRead?: ReadFileOptions["mayRead"],
): FoundFile | undefined {
  const stats = orMissing(() => reach((location) => fs.lstatSync(location, { throwIfNoEntry: false })));
  if (stats?.isFile() !== true) {
    return undefined;
  }
  const known = before as fs.Stats | undefined;
  const version = known !== undefined && isSameVersion(known, stats) ? known : stats;
  return {
    size: stats.size,
    version,
    isSettled: isSettled(stats, Date.now()),
    read: (start, length) =>
      orMissing(() => reach((location) => readPart(location, { start, length, version, mayRead }))),
  };
}

/** Whether what is at a path is surely what it was before. `cache` has the bytes that were read. */
export function isSameFile({ path, found, followsLinks }: FileBefore, cache: SmallFileCache): boolean {
  const isSame = orMissing(() => {
    const location = toLocation(path);
    if (found === undefined) {
      // Takes half as long as a `stat`.
      return !fs.existsSync(location);
    }
    const stats = (followsLinks ? fs.statSync : fs.lstatSync)(location, { throwIfNoEntry: false });
    const isBytes = found instanceof Uint8Array;
    return (
      stats !== undefined && (isBytes ? cache.find(stats)?.bytes === found : isSameVersion(found as fs.Stats, stats))
    );
  });
  return isSame === true;
}

interface Part {
  readonly start: number;
  readonly length: number;
  readonly version: fs.Stats;
  readonly mayRead: ReadFileOptions["mayRead"];
}

function readPart(location: fs.PathLike, { start, length, version, mayRead }: Part): Uint8Array | undefined {
  const descriptor = fs.openSync(location, OPEN_NO_LINK);
  try {
    const isSame = isSameVersion(version, fs.fstatSync(descriptor));
    if (!isSame || mayRead?.(readLink(`/proc/self/fd/${descriptor}`)) === false) {
      return undefined;
    }
    return readBytes(descriptor, start, length);
  } finally {
    fs.closeSync(descriptor);
  }
}
