// Opens a directory so that what is read is what was checked, even if a component of its path is swapped for a link meanwhile.
import fs from "node:fs";
import path from "node:path";

import type { Location } from "../core/entry.ts";
import { readError, readErrorCode } from "../core/problem.ts";

/**
 * `descriptor`: opened without following links, and read through /proc. `checked`: read by its path, which is checked for links before and
 * after. `unchecked`: read by its path.
 */
export type OpenMode = "descriptor" | "checked" | "unchecked";

/** A directory that is being read. */
export interface OpenDirectory {
  /** The path to read it by. */
  readonly path: string | Buffer;
  /** Of the directory itself. A size of 0 means unknown. */
  stats(): fs.Stats;
  /** Throws if the path leads elsewhere by now. Must be called before what was read is used. */
  checkUnmoved(): void;
  close(): void;
}

/** Whether directories can be held open and read through /proc: on Linux, except in a few containers. */
export function hasDescriptorPaths(): boolean {
  return process.platform === "linux" && fs.existsSync("/proc/self/fd");
}

/** Not in Node's constants. Opens a directory only as a starting point, without read permission and without opening devices. */
const O_PATH = 0o10000000;

const OPEN = O_PATH | fs.constants.O_DIRECTORY | fs.constants.O_NOFOLLOW;

/**
 * Longer paths, in characters, are opened name by name: the kernel accepts 4,095 bytes, a character may take three, and the name of an entry
 * is added.
 */
export const MAX_PATH_LENGTH = 1279;

/**
 * Opens the directory at a path without links. Unless `unchecked`, fails if a link is in it by now. With `above`, the kernel never follows a
 * link, not even for us to find out that it did.
 */
export function openDirectory(location: Location, mode: OpenMode, above?: DirectoryAbove): OpenDirectory {
  const directory = toNodePath(location);
  if (mode === "descriptor") {
    const descriptor = (above?.openIn ?? openInOneStep)(directory) ?? openByNames(directory);
    return {
      path: `/proc/self/fd/${descriptor}`,
      stats: () => fs.fstatSync(descriptor),
      checkUnmoved() {},
      close: () => fs.closeSync(descriptor),
    };
  }
  const checkUnmoved = mode === "unchecked" ? () => {} : () => checkNoLinks(directory);
  checkUnmoved();
  const stats = fs.lstatSync(directory);
  if (!stats.isDirectory()) {
    throw readError("ENOTDIR", "not a directory");
  }
  return { path: directory, stats: () => stats, checkUnmoved, close() {} };
}

/** A path that Node accepts. */
export function toNodePath(location: Location): string | Buffer {
  return typeof location === "string" || Buffer.isBuffer(location) ? location : Buffer.from(location);
}

/** The kernel may follow links here, so we ask it what it has opened. Undefined unless that is exactly this path. */
function openInOneStep(directory: string | Buffer): number | undefined {
  if (!isReportedAlike(directory)) {
    return undefined;
  }
  const descriptor = fs.openSync(directory, OPEN);
  if (isAt(descriptor, directory)) {
    return descriptor;
  }
  fs.closeSync(descriptor);
  return undefined;
}

/** Whether the kernel takes a path whole, and reports it as it was given. */
function isReportedAlike(directory: string | Buffer): directory is string {
  return typeof directory === "string" && directory.length <= MAX_PATH_LENGTH && !directory.includes("\ufffd");
}

/** Whether what was opened is at this path. */
function isAt(descriptor: number, directory: string): boolean {
  try {
    return fs.readlinkSync(`/proc/self/fd/${descriptor}`) === directory;
  } catch {
    // The path is too long to be read.
    return false;
  }
}

/**
 * Opens each directory relative to its parent, never through a link. Slower, but also works for a long path, and on a disk that ignores
 * case, where the kernel may report another spelling.
 */
function openByNames(directory: string | Buffer): number {
  let descriptor = fs.openSync("/", OPEN);
  for (const name of Buffer.from(directory).toString("latin1").split("/").filter(Boolean)) {
    const above = descriptor;
    try {
      descriptor = fs.openSync(Buffer.from(`/proc/self/fd/${above}/${name}`, "latin1"), OPEN);
    } finally {
      fs.closeSync(above);
    }
  }
  return descriptor;
}

/**
 * How far a path leads through directories alone, each opened in the one before, and never through a link. Returns the path of the last.
 * `known` is a directory at the start of the path that is opened in one step; if a link is on the way to it by now, the result is empty.
 * `check` is called before each step.
 */
export function enterDirectories(location: string, known: string, check: (path: string) => void): string {
  let at = known;
  let descriptor: number | undefined;
  try {
    check(at);
    descriptor = openInOneStep(at);
    while (descriptor !== undefined && at !== location) {
      const end = location.indexOf("/", at.length + 1);
      const next = end === -1 ? location : location.slice(0, end);
      check(next);
      const above: number = descriptor;
      descriptor = fs.openSync(`/proc/self/fd/${above}/${path.basename(next)}`, OPEN);
      fs.closeSync(above);
      at = next;
    }
  } catch (error) {
    // Whoever needs to know what is there looks closer.
    if (readErrorCode(error) === undefined) {
      throw error;
    }
  } finally {
    if (descriptor !== undefined) {
      fs.closeSync(descriptor);
    }
  }
  return descriptor === undefined ? "" : at;
}

/**
 * Opens directories name by name. The one above the last stays open until the event loop turns, because mostly its other directories come
 * next: from the top down, each would take five times as long.
 */
export class DirectoryAbove {
  #descriptor: number | undefined;

  /** Undefined for the top, and for a path that the kernel does not take whole. */
  readonly openIn = (directory: string | Buffer): number | undefined => {
    if (!isReportedAlike(directory) || directory === "/") {
      return undefined;
    }
    const above = path.dirname(directory);
    if (this.#descriptor === undefined || !isAt(this.#descriptor, above)) {
      this.#close();
      this.#descriptor = openByNames(above);
      setImmediate(() => this.#close());
    }
    return fs.openSync(`/proc/self/fd/${this.#descriptor}/${path.basename(directory)}`, OPEN);
  };

  #close(): void {
    if (this.#descriptor !== undefined) {
      fs.closeSync(this.#descriptor);
      this.#descriptor = undefined;
    }
  }
}

function checkNoLinks(directory: string | Buffer): void {
  if (foldSpelling(toDiskSpelling(directory)) !== foldSpelling(directory.toString())) {
    throw readError("ENOTDIR", "a link has taken the place of a directory");
  }
}

/** A path with links resolved, in the disk's own spelling: macOS and Windows also find a file by other spellings of its name. */
export function toDiskSpelling(directory: string | Buffer): string {
  try {
    return fs.realpathSync.native(directory);
  } catch {
    // On some volumes of Windows this fails. Any other failure happens again here.
    return fs.realpathSync(directory);
  }
}

/** The same text for all spellings that macOS or Windows take for the same path. */
function foldSpelling(location: string): string {
  return process.platform === "linux" ? location : path.normalize(location).normalize("NFC").toLowerCase();
}
