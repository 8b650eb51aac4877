// Chooses the entries that an answer shows: the best score for the tokens that they take, with a share for every guess.
import { getOrAdd } from "../core/get-or-add.ts";
import { writeFold } from "../text/fold.ts";
import { writeClosed, writeName, type CountTokens } from "../text/map-text.ts";
import { foldAlike, type AlikeFold } from "./fold-alike.ts";
import type { Guess } from "./guess.ts";
import { byScore, type ScoredCandidate } from "./score-candidates.ts";
import type { SearchedDirectory } from "./searched-directory.ts";

/** Each choice is made among this many of the best that remain. After a thousand choices there are fewer and fewer, which bounds the work. */
const WINDOW = 300;
const MAX_WEIGHED = 300_000;

/** When choices are compared, which happens often, only this many of the directories above each are counted. */
const COMPARED_LEVELS = 32;

/** About how many tokens one more line takes. */
const LINE_TOKENS = 2;

/** An entry that matches one guess alone multiplies that guess's share by this when it is shown. */
const SHARE_AFTER_SHOWN = 0.7;

/** An entry that matches better by a directory above it counts as this fraction of an entry. */
const DIRECTORY_POWER = 0.3;

/** An entry or a fold that an answer can show. */
export type AnswerItem = ScoredCandidate | AlikeFold;

/** The choices for an answer of about `tokens` tokens, the most important first. `scored` must be sorted by score. */
export function choose(scored: readonly ScoredCandidate[], tokens: number, countTokens: CountTokens): AnswerItem[] {
  const folds = foldAlike(scored);
  // What a guess asks for is named as far as it fits.
  const left = folds.filter(({ guessScores }) => !guessScores.some(({ guess, isOwn }) => isOwn && guess.wantsAll));
  const folded = new Set(left.flatMap((fold) => fold.folded));
  const choices = [...scored.filter((each) => !folded.has(each)), ...folds].sort(byScore);
  const budget = new Budget(tokens, countTokens);
  const chosen = chooseByShares(choices, folds, budget);
  if (chosen.length === choices.length) {
    // Everything fits, so there is room to name some of the entries in the folds, too.
    const members = [...folded].filter(({ isLowPriority }) => !isLowPriority).sort(byScore);
    for (const member of members) {
      if (budget.isUsedUp) {
        break;
      }
      budget.show(member);
      chosen.push(member);
    }
  }
  return chosen;
}

/** Chooses the item that is worth most for its tokens, again and again, until the budget is used up. */
function chooseByShares(choices: readonly AnswerItem[], folds: readonly AlikeFold[], budget: Budget): AnswerItem[] {
  const foldOf = new Map(folds.flatMap((fold) => fold.folded.map((member): [AnswerItem, AlikeFold] => [member, fold])));
  const shares = new Shares();
  const ownNames = new OwnNames(choices);
  const valueOf = (choice: AnswerItem) => shares.valueOf(choice) / Math.sqrt(budget.costOf(choice));
  const chosen = new Set<AnswerItem>();
  const window: AnswerItem[] = [];
  let next = 0;
  while (chosen.size < choices.length && !budget.isUsedUp) {
    const size = Math.min(WINDOW, Math.ceil(MAX_WEIGHED / (1 + chosen.size)));
    for (; window.length < size && next < choices.length; next += 1) {
      const choice = choices[next] as AnswerItem;
      if (!chosen.has(choice)) {
        window.push(choice);
      }
    }
    const first = ownNames.before(findHighest(window.slice(0, size), valueOf));
    // Before the first entry that a fold could stand for comes the fold, for those that will not fit.
    const fold = foldOf.get(first);
    const choice = fold === undefined || chosen.has(fold) ? first : fold;
    const at = window.indexOf(choice);
    if (at >= 0) {
      window.splice(at, 1);
    }
    ownNames.delete(choice);
    // A directory that already has a line does not use up any guess's share.
    if (!budget.isShown(choice)) {
      shares.use(choice);
    }
    budget.show(choice);
    chosen.add(choice);
  }
  return [...chosen];
}

/** The first of the items with the highest value. */
function findHighest<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item {
  let [best, bestValue] = [items[0] as Item, -1];
  for (const item of items) {
    const value = valueOf(item);
    if (value > bestValue) {
      [best, bestValue] = [item, value];
    }
  }
  return best;
}

/** How much the next entry counts for each guess: less with each entry that was shown for it. */
class Shares {
  /** By the index of the guess. */
  readonly #shares: number[] = [];

  valueOf({ guessScores }: AnswerItem): number {
    let value = 0;
    for (const { guess, score } of guessScores) {
      value += score * this.#shareOf(guess);
    }
    return value;
  }

  use({ guessScores, score: total }: AnswerItem): void {
    for (const { guess, score, isInherited } of guessScores) {
      const power = (score / total) * (isInherited ? DIRECTORY_POWER : 1);
      this.#shares[guess.index] = this.#shareOf(guess) * SHARE_AFTER_SHOWN ** power;
    }
  }

  #shareOf({ index }: Guess): number {
    return this.#shares[index] ?? 1;
  }
}

/** The choices whose own names match. Within a directory they come before what matches the same guess by the directory alone. */
class OwnNames {
  /** By directory and guess, since a directory may have thousands for each guess. */
  readonly #own = new Map<SearchedDirectory, Map<Guess, Set<AnswerItem>>>();

  constructor(choices: readonly AnswerItem[]) {
    for (const choice of choices) {
      for (const { guess } of choice.guessScores.filter(({ isOwn }) => isOwn)) {
        const byGuess = getOrAdd(this.#own, choice.directory, () => new Map<Guess, Set<AnswerItem>>());
        getOrAdd(byGuess, guess, () => new Set()).add(choice);
      }
    }
  }

  /** The choice itself, or the best one that must come before it. */
  before(choice: AnswerItem): AnswerItem {
    const byGuess = choice.isOwn ? undefined : this.#own.get(choice.directory);
    let best: AnswerItem | undefined;
    for (const { guess } of byGuess === undefined ? [] : choice.guessScores) {
      const [first] = byGuess?.get(guess) ?? [];
      best = first !== undefined && first.score > (best?.score ?? -1) ? first : best;
    }
    return best ?? choice;
  }

  delete(choice: AnswerItem): void {
    const byGuess = this.#own.get(choice.directory);
    choice.guessScores.forEach(({ guess }) => byGuess?.get(guess)?.delete(choice));
  }
}

/** Estimates the tokens that an answer has left, and knows which directories have a line in it. */
class Budget {
  readonly #countTokens: CountTokens;
  readonly #shown = new Set<SearchedDirectory>();
  readonly #costs = new Map<AnswerItem | SearchedDirectory, number>();
  #tokens: number;

  constructor(tokens: number, countTokens: CountTokens) {
    this.#tokens = tokens;
    this.#countTokens = countTokens;
  }

  get isUsedUp(): boolean {
    return this.#tokens <= 0;
  }

  /** Whether a choice is a directory that has a line already. */
  isShown(choice: AnswerItem): boolean {
    return choice.kind !== "fold" && choice.inside !== undefined && this.#shown.has(choice.inside);
  }

  /** About how many tokens it takes to show a choice, too. */
  costOf(choice: AnswerItem, maxLevels: number = COMPARED_LEVELS): number {
    if (this.isShown(choice)) {
      return 1;
    }
    const cost = getOrAdd(this.#costs, choice, () => this.#countTokens(` ${labelOf(choice)}`));
    return cost + this.#costToOpen(choice.directory, maxLevels);
  }

  #costToOpen(directory: SearchedDirectory, maxLevels: number): number {
    if (this.#shown.has(directory)) {
      return 0;
    }
    let cost = LINE_TOKENS;
    let above = directory;
    for (let level = 0; level < maxLevels; level += 1, above = above.parent) {
      if (above.parent === undefined || this.#shown.has(above)) {
        break;
      }
      const { name } = above;
      cost += getOrAdd(this.#costs, above, () => this.#countTokens(` ${writeName(name, "directory")}`));
    }
    return cost;
  }

  show(choice: AnswerItem): void {
    this.#tokens -= this.costOf(choice, Infinity);
    let above: SearchedDirectory | undefined = choice.directory;
    for (; above !== undefined && !this.#shown.has(above); above = above.parent) {
      this.#shown.add(above);
    }
  }
}

function labelOf(item: AnswerItem): string {
  if (item.kind === "fold") {
    return writeFold({ glob: item.glob, count: item.members.length });
  }
  const { name, kind, inside } = item;
  return kind === "directory" ? writeClosed({ name, count: inside?.below ?? 0 }) : writeName(name, kind);
}
