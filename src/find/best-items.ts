// Keeps the items with the highest ranks.

interface Ranked<Item> {
  readonly item: Item;
  readonly rank: number;
}

export class BestItems<Item> {
  readonly #maxItems: number;
  #kept: Ranked<Item>[] = [];
  /** The lowest rank that is kept, once there are `maxItems`. */
  #lowest = -Infinity;

  constructor(maxItems: number) {
    this.#maxItems = maxItems;
  }

  /** Whether an item of this rank would be kept. Of items with equal ranks, the first ones are. */
  wants(rank: number): boolean {
    return this.#kept.length < this.#maxItems || rank > this.#lowest;
  }

  take(item: Item, rank: number): void {
    this.#kept.push({ item, rank });
    if (this.#kept.length >= 2 * this.#maxItems) {
      this.#cut();
    }
  }

  /** The best, in order. */
  finish(): Item[] {
    this.#cut();
    return this.#kept.map(({ item }) => item);
  }

  #cut(): void {
    // The sort is stable. Two ranks of -Infinity give NaN.
    this.#kept.sort((one, other) => other.rank - one.rank || 0);
    if (this.#kept.length > this.#maxItems) {
      this.#kept.length = this.#maxItems;
    }
    if (this.#kept.length === this.#maxItems) {
      this.#lowest = (this.#kept.at(-1) as Ranked<Item>).rank;
    }
  }
}
