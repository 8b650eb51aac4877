// Keeps the best of many items.

interface Ranked<Item> {
  readonly item: Item;
  readonly rank: number;
}

export class BestItems<Item> {
  readonly #maxItems: number;
  #kept: Ranked<Item>[] = [];
  /** The rank of the last of the best so far, once there are enough. */
  #last = -Infinity;

  constructor(maxItems: number) {
    this.#maxItems = maxItems;
  }

  /** Whether an item of this rank is among the best so far. Of equals, those that came first are. */
  wants(rank: number): boolean {
    return this.#kept.length < this.#maxItems || rank > this.#last;
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
    // Equals stay in their order.
    this.#kept.sort((one, other) => other.rank - one.rank || 0);
    if (this.#kept.length > this.#maxItems) {
      this.#kept.length = this.#maxItems;
    }
    if (this.#kept.length === this.#maxItems) {
      this.#last = (this.#kept.at(-1) as Ranked<Item>).rank;
    }
  }
}
