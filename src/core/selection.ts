// What a read of a directory takes: which entries are wanted, and of those the first ones. However the entries come (in the order of
// a store, in none, or from names that are known), they are judged here and nowhere else.
import type { Entry } from "./entry.ts";
import type { Batch } from "./file-system.ts";
import { isEntered, keepEntry, type DirectoryFilter, type KeptEntry, type KeptVerdict } from "./filter.ts";
import { isBehind, type Place } from "./place.ts";
import type { SortedEntries, SortedRead } from "./sorted-read.ts";
import type { WalkSettings } from "./walk-settings.ts";
import { whenKnown } from "./when-known.ts";

/** What an empty directory gives. */
const NOTHING: Batch = { entries: [], isWhole: true };

/** Tells the wanted entries of a directory from the others. */
export class Selection {
  readonly #settings: Pick<WalkSettings, "rootFilter" | "signal">;
  readonly #read: SortedRead;
  #filter: DirectoryFilter | undefined;
  /** Whether any of the wanted entries is a directory to enter. */
  hasDirectories = false;
  /** Whether the filter left something out that the page may tell of. */
  hasHidden = false;
  /**
   * The first ignored directory that a search passes by. A page that gets past it says that not everything was searched. One is
   * enough for that, so the others are not kept.
   */
  #passedBy: (Place & { readonly entry: Entry }) | undefined;

  constructor(settings: Pick<WalkSettings, "rootFilter" | "signal">, read: SortedRead) {
    this.#settings = settings;
    this.#read = read;
    this.#filter = read.filter;
  }

  /**
   * The filter of the directory, made for its first batch: rule files may be among those entries. A promise only if there is
   * something to wait for: a walk asks several times for each directory.
   */
  filterFor({ entries, isWhole }: Batch = NOTHING): Promise<DirectoryFilter> | DirectoryFilter {
    if (this.#filter !== undefined) {
      return this.#filter;
    }
    const { rootFilter, signal } = this.#settings;
    const { name, above } = this.#read;
    const known = isWhole === true ? entries : undefined;
    return whenKnown(above?.enter(name, signal, known) ?? rootFilter(known), (filter) => (this.#filter = filter));
  }

  /** The verdict on an entry that is wanted; undefined for all others. The filter must be known. */
  judge(entry: Entry): KeptVerdict | undefined {
    const { wants } = this.#read;
    let verdict = (this.#filter as DirectoryFilter).judge(entry);
    if (verdict === "pass" || verdict === "skip") {
      this.#passBy(entry);
      verdict = verdict === "pass" ? "ignore" : "hide";
    }
    if (verdict === "hide" || verdict === "deny") {
      this.hasHidden ||= verdict === "hide";
      return undefined;
    }
    const enters = entry.kind === "directory" && isEntered(verdict);
    if (verdict === "lead" ? wants === "shown" : wants === "entered" && !enters) {
      this.hasHidden = true;
      return undefined;
    }
    this.hasDirectories ||= enters;
    return verdict;
  }

  /** Whether a wanted entry is one of those that the page counts. */
  counts(verdict: KeptVerdict): boolean {
    return verdict !== "lead" && this.#read.wants !== "entered";
  }

  /** For a read that starts over. */
  clear(): void {
    this.hasDirectories = false;
    this.hasHidden = false;
    this.#passedBy = undefined;
  }

  /** The entries, with the directory that was passed by in its place, unless the next read will come to it. */
  withPassedBy(entries: readonly KeptEntry[], rest: Place | undefined): readonly KeptEntry[] {
    const { keyOf, path, wants } = this.#read;
    const first = this.#passedBy;
    // At the last level nothing is entered, so nothing is passed by.
    if (first === undefined || wants !== "all" || (rest !== undefined && isBehind(first.key, first.entry, rest))) {
      return entries;
    }
    const later = entries.findIndex((entry) => isBehind(keyOf(entry, path), entry, first));
    const { name, kind } = first.entry;
    return entries.toSpliced(later === -1 ? entries.length : later, 0, { name, kind, verdict: "skip" });
  }

  #passBy(entry: Entry): void {
    const key = this.#read.keyOf(entry, this.#read.path);
    if (this.#passedBy === undefined || isBehind(this.#passedBy.key, this.#passedBy.entry, { key, entry })) {
      this.#passedBy = { key, entry };
    }
  }
}

/** What a read passed over before it began to take entries. */
export interface PassedOver {
  /** How many entries it passed over without a look at them. */
  readonly passed: number;
  /** Whether directories to enter may be among those that are passed over. They are read separately then. */
  readonly isApart: boolean;
}

/** The first of the wanted entries, where they come in order. Entries that are passed over are not kept. */
export class FirstEntries {
  readonly #selection: Selection;
  readonly #read: SortedRead;
  readonly #most: number;
  readonly #isApart: boolean;
  #entries: KeptEntry[] = [];
  #passed = 0;
  #counted = 0;
  /** Where to continue, if there is room for no more. */
  #rest: Place | undefined;
  #isEnough = false;

  /** `most` is how many entries may be kept. */
  constructor(
    read: SortedRead,
    selection: Selection,
    most: number,
    { passed, isApart }: PassedOver = { passed: 0, isApart: false },
  ) {
    this.#selection = selection;
    this.#read = read;
    this.#most = most;
    this.#passed = passed;
    this.#isApart = isApart;
  }

  /** Takes an entry. Returns whether another one is of use. */
  take(entry: Entry): boolean {
    const verdict = this.#selection.judge(entry);
    if (verdict === undefined) {
      return true;
    }
    const { path, keyOf, counter } = this.#read;
    const { skip, needed } = counter;
    const counts = this.#selection.counts(verdict);
    if (counts && this.#passed < skip && this.#mayPass()) {
      this.#passed += 1;
      return true;
    }
    this.#entries.push(keepEntry(entry, verdict));
    this.#counted += Number(counts);
    this.#isEnough = this.#passed + this.#counted >= skip + needed;
    if (!this.#isEnough && this.#entries.length >= this.#most) {
      this.#rest = { key: keyOf(entry, path), entry };
    }
    return !this.#isEnough && this.#rest === undefined;
  }

  /** For a read that starts over. */
  clear(): void {
    this.#selection.clear();
    this.#entries = [];
    this.#passed = 0;
    this.#counted = 0;
  }

  taken(): SortedEntries {
    const isAll = !this.#isEnough && this.#rest === undefined;
    return {
      entries: this.#entries,
      passed: this.#passed,
      rest: this.#rest,
      ...(this.#isApart && { isApart: true }),
      ...(isAll && { hasHidden: this.#selection.hasHidden }),
    };
  }

  /** Whether the next entry may be passed over: no directory before it must be entered. */
  #mayPass(): boolean {
    const { passes, wants } = this.#read;
    return passes && (this.#isApart || !(wants === "all" && this.#selection.hasDirectories));
  }
}
