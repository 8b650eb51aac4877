// A fixed-size sample of a directory's keys. It estimates which key has a given rank, so that a page far into a huge directory
// can be read without keeping everything before it in memory.
import type { Entry } from "./entry.ts";
import type { Pause } from "./pause.ts";
import type { Place } from "./place.ts";
import { SmallestEntries } from "./smallest-entries.ts";

/** The sample has at least half this many keys once it is full. It is off by some thousand ranks in a directory of a million. */
const SIZE = 16_384;

export class KeySample {
  #places: Required<Place>[] = [];
  #seen = 0;
  /** One in this many entries is sampled. Which one is random, since the creator of a directory can choose its order. */
  #row = 1;
  #next = 0;
  #seed = 1;

  add(key: string, entry: Entry): void {
    if (this.#seen === this.#next) {
      this.#places.push({ key, entry });
      if (this.#places.length === SIZE) {
        this.#places = Array.from(
          { length: SIZE / 2 },
          (_, pair) => this.#places[2 * pair + this.#random(2)] as Required<Place>,
        );
        this.#row *= 2;
      }
      const rowStart = this.#seen - (this.#seen % this.#row) + this.#row;
      this.#next = rowStart + this.#random(this.#row);
    }
    this.#seen += 1;
  }

  clear(): void {
    this.#places = [];
    this.#seen = 0;
    this.#row = 1;
    this.#next = 0;
  }

  /** A place with about `rank` entries before it, or undefined if that is too small a rank for the sample. */
  async placeOf(rank: number, pause: Pause): Promise<Place | undefined> {
    const count = Math.min(Math.floor((rank * this.#places.length) / this.#seen), this.#places.length);
    if (!(count >= 1)) {
      return undefined;
    }
    const smallest = new SmallestEntries(count, pause);
    for (const { key, entry } of this.#places) {
      smallest.add(key, entry);
    }
    return smallest.placeBehind(count);
  }

  #random(below: number): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#seed / 2 ** 32) * below);
  }
}
