// Which entries an answer shows, in which order: each guess scores what it matches by BM25, and the entries are shared out among the guesses.
import { getOrAdd } from "../core/get-or-add.ts";
import type { Guess, Term } from "./guess.ts";
import { stemOf } from "./name-words.ts";
import { strengthOf, type Match } from "./searched-directory.ts";

/** BM25: how much the length of a path matters (k1, with b = 1; a word counts once, however often a path has it), and the usual length. */
const LENGTH_WEIGHT = 1.2;
const USUAL_LENGTH = 48;

/** Directories count less than files. */
const DIRECTORY_FACTOR = 0.3;

/** What a file with low-priority words counts for a guess that does not ask for it. */
const LOW_PRIORITY_FACTOR = 0.1;

/** An entry that a guess matches by a directory above it alone counts as so much of an entry among those shown for the guess. */
const NOT_OWN = 0.3;

/** What the paths of a tree have of the guesses. */
export interface Statistics {
  /** How many entries there are, how many a guess matches, and how many paths a term is on. */
  readonly entries: number;
  entriesOf(guess: Guess): number;
  entriesWith(term: Term): number;
  /** The stems of the guesses that consist of low-priority words, such as `tests`. */
  readonly asked: ReadonlySet<string>;
}

/** The score for a guess of all entries that have the same fit, before their weights. */
export interface GuessScore {
  readonly guess: Guess;
  readonly score: number;
  readonly isOwn: boolean;
}

/** What an entry counts for its length and kind. */
export function weightOf(pathLength: number, isDirectory: boolean): number {
  const length = (1 + LENGTH_WEIGHT) / (1 + (LENGTH_WEIGHT * pathLength) / USUAL_LENGTH);
  return length * (isDirectory ? DIRECTORY_FACTOR : 1);
}

/** The scores for the guesses that a path matches: how surely, times how rare what matches is; in part, the sum of that over the terms. */
export function scoreMatches(matches: readonly Match[], words: readonly string[], paths: Statistics): GuessScore[] {
  const isAsked = words.length === 0 || words.some((word) => paths.asked.has(stemOf(word)));
  return matches.map(({ reading: { guess, kind }, terms, isOwn }) => {
    let score = 0;
    for (const [term, fit] of terms) {
      const entries = kind === "part" ? paths.entriesWith(term) : paths.entriesOf(guess);
      score += strengthOf(fit) * rarityOf(entries, paths.entries);
    }
    const isLow = !isAsked && !words.some((word) => guess.words.includes(word));
    return { guess, score: ((isLow ? LOW_PRIORITY_FACTOR : 1) * score) / (kind === "part" ? 1 : terms.size), isOwn };
  });
}

/** BM25: how much something counts that so many of all entries have. */
function rarityOf(entries: number, all: number): number {
  return Math.log(1 + (Math.max(0, all - entries) + 0.5) / (entries + 0.5));
}

/** An entry that can be shown. */
export interface Scored {
  /** The same object for all entries with the same fit. */
  readonly guessScores: readonly GuessScore[];
  /** Multiplies all of them. */
  readonly weight: number;
}

/** Estimates what it takes to show an entry. */
export interface Costs<Entry> {
  costOf(entry: Entry): number;
  /** Whether it is a directory that has a line already. */
  isShown(entry: Entry): boolean;
  show(entry: Entry): void;
  readonly isUsedUp: boolean;
}

/** Each choice is made among this many of the best that remain. After a thousand choices there are fewer and fewer, which bounds the work. */
const WINDOW = 300;
const MAX_WEIGHED = 300_000;

/** An answer ends when the best of what is left is worth less for its tokens than this share of the first entry, for each of so many guesses at most. */
const LEAST_VALUE = 0.001;
const MANY_GUESSES = 30;

/**
 * The entries that are shown, the most important first. `entries`: sorted by score. `guesses`: how many match. The method is D'Hondt's, as seats in a parliament are given
 * to parties: the next is the one with the highest sum of score / (1 + what was shown for the guess), here for the square root of its tokens.
 */
export function choose<Entry extends Scored>(entries: readonly Entry[], guesses: number, costs: Costs<Entry>): Entry[] {
  const shares = new Shares();
  const chosen: Entry[] = [];
  let window: Entry[] = [];
  let next = 0;
  let least = 0;
  while (!costs.isUsedUp) {
    const size = Math.min(WINDOW, Math.ceil(MAX_WEIGHED / (1 + chosen.length)));
    for (; window.length < size && next < entries.length; next += 1) {
      window.push(entries[next] as Entry);
    }
    let [best, bestValue] = [-1, -1];
    for (let at = 0; at < Math.min(size, window.length); at += 1) {
      const entry = window[at] as Entry;
      const value = shares.valueOf(entry) / Math.sqrt(costs.costOf(entry));
      if (value > bestValue) {
        [best, bestValue] = [at, value];
      }
    }
    const choice = window[best];
    if (choice === undefined) {
      break;
    }
    if (bestValue < least && !isWanted(choice)) {
      window = window.filter(isWanted);
      continue;
    }
    if (chosen.length === 0) {
      least = LEAST_VALUE * Math.min(guesses, MANY_GUESSES) * bestValue;
    }
    window.splice(best, 1);
    // A directory that already has a line does not use up any guess's share.
    if (!costs.isShown(choice)) {
      shares.use(choice);
    }
    costs.show(choice);
    chosen.push(choice);
  }
  return chosen;
}

/** What a guess asks for is named as far as it fits. */
function isWanted({ guessScores }: Scored): boolean {
  return guessScores.some(({ guess, isOwn }) => isOwn && guess.wantsAll);
}

/** How many entries were shown for each guess. What is shown for several guesses is divided among them. */
class Shares {
  /** By the index of the guess. */
  readonly #shown: number[] = [];
  /** Until something is shown: entries with the same fit have the same scores. */
  readonly #values = new Map<readonly GuessScore[], number>();

  valueOf({ guessScores, weight }: Scored): number {
    const value = getOrAdd(this.#values, guessScores, () =>
      guessScores.reduce((sum, { guess, score }) => sum + score / (1 + (this.#shown[guess.index] ?? 0)), 0),
    );
    return value * weight;
  }

  use({ guessScores }: Scored): void {
    this.#values.clear();
    const total = guessScores.reduce((sum, { score }) => sum + score, 0);
    for (const { guess, score, isOwn } of guessScores) {
      const entries = (score / total) * (isOwn ? 1 : NOT_OWN);
      this.#shown[guess.index] = (this.#shown[guess.index] ?? 0) + entries;
    }
  }
}
