// Which readings of the guesses are used: of each guess, the first that matches anything.
import type { Reading } from "./guess.ts";
import type { NameMatcher } from "./name-matcher.ts";

export class ReadingTally {
  readonly #names: NameMatcher;
  /** The readings that entries match. */
  readonly #matched = new Set<Reading>();

  constructor(names: NameMatcher) {
    this.#names = names;
  }

  /** Records that an entry matches a reading. */
  add(reading: Reading): void {
    this.#matched.add(reading);
  }

  /** Whether a reading matches anything. What was found by a slip of the hand does not count if the word occurs as it is. */
  hasMatches(reading: Reading): boolean {
    return this.#matched.has(reading) && !this.#isSeen(reading);
  }

  /** Whether it is certain, before everything is read, that a reading will not be used. */
  isRuledOut(reading: Reading): boolean {
    const [whole] = reading.before;
    return whole !== undefined && (this.#isSeen(reading) || this.#matched.has(whole));
  }

  /** Whether a reading is used, once everything is read: those of its guess before it match nothing. One that is whole may match nothing itself. */
  isUsed(reading: Reading): boolean {
    const { kind, before } = reading;
    return (kind === "whole" || this.hasMatches(reading)) && !before.some((each) => this.hasMatches(each));
  }

  /** Whether a word that the reading takes with a slip of the hand occurs as it is. */
  #isSeen({ unseenName }: Reading): boolean {
    return unseenName !== undefined && !this.#names.isUnseen(unseenName);
  }
}
