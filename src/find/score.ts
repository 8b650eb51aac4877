// Scores the candidates of a search for each guess.
import { SECONDARY_PARTS, addSecondaryParts } from "./secondary-parts.ts";
import type { GuessForm, SearchedText } from "./guess.ts";
import { lettersWithoutExtension, MAX_SHORT_LENGTH, type ComparedName } from "./name-parts.ts";
import type { Candidate, Search } from "./search.ts";

/** The bonus for a name that consists entirely of the guesses' texts; proportionally less if they cover a part of it. */
const COVERAGE_BONUS = 1.2;

/** Of two equally good names, the shorter one is meant more often. The factor is 1 for a name of the usual length. */
const LENGTH_WEIGHT = 0.4;
const USUAL_LENGTH = 14;

/** Secondary files count less, and so do directories. */
const SECONDARY_FACTOR = 0.5;
const DIRECTORY_FACTOR = 0.3;

/** The score of an entry for one form of a guess. */
export interface FormScore {
  readonly form: number;
  readonly score: number;
  readonly isOwn: boolean;
  readonly isInherited: boolean;
}

export interface ScoredCandidate {
  readonly candidate: Candidate;
  readonly formScores: readonly FormScore[];
  readonly score: number;
  /** Whether its own name matches a guess. */
  readonly isOwn: boolean;
  /** Whether it is secondary, and no guess that it matches asks for that. */
  readonly isSecondary: boolean;
}

/** The candidates, the best first. */
export function scoreCandidates(search: Search): ScoredCandidate[] {
  const scorer = new Scorer(search);
  const scored = search.candidates().map((candidate) => scorer.score(candidate));
  // The sort is stable: entries with equal scores stay in the order in which they were read.
  return scored.sort((one, other) => other.score - one.score);
}

class Scorer {
  readonly #search: Search;
  /** Whether a guess consists only of secondary parts, such as `tests`. */
  readonly #asksForSecondary: boolean;
  readonly #texts: readonly SearchedText[];

  constructor(search: Search) {
    this.#search = search;
    this.#texts = search.activeTexts;
    this.#asksForSecondary = search.forms.some(
      ({ parts }) => parts.length > 0 && parts.every((part) => SECONDARY_PARTS.has(part)),
    );
  }

  score(candidate: Candidate): ScoredCandidate {
    const search = this.#search;
    const secondaryParts = addSecondaryParts(candidate.directory.secondaryParts, candidate.name);
    const factor = this.#factorOf(candidate);
    const matches = candidate.matches.filter(({ form }) => search.isActive(form));
    let [score, hasOwnMatch, isSecondary] = [0, false, secondaryParts.length > 0];
    const formScores = matches.map(({ form, weight, isOwn, isInherited }) => {
      const isDemoted = secondaryParts.length > 0 && !this.#asksFor(secondaryParts, search.forms[form] as GuessForm);
      const formScore = weight * factor * (isDemoted ? SECONDARY_FACTOR : 1);
      [score, hasOwnMatch, isSecondary] = [score + formScore, hasOwnMatch || isOwn, isSecondary && isDemoted];
      return { form, score: formScore, isOwn, isInherited };
    });
    return { candidate, formScores, score, isOwn: hasOwnMatch, isSecondary };
  }

  #asksFor(secondaryParts: readonly string[], { parts }: GuessForm): boolean {
    return this.#asksForSecondary || secondaryParts.some((part) => parts.includes(part));
  }

  /** The factor for all matches of an entry. */
  #factorOf({ name, kind, matches }: Candidate): number {
    const compared = this.#search.names.comparer.compare(name);
    const letters = lettersWithoutExtension(name, compared);
    const brevity = (1 + LENGTH_WEIGHT) / (1 + (LENGTH_WEIGHT * letters) / USUAL_LENGTH);
    const coverage = matches.some(({ isOwn }) => isOwn) ? this.#coverageOf(name, compared, letters) : 0;
    return brevity * (1 + COVERAGE_BONUS * coverage) * (kind === "directory" ? DIRECTORY_FACTOR : 1);
  }

  /** The share of a name's letters that the texts of the guesses cover. */
  #coverageOf(name: string, { parts, stems }: ComparedName, ownLength: number): number {
    const { strengths } = this.#search.names.hitsIn(name);
    const texts = this.#texts.filter(({ index }) => strengths.has(index));
    let [covered, letters] = [0, 0];
    for (const [index, part] of parts.entries()) {
      if (letters >= ownLength) {
        break;
      }
      letters += part.length;
      const isCovered = texts.some(
        ({ squashed, stem }) =>
          stems[index] === stem ||
          (part.length > MAX_SHORT_LENGTH && squashed.includes(part)) ||
          (squashed.length > MAX_SHORT_LENGTH && part.includes(squashed)),
      );
      covered += isCovered ? part.length : 0;
    }
    return letters === 0 ? 0 : covered / letters;
  }
}
