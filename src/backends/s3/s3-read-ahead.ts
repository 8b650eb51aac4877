// What one listing knows of a store beyond what it has asked for, so that a page of many small directories takes few requests
// and few waits. Directories are read one by one at first. Behind a small one the keys are read as they come, over the bounds
// of directories; where that does not help, since what follows is deep, directories are read some at a time.
import type { ByteString } from "../../core/byte-string.ts";
import type { RequestWait, Requests } from "./s3-client.ts";
import { StoreError } from "./s3-errors.ts";
import { KeyWindow, type WindowView } from "./s3-key-window.ts";
import { listPages, type FoundPage } from "./s3-list-pages.ts";
import { before, behind, type Location } from "./s3-location.ts";

/** A directory of so many entries is a small one: several fit into one answer. Of a large page, a quarter is small too. */
const SMALL = 32;

/** How many keys are read over the bounds of directories at the least. */
const LEAST_KEYS = 250;

/** How many directories are read at the same time. */
const AT_ONCE = 8;

type Pages = AsyncGenerator<FoundPage, void>;

/** A request that was made ahead, and the ones behind it, which are made when they are asked for. */
interface Begun {
  readonly pages: Pages;
  /** The requests look at this one: it is set to that of the reader who comes for the pages. */
  readonly wait: { readonly signal: AbortSignal | undefined; deadline: number };
  /** Whether the first request was given up, at the deadline of whoever asked ahead. */
  isLate: boolean;
}

export class ReadAhead {
  readonly #requests: Requests;
  readonly #top: Location;
  #window: KeyWindow | undefined;
  /** How many small directories were read since keys were read over the bounds of directories, and how many it takes. */
  #small = 0;
  #enough = 1;
  /** How many directories may be asked for ahead. */
  #width = 0;
  readonly #begun = new Map<ByteString, Begun>();

  /** For a listing of what lies at `top`. */
  constructor(requests: Requests, top: Location) {
    this.#requests = requests;
    this.#top = top;
  }

  /** What is known of a directory behind a key in it, or can be learned together with what comes next. */
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
    this.#window = await this.#readKeys(after === undefined ? before(prefix) : toStart(after), limit, wait);
    const view = this.#window?.find(prefix, after);
    if (view?.isComplete !== true) {
      // What comes next is no small directory either, by all experience: the next try waits twice as long.
      this.#enough = 2 * this.#enough + 1;
      this.#width = 1;
    } else {
      this.#enough = 1;
      this.#width = 0;
    }
    return view;
  }

  /** Takes note of how much a directory held. */
  learn(entries: number, isLast: boolean, limit: number): void {
    this.#small = isLast && entries <= Math.max(SMALL, limit / 4) ? this.#small + 1 : 0;
  }

  /** The pages of a directory that were asked for ahead, for a reader who has so much time of its own. */
  begun(prefix: ByteString, { deadline }: RequestWait): Pages | undefined {
    const begun = this.#begun.get(prefix);
    this.#begun.delete(prefix);
    if (begun === undefined || begun.isLate) {
      return undefined;
    }
    begun.wait.deadline = deadline;
    return begun.pages;
  }

  /** Asks for directories that will be read next, if such reads have been needed one after the other. */
  begin(directories: () => readonly Location[], limit: number, wait: RequestWait): void {
    // The next directory is read by itself: if it fills the page, what was asked for ahead was asked for in vain.
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
      // Some may list by directory only. What is wrong otherwise will show again there.
      if (!(error instanceof StoreError) || error.code === "ETIMEDOUT") {
        throw error;
      }
      this.#enough = Infinity;
    }
    return undefined;
  }
}

/** Pages whose first request is made at once, though nobody may ever ask for what came of it. */
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

function toStart(after: ByteString): ByteString {
  return after.endsWith("/") ? behind(after) : after;
}
