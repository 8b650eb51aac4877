// Counts entries by the readings that they match, and tells which readings are used: of each guess, the first that matches anything.
import { getOrAdd } from "../core/get-or-add.ts";
import type { Reading, Term } from "./guess.ts";
import type { NameMatcher } from "./name-matcher.ts";
import type { Match } from "./searched-directory.ts";

/** How many different sets of readings are distinguished. */
const MAX_SETS = 4096;

/** How many candidates match exactly these readings. */
interface SetCount {
  readonly matched: readonly Reading[];
  entries: number;
}

export class ReadingTally {
  readonly #names: NameMatcher;
  /** The readings that entries match. */
  readonly #matched = new Set<Reading>();
  readonly #termCounts = new Map<Term, number>();
  readonly #sets = new Map<string, SetCount>();

  constructor(names: NameMatcher) {
    this.#names = names;
  }

  /** Counts an entry that may be shown, with all its matches. */
  add(matches: readonly Match[]): void {
    for (const { reading, isOwn, termBits } of matches) {
      this.#matched.add(reading);
      if (reading.kind === "part" && isOwn) {
        for (const [at, term] of reading.terms.entries()) {
          this.#termCounts.set(term, this.termCount(term) + ((termBits >> at) & 1));
        }
      }
    }
    let matched = matches.map(({ reading }) => reading);
    if (this.#sets.size >= MAX_SETS && !this.#sets.has(keyOf(matched))) {
      // Counted for the surest of them alone.
      matched = [matched.find(({ kind }) => kind === "whole") ?? (matched[0] as Reading)];
    }
    getOrAdd(this.#sets, keyOf(matched), () => ({ matched, entries: 0 })).entries += 1;
  }

  /** The candidates by the readings that they match. */
  get sets(): readonly SetCount[] {
    return [...this.#sets.values()];
  }

  /** How many entries have a term on their paths, of those whose own names match in part a reading that has the term. */
  termCount(term: Term): number {
    return this.#termCounts.get(term) ?? 0;
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

function keyOf(readings: readonly Reading[]): string {
  return readings.map(({ index }) => index).join(" ");
}
