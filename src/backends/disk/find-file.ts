// Finds a file of the disk that may be large, and reads parts of it as long as it is the same, without holding it open in between.
// Tells whether files that were read before are the same.
import fs from "node:fs";

import { directoryOf, type ByteString } from "../../core/byte-string.ts";
import type { FileBefore, FindFileOptions, FoundFile, ReadFileOptions } from "../../core/file-system.ts";
import { exactBytes, orMissing, readLink, toLocation } from "./disk-path.ts";
import { isSameVersion, isSettled, OPEN_NO_LINK, readBytes, type SmallFileCache } from "./read-small-file.ts";

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
