// Reads one small file of the disk. All checks are on the file that was opened, not on what was at its path before.
import fs from "node:fs";

import type { ByteString } from "../../core/byte-string.ts";
import type { ReadFileOptions } from "../../core/file-system.ts";
import { readErrorCode } from "../../core/problem.ts";
import { exactBytes, readLink } from "./exact-bytes.ts";
import type { LinkFreeDirectories } from "./link-free-directories.ts";
import { toLocation } from "./read-location.ts";
import type { SmallFileCache } from "./small-file-cache.ts";

/** Windows has neither flag, and no pipes or links that would need them. */
const OPEN_FILE = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);
const OPEN_NO_LINK = OPEN_FILE | (fs.constants.O_NOFOLLOW ?? 0);

/**
 * The bytes of a regular file that is no larger than allowed and may be read; undefined if there is none. With a cache, an
 * unchanged file gives the same object as before. If it is also known which directories have no links on their path, an unchanged
 * file in one of them need not be opened to find out where it really is.
 */
export function readSmallFile(
  file: ByteString,
  options: ReadFileOptions,
  cache?: SmallFileCache,
  linkFree?: LinkFreeDirectories,
): Uint8Array | undefined {
  const { mayRead, maxBytes, followsLinks = false } = options;
  try {
    const location = toLocation(file);
    // Checking first is cheaper than an exception: most directories have no such file.
    const stat = followsLinks ? fs.statSync : fs.lstatSync;
    const stats = stat(location, { throwIfNoEntry: false });
    if (stats?.isFile() !== true || stats.size > maxBytes) {
      return undefined;
    }
    const known = mayRead === undefined ? cache?.find(stats) : cache?.findAt(stats, file);
    if (known !== undefined && mayRead === undefined) {
      return known;
    }
    if (known !== undefined && linkFree?.has(file.slice(0, file.lastIndexOf("/")) as ByteString) === true) {
      return mayRead?.(file) === true ? known : undefined;
    }
    if (mayRead === undefined || process.platform === "linux") {
      return readOpened(location, options, cache);
    }
    // If we can't get the path of a descriptor, we resolve the real path first and use it from then on.
    const realPath = exactBytes(fs.realpathSync.native(location, "buffer").toString("latin1"));
    return mayRead(realPath) ? readOpened(toLocation(realPath), { maxBytes }, cache) : undefined;
  } catch (error) {
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}

/** The bytes of an open file of this size. `readFileSync` takes five times as long for a small file. */
function readOnce(descriptor: number, size: number): Uint8Array {
  if (size === 0) {
    // Some file systems do not know the sizes of their files.
    return fs.readFileSync(descriptor);
  }
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  for (let read = size; read > 0 && length < size; length += read) {
    read = fs.readSync(descriptor, bytes, length, size - length, null);
  }
  return bytes.subarray(0, length);
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
    const known = cache?.find(stats);
    const bytes = known ?? readOnce(descriptor, stats.size);
    if (known === undefined) {
      cache?.add(stats, bytes, Date.now());
    }
    if (realPath !== undefined) {
      cache?.setRealPath(stats, realPath);
    }
    return bytes;
  } finally {
    fs.closeSync(descriptor);
  }
}
