// Where a path leads, found by us one name at a time and not by the kernel, and how a directory there is opened.
//
// Why this is safe, for every reader of a path:
// 1. Nothing is looked at before `check` has allowed it. A link is read and not followed: where it leads, each name is checked again.
// 2. So the path that comes out has no link in it, and every part of it was allowed.
// 3. Afterwards somebody may put a link in its place. So a directory is opened by that path without trust in it: `openDirectory` asks the
//    kernel what it has opened, and anything but that path is opened again name by name, where a link is an error.
// 4. What is read is read through the descriptor that was opened. Names in it are entries of that directory, whatever moves meanwhile.
// 5. A prefix that was resolved before (a root) is opened like any other directory, see 3. If it has been replaced, the walk starts at the top.
// 6. Mounts that may not answer are never looked at by our own process: whoever takes the steps asks their child process.
// 7. Without descriptors (macOS, Windows, no /proc), the real path is compared before and after each read.
import fs from "node:fs";
import path from "node:path";

import type { EntryKind, Location } from "../core/entry.ts";
import { readError, readErrorCode } from "../core/problem.ts";

/** What a path leads through, or to. */
export interface PathInfo {
  readonly kind: EntryKind;
  /** The target of a link. */
  readonly target?: string;
}

/** The same limits as on Linux: links on a path, and bytes of one. */
const MAX_LINKS = 40;
const MAX_BYTES = 4095;

/**
 * Yields each path that has to be looked at, takes what is there, and returns the path without links. `check` throws to refuse a step.
 * `known`: a prefix without links, from which the steps go on; empty for the top.
 */
export function* pathSteps(
  given: string,
  check: (path: string) => void,
  known: string = "",
): Generator<string, string, PathInfo> {
  const start = splitPath(path.resolve(given).slice(known.length));
  /** The names still to be resolved, the next one last. */
  const { names } = start;
  let at = known === "" ? start.top : known;
  let links = 0;
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (name === "..") {
      at = path.dirname(at);
      continue;
    }
    const next = path.join(at, name);
    check(next);
    // On Windows `Secret::$INDEX_ALLOCATION` is another name for `Secret`.
    if (name.includes("\0") || (path.sep === "\\" && name.includes(":"))) {
      throw readError("ENOENT", "no entry has such a name");
    }
    checkLength(next);
    const { kind, target } = yield next;
    if (target === undefined) {
      if (kind !== "directory" && names.length > 0) {
        throw readError("ENOTDIR", "not a directory");
      }
      at = next;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) {
      throw readError("ELOOP", "too many links");
    }
    const linked = splitPath(target);
    at = linked.top === "" ? at : path.resolve(at, linked.top);
    linked.names.forEach((each) => names.push(each));
  }
  return at;
}

/** Throws for a path that Linux does not take. It could still be opened name by name, but no other program would find it. */
export function checkLength(location: string | Buffer): void {
  if (process.platform === "linux" && Buffer.byteLength(location) > MAX_BYTES) {
    throw readError("ENAMETOOLONG", "the path is too long");
  }
}

/** The root of a path, empty if it is relative, and the names after that in reverse order. */
function splitPath(location: string): { readonly top: string; readonly names: string[] } {
  const { root } = path.parse(location);
  const names = location.slice(root.length).split(path.sep === "/" ? "/" : /[\\/]/);
  return { top: root, names: names.filter((name) => name !== "" && name !== ".").toReversed() };
}

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

/** Opens the directory at a path without links. Unless `unchecked`, fails if a link is in it by now. */
export function openDirectory(location: Location, mode: OpenMode, held: HeldDirectory): OpenDirectory {
  const directory = toNodePath(location);
  if (mode === "descriptor") {
    checkLength(directory);
    const descriptor = held.open(directory) ?? openInOneStep(directory) ?? openByNames(directory);
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
  if (!isText(directory)) {
    return undefined;
  }
  const descriptor = fs.openSync(directory, OPEN);
  let opened: string | undefined;
  try {
    // Fails for a path that is too long: a link may have led to it.
    opened = fs.readlinkSync(`/proc/self/fd/${descriptor}`);
    return opened === directory ? descriptor : undefined;
  } finally {
    if (opened !== directory) {
      fs.closeSync(descriptor);
    }
  }
}

/** Whether Node reads a path from the kernel as it is given here: not with names that are no UTF-8. */
function isText(directory: string | Buffer): directory is string {
  return typeof directory === "string" && !directory.includes("\ufffd");
}

/**
 * Opens each directory relative to its parent, never through a link. Slower, but also works on a disk that ignores case, where the kernel may
 * report another spelling.
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
 * The directory that was opened last, never through a link. It stays open until the event loop turns, because mostly something in it is
 * opened next: the next step of a path, or one of its directories.
 */
export class HeldDirectory {
  readonly #avoidsMounts: () => boolean;
  #path = "";
  #descriptor: number | undefined;

  /** `avoidsMounts`: whether the kernel may follow no link, however quickly it was put there, since it may lead to a mount that does not answer. */
  constructor(avoidsMounts: () => boolean) {
    this.#avoidsMounts = avoidsMounts;
  }

  /** Holds a directory. Fails if something on its path is not a directory, or a link by now. */
  hold(directory: string): number {
    if (this.#descriptor === undefined || this.#path !== directory) {
      const descriptor = this.#avoidsMounts() ? undefined : openInOneStep(directory);
      this.#replace(directory, descriptor ?? openByNames(directory));
    }
    return this.#descriptor as number;
  }

  /** If there is a directory at a path, holds it in place of the one that it is in. */
  enter(directory: string): boolean {
    try {
      this.#replace(directory, fs.openSync(this.pathOf(directory), OPEN));
      return true;
    } catch (error) {
      // Whoever needs to know what is there looks closer.
      if (readErrorCode(error) === undefined) {
        throw error;
      }
      return false;
    }
  }

  /** The path of something in a directory that is held for it. */
  pathOf(location: string): string {
    return `/proc/self/fd/${this.hold(path.dirname(location))}/${path.basename(location)}`;
  }

  /** Opens a directory once more that is held, or that is in the one that is. Undefined for any other, and where a name is no UTF-8. */
  open(directory: string | Buffer): number | undefined {
    if (!isText(directory)) {
      return undefined;
    }
    if (this.#descriptor !== undefined && directory === this.#path) {
      // The link of a descriptor leads to what was opened. `/.` after it would need permission to search that directory.
      return fs.openSync(`/proc/self/fd/${this.#descriptor}`, O_PATH | fs.constants.O_DIRECTORY);
    }
    const isIn = this.#descriptor !== undefined && path.dirname(directory) === this.#path;
    return (isIn || this.#avoidsMounts()) && directory !== "/" ? fs.openSync(this.pathOf(directory), OPEN) : undefined;
  }

  #replace(directory: string, descriptor: number): void {
    if (this.#descriptor === undefined) {
      setImmediate(() => this.#close());
    } else {
      fs.closeSync(this.#descriptor);
    }
    this.#path = directory;
    this.#descriptor = descriptor;
  }

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
