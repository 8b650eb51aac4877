// The entries of one open directory, in pages: which are known, which are being asked for, and how many there are. One call at
// a time, and never more entries in memory than the cache keeps.
import { bytesOfEntry, type Listing, type ListingEntry } from "../../render/listing.ts";
import { CallFailure, isPastTheEnd, isTimeout } from "./call-failure.ts";
import type { EntryCache } from "./entry-cache.ts";
import { findFirst } from "./find-first.ts";

/** How many entries a page has. Short enough that the answer hardly ever meets its bound in bytes. */
export const PAGE_ENTRIES = 200;

/** A huge directory may take longer than one call may, while other calls read it too. */
const TRIES = 3;

/** No directory has more. Beyond 2^53 numbers of rows could no longer be told apart. */
const MOST_SUPPOSED = 2 ** 40;

/** What a page is asked for by. */
export interface PageRequest {
  readonly after?: string;
  readonly offset?: number;
  readonly limit: number;
}

/** Lists a part of the directory in order tree. Throws a `CallFailure` if the answer is an error. */
export type ListPage = (request: PageRequest, signal: AbortSignal) => Promise<Listing>;

export class DirectoryPages {
  readonly #list: ListPage;
  readonly #cache: EntryCache;
  readonly #onChange: () => void;
  readonly #closed = new AbortController();
  /** The `after` that a page begins behind, by the number of the page. */
  readonly #cursors = new Map<number, string>();
  /** The pages that are in view and not known, as they were last asked for. */
  #wanted: readonly number[] = [];
  #running: Promise<void> | undefined;
  /** How many entries there are at least. */
  #known = 0;
  /** How many there are, once the last page has been seen. */
  #end: number | undefined;
  /** How many there should be, by a count from elsewhere. */
  #supposed = 0;
  #failure: string | undefined;

  constructor(list: ListPage, cache: EntryCache, onChange: () => void) {
    this.#list = list;
    this.#cache = cache;
    this.#onChange = onChange;
  }

  /** How many rows to show: all entries, or as many as are known and one more. */
  get count(): number {
    return this.#end ?? Math.max(this.#supposed, this.#known === 0 ? 0 : this.#known + 1);
  }

  /** Whether `count` is how many entries there are. */
  get isExact(): boolean {
    return this.#end !== undefined;
  }

  /** Whether the first page has not come yet. */
  get isOpening(): boolean {
    return this.#known === 0 && this.#end === undefined && this.#failure === undefined;
  }

  /** What a model would be told, if the directory can't be listed. */
  get failure(): string | undefined {
    return this.#failure;
  }

  entryAt(index: number): ListingEntry | undefined {
    return this.#cache.get(this, Math.floor(index / PAGE_ENTRIES))?.[index % PAGE_ENTRIES];
  }

  /** Asks for the entries from one to another, unless they are known. */
  want(first: number, last: number): void {
    const wanted: number[] = [];
    const end = Math.min(last, Math.max(this.count - 1, 0));
    for (let page = Math.floor(Math.max(first, 0) / PAGE_ENTRIES); page * PAGE_ENTRIES <= end; page += 1) {
      if (this.#cache.get(this, page) === undefined) {
        wanted.push(page);
      }
    }
    this.#wanted = wanted;
    this.#start();
  }

  /** Takes a count from elsewhere, until the end has been seen. */
  suppose(count: number): void {
    this.#supposed = Math.min(count, MOST_SUPPOSED);
    this.#onChange();
  }

  /** Waits until an entry is known, or can't be. */
  async load(index: number): Promise<ListingEntry | undefined> {
    // At most: the page that is being asked for now, the wanted one, and one more if it was dropped meanwhile.
    for (let turn = 0; turn < 3 && this.entryAt(index) === undefined; turn += 1) {
      this.#wanted = [Math.floor(index / PAGE_ENTRIES)];
      this.#start();
      await this.#running;
    }
    return this.entryAt(index);
  }

  /**
   * The place of the first entry that is not before a name, in the order of listings. It looks at some twenty entries of a
   * million.
   */
  async find(name: string): Promise<number> {
    await this.load(0);
    return findFirst(async (index) => (await this.#isBefore(index, name)) !== true, this.#end);
  }

  /** Stops what is being asked for, and forgets what is known. */
  close(): void {
    this.#closed.abort();
    this.#cache.clear(this);
  }

  /** Whether an entry comes before a name; undefined if there is no such entry. */
  async #isBefore(index: number, name: string): Promise<boolean | undefined> {
    const known = this.entryAt(index);
    if (known !== undefined) {
      return orderOf(known) < name;
    }
    if (this.#end !== undefined && index >= this.#end) {
      return undefined;
    }
    // It may be one of a million, so its page is not loaded for it.
    const entry = await this.#probe(index);
    return entry === undefined ? undefined : orderOf(entry) < name;
  }

  async #probe(index: number): Promise<ListingEntry | undefined> {
    // In turn: only one call at a time.
    while (this.#running !== undefined) {
      await this.#running;
    }
    const { after, offset } = this.#nearest(Math.floor(index / PAGE_ENTRIES));
    const request: PageRequest = { ...after, offset: (offset ?? 1) + (index % PAGE_ENTRIES), limit: 1 };
    const listed = this.#list(request, this.#closed.signal).then(
      ({ entries }) => entries[0],
      (error: unknown) => {
        if (isPastTheEnd(error)) {
          return undefined;
        }
        throw error;
      },
    );
    this.#running = listed.then(
      () => this.#next(),
      () => this.#next(),
    );
    return listed;
  }

  #start(): void {
    const next = this.#wanted.find((page) => this.#cache.get(this, page) === undefined);
    if (this.#running !== undefined || next === undefined || this.#closed.signal.aborted) {
      return;
    }
    this.#wanted = this.#wanted.filter((page) => page !== next);
    this.#running = this.#read(next).finally(() => {
      this.#next();
      this.#onChange();
    });
  }

  #next(): void {
    this.#running = undefined;
    this.#start();
  }

  async #read(page: number, triesLeft: number = TRIES): Promise<void> {
    try {
      await this.#readPage(page);
      this.#failure = undefined;
    } catch (error) {
      if (triesLeft > 1 && isTimeout((error as Error).message)) {
        await this.#read(page, triesLeft - 1);
        return;
      }
      if (isPastTheEnd(error)) {
        // Entries were removed. The pages before this one will show where the end is now.
        this.#supposed = 0;
        this.#end = undefined;
        this.#known = Math.min(this.#known, page * PAGE_ENTRIES);
      } else if (!this.#closed.signal.aborted) {
        this.#failure = (error as Error).message;
      }
    }
  }

  async #readPage(page: number): Promise<void> {
    const { after, offset } = this.#nearest(page);
    const entries: ListingEntry[] = [];
    let request: PageRequest = { ...after, ...(offset !== undefined && { offset }), limit: PAGE_ENTRIES };
    let isLast = false;
    // An answer that would be too long ends early, so a page may take several.
    while (entries.length < PAGE_ENTRIES) {
      const listing = await this.#list(request, this.#closed.signal);
      if (listing.timedOutAfter !== undefined) {
        throw new CallFailure("timed out");
      }
      entries.push(...listing.entries);
      isLast = listing.next === undefined;
      if (listing.next === undefined || listing.entries.length === 0) {
        break;
      }
      request = { after: listing.next, limit: PAGE_ENTRIES - entries.length };
      if (entries.length === PAGE_ENTRIES) {
        this.#cursors.set(page + 1, listing.next);
      }
    }
    const end = page * PAGE_ENTRIES + entries.length;
    if (isLast) {
      this.#end = end;
    } else if (this.#end !== undefined && this.#end <= end) {
      // Entries were added behind what was the end.
      this.#end = undefined;
    }
    this.#known = isLast ? end : Math.max(this.#known, end);
    this.#cache.set(this, page, entries);
  }

  /** The nearest cursor before a page, and the offset from there. */
  #nearest(page: number): { readonly after: { readonly after?: string }; readonly offset?: number } {
    let nearest = 0;
    for (const before of this.#cursors.keys()) {
      nearest = before <= page ? Math.max(nearest, before) : nearest;
    }
    const after = this.#cursors.get(nearest);
    return {
      after: after === undefined ? {} : { after },
      ...(page > nearest && { offset: (page - nearest) * PAGE_ENTRIES + 1 }),
    };
  }
}

/** What siblings are ordered by: the bytes of the name, a directory's with its slash. */
function orderOf(entry: ListingEntry): string {
  return bytesOfEntry(entry) + (entry.kind === "directory" ? "/" : "");
}
