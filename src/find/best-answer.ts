// The answer of a search that shows what matches best: a map of these entries alone.
import { guessesThatFit, type ListingEnd, type NotShown } from "../text/closing-lines.ts";
import { renderMap } from "../text/map-text.ts";
import { AnswerCosts } from "./answer-costs.ts";
import { layOut, type AnswerLayout } from "./lay-out.ts";
import { choose, scoreMatches, weightOf, type Scored } from "./rank.ts";
import { toFoundFile, type FoundFiles, type SearchAnswer } from "./search-answer.ts";
import { searchEnd } from "./search-end.ts";
import type { MatchCount, SearchResult } from "./search-result.ts";
import type { Candidate, PathFit } from "./searched-directory.ts";

/** Choosing estimates tokens, so slightly more than the budget is chosen. The rendered text then tells how much of that fits. */
const SPARE = 1.1;

/** How many guesses are named that match entries that are not shown. */
const MAX_BROAD = 3;

/** How many names are told for a guess that matches only in part. */
const MAX_NAMED = 2;

/** The share of the budget for the lines about guesses that do not match as they are. */
const GUESSES_SHARE = 0.1;

interface ScoredCandidate extends Candidate, Scored {}

export class BestAnswer implements SearchAnswer {
  readonly choices: number;
  readonly #result: SearchResult;
  readonly #chosen: readonly ScoredCandidate[];

  constructor(result: SearchResult) {
    const { budget, countTokens } = result.facts.request;
    const guesses = [...result.used.values()].filter((reading) => reading !== undefined).length;
    this.#result = result;
    this.#chosen = choose<ScoredCandidate>(
      scoreCandidates(result),
      guesses,
      new AnswerCosts(SPARE * budget, countTokens),
    );
    this.choices = this.#chosen.length;
  }

  toText(count: number): string {
    const { shownRoot, budget, countTokens } = this.#result.facts.request;
    const chosen = this.#chosen.slice(0, count);
    const layout = layOut(chosen, this.#result);
    const end = this.#endOf(layout, chosen);
    const maxGuesses = guessesThatFit(end, GUESSES_SHARE * budget, countTokens);
    return renderMap({ root: shownRoot, ...layout.contents, partial: true, ...end, maxGuesses });
  }

  toFound(count: number): FoundFiles {
    const { root, shownRoot } = this.#result.facts.request;
    const chosen = this.#chosen.slice(0, count);
    const layout = layOut(chosen, this.#result);
    const files = chosen.map((candidate, index) => {
      const { inside } = candidate;
      return toFoundFile(candidate, index + 1, inside === undefined || layout.isOpen(inside) ? 0 : inside.below);
    });
    return { root: shownRoot, files, readDirectories: root.tree.directoriesRead, ...this.#endOf(layout, chosen) };
  }

  #endOf({ accounted }: AnswerLayout, shown: readonly ScoredCandidate[]): ListingEnd {
    const count = this.#result.found.all - accounted.all;
    const end = searchEnd(this.#result, { count, guesses: this.#broadGuesses(accounted, count) });
    const onlyInPart = end.onlyInPart?.map(({ guess }) => ({ guess, names: namesFor(guess, shown) }));
    return { ...end, ...(onlyInPart && { onlyInPart }) };
  }

  /** The guesses that match most of the entries that are not accounted for. `most`: how many those are. */
  #broadGuesses(accounted: MatchCount, most: number): NonNullable<NotShown["guesses"]> {
    const { used, found } = this.#result;
    const counts = Array.from(used.keys(), (guess) => {
      const count = (found.byGuess.get(guess) ?? 0) - (accounted.byGuess.get(guess) ?? 0);
      return { guess: guess.text, count: Math.min(most, count) };
    });
    const broad = counts.filter(({ count }) => count > 0);
    return broad.sort((one, other) => other.count - one.count).slice(0, MAX_BROAD);
  }
}

/** The candidates, the best first. */
function scoreCandidates(result: SearchResult): ScoredCandidate[] {
  const scores = new Map(result.fits.map((fit) => [fit, scoresOf(fit, result)]));
  const scored = result.candidates().map((candidate) => {
    const { guessScores, total } = scores.get(candidate.fit) as ReturnType<typeof scoresOf>;
    const weight = weightOf(candidate.directory.pathLength + candidate.name.length, candidate.kind === "directory");
    return { ...candidate, guessScores, weight, score: weight * total };
  });
  return scored.sort((one, other) => other.score - one.score);
}

function scoresOf(fit: PathFit, result: SearchResult) {
  const guessScores = scoreMatches(result.matchesOf(fit), fit.lowPriorityWords, result);
  return { guessScores, total: guessScores.reduce((sum, { score }) => sum + score, 0) };
}

/** The names of the best entries that are shown for a guess by their own names. */
function namesFor(text: string, shown: readonly ScoredCandidate[]): readonly string[] {
  const scored = shown.flatMap(({ name, guessScores, weight }) =>
    guessScores.flatMap(({ guess, isOwn, score }) =>
      isOwn && guess.text === text ? [{ name, score: score * weight }] : [],
    ),
  );
  const names = scored.sort((one, other) => other.score - one.score).map(({ name }) => name);
  return [...new Set(names)].slice(0, MAX_NAMED);
}
