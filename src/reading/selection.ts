// What a walk is given, and what a read of a directory takes for it: which entries are wanted, and of those the first ones. However the
// entries come (in the order of a store, in none, or from names that are kept), they are judged here and nowhere else.
import type { ByteString } from "../core/byte-string.ts";
import { isAfter, type Position, type SiblingKey, type Entry } from "../core/entry.ts";
import type { Batch, FileSystem } from "../core/file-system.ts";
import {
  isEntered,
  keepEntry,
  type DirectoryFilter,
  type KeptEntry,
  type KeptVerdict,
  type RootFilter,
} from "../core/filter.ts";
import type { Pace } from "../core/pace.ts";

/** Defaults are filled in at the edge, not here. */
export interface WalkSettings extends Pace {
  readonly fileSystem: FileSystem;
  /** The directory to list. It may be a link; links below it are not followed. */
  readonly root: ByteString;
  readonly rootFilter: RootFilter;
  /** How many levels to visit: 1 is the root's own entries. */
  readonly depth: number;
  /** How many entries at the start to skip. The walk does not yield them. */
  readonly skip: number;
  /** How many entries the reader can use after those. The walk may end once it has yielded that many. */
  readonly needed: number;
  /**
   * How many entries of a directory to keep in memory, unless the page needs more. What does not fit is read again.
   * @default 16384
   */
  readonly mostHeld?: number | undefined;
  /**
   * Whether the walk reports which directories have nothing to show, and whether its first entry has siblings before it.
   * @default false
   */
  readonly marks?: boolean | undefined;
  /**
   * Counts the directories that were read.
   * @default none
   */
  readonly reads?: { directories: number } | undefined;
}

/** How many entries of a directory to keep in memory, unless the page needs more. What does not fit is read again. */
const MOST_HELD = 16_384;

/** How many entries to keep in memory: in proportion to what is shown, not to what is skipped. */
export function mostHeld({ mostHeld: most = MOST_HELD }: WalkSettings, needed: number = 0): number {
  return Math.max(most, 2 * needed);
}

/** Counts down how much of a walk its reader still wants: entries to skip, then entries to show. */
export class PageCounter {
  /** How many entries are still to be skipped, and how many to be shown after those. Only this class changes them. */
  skip: number;
  needed: number;

  constructor({ skip, needed }: Pick<WalkSettings, "skip" | "needed">) {
    this.skip = skip;
    this.needed = needed;
  }

  get isMet(): boolean {
    return this.needed <= 0;
  }

  /** Counts entries that were skipped without a look at them. */
  skipped(count: number): void {
    this.skip -= count;
  }

  /** Counts an entry. Returns whether to show it. */
  admit(): boolean {
    if (this.skip > 0) {
      this.skip -= 1;
      return false;
    }
    this.needed -= 1;
    return true;
  }
}

/** About how many steps of judging to do between clock checks: some milliseconds. */
const STEPS_BETWEEN_LOOKS = 500_000;

/** After this many entries, check the clock in any case. */
const LONGEST_STRIDE = 32;

/**
 * `all`: entries to show, and directories that only lead. `shown`: only entries to show, since nothing below will be entered.
 * `entered`: the directories to enter, shown or not.
 */
export type Wanted = "all" | "shown" | "entered";

/** The directory to read, and what is wanted of it. */
export interface WantedEntries {
  readonly path: ByteString;
  /** The last component of the path. */
  readonly name: ByteString;
  /** The filter of the parent directory; none for the root. */
  readonly above: DirectoryFilter | undefined;
  /** Its own filter, if it was entered before. */
  readonly filter?: DirectoryFilter | undefined;
  readonly keyOf: SiblingKey;
  readonly wants: Wanted;
  /** How many entries come before the needed ones, and how many are needed. Directories that only lead are never counted. */
  readonly counter: PageCounter;
  /** Whether to count the first entries instead of returning them, as long as none of them is a directory to enter. */
  readonly skips: boolean;
  /**
   * Whether directories to enter may be left out if there are more entries than can be kept. They are read separately then.
   * @default false
   */
  readonly takesApart?: boolean | undefined;
  /** Only entries after this position. */
  readonly after?: Position | undefined;
  /** Returns the directories that come next, unless the listing has enough by then. */
  readonly next?: (() => readonly ByteString[]) | undefined;
}

/** The wanted entries of a directory, or the first of them. */
export interface SelectedEntries {
  readonly entries: readonly KeptEntry[];
  /** How many entries before these were skipped. */
  readonly skipped: number;
  /** Where to continue, if there may be more wanted entries. */
  readonly rest?: Position | undefined;
  /** Set if directories to enter were left out. */
  readonly isApart?: boolean | undefined;
  /** Whether the filter left something out that the page may report. Means something only if nothing was found. */
  readonly hasHidden?: boolean | undefined;
}

/** What an empty directory gives. */
const NOTHING: Batch = { entries: [], isWhole: true };

/** Tells the wanted entries of a directory from the others. */
export class Selection {
  readonly #walk: Pick<WalkSettings, "rootFilter" | "signal">;
  readonly #wanted: WantedEntries;
  #filter: DirectoryFilter | undefined;
  #hasDirectories = false;
  /** Whether the filter left something out that the page may report. */
  hasHidden = false;
  /**
   * The first ignored directory that a search passes by. A page that gets past it says that not everything was searched. One is
   * enough for that, so the others are not kept.
   */
  #passedBy: (Position & { readonly entry: Entry }) | undefined;

  constructor(walk: Pick<WalkSettings, "rootFilter" | "signal">, wanted: WantedEntries) {
    this.#walk = walk;
    this.#wanted = wanted;
    this.#filter = wanted.filter;
  }

  /** Whether the walk has to enter directories that are among the wanted entries. */
  get entersSome(): boolean {
    return this.#wanted.wants === "all" && this.#hasDirectories;
  }

  /** The filter of the directory, made for its first batch: rule files may be among those entries. */
  async filterFor({ entries, isWhole }: Batch = NOTHING): Promise<DirectoryFilter> {
    if (this.#filter === undefined) {
      const { name, above } = this.#wanted;
      const known = isWhole === true ? entries : undefined;
      this.#filter = await (above?.enter(name, this.#walk.signal, known) ?? this.#walk.rootFilter(known));
    }
    return this.#filter;
  }

  /** The verdict on an entry that is wanted; undefined for all others. The filter must be known. */
  judge(entry: Entry): KeptVerdict | undefined {
    const { wants } = this.#wanted;
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
    this.#hasDirectories ||= enters;
    return verdict;
  }

  /** Whether a wanted entry is one of those that the page counts. */
  counts(verdict: KeptVerdict): boolean {
    return verdict !== "lead" && this.#wanted.wants !== "entered";
  }

  /** For a read that starts over. */
  clear(): void {
    this.#hasDirectories = false;
    this.hasHidden = false;
    this.#passedBy = undefined;
  }

  /** The entries, with the directory that was passed by in its place, unless the next read will come to it. */
  withPassedBy({ entries, rest }: SelectedEntries): readonly KeptEntry[] {
    const { keyOf, path, wants } = this.#wanted;
    const first = this.#passedBy;
    // At the last level nothing is entered, so nothing is passed by.
    if (first === undefined || wants !== "all" || (rest !== undefined && isAfter(first.key, first.entry, rest))) {
      return entries;
    }
    const later = entries.findIndex((entry) => isAfter(keyOf(entry, path), entry, first));
    const { name, kind } = first.entry;
    return entries.toSpliced(later === -1 ? entries.length : later, 0, { name, kind, verdict: "skip" });
  }

  #passBy(entry: Entry): void {
    const key = this.#wanted.keyOf(entry, this.#wanted.path);
    if (this.#passedBy === undefined || isAfter(this.#passedBy.key, this.#passedBy.entry, { key, entry })) {
      this.#passedBy = { key, entry };
    }
  }
}

/** The first of the wanted entries, where they come in order. Entries that are skipped are not kept. */
export class FirstEntries {
  readonly #selection: Selection;
  readonly #wanted: WantedEntries;
  readonly #most: number;
  readonly #isApart: boolean;
  #entries: KeptEntry[] = [];
  #skipped: number;
  #counted = 0;
  /** Where to continue, if there is room for no more. */
  #rest: Position | undefined;

  /**
   * Keeps at most `most` entries. `skipped` entries were skipped already, without a look at them. If `isApart`, directories to enter may
   * be skipped, too.
   */
  constructor(
    wanted: WantedEntries,
    selection: Selection,
    most: number,
    skipped: number = 0,
    isApart: boolean = false,
  ) {
    this.#selection = selection;
    this.#wanted = wanted;
    this.#most = most;
    this.#skipped = skipped;
    this.#isApart = isApart;
  }

  /** Takes an entry. Returns whether another one is of use. */
  take(entry: Entry): boolean {
    const selection = this.#selection;
    const verdict = selection.judge(entry);
    if (verdict === undefined) {
      return true;
    }
    const { path, keyOf, counter, skips } = this.#wanted;
    const counts = selection.counts(verdict);
    // Once a directory has to be entered, what comes after it is kept: its own entries come before that.
    if (counts && this.#skipped < counter.skip && skips && (this.#isApart || !selection.entersSome)) {
      this.#skipped += 1;
      return true;
    }
    this.#entries.push(keepEntry(entry, verdict));
    this.#counted += Number(counts);
    if (this.#skipped + this.#counted >= counter.skip + counter.needed) {
      return false;
    }
    if (this.#entries.length >= this.#most) {
      this.#rest = { key: keyOf(entry, path), entry };
    }
    return this.#rest === undefined;
  }

  /** For a read that starts over. */
  clear(): void {
    this.#selection.clear();
    this.#entries = [];
    this.#skipped = 0;
    this.#counted = 0;
  }

  taken(): SelectedEntries {
    const { hasHidden } = this.#selection;
    return { entries: this.#entries, skipped: this.#skipped, rest: this.#rest, isApart: this.#isApart, hasHidden };
  }
}

/** How many entries to judge between clock checks: some rules take milliseconds per entry. */
export function strideOf({ cost = 0 }: Pick<DirectoryFilter, "cost">): number {
  return Math.max(1, Math.min(LONGEST_STRIDE, Math.floor(STEPS_BETWEEN_LOOKS / Math.max(cost, 1))));
}
