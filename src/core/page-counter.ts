// Counts down how much of a walk its reader still wants: entries to pass over, then entries to show.

export class PageCounter {
  #skip: number;
  #needed: number;

  constructor(skip: number, needed: number) {
    this.#skip = skip;
    this.#needed = needed;
  }

  /** How many entries are still to be passed over. */
  get skip(): number {
    return this.#skip;
  }

  /** How many entries are still to be shown after those. */
  get needed(): number {
    return this.#needed;
  }

  get isMet(): boolean {
    return this.#needed <= 0;
  }

  /** Counts entries that were passed over. */
  passOver(count: number): void {
    this.#skip -= count;
  }

  /** Counts an entry. Returns whether to show it. */
  admit(): boolean {
    if (this.#skip > 0) {
      this.#skip -= 1;
      return false;
    }
    this.#needed -= 1;
    return true;
  }
}
