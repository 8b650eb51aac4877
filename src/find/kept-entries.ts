// Keeps the entries that an answer is chosen from, while the tree is read: of those with the same fit, the best.
import { BestItems, type RankedItem } from "./best-items.ts";
import type { Candidate, PathFit } from "./searched-directory.ts";

/** How many are kept of all. Where there would be more, fewer are kept of each fit. */
const MAX_KEPT = 200_000;

export class KeptEntries {
  readonly #all: BestItems<Candidate>[] = [];
  /** How many of each fit. */
  #most: number;
  #kept = 0;

  constructor(most: number) {
    this.#most = most;
  }

  keep(fit: PathFit, ranked: RankedItem<Candidate>): void {
    const best = (fit.best ??= this.#add());
    const before = best.size;
    best.offer(ranked);
    if (best.size >= 2 * this.#most) {
      best.cut(this.#most);
    }
    this.#kept += best.size - before;
    if (this.#kept > MAX_KEPT) {
      this.#most = Math.ceil(this.#most / 2);
      this.#all.forEach((each) => each.cut(this.#most));
      this.#kept = this.#all.reduce((sum, { size }) => sum + size, 0);
    }
  }

  #add(): BestItems<Candidate> {
    const best = new BestItems<Candidate>();
    this.#all.push(best);
    return best;
  }
}
