// The results of a search, in pages: keeps the entries of the pages in use, and how to request the others again.
import type { ListDirEntry, ListDirPage } from "../../text/listing.ts";
import type { EntryCache } from "./entry-cache.ts";
import type { ListPage } from "./directory-pages.ts";

/** How many entries are requested for a page. */
const PAGE_LIMIT = 200;

interface ResultPage {
  /** The `after` that the page was requested with. */
  readonly after: string | undefined;
  /** The path of the last row before it. */
  readonly before: string;
  /** Its first row, counted over all pages. */
  readonly first: number;
  readonly rows: number;
}

export class SearchResults {
  readonly #list: ListPage;
  readonly #cache: EntryCache;
  readonly #onChange: () => void;
  readonly #closed = new AbortController();
  readonly #pages: ResultPage[] = [];
  #next: { readonly after: string | undefined; readonly before: string } | undefined = { after: undefined, before: "" };
  #running = false;
  #found = 0;
  #notes: readonly string[] = [];
  #failure: string | undefined;

  constructor(list: ListPage, cache: EntryCache, onChange: () => void) {
    this.#list = list;
    this.#cache = cache;
    this.#onChange = onChange;
    this.#readNext();
  }

  /** How many rows there are, and one for the rest if there may be more. */
  get rows(): number {
    return this.#known + (this.isComplete ? 0 : 1);
  }

  /** How many entries matched on the pages so far. Directories that are shown only because of a match below are not counted. */
  get found(): number {
    return this.#found;
  }

  get isComplete(): boolean {
    return this.#next === undefined || this.#failure !== undefined;
  }

  get isRunning(): boolean {
    return this.#running;
  }

  /** What the last page said besides its entries. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  get failure(): string | undefined {
    return this.#failure;
  }

  entryAt(row: number): ListDirEntry | undefined {
    const number = this.#pageOf(row);
    const page = this.#pages[number];
    return page && this.#cache.get(this, number)?.[row - page.first];
  }

  /** Requests these rows, unless they are known. */
  want(first: number, count: number): void {
    if (this.#running) {
      return;
    }
    for (let row = first; row < first + count; row += 1) {
      const number = this.#pageOf(row);
      const page = this.#pages[number];
      if (page === undefined) {
        this.#readNext();
        return;
      }
      if (this.#cache.get(this, number) === undefined) {
        void this.#read(page.after, (listing) => {
          this.#cache.set(this, number, newRows(listing, page.before).slice(0, page.rows));
        });
        return;
      }
    }
  }

  /** Stops the search. */
  close(): void {
    this.#closed.abort();
    this.#cache.clear(this);
  }

  get #known(): number {
    const last = this.#pages.at(-1);
    return last === undefined ? 0 : last.first + last.rows;
  }

  #readNext(): void {
    const next = this.#next;
    if (next === undefined || this.#failure !== undefined || this.#running) {
      return;
    }
    void this.#read(next.after, (listing) => {
      const entries = newRows(listing, next.before);
      if (entries.length === 0 && listing.next !== undefined) {
        // Otherwise the same page would be requested again and again.
        throw new Error("the search does not go on: a page of it has nothing new");
      }
      this.#cache.set(this, this.#pages.length, entries);
      this.#pages.push({ ...next, first: this.#known, rows: entries.length });
      this.#found += entries.filter(({ context }) => context !== true).length;
      this.#notes = notesOf(listing);
      const before = entries.at(-1)?.path ?? next.before;
      this.#next = listing.next === undefined ? undefined : { after: listing.next, before };
    });
  }

  async #read(after: string | undefined, take: (listing: ListDirPage) => void): Promise<void> {
    this.#running = true;
    try {
      take(await this.#list({ ...(after !== undefined && { after }), limit: PAGE_LIMIT }, this.#closed.signal));
    } catch (error) {
      if (!this.#closed.signal.aborted) {
        this.#failure = (error as Error).message;
      }
    } finally {
      this.#running = false;
      this.#onChange();
    }
  }

  /** The number of the page that a row is on; one past the last if it is on none. */
  #pageOf(row: number): number {
    const number = this.#pages.findIndex(({ first, rows }) => row < first + rows);
    return number === -1 ? this.#pages.length : number;
  }
}

/** The rows of a page, without the directories above its first entry that the page before has shown already. */
function newRows({ entries }: ListDirPage, before: string): ListDirEntry[] {
  const isShown = ({ kind, path }: ListDirEntry) => kind === "directory" && `${before}/`.startsWith(`${path}/`);
  const first = entries.findIndex((entry) => !isShown(entry));
  return first === -1 ? [] : entries.slice(first);
}

function notesOf(page: ListDirPage): string[] {
  const { timedOutAfter, stoppedAfter, unreadable, notShown, nothingMatches, ignoredNotSearched } = page;
  return [
    ...(timedOutAfter === undefined ? [] : ["timed out: narrow the search"]),
    ...(stoppedAfter === undefined ? [] : ["not everything was read: narrow the search"]),
    ...(unreadable === undefined ? [] : ["some directories could not be read"]),
    ...(notShown === undefined
      ? []
      : [`${notShown.count}${notShown.atLeast === true ? "+" : ""} more match less well`]),
    ...(nothingMatches === undefined ? [] : [`nothing matches ${nothingMatches.join(", ")}`]),
    ...(ignoredNotSearched === true ? ["ignored directories were not searched"] : []),
  ];
}
