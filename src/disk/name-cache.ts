// Caches the names of the last few huge directories for a minute, so that the next page of one needs no read.
import type { BigIntStats } from "node:fs";

import { byteKey, fromByteKey, type Entry, type ReadKind } from "../core/entry.ts";
import { TIME_STEP_MS } from "../core/file-system.ts";
import { firstIndex } from "../core/first-index.ts";

/** Smaller directories are not cached. */
const MIN_ENTRIES = 1000;

const MAX_AGE_MS = 60_000;

/** Roughly the memory that a name takes in addition to its characters. */
const BYTES_PER_NAME = 32;

const MAX_BATCH_SIZE = 4096;

interface CachedNames {
  readonly stats: BigIntStats;
  readonly names: PackedNames;
}

/** The names of huge directories, kept while their `stat` stays the same. */
export class NameCache {
  readonly #maxBytes: number;
  /** By device and inode, the most recently read last. */
  readonly #cached = new Map<string, CachedNames>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The names of a directory, if it has not changed. `stats` was taken just now. */
  find(stats: BigIntStats): PackedNames | undefined {
    const cached = this.#cached.get(idOf(stats));
    return cached !== undefined && isSame(cached.stats, stats) ? cached.names : undefined;
  }

  /** Collects the names of a directory while it is read. Undefined if they could not be cached. */
  startRecording({ mtimeMs, ctimeMs }: BigIntStats): PackedNames | undefined {
    const settled = BigInt(Date.now() - TIME_STEP_MS);
    const isSettled = mtimeMs < settled && ctimeMs < settled;
    return isSettled && this.#maxBytes > 0 ? new PackedNames(this.#maxBytes) : undefined;
  }

  /** Caches the names of a directory. `stats` was taken before they were read: if it changed meanwhile, they are never found. */
  add(names: PackedNames, stats: BigIntStats): void {
    if (names.count < MIN_ENTRIES) {
      return;
    }
    const key = idOf(stats);
    const added = { stats, names };
    this.#cached.delete(key);
    this.#cached.set(key, added);
    let total = [...this.#cached.values()].reduce((sum, cached) => sum + cached.names.bytes, 0);
    for (const [oldest, cached] of this.#cached) {
      if (total > this.#maxBytes) {
        this.#cached.delete(oldest);
        total -= cached.names.bytes;
      }
    }
    setTimeout(() => this.#cached.get(key) === added && this.#cached.delete(key), MAX_AGE_MS).unref();
  }
}

function idOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  const isSameTime = one.mtimeNs === other.mtimeNs && one.ctimeNs === other.ctimeNs;
  return isSameTime && one.size === other.size && one.nlink === other.nlink && idOf(one) === idOf(other);
}

/** Appended to a name to encode its kind. The NUL sorts before every character that a longer name could continue with. */
const SUFFIXES: Readonly<Record<ReadKind, string>> = {
  file: "",
  directory: "/",
  symlink: "\0symlink",
  other: "\0other",
  unknown: "\0unknown",
};

/**
 * Entries as plain strings, which take half the memory: the keys of their names, and their kinds. Sorted only when they are first used,
 * which is rarely the case.
 */
export class PackedNames {
  readonly #maxBytes: number;
  #names: string[] = [];
  #isSorted = false;
  #isDropped = false;
  bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get count(): number {
    return this.#names.length;
  }

  /** Drops everything if it gets too large, or if a name is not UTF-8. */
  add(entries: readonly Entry[]): void {
    for (const { name, kind, bytes } of this.#isDropped ? [] : entries) {
      this.#isDropped ||= bytes !== undefined;
      this.#names.push(byteKey(name) + SUFFIXES[kind]);
      this.bytes += name.length + BYTES_PER_NAME;
    }
    if (this.#isDropped || this.bytes > this.#maxBytes) {
      this.#isDropped = true;
      this.#names = [];
    }
  }

  /** The entries after a name, in tree order, in batches of about `limit` entries. A directory's name ends in `/`. */
  *after(name: string | undefined, limit: number): Generator<readonly Entry[], void> {
    if (!this.#isSorted) {
      this.#names.sort();
      this.#isSorted = true;
    }
    const size = Math.min(Math.max(limit + 1, 16), MAX_BATCH_SIZE);
    for (
      let start = name === undefined ? 0 : this.#indexAfter(byteKey(name));
      start < this.#names.length;
      start += size
    ) {
      yield this.#names.slice(start, start + size).map(unpack);
    }
  }

  #indexAfter(key: string): number {
    return firstIndex(0, this.#names.length, (index) => {
      const [found] = (this.#names[index] as string).split("\0", 1) as [string];
      return found > key;
    });
  }
}

function unpack(key: string): Entry {
  const packed = fromByteKey(key);
  if (packed.endsWith("/")) {
    return { name: packed.slice(0, -1), kind: "directory" };
  }
  const end = packed.indexOf("\0");
  return end === -1
    ? { name: packed, kind: "file" }
    : { name: packed.slice(0, end), kind: packed.slice(end + 1) as ReadKind };
}
