// The system calls that read a disk. Runs in our own process, or in a child process for a mount that may stop answering.
import fs from "node:fs";
import path from "node:path";

import type { Entry, EntryDetails, EntryKind, Location, ReadKind } from "../core/entry.ts";
import {
  ABSENT,
  MAY_BE_ALIAS,
  UNKNOWN,
  type DirectoryRead,
  type FileState,
  type ReadDirectoryOptions,
} from "../core/file-system.ts";
import { readError, readErrorCode } from "../core/problem.ts";
import { NameCache } from "./name-cache.ts";
import {
  DirectoryAbove,
  enterDirectories,
  hasDescriptorPaths,
  MAX_PATH_LENGTH,
  openDirectory,
  toDiskSpelling,
  type OpenDirectory,
  type OpenMode,
} from "./open-directory.ts";

export interface PathInfo {
  readonly kind: EntryKind;
  /** The target of a link. */
  readonly target?: string;
}

/** A directory of at most this size is read at once. An entry takes 12 bytes or more on most disks. */
const SMALL_BYTES = 64 * 1024;

/** How many details are read before yielding to the event loop. */
const DETAILS_PER_YIELD = 256;

export class DiskReader {
  readonly #cache: NameCache;
  readonly #mode: OpenMode = hasDescriptorPaths() ? "descriptor" : "checked";
  readonly #avoidsMounts: () => boolean;
  readonly #above = new DirectoryAbove();

  /** `avoidsMounts`: whether a link may lead to a mount that does not answer. Then none is followed, however quickly it was put there. */
  constructor(cacheBytes: number, avoidsMounts: () => boolean) {
    this.#cache = new NameCache(cacheBytes);
    this.#avoidsMounts = avoidsMounts;
  }

  /** How far a path leads through directories alone, see `enterDirectories`. Empty if each name has to be looked at. */
  enterDirectories(location: string, known: string, check: (path: string) => void): string {
    const isShort = location.length <= MAX_PATH_LENGTH && !MAY_BE_ALIAS.test(location) && !location.includes("\0");
    const isSafe = this.#mode === "descriptor" && !this.#avoidsMounts();
    return isShort && isSafe ? enterDirectories(location, known, check) : "";
  }

  /** What is at a path. Follows no links, neither at its end nor one that has just replaced a directory above it. */
  inspectPath(location: string): PathInfo {
    const directory = this.#open(path.dirname(location), this.#mode === "descriptor");
    try {
      return infoAt(path.join(directory.path.toString(), path.basename(location)));
    } finally {
      directory.close();
    }
  }

  readDirectory(
    location: Location,
    { after, limit = Infinity, isConfined, signal }: ReadDirectoryOptions,
  ): DirectoryRead {
    const directory = this.#open(location, isConfined);
    try {
      const size = directory.size();
      if (size > 0 && size <= SMALL_BYTES) {
        const entries = readAtOnce(directory.path);
        directory.check();
        return { isSorted: false, batches: [entries] };
      }
      const cached = this.#cache.find(fs.statSync(directory.path, { bigint: true }));
      if (cached !== undefined) {
        directory.check();
        return { isSorted: true, batches: cached.after(after, limit) };
      }
    } finally {
      directory.close();
    }
    // Opened again when the caller takes the first batch, so that a caller that takes none leaves nothing open.
    return { isSorted: false, batches: this.#readLarge(() => this.#open(location, isConfined), signal) };
  }

  /** A path that is too long for the kernel needs a mode that opens directories one by one. */
  #open(location: Location, isConfined: boolean | undefined): OpenDirectory {
    const above = this.#avoidsMounts() ? this.#above : undefined;
    const isPlain = isConfined === false && above === undefined && location.length <= MAX_PATH_LENGTH;
    return openDirectory(location, isPlain ? "plain" : this.#mode, above);
  }

  async *#readLarge(
    open: () => OpenDirectory,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly Entry[], void> {
    const directory = open();
    try {
      const before = fs.statSync(directory.path, { bigint: true });
      const names = this.#cache.startRecording(before);
      for await (const entries of readInBatches(directory.path)) {
        signal?.throwIfAborted();
        directory.check();
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
      directory.check();
      return details;
    } finally {
      directory.close();
    }
  }

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

  /** Throws if the path does not exist. */
  readFile(
    location: string,
    maxBytes: number,
    refusesLinks: boolean,
    isConfined: boolean | undefined,
  ): Uint8Array | undefined {
    if (!refusesLinks) {
      return readSmallFile(location, maxBytes, refusesLinks);
    }
    const directory = this.#open(path.dirname(location), isConfined);
    try {
      const file = entryPath(directory, path.basename(location));
      const content = readSmallFile(file, maxBytes, refusesLinks);
      directory.check();
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
    return {
      ...(stats.isFile() && { size: stats.size }),
      modifiedMs: Math.floor(stats.mtimeMs),
      ...(stats.isSymbolicLink() && { target: fs.readlinkSync(file) }),
    };
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

function rethrowDefect(error: unknown): void {
  if (readErrorCode(error) === undefined) {
    throw error;
  }
}

/** How many entries are read at a time. */
const BATCH_SIZE = 4096;

/** How many entries are inspected before yielding to the event loop. */
const INSPECTED_PER_YIELD = 256;

/** What Node decodes invalid UTF-8 as. A name can also contain this character itself. */
const REPLACEMENT = "\ufffd";

/** All entries of a small directory. */
function readAtOnce(directory: string | Buffer): Entry[] {
  const entries: Entry[] = [];
  try {
    const found = fs.readdirSync(directory, { withFileTypes: true });
    addValidNames(found, entries);
    if (entries.length === found.length) {
      return entries;
    }
  } catch (error) {
    rethrowUnlessKindUnknown(error);
  }
  const names = fs.readdirSync(directory, "buffer");
  return [...entries, ...inspect(directory, names, new Set(entries.map(({ name }) => name)))];
}

/** The entries of a directory of any size. Reads the next batch while the caller works on the current one. */
async function* readInBatches(directory: string | Buffer): AsyncGenerator<readonly Entry[], void> {
  if (IS_DENO) {
    yield (await fs.promises.readdir(directory, { withFileTypes: true })).map(toEntry);
    return;
  }
  const seen: string[] = [];
  let isComplete = true;
  let tellsKinds = true;
  try {
    for await (const found of readDirents(directory, "utf8")) {
      const entries: Entry[] = [];
      addValidNames(found, entries);
      isComplete &&= entries.length === found.length;
      entries.forEach(({ name }) => seen.push(name));
      yield entries;
    }
  } catch (error) {
    rethrowUnlessKindUnknown(error);
    tellsKinds = false;
  }
  if (tellsKinds && isComplete) {
    return;
  }
  if (tellsKinds && !IS_BUN) {
    for await (const found of readDirents(directory, "buffer")) {
      yield found.flatMap((entry) => {
        const bytes = entry.name as unknown as Buffer;
        const name = bytes.toString();
        return name.includes(REPLACEMENT) ? [toNamed(name, bytes, kindOf(entry))] : [];
      });
    }
    return;
  }
  const known = new Set(seen);
  const names = await fs.promises.readdir(directory, "buffer");
  for (let start = 0; start < names.length; start += INSPECTED_PER_YIELD) {
    yield inspect(directory, names.slice(start, start + INSPECTED_PER_YIELD), known);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The entries of a directory in batches. With "buffer", names are bytes, whatever the type says. */
async function* readDirents(
  directory: string | Buffer,
  encoding: "utf8" | "buffer",
): AsyncGenerator<readonly fs.Dirent[], void> {
  const open = await fs.promises.opendir(directory, { bufferSize: BATCH_SIZE, encoding: encoding as BufferEncoding });
  let next = startRead(open);
  try {
    for (let first = await next; first !== null; first = await next) {
      const found = [first];
      // `readSync` gets the rest of the batch from the buffer, at a tenth of the cost of `read`.
      for (let more = open.readSync(); more !== null; more = found.length < BATCH_SIZE ? open.readSync() : null) {
        found.push(more);
      }
      next = startRead(open);
      yield found;
    }
  } finally {
    // A directory can't be closed while it is being read.
    await next.catch(() => {});
    await open.close();
  }
}

/** Deno's `Dir` returns every entry twice if `read` and `readSync` are mixed, and it can't return names as bytes. */
const IS_DENO = process.versions["deno"] !== undefined;

/** Bun's `Dir` can't return names as bytes either, but its `readdir` can. */
const IS_BUN = process.versions["bun"] !== undefined;

/** Prevents an unhandled rejection if the read fails before it is awaited. */
function startRead(open: fs.Dir): Promise<fs.Dirent | null> {
  const read = open.read();
  read.catch(() => {});
  return read;
}

/** Leaves out names that are not UTF-8, which must be read as bytes. Windows and Deno can't do that, so there all names are added. */
function addValidNames(found: readonly fs.Dirent[], entries: Entry[]): void {
  const takesAll = process.platform === "win32" || IS_DENO;
  for (const entry of found) {
    if (takesAll || !entry.name.includes(REPLACEMENT)) {
      entries.push(toEntry(entry));
    }
  }
}

/** Inspects unknown names one by one: those that are not UTF-8, or all if the file system does not report kinds. */
function inspect(directory: string | Buffer, names: readonly Buffer[], known: ReadonlySet<string>): Entry[] {
  return names.flatMap((bytes) => {
    const name = bytes.toString();
    const kind = known.has(name) ? undefined : inspectKind(Buffer.concat([Buffer.from(directory), SLASH, bytes]));
    if (kind === undefined) {
      return [];
    }
    return [toNamed(name, bytes, kind)];
  });
}

/** An entry with the bytes of its name, if they are not UTF-8. Copied into Node's shared buffer pool, which takes less memory than a buffer of its own. */
function toNamed(name: string, bytes: Buffer, kind: ReadKind): Entry {
  const isText = !name.includes(REPLACEMENT) || bytes.equals(Buffer.from(name));
  return isText ? { name, kind } : { name, kind, bytes: Buffer.from(bytes) };
}

const SLASH = Buffer.from("/");

/** Undefined for an entry that no longer exists. */
function inspectKind(file: Buffer): ReadKind | undefined {
  try {
    const stats = fs.lstatSync(file, { throwIfNoEntry: false });
    return stats === undefined ? undefined : kindOf(stats);
  } catch (error) {
    rethrowDefect(error);
    return "unknown";
  }
}

/** If a file system does not report kinds, Node calls `lstat` on each entry, and fails if one is gone or its name is not UTF-8. */
function rethrowUnlessKindUnknown(error: unknown): void {
  if ((error as NodeJS.ErrnoException).syscall !== "lstat") {
    throw error;
  }
}

function toEntry(entry: fs.Dirent): Entry {
  return { name: entry.name, kind: kindOf(entry) };
}

function kindOf(entry: fs.Dirent | fs.Stats): EntryKind {
  if (entry.isFile()) {
    return "file";
  }
  if (entry.isDirectory()) {
    return "directory";
  }
  return entry.isSymbolicLink() ? "symlink" : "other";
}
