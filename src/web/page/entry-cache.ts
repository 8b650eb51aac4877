// The entries that the page keeps in memory: the most recently used ones of all directories together.
import type { ListDirEntry } from "../../text/listing.ts";

/** Enough to fill a few hundred screens. */
const MAX_ENTRIES = 20_000;

interface KeptPage {
  readonly owner: object;
  readonly entries: readonly ListDirEntry[];
}

export class EntryCache {
  /** Least recently used first. */
  readonly #pages = new Map<string, KeptPage>();
  readonly #owners = new WeakMap<object, number>();
  readonly #maxEntries: number;
  #entries = 0;
  #lastOwner = 0;

  constructor(maxEntries: number = MAX_ENTRIES) {
    this.#maxEntries = maxEntries;
  }

  /** How many entries are kept. */
  get size(): number {
    return this.#entries;
  }

  /** A page of a directory, if it is kept. */
  get(owner: object, page: number): readonly ListDirEntry[] | undefined {
    const key = this.#keyOf(owner, page);
    const kept = this.#pages.get(key);
    if (kept !== undefined) {
      this.#pages.delete(key);
      this.#pages.set(key, kept);
    }
    return kept?.entries;
  }

  /** Keeps a page, and forgets others to make room. */
  set(owner: object, page: number, entries: readonly ListDirEntry[]): void {
    const key = this.#keyOf(owner, page);
    this.#forget(key);
    this.#pages.set(key, { owner, entries });
    this.#entries += entries.length;
    for (const oldest of this.#pages.keys()) {
      if (this.#entries <= this.#maxEntries || oldest === key) {
        return;
      }
      this.#forget(oldest);
    }
  }

  /** Forgets all pages of a directory. */
  clear(owner: object): void {
    for (const [key, kept] of this.#pages) {
      if (kept.owner === owner) {
        this.#forget(key);
      }
    }
  }

  #forget(key: string): void {
    this.#entries -= this.#pages.get(key)?.entries.length ?? 0;
    this.#pages.delete(key);
  }

  #keyOf(owner: object, page: number): string {
    let number = this.#owners.get(owner);
    if (number === undefined) {
      number = this.#lastOwner += 1;
      this.#owners.set(owner, number);
    }
    return `${number}:${page}`;
  }
}
