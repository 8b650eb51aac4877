// Reads ahead for one listing, so that a page of many small directories takes few requests and little waiting. At first it reads
// directories one by one. After a small one it reads the keys as they come, across directories. If that does not help, because
// the next directories are deep, it reads several directories at a time.
import type { ByteString } from "../../core/byte-string.ts";
import type { Entry } from "../../core/entry.ts";
import type { RequestWait, Requests } from "./s3-client.ts";
import { StoreError } from "./s3-errors.ts";
import { listPages, type FoundPage } from "./s3-list-pages.ts";
import { beforeDirectory, toStart, type Location } from "./s3-location.ts";

/** A directory with at most this many entries, or a quarter of a page if that is more, is small: several fit into one answer. */
const SMALL = 32;

/** The fewest keys to read across directories. */
const LEAST_KEYS = 250;

/** How many directories are read at the same time. */
const AT_ONCE = 8;

type Pages = AsyncGenerator<FoundPage, void>;

/** The pages of a directory: the first was requested ahead, the others are requested when they are needed. */
interface Begun {
  readonly pages: Pages;
  /** The limits of the requests. The deadline becomes that of the read that takes the pages. */
  readonly wait: { readonly signal: AbortSignal | undefined; deadline: number };
  /** Whether the first request timed out, by the deadline of the read that made it. */
  isLate: boolean;
}

export class ReadAhead {
  readonly #requests: Requests;
  readonly #top: Location;
  #window: KeyWindow | undefined;
  /** How many small directories in a row were read one by one, and how many it takes before we read across directories. */
  #small = 0;
  #enough = 1;
  /** How many directories may be requested ahead. */
  #width = 0;
  readonly #begun = new Map<ByteString, Begun>();

  /** For a listing of what is at `top`. */
  constructor(requests: Requests, top: Location) {
    this.#requests = requests;
    this.#top = top;
  }

  /** What we know about a directory after a key in it, or can learn together with what comes next. */
  async find(
    prefix: ByteString,
    after: ByteString | undefined,
    limit: number,
    hasNext: () => boolean,
    wait: RequestWait,
  ): Promise<WindowView | undefined> {
    const known = this.#window?.find(prefix, after);
    if (known !== undefined || this.#begun.has(prefix) || this.#small < this.#enough || !hasNext()) {
      return known;
    }
    this.#small = 0;
    this.#window = await this.#readKeys(after === undefined ? beforeDirectory(prefix) : toStart(after), limit, wait);
    const view = this.#window?.find(prefix, after);
    if (view?.isComplete !== true) {
      // What comes next is probably not a small directory either, so the next try waits twice as long.
      this.#enough = 2 * this.#enough + 1;
      this.#width = 1;
    } else {
      this.#enough = 1;
      this.#width = 0;
    }
    return view;
  }

  /** Takes note of how many entries a directory had. */
  learn(entries: number, isLast: boolean, limit: number): void {
    this.#small = isLast && entries <= Math.max(SMALL, limit / 4) ? this.#small + 1 : 0;
  }

  /** The pages of a directory that was requested ahead, for a reader with its own deadline. */
  begun(prefix: ByteString, { deadline }: RequestWait): Pages | undefined {
    const begun = this.#begun.get(prefix);
    this.#begun.delete(prefix);
    if (begun === undefined || begun.isLate) {
      return undefined;
    }
    begun.wait.deadline = deadline;
    return begun.pages;
  }

  /** Requests directories that will be read next, if several had to be read one after the other. */
  begin(directories: () => readonly Location[], limit: number, wait: RequestWait): void {
    // The next directory is read alone: if it fills the page, anything requested ahead would be wasted.
    if (this.#width < 2) {
      this.#width *= 2;
      return;
    }
    for (const location of directories().slice(0, this.#width)) {
      if (!this.#begun.has(location.prefix) && this.#window?.find(location.prefix, undefined) === undefined) {
        this.#begun.set(location.prefix, beginPages(this.#requests, location, limit, wait));
      }
    }
    this.#width = Math.min(2 * this.#width, AT_ONCE);
  }

  async #readKeys(after: ByteString, limit: number, wait: RequestWait): Promise<KeyWindow | undefined> {
    const range = { ...this.#top, after, byDirectory: false, limit: Math.max(4 * limit, LEAST_KEYS) };
    try {
      for await (const { found, isLast } of listPages(this.#requests, range, wait)) {
        const keys = found.map(({ key }) => key);
        return new KeyWindow(keys, after, this.#top.prefix, isLast);
      }
    } catch (error) {
      // Some credentials allow only listings by directory. Any other failure will show up again in those.
      if (!(error instanceof StoreError) || error.code === "ETIMEDOUT") {
        throw error;
      }
      this.#enough = Infinity;
    }
    return undefined;
  }
}

/** Pages whose first request is made right away, although nobody may ever need the answer. */
function beginPages(requests: Requests, location: Location, limit: number, { signal, deadline }: RequestWait): Begun {
  const wait = { signal, deadline };
  const rest = listPages(requests, { ...location, byDirectory: true, limit }, wait);
  const first = rest.next();
  const pages = (async function* () {
    const { value, done } = await first;
    if (done !== true) {
      yield value;
      yield* rest;
    }
  })();
  const begun: Begun = { pages, wait, isLate: false };
  first.catch((error: unknown) => {
    begun.isLate = error instanceof StoreError && error.code === "ETIMEDOUT";
  });
  return begun;
}

/** What a window shows of a directory. */
export interface WindowView {
  readonly entries: readonly Entry[];
  /** Whether the directory has no entries after these. */
  readonly isComplete: boolean;
  /** Whether the window has any key that begins as those of the directory do. */
  readonly isThere: boolean;
}

/**
 * A range of a bucket's keys, read without regard to directories. It shows what every directory in it contains: a bucket of many small
 * directories takes one request this way, instead of one for each of them.
 */
export class KeyWindow {
  readonly #keys: readonly ByteString[];
  readonly #start: ByteString;
  readonly #scope: ByteString;
  readonly #isLast: boolean;

  /** All keys after `start` that begin with `scope`, up to the last of `keys`, or to the very end if `isLast`. */
  constructor(keys: readonly ByteString[], start: ByteString, scope: ByteString, isLast: boolean) {
    this.#keys = keys;
    this.#start = start;
    this.#scope = scope;
    this.#isLast = isLast;
  }

  /**
   * What we know about the directory `prefix` after `after`, a key in it; undefined if the window does not cover its beginning.
   */
  find(prefix: ByteString, after: ByteString | undefined): WindowView | undefined {
    const begin = after === undefined ? prefix : afterKey(after);
    const last = this.#keys.at(-1);
    const isBegun = prefix.startsWith(this.#scope) && this.#start < begin;
    if (!isBegun || !(this.#isLast || (last !== undefined && begin <= last))) {
      return undefined;
    }
    const entries: Entry[] = [];
    let index = this.#firstFrom(begin);
    const first = index;
    for (let key = this.#keys[index]; key?.startsWith(prefix) === true; key = this.#keys[index]) {
      const slash = key.indexOf("/", prefix.length);
      const isDirectory = slash !== -1;
      const name = key.slice(prefix.length, isDirectory ? slash : undefined) as ByteString;
      if (isDirectory) {
        entries.push({ name, kind: "directory" });
        index = this.#firstFrom(afterKey(key.slice(0, slash + 1) as ByteString));
      } else {
        // The directory's own key stands for the directory when it is empty. It is not one of its entries.
        if (name !== "") {
          entries.push({ name, kind: "file" });
        }
        index += 1;
      }
    }
    const isComplete = index < this.#keys.length || this.#isLast;
    return { entries, isComplete, isThere: index > first };
  }

  /** The index of the first key that is not before this one. */
  #firstFrom(key: ByteString): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle] as ByteString) < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

/** A lower bound for all keys after this one. If this one is a directory's, the bound is after everything in it. */
function afterKey(key: ByteString): ByteString {
  return (key.endsWith("/") ? `${key.slice(0, -1)}0` : `${key}\0`) as ByteString;
}
