// Which readings of the guesses are used: of each guess, the first that matches anything.
import type { Reading } from "./guess.ts";
import type { NameMatcher } from "./name-matcher.ts";

export class ReadingTally {
  readonly #readings: readonly Reading[];
  readonly #names: NameMatcher;
  /** How many entries match each reading, by its index. */
  readonly #matches: number[];

  constructor(readings: readonly Reading[], names: NameMatcher) {
    this.#readings = readings;
    this.#names = names;
    this.#matches = readings.map(() => 0);
  }

  /** Counts an entry that matches a reading. */
  add(reading: number): void {
    this.#matches[reading] = (this.#matches[reading] as number) + 1;
  }

  /** Whether a reading matches anything. What was found by a slip of the hand does not count if the word occurs as it is. */
  hasMatches(reading: number): boolean {
    return (this.#matches[reading] as number) > 0 && !this.#isSeen(reading);
  }

  /** Whether it is certain, before everything is read, that a reading will not be used. */
  isRuledOut(reading: number): boolean {
    const { kind, first } = this.#readings[reading] as Reading;
    return kind !== "whole" && (this.#isSeen(reading) || (this.#matches[first] as number) > 0);
  }

  /** Whether a reading is used, once everything is read: those of its guess before it match nothing. One that is whole may match nothing itself. */
  isUsed(reading: number): boolean {
    const { kind, first } = this.#readings[reading] as Reading;
    const before = this.#readings.slice(first, reading);
    return (kind === "whole" || this.hasMatches(reading)) && before.every((_, at) => !this.hasMatches(first + at));
  }

  /** Whether a word that the reading takes with a slip of the hand occurs as it is. */
  #isSeen(reading: number): boolean {
    const { unseenName } = this.#readings[reading] as Reading;
    return unseenName !== undefined && !this.#names.isUnseen(unseenName);
  }
}
