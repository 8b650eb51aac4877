// Names and paths as they go to the disk and come from it, byte by byte. Node and Bun give and take names as bytes. Deno turns them
// into text, where bytes that are not UTF-8 become U+FFFD: two names may look the same then, and a path may lead to another file than
// it names. So we refuse there whatever may have lost a byte.
import fs from "node:fs";

import { toByteString, toExactText, toText, type ByteString } from "../../core/byte-string.ts";
import { readErrorCode } from "../../core/problem.ts";

/** Whether this runtime passes on names as text. */
export const DECODES_NAMES: boolean = process.versions["deno"] !== undefined;

/** What a name becomes if the runtime can't tell its bytes. A name can also have this character of its own, but rarely does. */
const REPLACEMENT = "\ufffd";

/** An empty name, `.` or `..` somewhere in a path. */
const ODD_NAME = /\/\.{0,2}(?:\/|$)/;

/** A name or path, one character for each byte, as it came from the disk or goes there. Throws if the runtime may change it. */
export function exactBytes(bytes: string): ByteString {
  if (DECODES_NAMES && toText(bytes as ByteString).includes(REPLACEMENT)) {
    throw Object.assign(new Error("EILSEQ: a name is not UTF-8, or has U+FFFD in it"), {
      code: "EILSEQ",
      reason: "a name is not UTF-8, which Deno can't read; use Node or Bun, or list another directory",
    });
  }
  return bytes as ByteString;
}

/** A path for Node: text if the bytes are valid UTF-8 (Windows needs text), otherwise the bytes themselves. */
export function toLocation(path: ByteString): string | Buffer {
  return toExactText(exactBytes(path)) ?? Buffer.from(path, "latin1");
}

/** For `catch`: the code of a failed read. Anything else is a defect, and is thrown again. */
export function rethrowDefect(error: unknown): string {
  const code = readErrorCode(error);
  if (code === undefined) {
    throw error;
  }
  return code;
}

/** What a read gives; undefined if it fails. */
export function orMissing<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    rethrowDefect(error);
    return undefined;
  }
}

/** Where a link leads, as it says. */
export function readLink(location: fs.PathLike): ByteString {
  return DECODES_NAMES
    ? // Deno knows no other encoding than this one, and only this spelling of it.
      exactBytes(toByteString(fs.readlinkSync(location, { encoding: "buffer" })))
    : (fs.readlinkSync(location, "latin1") as ByteString);
}

/** The path of what is in a directory: a name, or a path below it. The directory itself if that is empty. */
export function pathIn(directory: ByteString, below: ByteString): ByteString {
  if (below === "") {
    return directory;
  }
  return (directory.endsWith("/") ? directory + below : `${directory}/${below}`) as ByteString;
}

/** Whether an absolute path has an empty name, `.` or `..` in it. */
export function hasOddName(path: ByteString): boolean {
  return ODD_NAME.test(path);
}

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
    rethrowDefect(error);
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
