// One page of a listing: entries up to a limit, and the problems met while reading them.
import type { EntryDetails, ReadKind } from "../core/entry.ts";
import { joinPath } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";
import type { Directory, TreeEntry } from "../tree/directory.ts";

/** How many unreadable directories a page reports besides those among its own entries. */
const MAX_PROBLEMS = 100;

/** An entry of a page. */
export interface PageEntry {
  /** Relative to the listing root. */
  readonly path: string;
  readonly kind: ReadKind;
  /** 1 for the root's own entries. */
  readonly depth: number;
  /** Set if git ignores it. */
  readonly ignored?: true;
  /** Why this directory could not be read, if that was tried. */
  readonly problem?: Problem;
  /** Set for a directory that was opened and has nothing in it. */
  readonly isEmpty?: true;
  readonly details?: EntryDetails;
}

export interface Page {
  /** In the order of the listing. */
  readonly entries: readonly PageEntry[];
  /** Where the entries were read, in the same order. */
  readonly sources: readonly EntrySource[];
  /** Directories that could not be read and are not among the entries, each with how many entries come before it. */
  readonly problems: readonly { readonly entry: PageEntry; readonly position: number }[];
  /** Whether there are more entries, or may be because the time was up. */
  readonly more: boolean;
  /** The first entry after the page, if it is known. */
  readonly next?: PageEntry | undefined;
  /** Whether siblings of the first entry come before it. */
  readonly startsMidDirectory: boolean;
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

/** Collects a page while the tree is walked. */
export class PageBuilder {
  readonly #limit: number;
  readonly #entries: PageEntry[] = [];
  readonly #sources: EntrySource[] = [];
  readonly #problems: { readonly entry: PageEntry; readonly position: number }[] = [];
  /** The index in `#entries` of each directory, by path. */
  readonly #directories = new Map<string, number>();
  readonly #offset: number;
  /** How many entries are still to be skipped. */
  #skip: number;
  /** The directories of which entries were skipped. */
  readonly #skippedIn = new Set<Directory>();
  #startsMidDirectory = false;
  #next: PageEntry | undefined;

  /** `skip`: how many entries come before the page. */
  constructor(skip: number, limit: number) {
    this.#skip = skip;
    this.#limit = limit;
    this.#offset = skip;
  }

  /** How many more entries to read, including one after the page, which shows that there is more. */
  get needed(): number {
    return this.#skip + this.#limit + 1 - this.#entries.length;
  }

  /** Takes the next entry. Returns whether the page needs another one. `isContinued`: an earlier page has shown siblings of it. */
  take(directory: Directory, entry: TreeEntry, isContinued: boolean = false): boolean {
    if (this.#skip > 0) {
      this.#skip -= 1;
      this.#skippedIn.add(directory);
      return true;
    }
    const path = joinPath(directory.path, entry.name);
    const { kind } = entry;
    const depth = directory.depth + 1;
    const shown: PageEntry = entry.verdict.isIgnored ? { path, kind, depth, ignored: true } : { path, kind, depth };
    if (this.#entries.length === this.#limit) {
      this.#next = shown;
      return false;
    }
    if (this.#entries.length === 0) {
      // The previous page has read up to this entry and reported the problems before it.
      this.#problems.length = this.#offset === 0 ? this.#problems.length : 0;
      this.#startsMidDirectory = isContinued || this.#skippedIn.has(directory);
    }
    if (kind === "directory") {
      this.#directories.set(path, this.#entries.length);
    }
    this.#entries.push(shown);
    this.#sources.push({ directory, entry });
    return true;
  }

  /** Marks a directory that was read as empty or unreadable. */
  noteRead({ path, depth, problem, isEmpty }: Directory): void {
    const index = this.#directories.get(path);
    const mark = problem === undefined ? { isEmpty: true as const } : { problem };
    if (problem === undefined && !isEmpty) {
      return;
    }
    if (index !== undefined) {
      this.#entries[index] = { ...(this.#entries[index] as PageEntry), ...mark };
      return;
    }
    if (problem !== undefined && this.#problems.length < MAX_PROBLEMS) {
      this.#problems.push({ entry: { path, kind: "directory", depth, problem }, position: this.#entries.length });
    }
  }

  /**
   * Removes and returns what was collected, for a caller that reads a whole tree in parts. A directory at the end stays: it may be read
   * next and then turn out to be empty or unreadable.
   */
  drain(): Pick<Page, "entries" | "sources" | "problems" | "startsMidDirectory"> {
    const last = this.#entries.at(-1);
    const count = this.#entries.length - Number(last?.kind === "directory");
    this.#directories.clear();
    if (last?.kind === "directory") {
      this.#directories.set(last.path, 0);
    }
    const [entries, sources] = [this.#entries.splice(0, count), this.#sources.splice(0, count)];
    return { entries, sources, problems: this.#problems.splice(0), startsMidDirectory: false };
  }

  get length(): number {
    return this.#entries.length;
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
    const isDone = last?.kind !== "directory" || last.problem !== undefined || last.isEmpty === true;
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
