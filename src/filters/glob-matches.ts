// Keeps account of which of several globs have matched something that is shown, so that the others can be told.

export class GlobMatches {
  readonly #globs: readonly string[];
  /** The numbers of those that have matched nothing yet. */
  readonly #left: Set<number>;

  constructor(globs: readonly string[]) {
    this.#globs = globs;
    this.#left = new Set(globs.keys());
  }

  /** Whether all of them have matched. */
  get isDone(): boolean {
    return this.#left.size === 0;
  }

  /** Whether one of these has matched nothing yet. */
  isLeft(numbers: readonly number[]): boolean {
    return numbers.some((number) => this.#left.has(number));
  }

  /** These have matched. */
  note(numbers: readonly number[]): void {
    numbers.forEach((number) => this.#left.delete(number));
  }

  /** Those that have matched nothing, each once. */
  get unmatched(): readonly string[] {
    return [...new Set([...this.#left].map((number) => this.#globs[number] as string))];
  }
}
