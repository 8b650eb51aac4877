// Keeps the items with the highest ranks, whatever order they come in.

interface Ranked<Item> {
  readonly item: Item;
  readonly rank: number;
  /** Of equal ranks, the lower place comes first, then the lower key. */
  readonly place: number;
  readonly key: string;
}

export class BestItems<Item> {
  readonly #maxItems: number;
  #kept: Ranked<Item>[] = [];
  /** The last of the best so far, once there are enough. */
  #last: Ranked<Item> | undefined;

  constructor(maxItems: number) {
    this.#maxItems = maxItems;
  }

  /** Takes an item if it is among the best so far. `make` is called only then. */
  offer(rank: number, place: number, key: string, make: () => Item): void {
    if (this.#last !== undefined && compare({ rank, place, key }, this.#last) >= 0) {
      return;
    }
    this.#kept.push({ item: make(), rank, place, key });
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

function compare(one: Omit<Ranked<unknown>, "item">, other: Omit<Ranked<unknown>, "item">): number {
  if (one.rank !== other.rank) {
    return other.rank - one.rank;
  }
  return one.place - other.place || (one.key < other.key ? -1 : Number(one.key > other.key));
}
