// One directory of a tree: it is read once, each of its entries is judged once, and they are sorted. This is the only place that waits
// for a file system, looks at the clock and gives way to the event loop.
import type { CallClock } from "../core/call-clock.ts";
import { DeadlineError } from "../core/call-clock.ts";
import { byteKey, joinLocation, joinPath, treeKey, type Entry, type Location, type SiblingKey } from "../core/entry.ts";
import type { DirectoryRead, FileSystem } from "../core/file-system.ts";
import { isEntered, isShown, type DirectoryFilter, type Verdict } from "../core/filter.ts";
import { toProblem, type Problem } from "../core/problem.ts";

/** How many entries are judged between two looks at the clock: a rule may take a millisecond for one. */
const STRIDE = 32;

/** What the directories of one tree share: how they are read, and what reading them has shown. */
export interface Tree {
  readonly fileSystem: FileSystem;
  readonly clock: CallClock;
  readonly keyOf: SiblingKey;
  /**
   * Whether what is read must be what was checked, see `ReadOptions`.
   * @default true
   */
  readonly isConfined?: boolean | undefined;
  /** How many directories and entries were read. */
  directoriesRead: number;
  entriesRead: number;
  /** Whether a directory that git ignores was not entered, though something in it might have matched. */
  passedIgnored: boolean;
  /** @default none: nobody wants to know */
  readonly onRead?: ((directories: number, entries: number) => void) | undefined;
}

/** An entry with the verdict on it. */
export interface TreeEntry extends Entry {
  readonly verdict: Verdict;
  /** Sorts it among its siblings. */
  readonly key: string;
}

/** Takes some entries of a directory while it is read. */
export type TakeFiles = (files: readonly TreeEntry[]) => Promise<unknown>;

export class Directory {
  readonly tree: Tree;
  readonly parent: Directory | undefined;
  readonly name: string;
  /** Relative to the root, whose path is empty. */
  readonly path: string;
  readonly location: Location;
  /** 0 for the root. */
  readonly depth: number;
  /** The entries that are shown or entered, in order. */
  entries: readonly TreeEntry[] = [];
  /** Why it could not be read. */
  problem: Problem | undefined;
  /** Whether it was read and has no entry at all, or only denied ones. */
  isEmpty = false;
  /** Whether it has entries that were not read and will not be: a store stopped before. */
  isPartial = false;
  #filter: DirectoryFilter | undefined;
  #hasRules = false;

  /** The root of a tree. Its filter is given, the others are derived from it. */
  static root(tree: Tree, location: Location, filter: DirectoryFilter): Directory {
    const root = new Directory(tree, undefined, "", location);
    root.#filter = filter;
    return root;
  }

  private constructor(tree: Tree, parent: Directory | undefined, name: string, location: Location) {
    this.tree = tree;
    this.parent = parent;
    this.name = name;
    this.path = parent === undefined ? "" : joinPath(parent.path, name);
    this.location = location;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
  }

  /** The directory that an entry of this one is. */
  inside(entry: Entry): Directory {
    return new Directory(this.tree, this, entry.name, joinLocation(this.location, entry));
  }

  get filter(): DirectoryFilter {
    this.#filter ??= (this.parent as Directory).filter.enter(this.name);
    return this.#filter;
  }

  /** Makes the filter read the rules in this directory, once. `mayHave`: whether the directory may contain a file of this name. */
  async readRules(mayHave: (name: string) => boolean = () => true): Promise<void> {
    if (!this.#hasRules) {
      this.#hasRules = true;
      await this.filter.readRules?.(mayHave);
    }
  }

  /**
   * Reads the directory: so many entries that are shown, and only such that come after `after` in tree order: a name, with a `/` at its end
   * for a directory. A failure becomes its `problem`, except in the root, which throws, as a deadline or a cancelled call does. Of a large
   * directory, `takeFiles` gets what is no directory in batches, each in order, so that it need not be kept until the last one is read.
   */
  async read(count: number = Infinity, after?: string, takeFiles?: TakeFiles): Promise<void> {
    const { tree } = this;
    const { clock, fileSystem } = tree;
    const selection = new Selection(this, count, after === undefined ? undefined : byteKey(after));
    try {
      await clock.check();
      const { signal, timeoutMs } = clock.wait;
      const { isConfined } = tree;
      const options = { signal, timeoutMs, after, limit: count, isConfined };
      const read = await fileSystem.readDirectory(this.location, options);
      await this.#take(read, selection, takeFiles);
      this.entries = selection.finish();
      this.isPartial = read.isPartial === true;
      this.isEmpty = after === undefined && selection.isEmpty && !this.isPartial;
    } catch (error) {
      clock.signal?.throwIfAborted();
      if (clock.isOver) {
        // Who shows what was read when the time is up takes it from here.
        this.entries = selection.finish();
        this.isPartial = true;
        throw new DeadlineError("the time for the call is over", { cause: error });
      }
      if (this.parent === undefined) {
        throw error;
      }
      this.problem = toProblem(error);
    }
    tree.directoriesRead += 1;
    tree.onRead?.(tree.directoriesRead, tree.entriesRead);
  }

  async #take({ batches, isSorted }: DirectoryRead, selection: Selection, takeFiles?: TakeFiles): Promise<void> {
    // Sorted entries come in the order of the tree. Another order needs all of them.
    const stopsWhenFull = isSorted && this.tree.keyOf === treeKey;
    if (!Array.isArray(batches)) {
      for await (const batch of batches) {
        await this.readRules();
        await this.#takeBatch(batch, selection);
        await takeFiles?.(selection.removeFiles());
        if (stopsWhenFull && selection.isFull) {
          return;
        }
      }
      return;
    }
    const all: readonly (readonly Entry[])[] = batches;
    if (!this.#hasRules) {
      await this.readRules((name) => all.some((batch) => batch.some((entry) => entry.name === name)));
    }
    for (const batch of all) {
      await this.#takeBatch(batch, selection);
    }
  }

  async #takeBatch(batch: readonly Entry[], selection: Selection): Promise<void> {
    const { tree } = this;
    tree.entriesRead += batch.length;
    tree.onRead?.(tree.directoriesRead + 1, tree.entriesRead);
    for (let start = 0; start < batch.length; start += STRIDE) {
      const turn = tree.clock.check();
      // Awaiting nothing would cost as much as judging a few entries.
      if (turn !== undefined) {
        await turn;
      }
      selection.take(batch, start, Math.min(start + STRIDE, batch.length));
    }
  }

  /** Drops the entries, once everybody has used them. */
  forget(): void {
    this.entries = [];
  }
}

/** Judges the entries of a directory and keeps those that can be of use: of shown ones, the first `count`. */
class Selection {
  readonly #directory: Directory;
  readonly #count: number;
  readonly #after: string | undefined;
  #shown: TreeEntry[] = [];
  readonly #onlyEntered: TreeEntry[] = [];
  /** The key of the last entry that can still be of use, once there are enough. */
  #last: string | undefined;
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
      // What comes after a full page needs no judging.
      if ((this.#last !== undefined && key > this.#last) || (this.#after !== undefined && key <= this.#after)) {
        continue;
      }
      const verdict = filter.judge(entry);
      if (verdict === "denied") {
        continue;
      }
      this.isEmpty = false;
      const { name, kind, bytes } = entry;
      if (kind === "directory" && (verdict === "passed" || verdict === "ignored") && name !== ".git") {
        tree.passedIgnored = true;
      }
      const kept = bytes === undefined ? { name, kind, verdict, key } : { name, kind, verdict, key, bytes };
      if (isShown(verdict)) {
        this.#shown.push(kept);
        if (this.#shown.length >= 2 * this.#count + STRIDE) {
          this.#shown.sort(compareKeys).length = this.#count;
          this.#last = (this.#shown.at(-1) as TreeEntry).key;
        }
      } else if (isEntered(verdict)) {
        this.#onlyEntered.push(kept);
      }
    }
  }

  /** What is of use so far and no directory, in order. It is not kept. */
  removeFiles(): readonly TreeEntry[] {
    const files = this.#shown.filter(({ kind }) => kind !== "directory");
    this.#shown = this.#shown.filter(({ kind }) => kind === "directory");
    return files.sort(compareKeys);
  }

  /** All that is of use, in order. */
  finish(): readonly TreeEntry[] {
    const shown = this.#shown.sort(compareKeys);
    shown.length = Math.min(shown.length, this.#count);
    return this.#onlyEntered.length === 0 ? shown : [...shown, ...this.#onlyEntered].sort(compareKeys);
  }
}

/** Two entries have the same key only if a store has a file and a directory of one name, in the order of names: the file comes first. */
function compareKeys(a: TreeEntry, b: TreeEntry): number {
  if (a.key < b.key) {
    return -1;
  }
  return a.key > b.key ? 1 : Number(a.kind === "directory") - Number(b.kind === "directory");
}
