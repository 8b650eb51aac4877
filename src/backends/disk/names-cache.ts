// Keeps the names in huge directories, so that the next page of one costs a `stat` and no read. Everything that makes this safe is
// here: which names may be kept, and when they are still what is there.
//
// A directory's times change with its entries, but not at once: some file systems record whole seconds, others the time of the last
// timer tick, so a second change may leave no trace. So the names are kept only if the directory had not changed for a while when
// the read began, and if it was the same when the read ended.
//
// In an encrypted directory (fscrypt) all names change with its key, and its times do not. A name that was read without the key is not
// found with it, nor the other way round. So one of the names is looked up as well.
import type fs from "node:fs";

import { BoundedMap } from "../../core/bounded-map.ts";
import type { ByteString } from "../../core/byte-string.ts";
import type { Entry } from "../../core/entry.ts";
import { LEAST_ENTRIES, UnsortedNames } from "../../core/names/unsorted-names.ts";

/** How long a directory must not have changed. File systems that record whole seconds need more than one. */
const SETTLED_NS = 2_100_000_000n;

const SECOND_NS = 1_000_000_000n;

const MOST_HINTS = 4096;

/** By how much the clock may seem to go back between two looks, as it is read in two steps. */
const CLOCK_MARGIN_MS = 20;

/** What a `stat` says that changes with the entries of a directory, or if it is another one. */
type DirectoryStats = Pick<fs.BigIntStats, "dev" | "ino" | "mtimeNs" | "ctimeNs" | "size" | "nlink">;

/** The time as the disk records it, and as nobody can set it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment. */
  elapsed(): number;
}

const SYSTEM_CLOCK: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

/** Whether the directory that a `stat` is of finds an entry by this name. */
export type HasName = (name: ByteString) => boolean;

/** The names in one directory. */
interface KnownNames {
  readonly stats: DirectoryStats;
  readonly names: UnsortedNames;
  /** Any of them, so that nobody can know which name has to be found with the key and without. */
  readonly anyName: ByteString;
}

export class NamesCache {
  readonly #mostBytes: number;
  readonly #clock: Clock;
  /** By device and inode. */
  readonly #known: BoundedMap<string, KnownNames>;
  readonly #recordings = new Map<string, Recording>();
  /** Which directories of some size turned out to be huge, by inode. Only a hint: it decides how they are read, not what is there. */
  readonly #hints = new BoundedMap<number, { readonly size: number; readonly isHuge: boolean }>(MOST_HINTS, () => 1);
  #offset = -Infinity;

  /** Keeps at most so many bytes, for names that are being read as well. */
  constructor(mostBytes: number, clock: Clock = SYSTEM_CLOCK) {
    this.#mostBytes = mostBytes;
    this.#clock = clock;
    this.#known = new BoundedMap(mostBytes, ({ names }) => names.size);
  }

  get isOff(): boolean {
    return this.#mostBytes <= 0;
  }

  /** Whether a directory of this size was huge when it was read last; undefined if that is not known. */
  wasHuge({ ino, size }: Pick<fs.Stats, "ino" | "size">): boolean | undefined {
    const hint = this.#hints.get(ino);
    return hint?.size === size ? hint.isHuge : undefined;
  }

  noteCount({ ino, size }: Pick<fs.Stats, "ino" | "size">, count: number): void {
    this.#hints.set(ino, { size, isHuge: count >= LEAST_ENTRIES });
  }

  /** The names in a directory, if they are known to be those that are there now. `stats` was taken just now. */
  find(stats: DirectoryStats, hasName: HasName): UnsortedNames | undefined {
    this.#watchClock();
    const key = keyOf(stats);
    const known = this.#known.get(key);
    if (known === undefined || (isSame(known.stats, stats) && hasName(known.anyName))) {
      return known?.names;
    }
    this.#known.delete(key);
    return undefined;
  }

  /** Starts to record names. `stats` was taken just now, before the read. Undefined if these can't be kept. */
  record(stats: DirectoryStats): Recording | undefined {
    this.#watchClock();
    const key = keyOf(stats);
    if (!isSettled(stats, this.#clock.now()) || this.#recordings.has(key)) {
      return undefined;
    }
    const recording = new Recording(stats, {
      makeRoom: () => this.#makeRoom(),
      keep: (known) => this.#known.set(key, known),
      end: () => this.#recordings.delete(key),
    });
    this.#recordings.set(key, recording);
    return recording;
  }

  /** Forgets directories until the rest fits, with what is being recorded. Returns whether it does. */
  #makeRoom(): boolean {
    const recorded = [...this.#recordings.values()].reduce((bytes, { names }) => bytes + names.size, 0);
    this.#known.shrinkTo(this.#mostBytes - recorded);
    return recorded <= this.#mostBytes;
  }

  /** If somebody sets the clock back, the times of old changes come again, and say nothing. */
  #watchClock(): void {
    const offset = this.#clock.now() - this.#clock.elapsed();
    if (offset < this.#offset - CLOCK_MARGIN_MS) {
      this.#known.clear();
      this.#recordings.forEach((recording) => recording.end());
    }
    this.#offset = offset;
  }
}

/** What a recording needs from the cache. */
interface RecordingPlace {
  makeRoom(): boolean;
  keep(known: KnownNames): void;
  end(): void;
}

/** The names of a directory while it is being read. */
export class Recording {
  readonly #stats: DirectoryStats;
  readonly #place: RecordingPlace;
  #names: UnsortedNames | undefined = new UnsortedNames();
  #firstName: ByteString | undefined;
  #anyName: ByteString | undefined;
  #size = 0;

  constructor(stats: DirectoryStats, place: RecordingPlace) {
    this.#stats = stats;
    this.#place = place;
  }

  get names(): { readonly size: number } {
    return this.#names ?? { size: 0 };
  }

  add(entries: readonly Entry[]): void {
    this.#names?.add(entries);
    this.#firstName ??= entries[0]?.name;
    // Each name is as likely as any other in the end.
    if (Math.random() * (this.#names?.length ?? 0) < entries.length) {
      this.#anyName = entries[Math.floor(Math.random() * entries.length)]?.name;
    }
    // It grows in steps, and only a step can need more room.
    if (this.names.size > this.#size + STEP_BYTES) {
      this.#size = this.names.size;
      if (!this.#place.makeRoom()) {
        this.end();
      }
    }
  }

  /** Keeps what was read if the directory has not changed meanwhile. `stats` was taken just now. */
  keep(stats: DirectoryStats, hasName: HasName): void {
    const names = this.#names;
    const [first, anyName] = [this.#firstName, this.#anyName];
    const isHuge = names !== undefined && names.length >= LEAST_ENTRIES && first !== undefined && anyName !== undefined;
    // A directory that is open may get its key, but not lose it: if the first name is found now, all were read alike.
    if (isHuge && isSame(this.#stats, stats) && hasName(first) && this.#place.makeRoom()) {
      this.#place.keep({ stats, names, anyName });
    }
    this.end();
  }

  /** Gives up what was read. May be called again: another recording of the directory may have begun meanwhile. */
  end(): void {
    if (this.#names !== undefined) {
      this.#names = undefined;
      this.#place.end();
    }
  }
}

const STEP_BYTES = 1024 * 1024;

function keyOf({ dev, ino }: DirectoryStats): string {
  return `${dev}:${ino}`;
}

function isSame(one: DirectoryStats, other: DirectoryStats): boolean {
  return (
    one.dev === other.dev &&
    one.ino === other.ino &&
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs &&
    one.size === other.size &&
    one.nlink === other.nlink
  );
}

/** Whether a change from now on will show in the directory's times. */
function isSettled({ mtimeNs, ctimeNs }: DirectoryStats, nowMs: number): boolean {
  // Times in the future say nothing, nor do those of a file system that records whole seconds.
  const now = BigInt(nowMs) * 1_000_000n;
  const isWhole = mtimeNs % SECOND_NS === 0n && ctimeNs % SECOND_NS === 0n;
  return !isWhole && now - mtimeNs >= SETTLED_NS && now - ctimeNs >= SETTLED_NS;
}
