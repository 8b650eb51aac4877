// Keeps the first `capacity` entries of a directory of any size. It never keeps more than a quarter and one piece beyond that,
// and never sorts so much in one go that it blocks the event loop for long.
//
// The cleverness has a measured reason: sorting half a million names takes most of a second and blocks the event loop that long.
// Entries that are only kept or skipped are selected, not sorted (a tenth of the time); shown ones are sorted in pieces.
import { comesAfter, type Position, type Entry } from "../core/entry.ts";
import { keepEntry, type KeptEntry, type KeptVerdict } from "../core/filter.ts";
import type { Pause } from "../core/pace.ts";

/** The most entries to sort in one go: a few milliseconds. */
const SORTED_AT_ONCE = 2048;

/** How many entries may be kept beyond the capacity plus a quarter, and how many swaps a selection makes between pauses. */
const PIECE = 8192;

export class SmallestEntries {
  #capacity: number;
  readonly #pause: Pause;
  /** The entries and their keys in parallel arrays: an object for each pair would double the memory and the time. */
  readonly #entries: KeptEntry[] = [];
  readonly #keys: string[] = [];
  /** The key of the last entry that is still wanted. Undefined before the first cut, when every entry may be wanted. */
  #ceiling: string | undefined;
  /** The state of the pivot choice. Pivots are spread over the range, so that no order that occurs in practice is slow. */
  #seed = 1;

  constructor(capacity: number, pause: Pause) {
    this.#capacity = capacity;
    this.#pause = pause;
  }

  /** The number of entries in memory. */
  get held(): number {
    return this.#keys.length;
  }

  /** Whether so many entries are held that it is time to settle. */
  get isOverfull(): boolean {
    return this.held >= this.#capacity + this.#capacity / 4 + PIECE;
  }

  /** Whether an entry with this key may still be wanted, as far as is known by now. */
  wants(key: string): boolean {
    return this.#ceiling === undefined || key <= this.#ceiling;
  }

  /** Keeps at least so many from now on. What was dropped before comes after as many entries as were wanted then. */
  widen(capacity: number): void {
    this.#capacity = Math.max(this.#capacity, capacity);
  }

  /** Takes an entry, or drops it if enough smaller ones are known. */
  add(key: string, entry: Entry, verdict: KeptVerdict = "show"): void {
    if (this.wants(key)) {
      this.#keys.push(key);
      this.#entries.push(keepEntry(entry, verdict));
    }
  }

  clear(): void {
    this.#shorten(0);
    this.#ceiling = undefined;
  }

  /** Cuts back to the capacity if too much is held. Call it now and then. */
  async settle(): Promise<void> {
    if (this.isOverfull) {
      await this.#cut();
    }
  }

  /** The smallest entries in order, without the first `skip`, and at most `count` of them. */
  async finish(skip: number, count: number = Infinity): Promise<KeptEntry[]> {
    await this.#cut();
    const start = Math.min(skip, this.held);
    if (start > 0 && start < this.held) {
      await this.#select(start, 0, this.held);
    }
    const end = Math.min(start + count, this.held);
    if (end < this.held) {
      await this.#select(end, start, this.held);
    }
    return this.#sorted(start, end);
  }

  /** The position after the first `count` entries. There must be that many. */
  async positionAfter(count: number): Promise<Position> {
    await this.#cut();
    await this.#select(count - 1, 0, this.held);
    return { key: this.#keys[count - 1] as string, entry: this.#entries[count - 1] as KeptEntry };
  }

  async #cut(): Promise<void> {
    if (this.held > this.#capacity) {
      await this.#select(this.#capacity - 1, 0, this.held);
      this.#shorten(this.#capacity);
      this.#ceiling = this.#keys.at(-1);
    }
  }

  #shorten(length: number): void {
    this.#keys.length = length;
    this.#entries.length = length;
  }

  #sortedAtOnce(start: number, end: number): KeptEntry[] {
    if (this.#isInOrder(start, end)) {
      return this.#entries.slice(start, end);
    }
    const indexes = Array.from({ length: end - start }, (_, offset) => start + offset);
    return indexes.sort((a, b) => this.#compare(a, b)).map((index) => this.#entries[index] as KeptEntry);
  }

  async #sorted(start: number, end: number): Promise<KeptEntry[]> {
    if (end - start <= SORTED_AT_ONCE || this.#isInOrder(start, end)) {
      return this.#sortedAtOnce(start, end);
    }
    const middle = (start + end) >>> 1;
    await this.#select(middle, start, end);
    await this.#pause();
    const left = await this.#sorted(start, middle);
    return left.concat(await this.#sorted(middle, end));
  }

  /** Most directories arrive in order: Node sorts the entries that it reads in one call. */
  #isInOrder(start: number, end: number): boolean {
    for (let index = start + 1; index < end; index += 1) {
      if (!((this.#keys[index - 1] as string) < (this.#keys[index] as string))) {
        return false;
      }
    }
    return true;
  }

  /** Partitions [start, end) so that the entries that belong before `rank` come before it, by Hoare's selection. */
  async #select(rank: number, start: number, end: number): Promise<void> {
    const keys = this.#keys;
    let low = start;
    let high = end - 1;
    while (low < high) {
      // The swaps move the pivot, so compare with its values.
      const pivot = low + this.#random(high - low + 1);
      const key = keys[pivot] as string;
      const entry = this.#entries[pivot] as KeptEntry;
      let left = low;
      let right = high;
      for (let swaps = 1; left <= right; swaps += 1) {
        if (swaps % PIECE === 0) {
          await this.#pause();
        }
        while (this.#isBefore(left, key, entry)) {
          left += 1;
        }
        while (this.#isAfter(right, key, entry)) {
          right -= 1;
        }
        if (left <= right) {
          this.#swap(left, right);
          left += 1;
          right -= 1;
        }
      }
      if (rank <= right) {
        high = right;
      } else if (rank >= left) {
        low = left;
      } else {
        return;
      }
      await this.#pause();
    }
  }

  /** Compares by key, then by the entries themselves if the keys tie (names cut short by a profile). */
  #compare(a: number, b: number): number {
    const key = this.#keys[b] as string;
    const entry = this.#entries[b] as KeptEntry;
    return this.#isBefore(a, key, entry) ? -1 : Number(this.#isAfter(a, key, entry));
  }

  #isBefore(index: number, key: string, entry: Entry): boolean {
    const own = this.#keys[index] as string;
    return own < key || (own === key && comesAfter(entry, this.#entries[index] as KeptEntry));
  }

  #isAfter(index: number, key: string, entry: Entry): boolean {
    const own = this.#keys[index] as string;
    return own > key || (own === key && comesAfter(this.#entries[index] as KeptEntry, entry));
  }

  #swap(a: number, b: number): void {
    const key = this.#keys[a] as string;
    const entry = this.#entries[a] as KeptEntry;
    this.#keys[a] = this.#keys[b] as string;
    this.#entries[a] = this.#entries[b] as KeptEntry;
    this.#keys[b] = key;
    this.#entries[b] = entry;
  }

  #random(below: number): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#seed / 2 ** 32) * below);
  }
}
