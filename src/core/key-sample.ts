// An even sample of the keys of a directory, whatever its size: it tells about where among them a rank lies, so that a page
// far inside a huge directory need not hold everything before it.
import type { Entry } from "./entry.ts";
import type { Pause } from "./pause.ts";
import type { Place } from "./place.ts";
import { SmallestEntries } from "./smallest-entries.ts";

/** The sample has at least half as many keys as this. It is off by some thousand ranks in a directory of a million. */
const SIZE = 16_384;

export class KeySample {
  #places: Required<Place>[] = [];
  /** One of so many entries is taken. */
  #step = 1;
  #seen = 0;

  add(key: string, entry: Entry): void {
    if (this.#seen % this.#step === 0) {
      this.#places.push({ key, entry });
      if (this.#places.length === SIZE) {
        this.#places = this.#places.filter((_, index) => index % 2 === 0);
        this.#step *= 2;
      }
    }
    this.#seen += 1;
  }

  clear(): void {
    this.#places = [];
    this.#step = 1;
    this.#seen = 0;
  }

  /** A place that has about `rank` of the entries before it. Nothing where the sample has none so small. */
  async placeOf(rank: number, pause: Pause): Promise<Place | undefined> {
    const count = Math.min(Math.floor(rank / this.#step), this.#places.length);
    if (count < 1) {
      return undefined;
    }
    const smallest = new SmallestEntries(count, pause);
    for (const { key, entry } of this.#places) {
      smallest.add(key, entry);
    }
    return smallest.end();
  }
}
