// Reads one small file of the disk. All checks are on the file that was opened, not on what was at its path before.
import fs from "node:fs";

import { toByteString, type ByteString } from "../../core/byte-string.ts";
import type { ReadFileOptions } from "../../core/file-system.ts";
import { readErrorCode } from "../../core/problem.ts";
import { toLocation } from "./read-location.ts";

/** Windows has neither flag, and no pipes or links that would need them. */
const OPEN_FILE = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0);
const OPEN_NO_LINK = OPEN_FILE | (fs.constants.O_NOFOLLOW ?? 0);

/** The bytes of a regular file that is no larger than allowed and may be read; undefined if there is none. */
export function readSmallFile(file: ByteString, options: ReadFileOptions): Uint8Array | undefined {
  const { mayRead, followsLinks = false } = options;
  const location = toLocation(file);
  try {
    // Checking first is cheaper than an exception: most directories have no such file.
    const stat = followsLinks ? fs.statSync : fs.lstatSync;
    if (stat(location, { throwIfNoEntry: false })?.isFile() !== true) {
      return undefined;
    }
    if (mayRead === undefined || process.platform === "linux") {
      return readOpened(location, options);
    }
    // If we can't get the path of a descriptor, we resolve the real path first and use it from then on.
    const realPath = fs.realpathSync.native(location, "buffer");
    return mayRead(toByteString(realPath))
      ? readOpened(toLocation(toByteString(realPath)), { maxBytes: options.maxBytes })
      : undefined;
  } catch (error) {
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}

function readOpened(
  location: fs.PathLike,
  { maxBytes, mayRead, followsLinks = false }: ReadFileOptions,
): Uint8Array | undefined {
  // Check again, this time what was opened: it may be a link or a pipe by now.
  const descriptor = fs.openSync(location, followsLinks ? OPEN_FILE : OPEN_NO_LINK);
  try {
    const stats = fs.fstatSync(descriptor);
    if (!stats.isFile() || stats.size > maxBytes) {
      return undefined;
    }
    const isAllowed =
      mayRead === undefined || mayRead(toByteString(fs.readlinkSync(`/proc/self/fd/${descriptor}`, "buffer")));
    return isAllowed ? fs.readFileSync(descriptor) : undefined;
  } finally {
    fs.closeSync(descriptor);
  }
}
