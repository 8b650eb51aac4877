// A number of places, handed out in the order in which they are asked for: what is held in one is bounded by it.

export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a free place. Gives the function that frees it, which may be called more than once. */
  async take(): Promise<() => void> {
    if (this.#free > 0) {
      this.#free -= 1;
    } else {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    let isTaken = true;
    return () => {
      if (isTaken) {
        isTaken = false;
        this.#passOn();
      }
    };
  }

  #passOn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#free += 1;
    } else {
      next();
    }
  }
}
