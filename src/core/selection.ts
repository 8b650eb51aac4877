// What a read of a directory takes: which entries are wanted, and of those the first ones. However the entries come (in the order of
// a store, in none, or from names that are known), they are judged here and nowhere else.
import type { Entry } from "./entry.ts";
import { isEntered, keepEntry, type KeptEntry, type KeptVerdict } from "./filter.ts";
import type { Place } from "./place.ts";
import type { Judge, SortedEntries, SortedRead } from "./sorted-read.ts";

/** Before the filter is known. No entry is judged by it. */
const NO_JUDGE: Judge = { judge: () => "hide" };

/** Tells the wanted entries of a directory from the others. */
export class Selection {
  readonly #wants: SortedRead["wants"];
  filter: Judge = NO_JUDGE;
  /** Whether any of the wanted entries is a directory to enter. */
  hasDirectories = false;
  /** Whether the filter left something out that the page may tell of. */
  hasHidden = false;

  constructor({ wants }: Pick<SortedRead, "wants">) {
    this.#wants = wants;
  }

  /** The verdict on an entry that is wanted; undefined for all others. */
  judge(entry: Entry): KeptVerdict | undefined {
    const verdict = this.filter.judge(entry);
    if (verdict === "hide" || verdict === "deny") {
      this.hasHidden ||= verdict === "hide";
      return undefined;
    }
    const wants = this.#wants;
    const enters = entry.kind === "directory" && isEntered(verdict);
    if (verdict === "lead" ? wants === "shown" : wants === "entered" && !enters) {
      this.hasHidden = true;
      return undefined;
    }
    this.hasDirectories ||= enters;
    return verdict;
  }

  /** Whether a wanted entry is one of those that the page counts. */
  counts(verdict: KeptVerdict | undefined): boolean {
    return verdict !== "lead" && this.#wants !== "entered";
  }

  /** For a read that starts over. */
  clear(): void {
    this.hasDirectories = false;
    this.hasHidden = false;
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
  readonly selection: Selection;
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
  constructor(read: SortedRead, most: number, { passed, isApart }: PassedOver = { passed: 0, isApart: false }) {
    this.selection = new Selection(read);
    this.#read = read;
    this.#most = most;
    this.#passed = passed;
    this.#isApart = isApart;
  }

  /** Takes an entry. Returns whether another one is of use. */
  take(entry: Entry): boolean {
    const verdict = this.selection.judge(entry);
    if (verdict === undefined) {
      return true;
    }
    const { skip, needed, path, keyOf } = this.#read;
    const counts = this.selection.counts(verdict);
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
    this.selection.clear();
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
      ...(isAll && { hasHidden: this.selection.hasHidden }),
    };
  }

  /** Whether the next entry may be passed over: no directory before it must be entered. */
  #mayPass(): boolean {
    const { passes, wants } = this.#read;
    return passes && (this.#isApart || !(wants === "all" && this.selection.hasDirectories));
  }
}
