// Keeps the items with the highest scores, whatever order they come in.

/** Of equal scores, the lower place comes first, then the lower key. */
export interface Position {
  readonly score: number;
  readonly place: number;
  readonly key: string;
}

interface KeptItem<Item> extends Position {
  readonly item: Item;
}

export class BestItems<Item> {
  readonly #maxItems: number;
  #kept: KeptItem<Item>[] = [];
  /** The last of the best so far, once there are enough. */
  #last: Position | undefined;

  constructor(maxItems: number) {
    this.#maxItems = maxItems;
  }

  /** Takes an item if it is among the best so far. `make` is called only then. */
  offer({ score, place, key }: Position, make: () => Item): void {
    if (this.#last !== undefined && compare({ score, place, key }, this.#last) >= 0) {
      return;
    }
    this.#kept.push({ item: make(), score, place, key });
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

function compare(one: Position, other: Position): number {
  return other.score - one.score || one.place - other.place || (one.key < other.key ? -1 : Number(one.key > other.key));
}
