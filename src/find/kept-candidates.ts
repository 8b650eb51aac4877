// Keeps the entries that an answer is chosen from, while the tree is read.
import { getOrAdd } from "../core/get-or-add.ts";
import { BestItems } from "./best-items.ts";
import type { Guess, Reading } from "./guess.ts";
import { addLowPriorityWords, isLowPriority, LOW_PRIORITY_FACTOR } from "./name-words.ts";
import type { Candidate } from "./searched-directory.ts";

export interface KeptCandidates {
  /** Keeps an entry if it is among the best. Of equals, the one that was read first is, and in one directory the one with the lower key. */
  offer(candidate: Candidate, key: string): void;
  /** The best for the readings that count. */
  best(used: readonly Reading[]): readonly Candidate[];
}

/** How many are kept for each reading. Fewer with many guesses: each keeps its matches with all of them, and is compared with all their names. */
const MAX_KEPT = 2000;
const MIN_KEPT = 100;
const MAX_COMPARISONS = 1_280_000;

/** Which are kept is decided before they are scored: by the match's score / (this + length of the name). */
const USUAL_NAME_LENGTH = 20;

/** Keeps the best matches of each reading. */
export class BestMatches implements KeptCandidates {
  readonly #best = new Map<Reading, BestItems<Candidate>>();
  readonly #most: number;

  constructor(guesses: readonly Guess[]) {
    const readings = guesses.flatMap((guess) => guess.readings);
    const names = new Set(readings.flatMap(({ terms }) => terms.flatMap((term) => term.names))).size;
    const most = Math.floor(MAX_COMPARISONS / (guesses.length * Math.max(guesses.length, names)));
    this.#most = Math.max(MIN_KEPT, Math.min(most, MAX_KEPT));
  }

  offer(item: Candidate, key: string): void {
    const { place, lowPriorityWords } = item.directory;
    const words = addLowPriorityWords(lowPriorityWords, item.name);
    for (const { reading, matchScore, isOwn } of item.matches) {
      const factor = isLowPriority(words, reading.guess) ? LOW_PRIORITY_FACTOR : 1;
      const score = factor * (Number(isOwn) + matchScore / (USUAL_NAME_LENGTH + item.name.length));
      const best = getOrAdd(this.#best, reading, () => new BestItems<Candidate>(this.#most));
      best.offer({ item, score, place, key });
    }
  }

  best(used: readonly Reading[]): readonly Candidate[] {
    return [...new Set(used.flatMap((reading) => this.#best.get(reading)?.finish() ?? []))];
  }
}
