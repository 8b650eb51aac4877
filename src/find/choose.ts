// Which of the found entries an answer shows: the best for the tokens that they take, with a share for every guess.
import { writeClosed, writeFold, writeName, type CountTokens } from "../text/map-text.ts";
import { foldAlike, type AlikeFold } from "./fold-alike.ts";
import type { ScoredCandidate, Worth } from "./score.ts";
import type { Candidate, SearchedDirectory } from "./search.ts";

/** Among how many of the best that remain the next one is chosen. */
const WINDOW = 300;

/** How many directories above a choice count when it is compared with others, which happens again and again. */
const COMPARED_LEVELS = 32;

/** What a line of its own takes, about. */
const LINE_TOKENS = 2;

/** What remains of a guess's share after an entry was shown for it alone, and the power of that for one that fits by a directory. */
const SERVED = 0.7;
const SERVED_BY_DIRECTORY = 0.3;

/** Something that an answer can show. */
export interface Choice {
  readonly directory: SearchedDirectory;
  readonly candidate?: Candidate;
  readonly fold?: AlikeFold;
}

interface WeighedChoice extends Choice {
  readonly worths: readonly Worth[];
  readonly score: number;
  /** Whether an own name fits. */
  readonly isOwn: boolean;
}

/** What an answer of about so many tokens shows, in the order in which it takes it in. `scored` is in the order of the scores. */
export function choose(scored: readonly ScoredCandidate[], tokens: number, countTokens: CountTokens): Choice[] {
  const found = foldAlike(scored);
  const folded = new Set(found.flatMap((fold) => fold.folded));
  const choices: WeighedChoice[] = [
    ...scored.filter((each) => !folded.has(each)).map(toChoice),
    ...found.map((fold) => ({ ...fold, fold, isOwn: true })),
  ];
  choices.sort((one, other) => other.score - one.score);
  const budget = new Budget(tokens, countTokens);
  const chosen = chooseByShares(choices, budget);
  if (chosen.length === choices.length) {
    // There is room for some of what the folds stand for, too.
    const members = [...folded].filter(({ isAside }) => !isAside).sort((one, other) => other.score - one.score);
    for (const member of members) {
      if (budget.isUsedUp) {
        break;
      }
      const choice = toChoice(member);
      budget.show(choice);
      chosen.push(choice);
    }
  }
  return chosen;
}

function toChoice({ candidate, worths, score, isOwn }: ScoredCandidate): WeighedChoice {
  return { directory: candidate.directory, candidate, worths, score, isOwn };
}

function chooseByShares(choices: readonly WeighedChoice[], budget: Budget): Choice[] {
  const remaining = [...choices];
  const ownNames = new OwnNames(choices);
  const shares: number[] = [];
  const chosen: Choice[] = [];
  while (remaining.length > 0 && !budget.isUsedUp) {
    let [best, bestWorth] = [0, -1];
    for (let index = 0; index < Math.min(remaining.length, WINDOW); index += 1) {
      const choice = remaining[index] as WeighedChoice;
      let worth = 0;
      for (const each of choice.worths) {
        worth += each.worth * (shares[each.form] ?? 1);
      }
      worth /= Math.sqrt(budget.costOf(choice));
      if (worth > bestWorth) {
        [best, bestWorth] = [index, worth];
      }
    }
    const choice = ownNames.before(remaining[best] as WeighedChoice);
    remaining.splice(choice === remaining[best] ? best : remaining.indexOf(choice), 1);
    ownNames.delete(choice);
    // A directory that has a line already takes nothing from others.
    const served = budget.isShown(choice) ? [] : choice.worths;
    budget.show(choice);
    for (const { form, worth, isInherited } of served) {
      const power = (worth / choice.score) * (isInherited ? SERVED_BY_DIRECTORY : 1);
      shares[form] = (shares[form] ?? 1) * SERVED ** power;
    }
    chosen.push(choice);
  }
  return chosen;
}

/** The choices that fit by their own names, by directory: within one they come before all others. */
class OwnNames {
  readonly #byDirectory = new Map<SearchedDirectory, Set<WeighedChoice>>();

  constructor(choices: readonly WeighedChoice[]) {
    for (const choice of choices) {
      if (choice.isOwn) {
        const own = this.#byDirectory.get(choice.directory) ?? new Set();
        this.#byDirectory.set(choice.directory, own.add(choice));
      }
    }
  }

  /** The choice, or the best that has to come before it. */
  before(choice: WeighedChoice): WeighedChoice {
    const [first] = choice.isOwn ? [] : (this.#byDirectory.get(choice.directory) ?? []);
    return first ?? choice;
  }

  delete(choice: WeighedChoice): void {
    this.#byDirectory.get(choice.directory)?.delete(choice);
  }
}

/** The tokens of an answer, about, and the directories that have a line in it. */
class Budget {
  readonly #countTokens: CountTokens;
  readonly #shown = new Set<SearchedDirectory>();
  readonly #costs = new Map<Choice | SearchedDirectory, number>();
  #tokens: number;

  constructor(tokens: number, countTokens: CountTokens) {
    this.#tokens = tokens;
    this.#countTokens = countTokens;
  }

  get isUsedUp(): boolean {
    return this.#tokens <= 0;
  }

  /** Whether a choice is a directory that has a line already. */
  isShown({ candidate }: Choice): boolean {
    return candidate?.inside !== undefined && this.#shown.has(candidate.inside);
  }

  /** What it takes to show one more choice. */
  costOf(choice: Choice, maxLevels: number = COMPARED_LEVELS): number {
    if (this.isShown(choice)) {
      return 1;
    }
    const cost = this.#once(choice, () => this.#countTokens(` ${labelOf(choice)}`));
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
      cost += this.#once(above, () => this.#countTokens(` ${writeName(name, "directory")}`));
    }
    return cost;
  }

  show(choice: Choice): void {
    this.#tokens -= this.costOf(choice, Infinity);
    let above: SearchedDirectory | undefined = choice.directory;
    for (; above !== undefined && !this.#shown.has(above); above = above.parent) {
      this.#shown.add(above);
    }
  }

  #once(what: Choice | SearchedDirectory, count: () => number): number {
    let cost = this.#costs.get(what);
    if (cost === undefined) {
      cost = count();
      this.#costs.set(what, cost);
    }
    return cost;
  }
}

function labelOf({ candidate, fold }: Choice): string {
  if (fold !== undefined) {
    return writeFold({ glob: fold.glob, count: fold.members.length });
  }
  const { name, kind, inside } = candidate as Candidate;
  return kind === "directory" ? writeClosed({ name, count: inside?.below ?? 0 }) : writeName(name, kind);
}
