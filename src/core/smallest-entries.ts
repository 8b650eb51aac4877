// Keeps the first `capacity` entries of a directory in order, whatever its size, without holding more than about twice
// as many, and without sorting more at a stroke than an event loop can bear.
//
// Clever for a measured reason: one sort of a million names holds the event loop for over a second. Entries are sorted
// in short runs as they arrive and merged in steps, with a pause between steps.
//
// It is a set: a directory that changes while it is read, or is read anew after a failure, may give a name twice.
import type { Entry } from "./entry.ts";
import type { Pause } from "./pause.ts";

interface Ranked {
  readonly key: string;
  readonly entry: Entry;
}

/** The longest run that is sorted at a stroke, and the number of merge steps between two pauses: some milliseconds. */
const LONGEST_RUN = 8192;
const SHORTEST_RUN = 512;

export class SmallestEntries {
  readonly #capacity: number;
  readonly #runLength: number;
  readonly #pause: Pause;
  #runs: Ranked[][] = [];
  #current: Ranked[] = [];
  #sealed = 0;
  /** The key of the last entry that is still wanted; nothing is known to be unwanted before the first cut. */
  #ceiling: string | undefined;

  constructor(capacity: number, pause: Pause) {
    this.#capacity = capacity;
    this.#runLength = Math.min(Math.max(2 * capacity, SHORTEST_RUN), LONGEST_RUN);
    this.#pause = pause;
  }

  /** The number of entries in memory. */
  get held(): number {
    return this.#sealed + this.#current.length;
  }

  /** Takes an entry, or drops it where enough smaller ones are known. */
  add(key: string, entry: Entry): void {
    if (this.#ceiling !== undefined && key > this.#ceiling) {
      return;
    }
    this.#current.push({ key, entry });
    if (this.#current.length >= this.#runLength) {
      this.#seal();
    }
  }

  /** Cuts back to the capacity where twice as much is held. To be called between batches. */
  async settle(): Promise<void> {
    if (this.#sealed >= 2 * this.#capacity) {
      await this.#merge();
    }
  }

  /** The smallest entries in order. */
  async finish(): Promise<Entry[]> {
    this.#seal();
    await this.#merge();
    return (this.#runs[0] ?? []).map((ranked) => ranked.entry);
  }

  #seal(): void {
    if (this.#current.length > 0) {
      const run = this.#current.sort(compareRanked).filter(isNew);
      this.#runs.push(run);
      this.#sealed += run.length;
      this.#current = [];
    }
  }

  async #merge(): Promise<void> {
    let runs = this.#runs;
    while (runs.length > 1) {
      const merged: Ranked[][] = [];
      for (let index = 0; index < runs.length; index += 2) {
        const left = runs[index] as Ranked[];
        const right = runs[index + 1];
        merged.push(right === undefined ? left : await this.#mergeTwo(left, right));
      }
      runs = merged;
    }
    const [only] = runs;
    if (only !== undefined && only.length >= this.#capacity) {
      only.length = this.#capacity;
      this.#ceiling = only.at(-1)?.key;
    }
    this.#runs = runs;
    this.#sealed = only?.length ?? 0;
  }

  async #mergeTwo(left: readonly Ranked[], right: readonly Ranked[]): Promise<Ranked[]> {
    const result: Ranked[] = [];
    let leftIndex = 0;
    let rightIndex = 0;
    while (result.length < this.#capacity) {
      const a = left[leftIndex];
      const b = right[rightIndex];
      if (a === undefined && b === undefined) {
        break;
      }
      const difference = a === undefined ? 1 : b === undefined ? -1 : compareRanked(a, b);
      result.push((difference <= 0 ? a : b) as Ranked);
      leftIndex += Number(difference <= 0);
      rightIndex += Number(difference >= 0);
      if (result.length % LONGEST_RUN === 0) {
        await this.#pause();
      }
    }
    return result;
  }
}

function isNew(ranked: Ranked, index: number, run: readonly Ranked[]): boolean {
  const before = run[index - 1];
  return before === undefined || compareRanked(before, ranked) !== 0;
}

/** By key; entries whose keys tie (names cut short by a profile) by the name itself. */
function compareRanked(a: Ranked, b: Ranked): number {
  if (a.key !== b.key) {
    return a.key < b.key ? -1 : 1;
  }
  if (a.entry.name === b.entry.name) {
    return 0;
  }
  return a.entry.name < b.entry.name ? -1 : 1;
}
