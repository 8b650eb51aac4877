// A sample of the keys of a directory, whatever its size: it tells about where among them a rank lies, so that a page far inside
// a huge directory need not hold everything before it.
import type { Entry } from "./entry.ts";
import type { Pause } from "./pause.ts";
import type { Place } from "./place.ts";
import { SmallestEntries } from "./smallest-entries.ts";

/** The sample has about half as many keys as this, or more. It is off by some thousand ranks in a directory of a million. */
const SIZE = 16_384;

export class KeySample {
  #places: Required<Place>[] = [];
  /** How likely an entry is to be taken. Chosen by chance: whoever makes the directory can choose its order. */
  #chance = 1;
  #seen = 0;
  #seed = 1;

  add(key: string, entry: Entry): void {
    this.#seen += 1;
    if (this.#chance === 1 || this.#random() < this.#chance) {
      this.#places.push({ key, entry });
      if (this.#places.length === SIZE) {
        this.#places = this.#places.filter(() => this.#random() < 0.5);
        this.#chance /= 2;
      }
    }
  }

  clear(): void {
    this.#places = [];
    this.#chance = 1;
    this.#seen = 0;
  }

  /** A place that has about `rank` of the entries before it. Nothing where the sample has none so small. */
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

  #random(): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#seed / 2 ** 32;
  }
}
