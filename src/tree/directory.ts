// One directory of a tree. It is read once, the filter judges each of its entries once, and they are sorted. Reading a directory checks
// the clock and yields to the event loop.
import type { CallClock } from "../core/call-clock.ts";
import { DeadlineError } from "../core/call-clock.ts";
import {
  byteKey,
  compareByKey,
  joinLocation,
  locationBelow,
  namesTo,
  treeKey,
  type Entry,
  type Location,
  type SiblingKey,
} from "../core/entry.ts";
import type { DirectoryRead, FileSystem } from "../core/file-system.ts";
import type { DirectoryFilter, Verdict } from "../core/filter.ts";
import { isMissing, toProblem, type Problem } from "../core/problem.ts";

/** How many entries are judged or visited between two checks of the clock: hostile rules may take 15 ms for one. */
export const ENTRIES_PER_CHECK = 8;

/** How a tree is read, and in which order its entries are. */
export interface TreeRequest {
  readonly fileSystem: FileSystem;
  readonly clock: CallClock;
  /**
   * Called with the counts of directories and entries as reading goes on.
   * @default none
   */
  readonly onRead?: ((directories: number, entries: number) => void) | undefined;
  readonly keyOf: SiblingKey;
  /**
   * Passed on to each read, see `ReadDirectoryOptions`.
   * @default true
   */
  readonly isConfined?: boolean | undefined;
}

/** What the directories of one tree share: how to read them, and counters. */
export interface Tree extends TreeRequest {
  directoriesRead: number;
  /** Without what is denied: clients are told of it. */
  entriesRead: number;
  /** Whether a directory was not entered because git ignores it, though something in it might have matched. */
  skippedIgnored: boolean;
  /** How many entries were left out: dot names hidden only by `hidden: false`, other dot names, everything else. */
  readonly leftOut: { hidden: number; dotNames: number; others: number };
}

/** A tree of which nothing was read yet. */
export function newTree(request: TreeRequest): Tree {
  const leftOut = { hidden: 0, dotNames: 0, others: 0 };
  return { directoriesRead: 0, entriesRead: 0, skippedIgnored: false, leftOut, ...request };
}

/** An entry with the filter's verdict. */
export interface TreeEntry extends Entry {
  readonly verdict: Verdict;
  /** Sorts it among its siblings. */
  readonly key: string;
}

/** Whether an entry is a directory that the filter lets us enter. */
export function isEnteredDirectory({ kind, verdict }: TreeEntry): boolean {
  return kind === "directory" && verdict.isEntered;
}

/** Gets some files of a directory while the directory is read. */
export type OnFiles = (files: readonly TreeEntry[]) => Promise<unknown>;

export class Directory {
  readonly tree: Tree;
  readonly parent: Directory | undefined;
  /** Its entry in its parent; undefined for the root. */
  readonly entry: Entry | undefined;
  /** 0 for the root. */
  readonly depth: number;
  /** The entries that are shown or entered, in order. Set to none once they have been used: they take memory. */
  entries: readonly TreeEntry[] = [];
  /** Why it could not be read. */
  problem: Problem | undefined;
  /** Whether it could not be read because it is not there. */
  isMissing = false;
  /** Whether it was read and has no entries, or only denied ones. */
  isEmpty = false;
  /** Whether it has entries that were not read, because of a deadline or a limit. */
  isPartial = false;
  /** Whether they are read in order, so that those which were read before a deadline are the first ones. */
  isInOrder = false;
  readonly #locations: Locations;
  #filter: DirectoryFilter | undefined;
  #hasReadRules = false;

  /** The root of a tree. The filters of all other directories are derived from this one. */
  static root(tree: Tree, location: Location, filter: DirectoryFilter): Directory {
    const root = new Directory(tree, undefined, undefined, new Locations(location));
    root.#filter = filter;
    return root;
  }

  private constructor(tree: Tree, parent: Directory | undefined, entry: Entry | undefined, locations: Locations) {
    this.tree = tree;
    this.parent = parent;
    this.entry = entry;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.#locations = locations;
  }

  /** The subdirectory for an entry of this directory. */
  child(entry: Entry): Directory {
    return new Directory(this.tree, this, entry, this.#locations);
  }

  get name(): string {
    return this.entry?.name ?? "";
  }

  /**
   * What the paths of its entries begin with: empty for the root, otherwise ending in `/`. Thousands of directories, each in the one before,
   * would keep as many long texts, so it is made each time, like `location`.
   */
  get prefix(): string {
    return namesTo(this)
      .map((name) => `${name}/`)
      .join("");
  }

  get location(): Location {
    const { parent, entry } = this;
    return parent === undefined ? this.#locations.top : joinLocation(this.#locations.of(parent), entry as Entry);
  }

  get filter(): DirectoryFilter {
    this.#filter ??= (this.parent as Directory).filter.enter(this.name);
    return this.#filter;
  }

  /** Has the filter read the rule files in this directory, once. `mayHave`: whether the directory may contain a file of this name. */
  readRules(mayHave: (name: string) => boolean = () => true): Promise<void> | undefined {
    if (this.#hasReadRules) {
      return undefined;
    }
    this.#hasReadRules = true;
    return this.filter.readRules?.(mayHave);
  }

  /**
   * Reads the directory and keeps the first `count` shown entries after `after` in tree order (a name, with a trailing `/` for a
   * directory). A failure is stored as `problem`, except that it throws for the root. A deadline or a cancelled call always throws.
   * If `onFiles` is given, it gets the files of a large directory batch by batch, each batch in order, and they are not kept.
   */
  async read(count: number = Infinity, after?: string, onFiles?: OnFiles): Promise<void> {
    const { tree } = this;
    const { clock, fileSystem } = tree;
    const selection = new Selection(this, count, after === undefined ? undefined : byteKey(after));
    try {
      await clock.check();
      const { signal, timeoutMs, remainingMs } = clock.wait;
      const { isConfined } = tree;
      const options = { signal, timeoutMs, remainingMs, after, limit: count, isConfined };
      const read = await fileSystem.readDirectory(this.location, options);
      // Backends sort in tree order. Any other order needs all entries.
      this.isInOrder = read.isSorted && tree.keyOf === treeKey;
      await this.#take(read, selection, onFiles);
      this.entries = selection.finish();
      this.isPartial = read.isPartial === true;
      this.isEmpty = after === undefined && selection.isEmpty && !this.isPartial;
    } catch (error) {
      // A caller that catches a `DeadlineError` can still show these.
      this.entries = clock.isOver ? selection.finish() : [];
      this.fail(error);
      if (this.parent === undefined) {
        throw error;
      }
    }
    tree.directoriesRead += 1;
    tree.onRead?.(tree.directoriesRead, tree.entriesRead);
  }

  /** Stores why something of the directory could not be read. Throws if the call was cancelled or its time is up. */
  fail(error: unknown): void {
    const { clock } = this.tree;
    clock.signal?.throwIfAborted();
    if (clock.isOver) {
      this.isPartial = true;
      throw new DeadlineError({ cause: error });
    }
    this.problem = toProblem(error);
    this.isMissing = isMissing(error);
  }

  async #take({ batches }: DirectoryRead, selection: Selection, onFiles?: OnFiles): Promise<void> {
    if (!Array.isArray(batches)) {
      for await (const batch of batches) {
        await this.readRules();
        await this.#takeBatch(batch, selection);
        await onFiles?.(selection.removeFiles());
        if (this.isInOrder && selection.isFull) {
          return;
        }
      }
      return;
    }
    const all: readonly (readonly Entry[])[] = batches;
    const reading = this.readRules((name) => all.some((batch) => batch.some((entry) => entry.name === name)));
    // Awaiting undefined would take as long as judging a few entries.
    if (reading !== undefined) {
      await reading;
    }
    for (const batch of all) {
      await this.#takeBatch(batch, selection);
    }
  }

  async #takeBatch(batch: readonly Entry[], selection: Selection): Promise<void> {
    const { tree } = this;
    for (let start = 0; start < batch.length; start += ENTRIES_PER_CHECK) {
      const yielded = tree.clock.check();
      if (yielded !== undefined) {
        await yielded;
      }
      selection.take(batch, start, Math.min(start + ENTRIES_PER_CHECK, batch.length));
    }
    tree.onRead?.(tree.directoriesRead + 1, tree.entriesRead);
  }
}

/** Where the directories of a tree are. Keeps one location, that of the directory whose subdirectories are being read. */
class Locations {
  readonly top: Location;
  #directory: Directory | undefined;
  #location: Location;

  constructor(top: Location) {
    this.top = top;
    this.#location = top;
  }

  of(directory: Directory): Location {
    if (directory !== this.#directory) {
      const entries: Entry[] = [];
      let inner: Directory | undefined = directory;
      for (; inner?.entry !== undefined && inner !== this.#directory; inner = inner.parent) {
        entries.push(inner.entry);
      }
      this.#location = locationBelow(inner === this.#directory ? this.#location : this.top, entries.toReversed());
      this.#directory = directory;
    }
    return this.#location;
  }
}

/** Judges the entries of a directory. Keeps the first `count` that are shown, and all that are only entered. */
class Selection {
  readonly #directory: Directory;
  readonly #count: number;
  readonly #after: string | undefined;
  #shown: TreeEntry[] = [];
  readonly #onlyEntered: TreeEntry[] = [];
  /** Once there are enough shown entries: any entry with a greater key can be ignored. */
  #lastKey: string | undefined;
  isEmpty = true;

  constructor(directory: Directory, count: number, after: string | undefined) {
    this.#directory = directory;
    this.#count = count;
    this.#after = after;
  }

  get isFull(): boolean {
    return this.#shown.length >= this.#count;
  }

  take(batch: readonly Entry[], start: number, end: number): void {
    const { tree, filter } = this.#directory;
    const { keyOf } = tree;
    for (let index = start; index < end; index += 1) {
      const entry = batch[index] as Entry;
      const key = keyOf(entry);
      if ((this.#lastKey !== undefined && key > this.#lastKey) || (this.#after !== undefined && key <= this.#after)) {
        continue;
      }
      const verdict = filter.judge(entry);
      if (verdict === undefined) {
        continue;
      }
      this.isEmpty = false;
      tree.entriesRead += 1;
      const { name, kind, bytes, details } = entry;
      if (kind === "directory" && verdict.isIgnored && name !== ".git") {
        tree.skippedIgnored = true;
      }
      const kept: TreeEntry = bytes === undefined ? { name, kind, verdict, key } : { name, kind, verdict, key, bytes };
      const complete = details === undefined ? kept : { ...kept, details };
      if (verdict.isShown) {
        this.#shown.push(complete);
        if (this.#shown.length >= 2 * this.#count + ENTRIES_PER_CHECK) {
          this.#shown.sort(compareByKey).length = this.#count;
          this.#lastKey = (this.#shown.at(-1) as TreeEntry).key;
        }
      } else if (verdict.isEntered) {
        this.#onlyEntered.push(kept);
      }
      if (!verdict.isShown) {
        tree.leftOut[verdict.isDotName === true ? "hidden" : name.startsWith(".") ? "dotNames" : "others"] += 1;
      }
    }
  }

  /** Removes and returns the kept entries that are not directories, in order. */
  removeFiles(): readonly TreeEntry[] {
    const files = this.#shown.filter(({ kind }) => kind !== "directory");
    this.#shown = this.#shown.filter(({ kind }) => kind === "directory");
    return files.sort(compareByKey);
  }

  /** The kept entries, in order. */
  finish(): readonly TreeEntry[] {
    const shown = this.#shown.sort(compareByKey);
    shown.length = Math.min(shown.length, this.#count);
    return this.#onlyEntered.length === 0 ? shown : [...shown, ...this.#onlyEntered].sort(compareByKey);
  }
}
