// Scores the candidates of a search, for each guess and as a whole.
import type { Guess, WantedName } from "./guess.ts";
import { isOneSlip } from "./name-matcher.ts";
import {
  addLowPriorityWords,
  lettersOnly,
  isLowPriority,
  LOW_PRIORITY_FACTOR,
  LOW_PRIORITY_WORDS,
  stemOf,
  MAX_SHORT_LENGTH,
  toComparedName,
  type ComparedName,
} from "./name-words.ts";
import type { SearchResult } from "./search-result.ts";
import type { Candidate, Match } from "./searched-directory.ts";

/** The bonus for a name that consists entirely of wanted words, and in proportion for a name that has others, too. */
const COVERAGE_BONUS = 1.2;

/** Of two equally good names, the shorter one is meant more often. The factor is 1 for a name of the usual length. */
const LENGTH_WEIGHT = 0.4;
const USUAL_LETTERS = 14;

/** Directories count less than files. */
const DIRECTORY_FACTOR = 0.3;

/** Where a guess matches in part, a term counts by 1 / (1 + log2(1 + entries that match it)) to this power. */
const RARITY_POWER = 2;

/** The score of an entry for one guess. */
export interface GuessScore {
  readonly guess: Guess;
  readonly score: number;
  readonly isOwn: boolean;
  readonly isInherited: boolean;
  /** Whether the entry has low-priority words that the guess does not ask for. */
  readonly isDemoted: boolean;
}

export interface ScoredCandidate extends Candidate {
  readonly guessScores: readonly GuessScore[];
  /** The sum of those. */
  readonly score: number;
  /** Whether its own name matches a guess. */
  readonly isOwn: boolean;
  /** Whether it has low-priority words that no guess that it matches asks for. */
  readonly isLowPriority: boolean;
}

/** The candidates, the best first. */
export function scoreCandidates(result: SearchResult): ScoredCandidate[] {
  const scorer = new Scorer(result);
  const scored = result.candidates.map((candidate) => scorer.score(candidate));
  // The sort is stable: of entries with equal scores, those come first that were kept for an earlier guess, or were read earlier.
  return scored.sort(byScore);
}

/** The higher score comes first. */
export function byScore(one: { readonly score: number }, other: { readonly score: number }): number {
  return other.score - one.score;
}

class Scorer {
  readonly #result: SearchResult;
  /** The names that the readings that count look for. */
  readonly #wantedNames: readonly WantedName[];

  /** The stems of the guesses that consist only of low-priority words, such as `tests`. */
  readonly #asked: ReadonlySet<string>;

  constructor(result: SearchResult) {
    this.#result = result;
    const { used } = result;
    const terms = [...used.values()].flatMap((reading) => reading?.terms ?? []);
    const asked = [...used.keys()].filter(({ words }) => words.every((word) => LOW_PRIORITY_WORDS.has(word)));
    this.#asked = new Set(asked.flatMap(({ words }) => words.map(stemOf)));
    this.#wantedNames = [...new Set(terms.flatMap(({ names }) => names))];
  }

  score(candidate: Candidate): ScoredCandidate {
    const lowPriorityWords = addLowPriorityWords(candidate.directory.lowPriorityWords, candidate.name);
    const factor = this.#factorOf(candidate);
    const guessScores = candidate.matches.map((match): GuessScore => {
      const { isOwn, isInherited, reading } = match;
      const { guess } = reading;
      const isDemoted =
        isLowPriority(lowPriorityWords, guess) && !lowPriorityWords.some((word) => this.#asked.has(stemOf(word)));
      const score = match.matchScore * this.#rarityOf(match) * factor * (isDemoted ? LOW_PRIORITY_FACTOR : 1);
      return { guess, score, isOwn, isInherited, isDemoted };
    });
    return {
      guessScores,
      score: guessScores.reduce((sum, { score }) => sum + score, 0),
      isOwn: guessScores.some(({ isOwn }) => isOwn),
      isLowPriority: guessScores.every(({ isDemoted }) => isDemoted),
      ...candidate,
    };
  }

  /** For a match in part: the share of the guess that matches if rare terms count more, relative to that share if all count the same. */
  #rarityOf({ reading, terms }: Match): number {
    if (reading.kind !== "part") {
      return 1;
    }
    let [matched, all] = [0, 0];
    for (const term of reading.terms) {
      const isMatching = terms.includes(term);
      // A directory that is no answer itself is not among the entries of a term, but what is in it may match by its name.
      const entries = Math.max(Number(isMatching), this.#result.termCount(term));
      const rarity = entries === 0 ? 0 : (1 + Math.log2(1 + entries)) ** -RARITY_POWER;
      matched += isMatching ? rarity : 0;
      all += rarity;
    }
    return (matched / all) * (reading.terms.length / terms.length);
  }

  /** The factor for all matches of an entry. */
  #factorOf({ name, kind, matches }: Candidate): number {
    const compared = toComparedName(name);
    const dot = name.lastIndexOf(".");
    const extension = dot > 0 ? lettersOnly(name.slice(dot)).length : 0;
    const letters = Math.max(1, compared.letters.length - extension);
    const brevity = (1 + LENGTH_WEIGHT) / (1 + (LENGTH_WEIGHT * letters) / USUAL_LETTERS);
    const coverage = matches.some(({ isOwn }) => isOwn) ? this.#coverageOf(name, compared, letters) : 0;
    return brevity * (1 + COVERAGE_BONUS * coverage) * (kind === "directory" ? DIRECTORY_FACTOR : 1);
  }

  /** The share of the first letters of a name that wanted words cover. */
  #coverageOf(name: string, { words, stems }: ComparedName, firstLetters: number): number {
    const { scores } = this.#result.hitsIn(name);
    const wanted = this.#wantedNames.filter((each) => scores.has(each));
    let [covered, all] = [0, 0];
    for (const [at, word] of words.entries()) {
      if (all >= firstLetters) {
        break;
      }
      all += word.length;
      const isCovered = wanted.some(
        ({ letters, stem, intended }) =>
          stems[at] === stem ||
          (intended !== undefined && isOneSlip(word, letters)) ||
          (word.length > MAX_SHORT_LENGTH && letters.includes(word)) ||
          (letters.length > MAX_SHORT_LENGTH && word.includes(letters)),
      );
      covered += isCovered ? word.length : 0;
    }
    return all === 0 ? 0 : covered / all;
  }
}
