// Which entries of a directory are kept while it is read: the filter judges each once, and no more are kept than the reader asked for.
import { byteKey, compareByKey, type Entry } from "../core/entry.ts";
import type { DirectoryFilter, Verdict } from "../core/filter.ts";
import { ENTRIES_PER_CHECK, type Tree, type TreeEntry } from "./tree.ts";

/** The entries of one directory: the first `count` that are shown, and all that are only entered. */
export class Selection {
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
