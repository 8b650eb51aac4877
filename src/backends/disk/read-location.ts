// Reads one directory of the disk in the way that suits its size. Small directories are read in one go, which is several times
// cheaper than any asynchronous read. All others are read in batches by the thread pool, so that their size costs neither
// memory nor event-loop time; of huge ones the names are kept. How large a directory may be, its `stat` says, by the rule of its file
// system.
import fs from "node:fs";

import type { ByteString } from "../../core/byte-string.ts";
import type { Entry, EntryKind, ReadKind } from "../../core/entry.ts";
import type { Batch, DirectoryRead, ReadOptions } from "../../core/file-system.ts";
import { LEAST_ENTRIES } from "../../core/names/unsorted-names.ts";
import { DECODES_NAMES, descriptorPath, isEntryIn, rethrowDefect, toLocation } from "./disk-path.ts";
import type { NamesCache } from "./names-cache.ts";
import { readLargeInDeno, readSmallInDeno } from "./read-in-deno.ts";

/** Which directory to read. */
export interface DirectoryToRead {
  /** Its path, or that of a descriptor. */
  readonly path: ByteString;
  readonly stats: fs.Stats;
  /** Whether the path may end in a link. */
  readonly followsLink: boolean;
}

/** The entries of a directory. Throws as a directory read does. */
export function readThroughCache(
  { path, stats, followsLink }: DirectoryToRead,
  options: ReadOptions,
  cache: NamesCache,
): DirectoryRead {
  const location = toLocation(path);
  const rule = ruleOf(stats.dev, location);
  const readPlainly = () => readBySize(path, location, isSmall(stats, rule), options.signal);
  if (!mayBeHuge(stats, rule, LEAST_ENTRIES) || cache.isOff) {
    return readPlainly();
  }
  // Few directories that may be huge are. Those that are hardly large enough are read plainly when they are first seen.
  if (cache.wasHuge(stats) ?? mayBeHuge(stats, rule, 2 * LEAST_ENTRIES)) {
    return readHuge(location, stats, followsLink, options, cache);
  }
  const read = readPlainly();
  if (read.whole !== undefined) {
    cache.noteCount(stats, read.whole.entries.length);
  }
  return read;
}

async function* readHuge(
  location: fs.PathLike,
  found: fs.Stats,
  followsLink: boolean,
  { signal, takesNames, keepsNames, pause = NO_PAUSE }: ReadOptions,
  cache: NamesCache,
): AsyncGenerator<Batch, void> {
  const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = fs.constants;
  const descriptor = fs.openSync(location, O_RDONLY | O_DIRECTORY | (followsLink ? 0 : O_NOFOLLOW));
  try {
    const stats = fs.fstatSync(descriptor, { bigint: true });
    const hasName = (name: ByteString) => isEntryIn(descriptor, name);
    const known = cache.find(stats, hasName);
    if (known !== undefined) {
      if (takesNames === true) {
        yield { entries: [], names: await known.sort(pause) };
        return;
      }
      for (const entries of known.batches()) {
        yield { entries };
      }
      return;
    }
    const recording = keepsNames === true ? undefined : cache.record(stats);
    let count = 0;
    try {
      const size = { size: Number(stats.size), nlink: Number(stats.nlink), dev: Number(stats.dev) };
      for await (const batch of readLocation(descriptorPath(descriptor), size, signal)) {
        if (batch.startsOver === true) {
          recording?.end();
        }
        count += batch.entries.length;
        // A batch that is all there is need not be kept to see that it is too small.
        if (batch.isWhole !== true || count >= LEAST_ENTRIES) {
          recording?.add(batch.entries);
        }
        yield batch;
      }
      cache.noteCount(found, count);
      recording?.keep(fs.fstatSync(descriptor, { bigint: true }), hasName);
    } finally {
      recording?.end();
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

const NO_PAUSE = () => undefined;

/** The number of entries in one batch of a huge directory. Many listings may each get one in the same turn of the event loop. */
const BATCH = 1024;

/** The entries of the directory at a path. Reads it at once if its `stat` shows that it is small, otherwise in batches. */
export function readLocation(
  path: ByteString,
  stats: DirectorySize | undefined,
  signal: AbortSignal | undefined,
): DirectoryRead {
  const location = toLocation(path);
  return readBySize(path, location, stats !== undefined && isSmall(stats, ruleOf(stats.dev, location)), signal);
}

function readBySize(
  path: ByteString,
  location: fs.PathLike,
  isAtOnce: boolean,
  signal: AbortSignal | undefined,
): DirectoryRead {
  if (!isAtOnce) {
    return DECODES_NAMES ? readLargeInDeno(location, BATCH, signal) : readLarge(path, location, signal);
  }
  if (DECODES_NAMES) {
    return new WholeRead(readSmallInDeno(location));
  }
  try {
    const entries = fs.readdirSync(location, { encoding: "latin1", withFileTypes: true }).map(toEntry);
    return new WholeRead(entries);
  } catch (error) {
    if (!isKindUnknown(error)) {
      throw error;
    }
    return readWithKinds(path, location, signal);
  }
}

/** A read that is done. */
class WholeRead implements DirectoryRead {
  readonly whole: Batch;

  constructor(entries: readonly Entry[]) {
    this.whole = { entries, isWhole: true };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Batch, void> {
    yield this.whole;
  }
}

async function* readLarge(
  path: ByteString,
  location: fs.PathLike,
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch, void> {
  try {
    yield* readInBatches(location, signal);
  } catch (error) {
    if (!isKindUnknown(error)) {
      throw error;
    }
    yield* readWithKinds(path, location, signal);
  }
}

/** The kind of the entry at a path, not of what it links to; `unknown` if it exists but we can't find out its kind. */
export function kindOf(path: ByteString): ReadKind | "missing" {
  try {
    // Without an exception for what is not there, which takes longer than the call.
    const stats = fs.lstatSync(toLocation(path), { throwIfNoEntry: false });
    return stats === undefined ? "missing" : toKind(stats);
  } catch (error) {
    const code = rethrowDefect(error);
    return code === "ENOENT" || code === "ENOTDIR" ? "missing" : "unknown";
  }
}

/**
 * Waits for a batch in the thread pool, then takes the rest of the batch from `Dir`'s own buffer with `readSync`, which costs a
 * tenth of an asynchronous read for each entry. The next batch is read while the reader works on this one: both take about as long.
 */
async function* readInBatches(location: fs.PathLike, signal: AbortSignal | undefined): AsyncGenerator<Batch, void> {
  const directory = await fs.promises.opendir(location, { encoding: "latin1" as BufferEncoding, bufferSize: BATCH });
  let next = startRead(directory);
  try {
    for (let entry = await next; entry !== null; entry = await next) {
      const entries = [toEntry(entry)];
      while (entries.length < BATCH) {
        const other = directory.readSync();
        if (other === null) {
          break;
        }
        entries.push(toEntry(other));
      }
      next = startRead(directory);
      yield { entries };
      signal?.throwIfAborted();
    }
  } finally {
    // A directory can't be closed while it is being read.
    await next.catch(() => {});
    await directory.close();
  }
}

/** A failure is for whoever awaits the result, which may be later: until then it must not count as one that nobody handles. */
function startRead(directory: fs.Dir): Promise<fs.Dirent | null> {
  const read = directory.read();
  read.catch(() => {});
  return read;
}

/**
 * Some file systems don't report the kind of an entry with its name. Node then asks for it by the name as we had it decoded,
 * which fails for a name that is not ASCII. We ask by the name's bytes instead.
 */
async function* readWithKinds(
  path: ByteString,
  location: fs.PathLike,
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch, void> {
  const names = (await fs.promises.readdir(location, "latin1" as BufferEncoding)) as ByteString[];
  yield { entries: [], startsOver: true };
  for (let start = 0; start < names.length; start += BATCH) {
    const entries = names.slice(start, start + BATCH).flatMap((name) => {
      const kind = kindOf(`${path}/${name}` as ByteString);
      return kind === "missing" ? [] : [{ name, kind }];
    });
    yield { entries };
    signal?.throwIfAborted();
  }
}

function isKindUnknown(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const { syscall, code } = error as NodeJS.ErrnoException;
  return syscall === "lstat" || code === "ERR_INVALID_ARG_TYPE";
}

function toEntry(entry: fs.Dirent): Entry {
  return { name: entry.name as ByteString, kind: toKind(entry) };
}

export function toKind(entry: fs.Dirent | fs.Stats): EntryKind {
  if (entry.isFile()) {
    return "file";
  }
  if (entry.isDirectory()) {
    return "directory";
  }
  return entry.isSymbolicLink() ? "symlink" : "other";
}

/** Types as `statfs` numbers them on Linux. */
const EXT = 0xef53; // ext2, ext3 and ext4
const XFS = 0x58465342;
const BTRFS = 0x9123683e;
const F2FS = 0xf2f52010;
const ZFS = 0x2fc12fc1;
const TMPFS = 0x01021994;
const OVERLAY = 0x794c7630;

/**
 * Types whose directories say when they change, by the same clock as ours, and that find an entry by its name alone. Network and FUSE
 * file systems may do neither, nor may FAT, and an overlay only if its layers do.
 */
export const TRUSTED_TYPES: ReadonlySet<number> = new Set([EXT, XFS, BTRFS, F2FS, ZFS, TMPFS]);

/** A directory with at most this many entries is small: reading it takes some ten milliseconds. Few small ones have that many. */
const MOST_ENTRIES = 16 * 1024;

/**
 * The least that each entry adds to the size of its directory. File systems count that size in bytes, in entries, or not at all, and
 * an overlay reports the size of one layer for all of them.
 */
const LEAST_PER_ENTRY: ReadonlyMap<number, number> = new Map([
  [EXT, 12],
  [XFS, 16],
  [F2FS, 16],
  [BTRFS, 4], // twice the length of the name
  [TMPFS, 20],
  [ZFS, 1], // the number of entries
  [OVERLAY, 1], // whatever the file system below it counts
]);

/** For platforms that do not number their file systems. On APFS and HFS+ it is 32 and 34. Windows reports all sizes as 0. */
const LEAST_ELSEWHERE = 32;

/** How long we assume that a device has the same file system. */
const RULES_AGE_MS = 1000;

/** What we know about the directories of a file system. */
interface SizeRule {
  /** The largest size of a small directory; 0 if the size says nothing. */
  readonly mostSize: number;
  readonly isOverlay: boolean;
  /** The least that each entry adds to the size of its directory, if its times can be trusted. */
  readonly trustedLeast?: number | undefined;
}

let known: { readonly rules: Map<number, SizeRule>; readonly since: number } | undefined;

/** What a `stat` says about the size of a directory. */
export type DirectorySize = Pick<fs.Stats, "size" | "nlink" | "dev">;

/** Whether a directory is small enough to be read in one go, according to its `stat`. If in doubt, it is not. */
function isSmall({ size, nlink }: DirectorySize, { mostSize, isOverlay }: SizeRule): boolean {
  // A directory that an overlay merges from several layers has a link count of one, and the size of the topmost layer.
  return size > 0 && size <= mostSize && !(isOverlay && nlink === 1);
}

/** Whether a directory may have this many entries, and its times say whether they have changed. */
function mayBeHuge({ size }: DirectorySize, { trustedLeast }: SizeRule, entries: number): boolean {
  return trustedLeast !== undefined && size >= entries * trustedLeast;
}

/** Finds the rule once for each device: asking costs as much as the `stat`. */
function ruleOf(device: number, location: fs.PathLike): SizeRule {
  const now = performance.now();
  if (known === undefined || now - known.since > RULES_AGE_MS) {
    known = { rules: new Map(), since: now };
  }
  let rule = known.rules.get(device);
  if (rule === undefined) {
    rule = findRule(location);
    known.rules.set(device, rule);
  }
  return rule;
}

function findRule(location: fs.PathLike): SizeRule {
  if (process.platform !== "linux") {
    return { mostSize: MOST_ENTRIES * LEAST_ELSEWHERE, isOverlay: false };
  }
  const { type } = fs.statfsSync(location);
  const least = LEAST_PER_ENTRY.get(type) ?? 0;
  // What is kept is read through a descriptor, which some containers have no paths for.
  const trustedLeast = TRUSTED_TYPES.has(type) && fs.existsSync("/proc/self/fd") ? least : undefined;
  return { mostSize: MOST_ENTRIES * least, isOverlay: type === OVERLAY, trustedLeast };
}
