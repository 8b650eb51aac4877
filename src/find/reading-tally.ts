// Which reading of each guess counts, and how many entries match. Both are certain only once everything is read.
import { getOrAdd } from "../core/get-or-add.ts";
import type { Guess, Reading, Term } from "./guess.ts";
import { MatchCount } from "./match-count.ts";
import type { NameMatcher } from "./name-matcher.ts";
import type { Match } from "./searched-directory.ts";

/** How many different sets of readings are distinguished. */
const MAX_SETS = 4096;

/** How many entries match exactly these readings. */
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

  /** Counts an entry that may be shown, with all its matches; without guesses, an entry has none. */
  add(matches: readonly Match[]): void {
    for (const { reading, isOwn, terms } of matches) {
      this.#matched.add(reading);
      if (reading.kind === "part" && isOwn) {
        terms.forEach((term) => this.#termCounts.set(term, this.termCount(term) + 1));
      }
    }
    let matched = matches.map(({ reading }) => reading);
    if (this.#sets.size >= MAX_SETS && !this.#sets.has(keyOf(matched))) {
      // Counted for the surest of them alone.
      matched = [matched.find(({ kind }) => kind === "whole") ?? (matched[0] as Reading)];
    }
    getOrAdd(this.#sets, keyOf(matched), () => ({ matched, entries: 0 })).entries += 1;
  }

  /** The reading of a guess that counts: the first that matches anything. Undefined if none does. */
  readingOf({ readings }: Guess): Reading | undefined {
    return readings.find((reading) => this.#matched.has(reading) && !this.#isContradicted(reading));
  }

  /** Whether a reading will not count, whatever is still to be read. */
  isRuledOut(reading: Reading): boolean {
    const [surest] = reading.guess.readings;
    return reading !== surest && (this.#matched.has(surest as Reading) || this.#isContradicted(reading));
  }

  /** Whether a reading takes a word with a slip of the hand that some path has without it. */
  #isContradicted({ unseenName }: Reading): boolean {
    return unseenName !== undefined && !this.#names.isUnseen(unseenName);
  }

  /** How many entries match readings that count. */
  count(): MatchCount {
    const counter = new MatchCount();
    for (const { matched, entries } of this.#sets.values()) {
      const counted = matched.filter((reading) => this.readingOf(reading.guess) === reading);
      if (counted.length > 0 || matched.length === 0) {
        counter.add(counted, entries);
      }
    }
    return counter;
  }

  /** How many entries have a term on their paths, counted once for each reading that their own names match in part. */
  termCount(term: Term): number {
    return this.#termCounts.get(term) ?? 0;
  }
}

function keyOf(readings: readonly Reading[]): string {
  return readings.map(({ index }) => index).join(" ");
}
