// The system calls that read a disk. Runs in our own process, or in a child process for a mount that may stop answering.
import fs from "node:fs";
import path from "node:path";

import type { Entry, EntryDetails, Location } from "../core/entry.ts";
import {
  ABSENT,
  MAY_BE_ALIAS,
  UNKNOWN,
  type DirectoryRead,
  type FileState,
  type ReadDirectoryOptions,
  type ReadFileOptions,
} from "../core/file-system.ts";
import { readError } from "../core/problem.ts";
import { NameCache } from "./name-cache.ts";
import { kindOf, readAtOnce, readInBatches, rethrowDefect } from "./read-entries.ts";
import {
  hasDescriptorPaths,
  HeldDirectory,
  openDirectory,
  toDiskSpelling,
  type OpenDirectory,
  type OpenMode,
  type PathInfo,
} from "./open-directory.ts";

/** A directory of at most this size is read at once. An entry takes 12 bytes or more on most disks. */
const SMALL_BYTES = 64 * 1024;

/** How many details are read before yielding to the event loop. */
const DETAILS_PER_YIELD = 256;

/** Reads directories, details and small files. A read throws Node's own errors. */
export class DiskReader {
  readonly #cache: NameCache;
  readonly #mode: OpenMode = hasDescriptorPaths() ? "descriptor" : "checked";
  readonly #avoidsMounts: () => boolean;
  readonly #held: HeldDirectory;

  /** `avoidsMounts`: see `HeldDirectory`. */
  constructor(cacheBytes: number, avoidsMounts: () => boolean) {
    this.#cache = new NameCache(cacheBytes);
    this.#avoidsMounts = avoidsMounts;
    this.#held = new HeldDirectory(avoidsMounts);
  }

  /** Whether there still is a directory at a path without links, so that the steps of a path may start there. */
  isThere(directory: string): boolean {
    if (this.#mode !== "descriptor" || this.#avoidsMounts()) {
      return false;
    }
    try {
      this.#held.hold(directory);
      return true;
    } catch (error) {
      rethrowDefect(error);
      return false;
    }
  }

  /** What is at a path. Follows no links, neither at its end nor one that has just replaced a directory above it. */
  inspectPath(location: string): PathInfo {
    // Without descriptors, whoever follows a path checks at its end where it has led.
    if (this.#mode !== "descriptor") {
      return infoAt(location);
    }
    if (!MAY_BE_ALIAS.test(path.basename(location)) && this.#held.enter(location)) {
      return { kind: "directory" };
    }
    return infoAt(this.#held.pathOf(location));
  }

  /** The entries of a directory: of a small one at once, of a large one from the cache, or batch by batch. */
  readDirectory(
    location: Location,
    { after, limit = Infinity, isConfined, signal }: ReadDirectoryOptions,
  ): DirectoryRead {
    const directory = this.#open(location, isConfined);
    try {
      const { size, nlink } = directory.stats();
      // Where several directories are shown as one (overlayfs), the size is that of one of them, and the number of links is always 1.
      const entries = size > 0 && size <= SMALL_BYTES ? readAtOnce(directory.path, nlink === 1) : undefined;
      if (entries !== undefined) {
        directory.checkUnmoved();
        return { isSorted: false, batches: [entries] };
      }
      const cached = this.#cache.find(fs.statSync(directory.path, { bigint: true }));
      if (cached !== undefined) {
        directory.checkUnmoved();
        return { isSorted: true, batches: cached.after(after, limit) };
      }
    } finally {
      directory.close();
    }
    // Opened again when the caller takes the first batch, so that a caller that takes none leaves nothing open.
    return { isSorted: false, batches: this.#readLarge(() => this.#open(location, isConfined), limit, signal) };
  }

  #open(location: Location, isConfined: boolean | undefined): OpenDirectory {
    const isUnchecked = isConfined === false && !this.#avoidsMounts();
    return openDirectory(location, isUnchecked ? "unchecked" : this.#mode, this.#held);
  }

  async *#readLarge(
    open: () => OpenDirectory,
    limit: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly Entry[], void> {
    const directory = open();
    try {
      const before = fs.statSync(directory.path, { bigint: true });
      // Only pages are followed by another read. A search of many large directories would fill the cache for nothing.
      const names = limit === Infinity ? undefined : this.#cache.startRecording(before);
      for await (const entries of readInBatches(directory.path)) {
        signal?.throwIfAborted();
        directory.checkUnmoved();
        names?.add(entries);
        yield entries;
      }
      if (names !== undefined) {
        this.#cache.add(names, before);
      }
    } finally {
      directory.close();
    }
  }

  /** All entries of a directory, for the child process, which can't pass on batches. */
  async readAll(location: Location, isConfined: boolean | undefined): Promise<readonly Entry[]> {
    const all: Entry[] = [];
    for await (const entries of this.readDirectory(location, { isConfined }).batches) {
      entries.forEach((entry) => all.push(entry));
    }
    return all;
  }

  /** The details of entries of a directory, in their order; undefined for one that is gone. */
  async readDetails(
    location: Location,
    entries: readonly Entry[],
    isConfined: boolean | undefined,
  ): Promise<readonly (EntryDetails | undefined)[]> {
    const directory = this.#open(location, isConfined);
    try {
      const details: (EntryDetails | undefined)[] = [];
      for (const { name, bytes } of entries) {
        if (details.length % DETAILS_PER_YIELD === DETAILS_PER_YIELD - 1) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        details.push(detailsOf(entryPath(directory, bytes ?? name)));
      }
      directory.checkUnmoved();
      return details;
    } finally {
      directory.close();
    }
  }

  /** What is at a path, found out at once, however the path is swapped meanwhile. */
  look(location: string, followsLinks: boolean): FileState {
    try {
      const stats = (followsLinks ? fs.statSync : fs.lstatSync)(location, { throwIfNoEntry: false });
      if (stats === undefined) {
        return ABSENT;
      }
      const { dev, ino, size, mtimeMs, ctimeMs } = stats;
      return { kind: kindOf(stats), dev, ino, size, mtimeMs, ctimeMs };
    } catch (error) {
      rethrowDefect(error);
      return UNKNOWN;
    }
  }

  /** The bytes of a file; undefined if it is not a file, or too large. Throws if the directory that it is in does not exist. */
  readFile(location: string, { maxBytes, refusesLinks, isConfined }: ReadFileOptions): Uint8Array | undefined {
    if (!refusesLinks) {
      return readSmallFile(location, maxBytes, refusesLinks);
    }
    const directory = this.#open(path.dirname(location), isConfined);
    try {
      const file = entryPath(directory, path.basename(location));
      const content = readSmallFile(file, maxBytes, refusesLinks);
      directory.checkUnmoved();
      return content;
    } finally {
      directory.close();
    }
  }
}

function infoAt(location: string): PathInfo {
  const kind = kindOf(fs.lstatSync(location));
  if (kind === "symlink") {
    return { kind, target: fs.readlinkSync(location) };
  }
  if (MAY_BE_ALIAS.test(path.basename(location))) {
    if (process.platform === "win32") {
      // A short name is treated as a link to the long one, so that access is checked by the long one.
      const target = toDiskSpelling(location);
      return target === location ? { kind } : { kind: "symlink", target };
    }
    if (process.platform === "linux" && !isListed(location)) {
      throw readError("ENOENT", "the directory lists no such name");
    }
  }
  return { kind };
}

function entryPath({ path: directory }: OpenDirectory, name: string | Uint8Array): string | Buffer {
  return typeof name === "string" && typeof directory === "string"
    ? `${directory}/${name}`
    : Buffer.concat([Buffer.from(directory), Buffer.from("/"), Buffer.from(name)]);
}

/** Undefined for an entry that is gone or can't be inspected. */
function detailsOf(file: string | Buffer): EntryDetails | undefined {
  try {
    const stats = fs.lstatSync(file, { throwIfNoEntry: false });
    if (stats === undefined) {
      return undefined;
    }
    return { ...(stats.isFile() && { size: stats.size }), modifiedMs: Math.floor(stats.mtimeMs) };
  } catch (error) {
    rethrowDefect(error);
    return undefined;
  }
}

/** Checks the kind before opening the file, because opening a pipe or a device has side effects, and once more afterwards. */
function readSmallFile(file: string | Buffer, maxBytes: number, refusesLinks: boolean): Uint8Array | undefined {
  const stat = refusesLinks ? fs.lstatSync : fs.statSync;
  if (stat(file, { throwIfNoEntry: false })?.isFile() !== true) {
    return undefined;
  }
  // Windows has neither flag.
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = fs.constants;
  const descriptor = fs.openSync(file, O_RDONLY | O_NONBLOCK | (refusesLinks ? O_NOFOLLOW : 0));
  try {
    const stats = fs.fstatSync(descriptor);
    if (!stats.isFile() || stats.size > maxBytes) {
      return undefined;
    }
    const bytes = Buffer.alloc(stats.size);
    return bytes.subarray(0, fs.readSync(descriptor, bytes));
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Whether the directory contains an entry of exactly this name. True if the directory can't be read. */
function isListed(location: string): boolean {
  try {
    return fs.readdirSync(path.dirname(location)).includes(path.basename(location));
  } catch (error) {
    rethrowDefect(error);
    return true;
  }
}
