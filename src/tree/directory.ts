// One directory of a tree. It is read once, the filter judges each of its entries once, and they are sorted. Reading a directory checks
// the clock and yields to the event loop.
import { DeadlineError } from "../core/call-clock.ts";
import {
  joinLocation,
  locationBelow,
  namesTo,
  treeKey,
  type Entry,
  type EntryDetails,
  type Location,
} from "../core/entry.ts";
import type { DirectoryRead } from "../core/file-system.ts";
import type { DirectoryFilter } from "../core/filter.ts";
import { isMissing, toProblem, type Problem } from "../core/problem.ts";
import { Selection } from "./selection.ts";
import type { Tree, TreeEntry } from "./tree.ts";

/** How many details are read between two checks of the clock. */
const DETAILS_PER_READ = 128;

/** Gets some files of a directory while the directory is read. */
export type OnFiles = (files: readonly TreeEntry[]) => Promise<unknown>;

/** Gets the details of an entry: none if it is gone, or if the file system has none. */
export type OnDetails = (entry: TreeEntry, details: EntryDetails | undefined) => void;

/** A directory that is read, or will be. */
export class Directory {
  readonly tree: Tree;
  readonly parent: Directory | undefined;
  /** Its entry in its parent; undefined for the root. */
  readonly entry: Entry | undefined;
  /** 0 for the root. */
  readonly depth: number;
  /** The entries that are shown or entered, in order. None once they have been taken. */
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

  /** Where it is. */
  get location(): Location {
    const { parent, entry } = this;
    return parent === undefined ? this.#locations.root : joinLocation(this.#locations.of(parent), entry as Entry);
  }

  /** What decides about its entries. */
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
    const { clock, fileSystem, isConfined } = tree;
    const selection = new Selection(tree, this.filter, count, after);
    try {
      await clock.check();
      // Perf: a copy with `...clock.wait` takes as long as reading a small directory.
      const { signal, timeoutMs, remainingMs } = clock.wait;
      const options = { signal, timeoutMs, remainingMs, isConfined, after, limit: count };
      const read = await fileSystem.readDirectory(this.location, options);
      // Backends sort in tree order. Any other order needs all entries.
      this.isInOrder = read.isSorted && tree.keyOf === treeKey;
      await this.#select(read, selection, onFiles);
      this.entries = selection.finish();
      this.isPartial = read.isPartial === true;
      this.isEmpty = after === undefined && selection.isEmpty && !this.isPartial;
    } catch (error) {
      // A caller that catches a `DeadlineError` can still show these.
      this.entries = clock.isOver ? selection.finish() : [];
      this.#fail(error);
      if (this.parent === undefined) {
        throw error;
      }
    }
    tree.directoriesRead += 1;
    tree.onRead?.(tree.directoriesRead, tree.entriesRead);
  }

  /** Returns the entries and forgets them, because they take memory. */
  takeEntries(): readonly TreeEntry[] {
    const { entries } = this;
    this.entries = [];
    return entries;
  }

  /**
   * Reads the details of entries of this directory, unless they came with the names. A failure is stored as `problem`. A deadline or a
   * cancelled call throws.
   */
  async readDetails(entries: readonly TreeEntry[], onDetails: OnDetails): Promise<void> {
    const { clock, fileSystem, isConfined } = this.tree;
    const unknown: TreeEntry[] = [];
    for (const entry of entries) {
      // A directory in a store is only a prefix, without details.
      if (entry.details === undefined && (entry.kind !== "directory" || fileSystem.isObjectStore !== true)) {
        unknown.push(entry);
      } else {
        onDetails(entry, entry.details);
      }
    }
    try {
      for (let start = 0; start < unknown.length; start += DETAILS_PER_READ) {
        await clock.check();
        const batch = unknown.slice(start, start + DETAILS_PER_READ);
        const details = await fileSystem.readDetails?.(this.location, batch, { ...clock.wait, isConfined });
        batch.forEach((entry, index) => onDetails(entry, details?.[index]));
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Passes the entries to the selection as they come, and stops when it has enough. */
  async #select({ batches }: DirectoryRead, selection: Selection, onFiles?: OnFiles): Promise<void> {
    if (Array.isArray(batches)) {
      const all: readonly (readonly Entry[])[] = batches;
      await this.readRules((name) => all.some((batch) => batch.some((entry) => entry.name === name)));
      for (const batch of all) {
        await selection.add(batch);
      }
      return;
    }
    for await (const batch of batches) {
      await this.readRules();
      await selection.add(batch);
      await onFiles?.(selection.removeFiles());
      if (this.isInOrder && selection.isFull) {
        return;
      }
    }
  }

  /** Stores why something of the directory could not be read. Throws if the call was cancelled or its time is up. */
  #fail(error: unknown): void {
    const { clock } = this.tree;
    clock.signal?.throwIfAborted();
    if (clock.isOver) {
      this.isPartial = true;
      throw new DeadlineError({ cause: error });
    }
    this.problem = toProblem(error);
    this.isMissing = isMissing(error);
  }
}

/**
 * Where the directories of a tree are. Remembers where one is, the parent of those that are being read: in a chain of fifty thousand
 * directories, going up to the root for each would take minutes.
 */
class Locations {
  readonly root: Location;
  #directory: Directory | undefined;
  #location: Location;

  constructor(root: Location) {
    this.root = root;
    this.#location = root;
  }

  of(directory: Directory): Location {
    const entries: Entry[] = [];
    let above: Directory | undefined = directory;
    for (; above?.entry !== undefined && above !== this.#directory; above = above.parent) {
      entries.push(above.entry);
    }
    this.#location = locationBelow(above === this.#directory ? this.#location : this.root, entries.toReversed());
    this.#directory = directory;
    return this.#location;
  }
}
