// One page of a listing: reads entries up to a limit, level by level or depth first, and notes the problems met meanwhile.
import { shownKind, type Entry, type EntryDetails, type EntryKind } from "../core/entry.ts";
import { getOrAdd } from "../core/get-or-add.ts";
import type { Problem } from "../core/problem.ts";
import { firstEntries, problemOf, type Directory, type ReadOutcome } from "../tree/directory.ts";
import { scan, type ScanVisitor } from "../tree/scan.ts";
import type { TreeEntry } from "../tree/tree.ts";
import type { Cursor } from "./cursor.ts";
import { walk, type EntryRun } from "./walk.ts";

/** Which page of a tree is read. */
export interface PageRequest {
  /** `breadth`: level by level. The others: see `WalkRequest`. */
  readonly order: "breadth" | "tree" | "path";
  /** How many levels are read; 1 is the root's own entries. */
  readonly depth: number;
  /**
   * Where the page starts, in order `tree`.
   * @default none: at the first entry
   */
  readonly after?: Cursor | undefined;
  /** How many entries come before the page. */
  readonly skip: number;
  readonly limit: number;
  /**
   * Whether to read the details of the entries.
   * @default false
   */
  readonly details?: boolean | undefined;
}

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
  /** Whether the root has no entries, or only denied ones. */
  readonly isRootEmpty: boolean;
  /** How many entries were skipped before the page. */
  readonly skipped: number;
}

/** What an entry of a page was read from. */
export interface EntrySource {
  readonly directory: Directory;
  readonly entry: TreeEntry;
}

/** Reads a page. If the time runs out, returns what was read by then. Throws if the root can't be read or the call was cancelled. */
export async function readPage(root: Directory, request: PageRequest): Promise<Page> {
  const { order, depth, after, skip, limit } = request;
  const builder = new PageBuilder(skip, limit);
  if (order === "breadth") {
    await scan(root, root, { maxDepth: depth }, builder);
  } else {
    // One entry after the page shows that there is more.
    for await (const run of walk(root, { order, depth, after }, skip + limit + 1)) {
      builder.add(run);
    }
  }
  const page = builder.finish();
  return request.details === true ? withDetails(page) : page;
}

/** A page with the details of its entries, as far as they can be read in time. Missing details are not an error. */
async function withDetails(page: Page): Promise<Page> {
  const known = new Map<TreeEntry, EntryDetails | undefined>();
  const inDirectories = new Map<Directory, TreeEntry[]>();
  for (const { directory, entry } of page.sources) {
    getOrAdd(inDirectories, directory, () => []).push(entry);
  }
  for (const [directory, entries] of inDirectories) {
    await directory.readDetails(entries, (entry, details) => known.set(entry, details));
  }
  const entries = page.entries.map((entry, index): ListingEntry => {
    const source = (page.sources[index] as EntrySource).entry;
    return { ...entry, ...(source.details ?? known.get(source)) };
  });
  return { ...page, entries };
}

/** An entry as a listing has it. `prefix`: what its path begins with. */
export function toListingEntry({ name, kind, verdict }: TreeEntry, prefix: string, depth: number): ListingEntry {
  const plain = { path: prefix + name, kind: shownKind(kind), depth };
  return verdict.isIgnored ? { ignored: true, ...plain } : plain;
}

/** What a listing says of a directory that was opened. */
export function stateOf(opened: ReadOutcome): { readonly problem?: Problem; readonly mark?: "empty" } {
  const problem = problemOf(opened);
  return problem === undefined ? (opened.isEmpty ? { mark: "empty" } : {}) : { problem };
}

/** A directory that is not among the entries, because the filters only let it be entered, if it could not be read. */
export function toUnlisted({ prefix, depth }: Directory, opened: ReadOutcome): ListingEntry[] {
  const problem = problemOf(opened);
  return problem === undefined ? [] : [{ path: prefix.slice(0, -1), kind: "directory", depth, problem }];
}

/** Collects a page from what a scan or a walk finds. */
class PageBuilder implements ScanVisitor<Directory> {
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
  #isLate = false;
  #isRootEmpty = false;
  #next: ListingEntry | undefined;

  /** `skip`: how many entries come before the page. */
  constructor(skip: number, limit: number) {
    this.#skip = skip;
    this.#limit = limit;
    this.#offset = skip;
  }

  /** How many more entries are read: one after the page shows that there is more. */
  need(): number {
    return this.#next === undefined ? this.#skip + this.#limit - this.#entries.length + 1 : 0;
  }

  enter(_parent: Directory, _entry: TreeEntry, directory: Directory): Directory {
    return directory;
  }

  leave(directory: Directory, opened: ReadOutcome | undefined): void {
    if (opened !== undefined) {
      const entries = firstEntries(opened).filter(({ verdict }) => verdict.isShown);
      this.add({ directory, opened, entries, isContinued: false });
    }
  }

  /** Adds the entries that the page has room for. */
  add({ directory, opened, wasMarked = false, entries, isContinued }: EntryRun): void {
    if (opened !== undefined) {
      this.#isLate ||= opened.stopped === "time";
      this.#isRootEmpty ||= directory.parent === undefined && opened.isEmpty;
      if (!wasMarked) {
        this.#mark(directory, opened);
      }
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
    const { prefix, depth } = directory;
    for (const entry of skipped === 0 ? entries : entries.slice(skipped)) {
      const shown = toListingEntry(entry, prefix, depth + 1);
      if (this.#entries.length === this.#limit) {
        this.#next = shown;
        return;
      }
      if (entry.kind === "directory") {
        this.#directories.set(entry, this.#entries.length);
      }
      this.#entries.push(shown);
      this.#sources.push({ directory, entry });
    }
  }

  /** Marks a directory that is empty or could not be read. */
  #mark(directory: Directory, opened: ReadOutcome): void {
    const index = directory.entry && this.#directories.get(directory.entry);
    if (index !== undefined) {
      this.#entries[index] = { ...(this.#entries[index] as ListingEntry), ...stateOf(opened) };
    } else if (this.#problems.length < MAX_PROBLEMS) {
      const position = this.#entries.length;
      toUnlisted(directory, opened).forEach((entry) => this.#problems.push({ entry, position }));
    }
  }

  finish(): Page {
    const isTimedOut = this.#isLate && this.#next === undefined;
    const page: Page = {
      entries: this.#entries,
      sources: this.#sources,
      problems: this.#problems,
      more: isTimedOut || this.#next !== undefined,
      next: this.#next,
      startsMidDirectory: this.#startsMidDirectory,
      isTimedOut,
      isRootEmpty: this.#isRootEmpty,
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
