// Opens a directory so that what is read is what was checked, even if somebody swaps a part of its path for a link.
import fs from "node:fs";
import path from "node:path";

import type { Location } from "../core/entry.ts";
import { readError } from "../core/problem.ts";

/**
 * How a directory is reached. `descriptor`: opened without following links, and read through /proc. `checked`: read by its path, which is
 * checked before and after. `plain`: read by its path.
 */
export type Reach = "descriptor" | "checked" | "plain";

export interface OpenDirectory {
  /** Where to read it. */
  readonly path: string | Buffer;
  /** In bytes, of the directory itself. 0 says nothing. */
  readonly size: number;
  /** Throws if the path leads elsewhere by now. Called before what was read is passed on. */
  check(): void;
  close(): void;
}

/** Whether directories can be held open and read through /proc: on Linux, except in a few containers. */
export function hasDescriptorPaths(): boolean {
  return process.platform === "linux" && fs.existsSync("/proc/self/fd");
}

/** Node has no name for this one: a place to start from, which needs no permission to read and opens no device. */
const O_PATH = 0o10000000;

const OPEN = O_PATH | fs.constants.O_DIRECTORY | fs.constants.O_NOFOLLOW;

/** How many characters a path may have that is given to the kernel: it takes 4,095 bytes, and a character may have three. */
const MAX_PATH = 1365;

/** Opens the directory at a path without links. Fails if there is one by now. */
export function openDirectory(location: Location, reach: Reach): OpenDirectory {
  const directory = toNodePath(location);
  if (reach === "descriptor") {
    const descriptor = openInOneStep(directory) ?? openByNames(directory);
    const close = () => fs.closeSync(descriptor);
    try {
      return { path: `/proc/self/fd/${descriptor}`, size: fs.fstatSync(descriptor).size, check() {}, close };
    } catch (error) {
      close();
      throw error;
    }
  }
  const check = reach === "plain" ? () => {} : () => refuseLinks(directory);
  check();
  const stats = fs.lstatSync(directory);
  if (!stats.isDirectory()) {
    throw readError("ENOTDIR", "not a directory");
  }
  return { path: directory, size: stats.size, check, close() {} };
}

/** A path that Node accepts. */
export function toNodePath(location: Location): string | Buffer {
  return typeof location === "string" || Buffer.isBuffer(location) ? location : Buffer.from(location);
}

/** The kernel may follow links here, so we ask it what it has opened. Undefined if that is not surely what was meant. */
function openInOneStep(directory: string | Buffer): number | undefined {
  if (directory.length > MAX_PATH || directory.includes("\ufffd")) {
    return undefined;
  }
  const descriptor = fs.openSync(directory, OPEN);
  try {
    if (fs.readlinkSync(`/proc/self/fd/${descriptor}`) === directory) {
      return descriptor;
    }
  } catch {
    // Its path has become too long.
  }
  fs.closeSync(descriptor);
  return undefined;
}

/**
 * Opens each directory from the one above it, and none through a link. Takes longer, but also works for a long path, and where the kernel
 * knows a directory by another spelling: on a disk that ignores case.
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

function refuseLinks(directory: string | Buffer): void {
  if (foldSpelling(spelledByDisk(directory)) !== foldSpelling(directory.toString())) {
    throw readError("ENOTDIR", "a link has taken the place of a directory");
  }
}

/** A path without links as the disk itself spells it: macOS and Windows find a file by other spellings of its name, too. */
export function spelledByDisk(directory: string | Buffer): string {
  try {
    return fs.realpathSync.native(directory);
  } catch {
    // Windows can't tell on some volumes. Anything else fails again.
    return fs.realpathSync(directory);
  }
}

/** Spellings that macOS and Windows take for the same path have the same folded one. */
function foldSpelling(location: string): string {
  return process.platform === "linux" ? location : path.normalize(location).normalize("NFC").toLowerCase();
}
