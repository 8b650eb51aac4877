// One page of a listing: entries up to a limit, and the problems met while reading them.
import { shownKind, type Entry, type EntryDetails, type EntryKind } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";
import type { Directory } from "../tree/directory.ts";
import type { TreeEntry } from "../tree/tree.ts";
import type { EntryRun } from "./walk.ts";

/** How many unreadable directories a page reports besides those among its own entries. */
const MAX_PROBLEMS = 100;

/** An entry of a listing. It has details only if they were asked for. */
export interface ListingEntry extends EntryDetails {
  /**
   * The path below the listing root, joined with `/` on every platform. It is empty, or begins or ends with `/`, only if an object store
   * has empty names.
   */
  readonly path: string;
  readonly kind: EntryKind;
  /** 1 for the root's own entries. */
  readonly depth: number;
  /** Why this directory could not be read, if that was tried. */
  readonly problem?: Problem;
  /** Set if git ignores this entry. A directory was not entered then. */
  readonly ignored?: true;
  /** Set if this is a directory that was opened and has nothing in it. */
  readonly mark?: "empty";
}

/** Entries of a listing that follow each other. */
export interface Page {
  /** In the order of the listing. */
  readonly entries: readonly ListingEntry[];
  /** Where the entries were read, in the same order. */
  readonly sources: readonly EntrySource[];
  /** Directories that could not be read and are not among the entries, each with how many entries come before it. */
  readonly problems: readonly { readonly entry: ListingEntry; readonly position: number }[];
  /** Whether siblings of the first entry come before it. */
  readonly startsMidDirectory: boolean;
  /** Whether there are more entries, or may be because the time was up. */
  readonly more: boolean;
  /** The first entry after the page, if it is known. */
  readonly next?: ListingEntry | undefined;
  /** Whether the page ended because its time was up. */
  readonly isTimedOut: boolean;
  /** How many entries were skipped before the page. */
  readonly skipped: number;
}

/** What an entry of a page was read from. */
export interface EntrySource {
  readonly directory: Directory;
  readonly entry: TreeEntry;
}

/** Collects a page from what a walk finds. */
export class PageBuilder {
  readonly #limit: number;
  readonly #entries: ListingEntry[] = [];
  readonly #sources: EntrySource[] = [];
  readonly #problems: { readonly entry: ListingEntry; readonly position: number }[] = [];
  /** The index of each directory of the page. */
  readonly #directories = new Map<Entry, number>();
  readonly #offset: number;
  /** How many entries are still to be skipped. */
  #skip: number;
  #startsMidDirectory = false;
  #next: ListingEntry | undefined;

  /** `skip`: how many entries come before the page. */
  constructor(skip: number, limit: number) {
    this.#skip = skip;
    this.#limit = limit;
    this.#offset = skip;
  }

  /** Adds the entries that the page has room for. */
  add({ directory, isOpened, entries, isContinued }: EntryRun): void {
    if (isOpened) {
      this.#markRead(directory);
    }
    const skipped = Math.min(this.#skip, entries.length);
    this.#skip -= skipped;
    if (skipped === entries.length) {
      return;
    }
    if (this.#sources.length === 0 && this.#next === undefined) {
      // The previous page has read up to this entry and reported the problems before it.
      if (this.#offset > 0) {
        this.#problems.length = 0;
      }
      this.#startsMidDirectory = isContinued || skipped > 0;
    }
    const [above, depth] = [directory.prefix, directory.depth + 1];
    for (const entry of skipped === 0 ? entries : entries.slice(skipped)) {
      const { name, kind, verdict } = entry;
      const plain = { path: above + name, kind: shownKind(kind), depth };
      const shown: ListingEntry = verdict.isIgnored ? { ignored: true, ...plain } : plain;
      if (this.#entries.length === this.#limit) {
        this.#next = shown;
        return;
      }
      if (kind === "directory") {
        this.#directories.set(entry, this.#entries.length);
      }
      this.#entries.push(shown);
      this.#sources.push({ directory, entry });
    }
  }

  /** Marks a directory that is empty or could not be read. */
  #markRead(directory: Directory): void {
    const { entry, depth, problem, isEmpty } = directory;
    if (problem === undefined && !isEmpty) {
      return;
    }
    const index = entry && this.#directories.get(entry);
    if (index !== undefined) {
      const mark = problem === undefined ? { mark: "empty" as const } : { problem };
      this.#entries[index] = { ...(this.#entries[index] as ListingEntry), ...mark };
    } else if (problem !== undefined && this.#problems.length < MAX_PROBLEMS) {
      const path = directory.prefix.slice(0, -1);
      this.#problems.push({ entry: { path, kind: "directory", depth, problem }, position: this.#entries.length });
    }
  }

  finish(isTimedOut: boolean): Page {
    const page: Page = {
      entries: this.#entries,
      sources: this.#sources,
      problems: this.#problems,
      more: isTimedOut || this.#next !== undefined,
      next: this.#next,
      startsMidDirectory: this.#startsMidDirectory,
      isTimedOut,
      skipped: this.#offset - this.#skip,
    };
    const last = this.#entries.at(-1);
    // If the last entry is a directory that was not read in time, leave it to the next page: that page marks it if it can't be read.
    const isDone = last?.kind !== "directory" || last.problem !== undefined || last.mark !== undefined;
    return isTimedOut && !isDone && this.#entries.length > 1 ? shortenPage(page, this.#entries.length - 1) : page;
  }
}

/** A page with at most its first `length` entries. */
export function shortenPage(page: Page, length: number): Page {
  if (length >= page.entries.length) {
    return page;
  }
  return {
    ...page,
    entries: page.entries.slice(0, length),
    sources: page.sources.slice(0, length),
    problems: page.problems.filter(({ position }) => position <= length),
    more: true,
    next: page.entries[length],
  };
}
