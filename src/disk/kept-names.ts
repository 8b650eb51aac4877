// Keeps the names of the last few huge directories for a minute, so that the next page of one costs no read.
import type { BigIntStats } from "node:fs";

import { byteKey, compareBytes, type Entry, type ReadKind } from "../core/entry.ts";

/** Directories with fewer entries are read again. */
const HUGE = 1000;

const KEPT_MS = 60_000;

/** What a name takes in memory beside its characters, about. */
const NAME_BYTES = 32;

/** Some file systems record times in steps of two seconds. A second change within a step leaves no trace. */
const SETTLED_MS = 2000n;

/** The largest batch that is made of kept names. */
const BATCH = 4096;

interface Kept {
  readonly stats: BigIntStats;
  readonly names: PackedNames;
}

export class KeptNames {
  readonly #maxBytes: number;
  /** By device and inode, the one that was read last at the end. */
  readonly #kept = new Map<string, Kept>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The names of a directory, if it has not changed. `stats` was taken just now. */
  find(stats: BigIntStats): PackedNames | undefined {
    const kept = this.#kept.get(idOf(stats));
    return kept !== undefined && isSame(kept.stats, stats) ? kept.names : undefined;
  }

  /** Somewhere to add the names of a directory while it is read. Undefined if they would not be kept. */
  record({ mtimeMs, ctimeMs }: BigIntStats): PackedNames | undefined {
    const now = BigInt(Date.now());
    const isSettled = mtimeMs + SETTLED_MS < now && ctimeMs + SETTLED_MS < now;
    return isSettled && this.#maxBytes > 0 ? new PackedNames(this.#maxBytes) : undefined;
  }

  /** Keeps the names that were read between two looks at a directory, unless it changed. */
  keep(names: PackedNames, stats: BigIntStats, after: BigIntStats): void {
    if (names.count < HUGE || !isSame(stats, after)) {
      return;
    }
    const key = idOf(stats);
    const kept = { stats, names };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    let total = [...this.#kept.values()].reduce((sum, one) => sum + one.names.bytes, 0);
    for (const [oldest, one] of this.#kept) {
      if (total > this.#maxBytes) {
        this.#kept.delete(oldest);
        total -= one.names.bytes;
      }
    }
    setTimeout(() => this.#kept.get(key) === kept && this.#kept.delete(key), KEPT_MS).unref();
  }
}

function idOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  const isSameTime = one.mtimeNs === other.mtimeNs && one.ctimeNs === other.ctimeNs;
  return isSameTime && one.size === other.size && one.nlink === other.nlink && idOf(one) === idOf(other);
}

/** What is written after the name of an entry, to tell its kind. It sorts before all that a longer name could go on with. */
const SUFFIXES: Readonly<Record<ReadKind, string>> = {
  file: "",
  directory: "/",
  symlink: "\0symlink",
  other: "\0other",
  unknown: "\0unknown",
};

/** Entries as plain strings, which take half the memory. They are sorted when they are first asked for: mostly they are not. */
export class PackedNames {
  readonly #maxBytes: number;
  #names: string[] = [];
  #isSorted = false;
  /** Whether UTF-16 orders some of them differently than UTF-8. */
  #hasHighNames = false;
  #isDropped = false;
  bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get count(): number {
    return this.#names.length;
  }

  /** Drops all if there are too many, or one that a string can't say. */
  add(entries: readonly Entry[]): void {
    for (const { name, kind, bytes } of this.#isDropped ? [] : entries) {
      this.#isDropped ||= bytes !== undefined;
      this.#hasHighNames ||= byteKey(name) !== name;
      this.#names.push(name + SUFFIXES[kind]);
      this.bytes += name.length + NAME_BYTES;
    }
    if (this.#isDropped || this.bytes > this.#maxBytes) {
      this.#isDropped = true;
      this.#names = [];
    }
  }

  /** The entries after a key, in tree order, in batches of about the size that is asked for. */
  *after(key: string | undefined, limit: number): Generator<readonly Entry[], void> {
    if (!this.#isSorted) {
      // Without a function to compare them, nearly all names are sorted in half the time.
      this.#names.sort(this.#hasHighNames ? compareBytes : undefined);
      this.#isSorted = true;
    }
    const size = Math.min(Math.max(limit + 1, 16), BATCH);
    for (let start = key === undefined ? 0 : this.#indexAfter(key); start < this.#names.length; start += size) {
      yield this.#names.slice(start, start + size).map(unpack);
    }
  }

  #indexAfter(key: string): number {
    let [low, high] = [0, this.#names.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const [text] = (this.#names[middle] as string).split("\0", 1) as [string];
      if (compareBytes(text, key) > 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}

function unpack(packed: string): Entry {
  if (packed.endsWith("/")) {
    return { name: packed.slice(0, -1), kind: "directory" };
  }
  const end = packed.indexOf("\0");
  return end === -1
    ? { name: packed, kind: "file" }
    : { name: packed.slice(0, end), kind: packed.slice(end + 1) as ReadKind };
}
