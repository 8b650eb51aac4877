// Directories that are held open, and what is looked up from them. Linux only: the path of a descriptor in /proc is the only way that
// Node has to name an entry of it.
import fs from "node:fs";

import type { ByteString } from "../../core/byte-string.ts";
import { readErrorCode } from "../../core/problem.ts";
import { toLocation } from "./disk-path.ts";

/** O_PATH, which Node has no name for: a starting point for further opens. It needs no read permission and opens no device. */
const O_PATH = 0o10000000;

/** To open a directory that is not a link, as such a starting point. */
export const OPEN_DIRECTORY: number = O_PATH | fs.constants.O_DIRECTORY | fs.constants.O_NOFOLLOW;

/** Opens the directory `name` in the one that is open as `directory`, or at the top. Follows no link. */
export function openDirectoryIn(directory: number | undefined, name: ByteString): number {
  return fs.openSync(entryLocation(directory, name), OPEN_DIRECTORY);
}

/**
 * Whether the directory that is open as `directory` finds an entry by a name. Opens it as a mere place: a `stat` would ask what is
 * mounted there, which may not answer.
 */
export function isEntryIn(directory: number, name: ByteString): boolean {
  try {
    fs.closeSync(fs.openSync(entryLocation(directory, name), O_PATH | fs.constants.O_NOFOLLOW));
    return true;
  } catch (error) {
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return false;
  }
}

/** A path to what is open as `descriptor`. */
export function descriptorPath(descriptor: number): ByteString {
  return `/proc/self/fd/${descriptor}` as ByteString;
}

/** The path of an entry for Node. Checks only the name, which is quicker than checking the whole path. */
export function entryLocation(directory: number | undefined, name: ByteString): string | Buffer {
  const above = directory === undefined ? "" : descriptorPath(directory);
  const location = toLocation(name);
  return typeof location === "string" ? `${above}/${location}` : Buffer.concat([Buffer.from(`${above}/`), location]);
}
