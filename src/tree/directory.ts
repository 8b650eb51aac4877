// One directory of a tree: where it is, and how it is read. A read asks the filter about each entry once, keeps no more than the reader asked
// for, sorts it, and returns what it got and why it stopped. Reading checks the clock and yields to the event loop.
import {
  byteKey,
  compareByKey,
  joinLocation,
  locationBelow,
  namesTo,
  treeKey,
  type Entry,
  type EntryDetails,
  type Location,
} from "../core/entry.ts";
import type { DirectoryRead } from "../core/file-system.ts";
import type { DirectoryFilter, Verdict } from "../core/filter.ts";
import { isMissing, toProblem, type Problem } from "../core/problem.ts";
import { ENTRIES_PER_CHECK, type Tree, type TreeEntry, type TreeRequest } from "./tree.ts";

/** Whether an entry is a directory that the filter lets us enter. */
export function isEnteredDirectory({ kind, verdict }: TreeEntry): boolean {
  return kind === "directory" && verdict.isEntered;
}

/** How many details are read between two checks of the clock. */
const DETAILS_PER_READ = 128;

/** Which entries of a directory a reader needs. */
export interface ReadRequest {
  /**
   * The first so many shown entries, in order.
   * @default Infinity
   */
  readonly count?: number;
  /**
   * Only those after this one in tree order: a name, with a `/` at its end for a directory.
   * @default none
   */
  readonly after?: string | undefined;
  /**
   * Gets the files of a large directory batch by batch, each batch in order. They are not kept.
   * @default none
   */
  readonly onFiles?: (files: readonly TreeEntry[]) => Promise<unknown>;
}

/** What a read got, and why it stopped. */
export interface ReadOutcome {
  /** The entries that are shown or entered, in order. */
  readonly entries: readonly TreeEntry[];
  /** Why it could not be read, or that the time of the call ran out: then the entries are those that were read by then. */
  readonly stopped?: Problem | "time" | undefined;
  /** Whether it could not be read because it is not there. */
  readonly isMissing: boolean;
  /** Whether it was read and has no entries, or only denied ones. */
  readonly isEmpty: boolean;
  /** Whether it has entries that were not read, because of the time or a limit. */
  readonly isPartial: boolean;
  /** Whether entries are read in order, so that those which were read in time are the first ones. */
  readonly isSorted: boolean;
}

/** Why a directory could not be read; undefined if it could, or if only the time of the call ran out. */
export function problemOf({ stopped }: ReadOutcome): Problem | undefined {
  return stopped === "time" ? undefined : stopped;
}

/** The first entries of a directory, in order, as far as they are known: those that were read in time may be any. */
export function firstEntries({ entries, stopped, isSorted }: ReadOutcome): readonly TreeEntry[] {
  return stopped === "time" && !isSorted ? [] : entries;
}

/** Gets the details of an entry: none if it is gone, or if the file system has none. */
type OnDetails = (entry: TreeEntry, details: EntryDetails | undefined) => void;

/** Where the root of a tree is, and the directory whose location was needed last: mostly its other directories come next. */
interface KnownLocations {
  readonly root: Location;
  directory: Directory | undefined;
  location: Location;
}

/** A directory, which may be read. It keeps nothing of what was read. */
export class Directory {
  readonly tree: Tree;
  readonly parent: Directory | undefined;
  /** Its entry in its parent; undefined for the root. */
  readonly entry: Entry | undefined;
  /** 0 for the root. */
  readonly depth: number;
  readonly #known: KnownLocations;
  #filter: DirectoryFilter | undefined;
  #hasReadRules = false;

  /** The root of a tree of which nothing has been read yet. The filters of all other directories are derived from this one. */
  static root(request: TreeRequest, location: Location, filter: DirectoryFilter): Directory {
    const leftOut = { hidden: 0, dotNames: 0, others: 0 };
    const tree = { directoriesRead: 0, entriesRead: 0, skippedIgnored: false, leftOut, ...request };
    return new Directory(tree, undefined, undefined, { root: location, directory: undefined, location }, filter);
  }

  private constructor(
    tree: Tree,
    parent: Directory | undefined,
    entry: Entry | undefined,
    known: KnownLocations,
    filter?: DirectoryFilter,
  ) {
    this.tree = tree;
    this.parent = parent;
    this.entry = entry;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.#known = known;
    this.#filter = filter;
  }

  /** The subdirectory for an entry of this directory. */
  child(entry: Entry): Directory {
    return new Directory(this.tree, this, entry, this.#known);
  }

  /** The same directory with another filter. */
  withFilter(filter: DirectoryFilter): Directory {
    return new Directory(this.tree, this.parent, this.entry, this.#known, filter);
  }

  get name(): string {
    return this.entry?.name ?? "";
  }

  /** What the paths of its entries begin with: empty for the root, otherwise ending in `/`. */
  get prefix(): string {
    return namesTo(this)
      .map((name) => `${name}/`)
      .join("");
  }

  /** Where it is. Made each time: thousands of directories, each in the one before, would keep as many long texts. */
  get location(): Location {
    const { parent, entry } = this;
    const known = this.#known;
    if (parent === undefined || entry === undefined) {
      return known.root;
    }
    if (known.directory !== parent) {
      const entries: Entry[] = [];
      let above: Directory | undefined = parent;
      for (; above?.entry !== undefined && above !== known.directory; above = above.parent) {
        entries.push(above.entry);
      }
      known.location = locationBelow(above === known.directory ? known.location : known.root, entries.toReversed());
      known.directory = parent;
    }
    return joinLocation(known.location, entry);
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

  /** Reads the directory. Throws if the call was cancelled, and for the root also if it can't be read. */
  async read({ count = Infinity, after, onFiles }: ReadRequest = {}): Promise<ReadOutcome> {
    const { tree } = this;
    const { clock, fileSystem, isConfined } = tree;
    const selection = new Selection(tree, this.filter, count, after);
    let isSorted = false;
    let outcome: ReadOutcome;
    try {
      await clock.check();
      // Perf: a copy with `...clock.wait` takes as long as reading a small directory.
      const { signal, timeoutMs, remainingMs } = clock.wait;
      const options = { signal, timeoutMs, remainingMs, isConfined, after, limit: count };
      const read = await fileSystem.readDirectory(this.location, options);
      // Backends sort in tree order. Any other order needs all entries.
      isSorted = read.isSorted && tree.keyOf === treeKey;
      await this.#select(read, isSorted, selection, onFiles);
      const isPartial = read.isPartial === true;
      const isEmpty = after === undefined && selection.isEmpty && !isPartial;
      outcome = { entries: selection.finish(), isMissing: false, isEmpty, isPartial, isSorted };
    } catch (error) {
      const stopped = this.#whyStopped(error);
      if (stopped !== "time" && this.parent === undefined) {
        throw error;
      }
      outcome = {
        entries: stopped === "time" ? selection.finish() : [],
        stopped,
        isMissing: stopped !== "time" && isMissing(error),
        isEmpty: false,
        isPartial: stopped === "time",
        isSorted,
      };
    }
    if (outcome.stopped !== "time") {
      tree.directoriesRead += 1;
      tree.onRead?.(tree.directoriesRead, tree.entriesRead);
    }
    return outcome;
  }

  /** Reads the details of entries of this directory, unless they came with the names. Returns why not all could be read, if so. */
  async readDetails(entries: readonly TreeEntry[], onDetails: OnDetails): Promise<ReadOutcome["stopped"]> {
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
      return undefined;
    } catch (error) {
      return this.#whyStopped(error);
    }
  }

  /** Passes the entries to the selection as they come, and stops when it has enough. */
  async #select(
    { batches }: DirectoryRead,
    isSorted: boolean,
    selection: Selection,
    onFiles: ReadRequest["onFiles"],
  ): Promise<void> {
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
      if (isSorted && selection.isFull) {
        return;
      }
    }
  }

  /** What a failed read means. Throws if the call was cancelled, or if the failure is a defect. */
  #whyStopped(error: unknown): Problem | "time" {
    const { clock } = this.tree;
    clock.signal?.throwIfAborted();
    const problem = toProblem(error);
    return clock.isOver ? "time" : problem;
  }
}

/** The entries of one directory: the first `count` that are shown, and all that are only entered. */
class Selection {
  readonly #tree: Tree;
  readonly #filter: DirectoryFilter;
  readonly #count: number;
  readonly #afterKey: string | undefined;
  #shown: TreeEntry[] = [];
  readonly #onlyEntered: TreeEntry[] = [];
  /** Once there are enough shown entries: any entry with a greater key can be ignored. */
  #lastKey: string | undefined;
  /** Whether no entry was found but denied ones. */
  isEmpty = true;

  /** `after`: only entries after this one count, see `ReadDirectoryOptions`. */
  constructor(tree: Tree, filter: DirectoryFilter, count: number, after: string | undefined) {
    this.#tree = tree;
    this.#filter = filter;
    this.#count = count;
    this.#afterKey = after === undefined ? undefined : byteKey(after);
  }

  get isFull(): boolean {
    return this.#shown.length >= this.#count;
  }

  /** Judges entries, and keeps those that are needed. Checks the clock. */
  async add(entries: readonly Entry[]): Promise<void> {
    const tree = this.#tree;
    for (let index = 0; index < entries.length; index += 1) {
      if (index % ENTRIES_PER_CHECK === 0) {
        await tree.clock.check();
      }
      const entry = entries[index] as Entry;
      const key = tree.keyOf(entry);
      const verdict = this.#isOutOfRange(key) ? undefined : this.#filter.judge(entry);
      if (verdict !== undefined) {
        this.isEmpty = false;
        this.#countEntry(entry, verdict);
        this.#keep(toTreeEntry(entry, verdict, key));
      }
    }
    tree.onRead?.(tree.directoriesRead + 1, tree.entriesRead);
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

  #isOutOfRange(key: string): boolean {
    const isTooLate = this.#lastKey !== undefined && key > this.#lastKey;
    return isTooLate || (this.#afterKey !== undefined && key <= this.#afterKey);
  }

  #countEntry({ name, kind }: Entry, { isShown, isIgnored, isDotName }: Verdict): void {
    const tree = this.#tree;
    tree.entriesRead += 1;
    if (kind === "directory" && isIgnored && name !== ".git") {
      tree.skippedIgnored = true;
    }
    if (!isShown) {
      tree.leftOut[isDotName === true ? "hidden" : name.startsWith(".") ? "dotNames" : "others"] += 1;
    }
  }

  #keep(entry: TreeEntry): void {
    const shown = this.#shown;
    if (entry.verdict.isShown) {
      shown.push(entry);
    } else if (entry.verdict.isEntered) {
      this.#onlyEntered.push(entry);
    }
    // Sorted now and then, so that a huge directory is never kept whole for a small page.
    if (shown.length >= 2 * this.#count + ENTRIES_PER_CHECK) {
      shown.sort(compareByKey).length = this.#count;
      this.#lastKey = (shown.at(-1) as TreeEntry).key;
    }
  }
}

/** Perf: an entry copied with `...entry` makes a search take a third longer. */
function toTreeEntry({ name, kind, bytes, details }: Entry, verdict: Verdict, key: string): TreeEntry {
  const plain: TreeEntry = { name, kind, verdict, key };
  return bytes === undefined && details === undefined
    ? plain
    : { ...plain, ...(bytes !== undefined && { bytes }), ...(details !== undefined && { details }) };
}
