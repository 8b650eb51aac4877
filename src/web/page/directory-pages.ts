// The entries of one open directory, in pages: which are known, which are being requested, and how many there are. Makes one call at a
// time. All entries are in the cache, which limits the memory.
import { byteKey } from "../../core/entry.ts";
import type { ListDirEntry, ListDirPage } from "../../text/listing.ts";
import { CallFailure } from "./call-failure.ts";
import type { EntryCache } from "./entry-cache.ts";
import { findFirst } from "./find-first.ts";

/** How many entries a page has. */
export const PAGE_ENTRIES = 200;

/** How often a page is requested if it times out: a huge directory may take longer than a call may last, while others read it too. */
const TRIES = 3;

/** No directory has more entries. Above 2^53, numbers of rows would no longer be exact. */
const MAX_EXPECTED = 2 ** 40;

/** The arguments that select a page. */
export interface PageRequest {
  readonly after?: string;
  readonly offset?: number;
  readonly limit: number;
}

/** Lists a part of the directory in order tree. Throws a `CallFailure` if the answer is an error. */
export type ListPage = (request: PageRequest, signal: AbortSignal) => Promise<ListDirPage>;

export class DirectoryPages {
  readonly #list: ListPage;
  readonly #cache: EntryCache;
  readonly #onChange: () => void;
  readonly #closed = new AbortController();
  /** The `after` of each page, by the number of the page. */
  readonly #cursors = new Map<number, string>();
  /** The pages that the last `want` asked for and that are not known yet. */
  #wanted: readonly number[] = [];
  #running: Promise<void> | undefined;
  /** How many entries there are at least. */
  #known = 0;
  /** How many there are, once the last page has been seen. */
  #end: number | undefined;
  /** How many there are according to a map. */
  #expected = 0;
  #failure: Error | undefined;

  constructor(list: ListPage, cache: EntryCache, onChange: () => void) {
    this.#list = list;
    this.#cache = cache;
    this.#onChange = onChange;
  }

  /** How many rows to show: all entries, or, until the end is known, those that are known or expected, and one more. */
  get count(): number {
    return this.#end ?? Math.max(this.#expected, this.#known === 0 ? 0 : this.#known + 1);
  }

  /** Whether `count` is the exact number of entries. */
  get isExact(): boolean {
    return this.#end !== undefined;
  }

  /** Whether the first page has not arrived yet. */
  get isOpening(): boolean {
    return this.#known === 0 && this.#end === undefined && this.#failure === undefined;
  }

  /** Why the directory can't be listed, if it can't: a `CallFailure`, or what the connection has thrown. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  entryAt(index: number): ListDirEntry | undefined {
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

  /** Takes the count of a map, which counts until the last page has been seen. */
  expectCount(count: number): void {
    this.#expected = Math.min(count, MAX_EXPECTED);
    this.#onChange();
  }

  /** Loads an entry. Returns undefined if it can't be loaded. */
  async load(index: number): Promise<ListDirEntry | undefined> {
    if (this.#end !== undefined && index >= this.#end) {
      return undefined;
    }
    // Three rounds at most: the call that is running, the wanted page, and the page again if the cache has dropped it meanwhile.
    for (let turn = 0; turn < 3 && this.entryAt(index) === undefined; turn += 1) {
      this.#wanted = [Math.floor(index / PAGE_ENTRIES)];
      this.#start();
      await this.#running;
    }
    return this.entryAt(index);
  }

  /**
   * The index of the first entry that does not come before a name, in the order of listings. Of a million entries it looks at some
   * twenty.
   */
  async find(name: string): Promise<number> {
    await this.load(0);
    const key = byteKey(name);
    return findFirst(async (index) => (await this.#isBefore(index, key)) !== true, this.#end);
  }

  /** Stops the running call, and forgets what is known. */
  close(): void {
    this.#closed.abort();
    this.#cache.clear(this);
  }

  /** Whether an entry comes before a key; undefined if there is no such entry. */
  async #isBefore(index: number, key: string): Promise<boolean | undefined> {
    const known = this.entryAt(index);
    if (known !== undefined) {
      return orderOf(known) < key;
    }
    if (this.#end !== undefined && index >= this.#end) {
      return undefined;
    }
    // A search in a million entries looks at many pages, so it lists only this entry, not its page.
    const entry = await this.#probe(index);
    return entry === undefined ? undefined : orderOf(entry) < key;
  }

  async #probe(index: number): Promise<ListDirEntry | undefined> {
    // Only one call at a time.
    while (this.#running !== undefined) {
      await this.#running;
    }
    const { after, offset } = this.#nearest(Math.floor(index / PAGE_ENTRIES));
    const request: PageRequest = { ...after, offset: (offset ?? 1) + (index % PAGE_ENTRIES), limit: 1 };
    const listed = this.#list(request, this.#closed.signal).then(
      ({ entries }) => entries[0],
      (error: unknown) => {
        if (codeOf(error) === "offset_past_end") {
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
      const code = codeOf(error);
      if (triesLeft > 1 && code === "timed_out") {
        await this.#read(page, triesLeft - 1);
        return;
      }
      if (code === "offset_past_end") {
        // Entries were removed. The pages before this one will show where the end is now.
        this.#expected = 0;
        this.#end = undefined;
        this.#known = Math.min(this.#known, page * PAGE_ENTRIES);
      } else if (!this.#closed.signal.aborted) {
        this.#failure = error as Error;
      }
    }
  }

  async #readPage(page: number): Promise<void> {
    const { after, offset } = this.#nearest(page);
    const request: PageRequest = { ...after, ...(offset !== undefined && { offset }), limit: PAGE_ENTRIES };
    const { entries, next, timedOutAfter } = await this.#list(request, this.#closed.signal);
    if (timedOutAfter !== undefined) {
      throw new CallFailure("timed out", "timed_out");
    }
    const end = page * PAGE_ENTRIES + entries.length;
    if (next === undefined) {
      this.#end = this.#known = end;
    } else {
      this.#cursors.set(page + 1, next);
      // If entries were added at the end, it is no longer known where the end is.
      this.#end = this.#end !== undefined && this.#end <= end ? undefined : this.#end;
      this.#known = Math.max(this.#known, end);
    }
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

function codeOf(error: unknown): CallFailure["code"] {
  return error instanceof CallFailure ? error.code : undefined;
}

/** The sort key of siblings: the bytes of the name, and for a directory a slash. */
function orderOf(entry: ListDirEntry): string {
  return byteKey(entry.path + (entry.kind === "directory" ? "/" : ""));
}
