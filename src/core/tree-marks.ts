// Watches a depth-first walk and finds out what its page says besides its entries: which directories of the page have nothing to
// show, and whether the first entry has siblings before it.
import type { SortedEntries } from "./sorted-read.ts";
import type { EmptyMark, Visit } from "./visit.ts";

/** A directory on the path from the root to where the walk is. */
interface WatchedLevel {
  /** Whether the directory is an entry of the page. */
  readonly isOnPage: boolean;
  /** How much the walk had found before it read this directory. Not known of one that it continues after a cursor. */
  foundBefore?: number;
  /** Whether entries of this directory were shown or passed over already. */
  hasShown?: boolean;
  /** Whether it holds entries that are not shown, and that the page may tell of. */
  hasOthers?: boolean;
}

export class TreeMarks {
  /** The deepest last. */
  readonly #levels: WatchedLevel[];
  /** How many entries were shown or passed over, and how many problems met. */
  #found = 0;
  /** Whether no entry of the page has come yet. */
  #isFirst = true;

  /** `depth` is how many levels the walk starts with. */
  constructor(depth: number) {
    this.#levels = Array.from({ length: depth }, () => ({ isOnPage: false }));
  }

  /** The walk enters a directory. */
  enter(isOnPage: boolean): void {
    this.#levels.push({ isOnPage });
  }

  /** A part of the deepest directory was read. `isStart`: its first part. */
  read({ passed, hasHidden }: SortedEntries, isStart: boolean): void {
    const level = this.#deepest();
    if (isStart) {
      level.foundBefore = this.#found;
    }
    this.#found += passed;
    level.hasShown = level.hasShown === true || passed > 0;
    level.hasOthers = level.hasOthers === true || hasHidden === true;
  }

  /** The deepest directory can't be read. */
  fail(): void {
    this.#found += 1;
    this.#levels.pop();
  }

  /** An entry of the deepest directory only leads to others, or is passed by. */
  passBy(): void {
    this.#deepest().hasOthers = true;
  }

  /** An entry of the deepest directory comes before the page. */
  skip(): void {
    this.#found += 1;
    this.#deepest().hasShown = true;
  }

  /** An entry of the deepest directory is on the page. Returns its visit, and whether siblings come before it if it is the first. */
  show(visit: Visit): Visit {
    const hasBefore = this.#isFirst && this.#deepest().hasShown === true;
    this.#isFirst = false;
    this.skip();
    return hasBefore ? { ...visit, hasBefore: true } : visit;
  }

  /** The deepest directory was read to its end. Returns its mark, if it gets one. */
  leave(): EmptyMark | undefined {
    const { isOnPage, foundBefore, hasOthers } = this.#levels.pop() as WatchedLevel;
    if (!isOnPage || foundBefore !== this.#found) {
      return undefined;
    }
    return hasOthers === true ? "no match" : "empty";
  }

  #deepest(): WatchedLevel {
    return this.#levels.at(-1) as WatchedLevel;
  }
}
