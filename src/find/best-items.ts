// Keeps the items with the highest scores, whatever order they come in.

/** Of equal scores, the lower place comes first, then the lower key. */
export interface RankedItem<Item> {
  readonly item: Item;
  readonly score: number;
  readonly place: number;
  readonly key: string;
}

export class BestItems<Item> {
  readonly #maxItems: number;
  #kept: RankedItem<Item>[] = [];
  /** The last of the best so far, once there are enough. */
  #last: RankedItem<Item> | undefined;

  constructor(maxItems: number) {
    this.#maxItems = maxItems;
  }

  /** Keeps an item if it is among the best so far. */
  offer(ranked: RankedItem<Item>): void {
    if (this.#last !== undefined && compare(ranked, this.#last) >= 0) {
      return;
    }
    this.#kept.push(ranked);
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
    this.#kept.sort(compare);
    if (this.#kept.length >= this.#maxItems) {
      this.#kept.length = this.#maxItems;
      this.#last = this.#kept.at(-1);
    }
  }
}

function compare(one: RankedItem<unknown>, other: RankedItem<unknown>): number {
  return other.score - one.score || one.place - other.place || (one.key < other.key ? -1 : Number(one.key > other.key));
}
