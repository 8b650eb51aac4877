// The answer of a search that shows what matches best: a map of these entries alone.
import type { ListingEnd, NotShown } from "../text/closing-lines.ts";
import { renderMap } from "../text/map-text.ts";
import { choose, type AnswerItem } from "./choose.ts";
import { layOut, type AnswerLayout } from "./lay-out.ts";
import type { MatchCount } from "./match-count.ts";
import { scoreCandidates } from "./score-candidates.ts";
import { toFoundFile, type FoundFiles, type SearchAnswer } from "./search-answer.ts";
import { searchEnd } from "./search-end.ts";
import type { SearchResult } from "./search-result.ts";

/** Choosing estimates tokens, so slightly more than the budget is chosen. The rendered text then tells how much of that fits. */
const SPARE = 1.1;

/** How many guesses are named that match entries that are not shown. */
const MAX_BROAD = 3;

export class BestAnswer implements SearchAnswer {
  readonly choices: number;
  readonly #result: SearchResult;
  readonly #chosen: readonly AnswerItem[];

  constructor(result: SearchResult) {
    const { budget, countTokens } = result.request;
    this.#result = result;
    this.#chosen = choose(scoreCandidates(result), SPARE * budget, countTokens);
    this.choices = this.#chosen.length;
  }

  toText(count: number): string {
    const layout = layOut(this.#chosen.slice(0, count), this.#result);
    return renderMap({
      root: this.#result.request.shownRoot,
      ...layout.contents,
      partial: true,
      ...this.#endOf(layout),
    });
  }

  toFound(count: number): FoundFiles {
    const { root, shownRoot } = this.#result.request;
    const chosen = this.#chosen.slice(0, count);
    const layout = layOut(chosen, this.#result);
    const named = new Set(chosen.flatMap((item) => (item.kind === "fold" ? item.members : item)));
    const files = Array.from(named, (candidate, index) => {
      const { inside } = candidate;
      return toFoundFile(candidate, index + 1, inside === undefined || layout.isOpen(inside) ? 0 : inside.below);
    });
    return { root: shownRoot, files, readDirectories: root.tree.directoriesRead, ...this.#endOf(layout) };
  }

  #endOf({ accounted }: AnswerLayout): ListingEnd {
    const count = this.#result.found.all - accounted.all;
    return searchEnd(this.#result, { count, guesses: this.#broadGuesses(accounted, count) });
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
