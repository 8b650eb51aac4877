// The results of a search, in pages: keeps the entries of the pages in use, and how to request the others again.
import { renderEnd } from "../../text/closing-lines.ts";
import type { ListDirEntry, ListDirPage } from "../../text/listing.ts";
import type { EntryCache } from "./entry-cache.ts";
import type { ListPage } from "./directory-pages.ts";

/** How many entries are requested for a page. */
const PAGE_LIMIT = 200;

interface ResultPage {
  /** The `after` that the page was requested with. */
  readonly after: string | undefined;
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
  #next: { readonly after: string | undefined } | undefined = { after: undefined };
  #running = false;
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
    return this.found + (this.isComplete ? 0 : 1);
  }

  /** How many entries matched on the pages so far. */
  get found(): number {
    const last = this.#pages.at(-1);
    return last === undefined ? 0 : last.first + last.rows;
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
          this.#cache.set(this, number, matchesOf(listing).slice(0, page.rows));
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

  #readNext(): void {
    const next = this.#next;
    if (next === undefined || this.#failure !== undefined || this.#running) {
      return;
    }
    void this.#read(next.after, (listing) => {
      const entries = matchesOf(listing);
      if (entries.length === 0 && listing.next !== undefined) {
        // Otherwise the same page would be requested again and again.
        throw new Error("the search does not go on: a page of it has nothing new");
      }
      this.#cache.set(this, this.#pages.length, entries);
      this.#pages.push({ ...next, first: this.found, rows: entries.length });
      this.#notes = notesOf(listing);
      this.#next = listing.next === undefined ? undefined : { after: listing.next };
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

/** The entries of a page without the directories that are there only because of what is below them. */
function matchesOf({ entries }: ListDirPage): ListDirEntry[] {
  return entries.filter(({ context }) => context !== true);
}

/** Our own lines after the entries of the answer, but for how to go on: that happens by itself. */
function notesOf(page: ListDirPage): string[] {
  const { moreThan: _more, ...end } = page;
  return renderEnd(end);
}
