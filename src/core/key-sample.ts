// An even sample of the keys of a directory, whatever its size: it tells about where among them a rank lies, so that a page
// far inside a huge directory need not hold everything before it.
import type { ByteString } from "./byte-string.ts";
import type { Pause } from "./pause.ts";
import type { Place } from "./place.ts";
import { SmallestEntries } from "./smallest-entries.ts";

/** The sample has at least half as many keys as this. It is off by some thousand ranks in a directory of a million. */
const SIZE = 16_384;

export class KeySample {
  #keys: string[] = [];
  #names: ByteString[] = [];
  /** One of so many entries is taken. */
  #step = 1;
  #seen = 0;

  add(key: string, name: ByteString): void {
    if (this.#seen % this.#step === 0) {
      this.#keys.push(key);
      this.#names.push(name);
      if (this.#keys.length === SIZE) {
        this.#keys = everyOther(this.#keys);
        this.#names = everyOther(this.#names);
        this.#step *= 2;
      }
    }
    this.#seen += 1;
  }

  clear(): void {
    this.#keys = [];
    this.#names = [];
    this.#step = 1;
    this.#seen = 0;
  }

  /** A place that has about `rank` of the entries before it. Nothing where the sample has none so small. */
  async placeOf(rank: number, pause: Pause): Promise<Place | undefined> {
    const count = Math.min(Math.floor(rank / this.#step), this.#keys.length);
    if (count < 1) {
      return undefined;
    }
    const smallest = new SmallestEntries(count, pause);
    for (const [index, key] of this.#keys.entries()) {
      smallest.add(key, { name: this.#names[index] as ByteString, kind: "file" });
    }
    return smallest.end();
  }
}

function everyOther<Value>(values: readonly Value[]): Value[] {
  return values.filter((_, index) => index % 2 === 0);
}
