// What a page says besides its entries: which of its directories have nothing to show, and whether its first entry has siblings
// before it. A walk reports what it does to one of these observers, and yields the marks that they return.
import type { ByteString } from "../core/byte-string.ts";
import type { SelectedEntries } from "../reading/selection.ts";
import type { EmptyMark, Visit } from "../core/visit.ts";

/** A directory on the path from the root to where the walk is. */
interface WatchedLevel {
  /** Whether the directory is an entry of the page. */
  readonly isOnPage: boolean;
  /** How much the walk had found before it read this directory. Not known of one that it continues after a cursor. */
  foundBefore?: number;
  /** Whether entries of this directory were shown or skipped already. */
  hasShown?: boolean;
  /** Whether it holds entries that are not shown, and that the page may report. */
  hasOthers?: boolean;
}

/** Watches a depth-first walk. */
export class TreeMarks {
  /** The deepest last. */
  readonly #levels: WatchedLevel[];
  /** How many entries were shown or skipped, and how many problems met. */
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
  read({ skipped, hasHidden }: SelectedEntries, isStart: boolean): void {
    const level = this.#deepest();
    if (isStart) {
      level.foundBefore = this.#found;
    }
    this.#found += skipped;
    level.hasShown = level.hasShown === true || skipped > 0;
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

/** A directory of the page in which nothing was found yet, though directories below it may still lead to something. */
interface Unmatched {
  readonly visit: Visit;
  /** How many directories below it the walk still has to read; Infinity if that is not known. */
  pending: number;
}

/**
 * Watches a walk level by level.
 *
 * With the filter `*.ts`: a page shows `a/`, and `a/` holds `b/` and `c/`, which only lead. After `a/` was read, it is without a match
 * and two directories are pending. When `b/` was read and holds `d/`, it is two again; after `c/` one. If `d/` holds nothing, `a/` gets
 * its mark; if it holds `x.ts`, `a/` is forgotten.
 */
export class BreadthMarks {
  /** The directories that are entries of the page. */
  readonly #onPage = new Set<string>();
  readonly #unmatched = new Map<string, Unmatched>();
  /** Whether no entry of the page has come yet. */
  #isFirst = true;
  /** Of the directory that is being read: whether it has entries to show, others that the page may report, and how many that lead. */
  #hasShown = false;
  #hasHidden = false;
  #leads = 0;

  /** The walk starts to read a directory. */
  enter(): void {
    this.#hasShown = false;
    this.#hasHidden = false;
    this.#leads = 0;
  }

  /** A part of it was read. */
  read({ skipped, hasHidden }: SelectedEntries): void {
    this.#hasShown ||= skipped > 0;
    this.#hasHidden ||= hasHidden === true;
  }

  /** A directory in it only leads to others. */
  lead(): void {
    this.#leads += 1;
  }

  /** A directory in it is passed by. */
  passBy(): void {
    this.#hasHidden = true;
  }

  /** An entry of it comes before the page. */
  skip(): void {
    this.#hasShown = true;
  }

  /** An entry of it is on the page. Returns its visit, and whether siblings come before it if it is the first. */
  show(visit: Visit, isEntered: boolean): Visit {
    const hasBefore = this.#isFirst && this.#hasShown;
    this.#isFirst = false;
    this.#hasShown = true;
    if (isEntered) {
      this.#onPage.add(visit.path);
    }
    return hasBefore ? { ...visit, hasBefore: true } : visit;
  }

  /** The directory was read to its end. If `isApart`, the directories in it are read later. Returns the mark that is known by now. */
  leave(path: ByteString, depth: number, isApart: boolean): Visit[] {
    const pending = isApart ? Infinity : this.#leads;
    if (path === "") {
      return [];
    }
    if (this.#hasShown) {
      this.found(path);
      return [];
    }
    if (!this.#onPage.has(path)) {
      return this.#readBelow(path, pending);
    }
    const visit: Visit = { path, kind: "directory", depth };
    if (pending === 0) {
      return [{ ...visit, mark: this.#hasHidden ? "no match" : "empty" }];
    }
    this.#unmatched.set(path, { visit, pending });
    return [];
  }

  /** Something was found in this directory, or could not be read: those above it are not without a match. */
  found(directory: ByteString): void {
    for (const path of this.#above(directory)) {
      this.#unmatched.delete(path);
    }
  }

  /** The walk is over: what is left has no match. */
  finish(): Visit[] {
    return [...this.#unmatched.values()].map(({ visit }) => ({ ...visit, mark: "no match" }));
  }

  /** This directory has nothing to show, and so many more that may lead. The nearest above it may be done by now. */
  #readBelow(directory: ByteString, leads: number): Visit[] {
    for (const path of this.#above(directory)) {
      const unmatched = this.#unmatched.get(path);
      if (unmatched !== undefined) {
        unmatched.pending += leads - 1;
        if (unmatched.pending > 0) {
          return [];
        }
        this.#unmatched.delete(path);
        return [{ ...unmatched.visit, mark: "no match" }];
      }
    }
    return [];
  }

  /** The directories that a directory lies in, the nearest first. */
  *#above(directory: ByteString): Generator<string, void> {
    if (this.#unmatched.size === 0) {
      return;
    }
    for (let end = directory.lastIndexOf("/"); end > 0; end = directory.lastIndexOf("/", end - 1)) {
      yield directory.slice(0, end);
    }
  }
}
