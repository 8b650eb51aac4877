// Finds a file of the disk that may be large, and reads parts of it as long as it is the same. It is not held open in between.
import fs from "node:fs";

import type { ByteString } from "../../core/byte-string.ts";
import type { FoundFile, ReadFileOptions } from "../../core/file-system.ts";
import { directoryOf, exactBytes, readLink, rethrowDefect, toLocation } from "./disk-path.ts";
import { isSettled, OPEN_NO_LINK } from "./read-small-file.ts";

/** Gives the location of a file to some work. It may be valid only while that runs. */
export type Reach = <Result>(work: (location: fs.PathLike) => Result) => Result;

/** The regular file at an absolute path, if it may be read. `linkFree` knows directories that have no links on their path. */
export function findFile(
  file: ByteString,
  mayRead: ReadFileOptions["mayRead"],
  linkFree?: { has(directory: ByteString): boolean },
): FoundFile | undefined {
  return orMissing(() => {
    const location = toLocation(file);
    if (mayRead === undefined) {
      return findReached((work) => work(location));
    }
    if (process.platform === "linux") {
      const found = findReached((work) => work(location), mayRead);
      const isReal = found !== undefined && linkFree?.has(directoryOf(file)) === true;
      // Finding out where it really is takes opening it. It is asked again before any of it is read.
      return found !== undefined && (isReal ? mayRead(file) : found.read(0, 0) !== undefined) ? found : undefined;
    }
    const realPath = exactBytes(fs.realpathSync.native(location, "buffer").toString("latin1"));
    return mayRead(realPath) ? findReached((work) => work(toLocation(realPath))) : undefined;
  });
}

/** The regular file that is reached in this way. `mayRead` is asked about each file that is opened. */
export function findReached(reach: Reach, mayRead?: ReadFileOptions["mayRead"]): FoundFile | undefined {
  const stats = orMissing(() => reach((location) => fs.lstatSync(location, { throwIfNoEntry: false })));
  if (stats?.isFile() !== true) {
    return undefined;
  }
  const version = versionOf(stats);
  return {
    size: stats.size,
    version,
    isSettled: isSettled(stats, Date.now()),
    read: (start, length) =>
      orMissing(() => reach((location) => readPart(location, { start, length, version, mayRead }))),
  };
}

interface Part {
  readonly start: number;
  readonly length: number;
  readonly version: string;
  readonly mayRead: ReadFileOptions["mayRead"];
}

function readPart(location: fs.PathLike, { start, length, version, mayRead }: Part): Uint8Array | undefined {
  const descriptor = fs.openSync(location, OPEN_NO_LINK);
  try {
    const isSame = versionOf(fs.fstatSync(descriptor)) === version;
    if (!isSame || mayRead?.(readLink(`/proc/self/fd/${descriptor}`)) === false) {
      return undefined;
    }
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    for (let read = length; read > 0 && filled < length; filled += read) {
      read = fs.readSync(descriptor, bytes, filled, length - filled, start + filled);
    }
    return bytes.subarray(0, filled);
  } finally {
    fs.closeSync(descriptor);
  }
}

function versionOf({ dev, ino, size, mtimeMs, ctimeMs }: fs.Stats): string {
  return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

function orMissing<Result>(find: () => Result): Result | undefined {
  try {
    return find();
  } catch (error) {
    rethrowDefect(error);
    return undefined;
  }
}
