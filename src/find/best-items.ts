// Keeps the items with the highest scores, whatever order they come in.

/** Of equal scores, the lower place comes first, then the lower key. */
export interface RankedItem<Item> {
  readonly item: Item;
  readonly score: number;
  readonly place: number;
  readonly key: string;
}

export class BestItems<Item> {
  #kept: RankedItem<Item>[] = [];
  /** The last of the best when they were last sorted, if there were enough. */
  #last: RankedItem<Item> | undefined;

  get size(): number {
    return this.#kept.length;
  }

  /** Keeps an item if it may be among the best. */
  offer(ranked: RankedItem<Item>): void {
    if (this.#last === undefined || compare(ranked, this.#last) < 0) {
      this.#kept.push(ranked);
    }
  }

  /** Forgets all but so many of the best. */
  cut(maxItems: number): void {
    this.#kept.sort(compare);
    if (this.#kept.length >= maxItems) {
      this.#kept.length = maxItems;
      this.#last = this.#kept.at(-1);
    }
  }

  /** The best, in order. */
  finish(): readonly RankedItem<Item>[] {
    return this.#kept.sort(compare);
  }
}

export function compare(one: RankedItem<unknown>, other: RankedItem<unknown>): number {
  return other.score - one.score || one.place - other.place || (one.key < other.key ? -1 : Number(one.key > other.key));
}
