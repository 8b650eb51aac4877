// What the entries that were kept are worth for each guess.
import { ASIDE_PARTS, joinAside } from "./aside-parts.ts";
import type { GuessForm, SearchedText } from "./guess.ts";
import { ownLetters, SHORT, type ComparedName } from "./name-parts.ts";
import type { Candidate, Search } from "./search.ts";

/** A name that the guesses cover as a whole counts this much more than one that they hardly touch. */
const COVERED = 1.2;

/** Of two names that fit alike the shorter is meant more often. One of the usual length counts as it is. */
const LENGTH = 0.4;
const USUAL_LENGTH = 14;

/** Tests and the like count less, and so does a directory, which stands for what is in it. */
const ASIDE = 0.5;
const DIRECTORY = 0.3;

/** What an entry is worth for a form of a guess. */
export interface Worth {
  readonly form: number;
  readonly worth: number;
  readonly isOwn: boolean;
  readonly isInherited: boolean;
}

export interface ScoredCandidate {
  readonly candidate: Candidate;
  readonly worths: readonly Worth[];
  readonly score: number;
  /** Whether its own name fits a guess. */
  readonly isOwn: boolean;
  /** Whether it is among tests and the like, and no guess that it fits asks for them. */
  readonly isAside: boolean;
}

/** The candidates, the best first. */
export function scoreCandidates(search: Search): ScoredCandidate[] {
  const scorer = new Scorer(search);
  const scored = search.kept().map((candidate) => scorer.score(candidate));
  // Equals stay in the order in which they were read.
  return scored.sort((one, other) => other.score - one.score);
}

class Scorer {
  readonly #search: Search;
  /** Whether a guess asks for nothing but tests, or something else of that kind. */
  readonly #asksForAside: boolean;
  readonly #texts: readonly SearchedText[];

  constructor(search: Search) {
    this.#search = search;
    this.#texts = search.activeTexts;
    this.#asksForAside = search.forms.some(
      ({ parts }) => parts.length > 0 && parts.every((part) => ASIDE_PARTS.has(part)),
    );
  }

  score(candidate: Candidate): ScoredCandidate {
    const search = this.#search;
    const aside = joinAside(candidate.directory.aside, candidate.name);
    const factor = this.#factorOf(candidate);
    const fits = candidate.fits.filter(({ form }) => search.isActive(form));
    let [score, isOwnFit, isAside] = [0, false, aside.length > 0];
    const worths = fits.map(({ form, weight, isOwn, isInherited }) => {
      const isLater = aside.length > 0 && !this.#asksFor(aside, search.forms[form] as GuessForm);
      const worth = weight * factor * (isLater ? ASIDE : 1);
      [score, isOwnFit, isAside] = [score + worth, isOwnFit || isOwn, isAside && isLater];
      return { form, worth, isOwn, isInherited };
    });
    return { candidate, worths, score, isOwn: isOwnFit, isAside };
  }

  #asksFor(aside: readonly string[], { parts }: GuessForm): boolean {
    return this.#asksForAside || aside.some((part) => parts.includes(part));
  }

  /** What the fits of an entry are multiplied by. */
  #factorOf({ name, kind, fits }: Candidate): number {
    const compared = this.#search.names.comparer.compare(name);
    const letters = ownLetters(name, compared);
    const short = (1 + LENGTH) / (1 + (LENGTH * letters) / USUAL_LENGTH);
    const coverage = fits.some(({ isOwn }) => isOwn) ? this.#coverageOf(name, compared, letters) : 0;
    return short * (1 + COVERED * coverage) * (kind === "directory" ? DIRECTORY : 1);
  }

  /** How much of a name the texts of the guesses cover, of 1. */
  #coverageOf(name: string, { parts, stems }: ComparedName, ownLength: number): number {
    const { hits } = this.#search.names.judge(name);
    const texts = this.#texts.filter(({ index }) => hits.has(index));
    let [covered, letters] = [0, 0];
    for (const [index, part] of parts.entries()) {
      if (letters >= ownLength) {
        break;
      }
      letters += part.length;
      const isCovered = texts.some(
        ({ squashed, stem }) =>
          stems[index] === stem ||
          (part.length > SHORT && squashed.includes(part)) ||
          (squashed.length > SHORT && part.includes(squashed)),
      );
      covered += isCovered ? part.length : 0;
    }
    return letters === 0 ? 0 : covered / letters;
  }
}
