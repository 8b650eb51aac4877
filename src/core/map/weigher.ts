// Weighs what could be shown of a plan at a price: each token costs so much, and so does each call that it takes to find what is
// not shown. For one price the best choice is found from the names up. Any of this may be interrupted (`planning-work.ts`).
import { addChoice, cheaperChoice, keepChoice, noChoice, startChoice, type Choice } from "./choice.ts";
import type { CountedDirectory } from "./counted-directory.ts";
import { leastToName } from "./fold-option.ts";
import type { FoldItem, NameItem } from "./map-layout.ts";
import type { Amount, DirectoryOption, FoldOption, NameOption, Plan, PlanBranch, PlanNode } from "./plan.ts";
import type { PlanningWork } from "./planning-work.ts";

export interface WeigherSettings {
  readonly work: PlanningWork;
  /** What it costs to begin a line, in tokens. */
  readonly line: number;
  /** What it costs, in calls, to be found behind a fold that does not tell what it is about. */
  readonly untold: number;
  /** How many tokens there are in all. */
  readonly mostTokens: number;
}

/** The fewest tokens that a name in a directory takes, more or less, and what is shown of a directory or a fold. */
const LEAST_NAME = 2.5;
const LEAST_BLOCK = 3;
/** The fewest tokens more that it takes to part a fold in two. */
const LEAST_SPLIT = 2;

export class Weigher {
  readonly #settings: WeigherSettings;
  readonly #work: PlanningWork;

  constructor(settings: WeigherSettings) {
    this.#settings = settings;
    this.#work = settings.work;
  }

  /** How many tokens the best choice for a plan takes at a price. It does not fold everything in one. */
  weigh(plan: Plan, price: number): number {
    return this.#weighPlan(plan, price, true).tokens;
  }

  /** How many tokens it takes at a price to open something; undefined if it can't be opened. */
  weighOpen(item: NameItem | FoldItem, price: number): number | undefined {
    if (item.kind === "name") {
      const { directory } = item.name;
      return directory?.inside && this.weighDirectory(directory, directory.inside, price).tokens;
    }
    const { node, group } = item;
    return node && (group === undefined ? this.split(node, price) : this.splitGroup(node, group, price)).tokens;
  }

  /** What it costs to find what a fold or a closed directory stands for. */
  lossOf(item: NameItem | FoldItem): number {
    return item.kind === "name" ? (item.name.directory?.loss ?? 0) : this.#lossOfFold(item.option);
  }

  #lossOfFold({ loss, amount, isTelling }: FoldOption): number {
    return isTelling ? loss : loss + amount.weight * this.#settings.untold;
  }

  #isRight({ owner, low, high }: Choice, price: number): boolean {
    return owner === this && low <= price && price <= high;
  }

  #weighPlan({ root, always }: Plan, price: number, mustSplit: boolean): Choice {
    const all = startChoice("branches", this.#settings.line, 0);
    for (const name of always) {
      addChoice(all, this.weighName(name, price));
    }
    if (root !== undefined) {
      addChoice(all, mustSplit && root.name === undefined ? this.split(root, price) : this.weighNode(root, price));
    }
    return all;
  }

  /** The best way to show the names of a node. */
  weighNode(node: PlanNode, price: number): Choice {
    if (node.name !== undefined) {
      return this.weighName(node.name, price);
    }
    const { choice, fold } = node;
    if (this.#isRight(choice, price)) {
      return choice;
    }
    if (this.#work.isDeep) {
      throw this.#work.later(() => this.weighNode(node, price));
    }
    this.#work.enter();
    const best = this.#foldOrSplit(fold, node, undefined, price);
    this.#work.leave();
    this.#work.release(node, best.way);
    return keepChoice(choice, this, best, price);
  }

  /** A fold of a node or of a group there, or what it stands for. Looking closer takes time, and mostly it can't be worth it. */
  #foldOrSplit(fold: FoldOption | undefined, node: PlanBranch, group: number | undefined, price: number): Choice {
    const pays = fold === undefined ? Infinity : this.foldPays(fold);
    const whole = fold && startChoice("fold", fold.tokens, this.#lossOfFold(fold));
    if (whole !== undefined && price >= pays) {
      whole.low = pays;
      return whole;
    }
    const split = group === undefined ? this.split(node, price) : this.splitGroup(node, group, price);
    if (whole === undefined) {
      return split;
    }
    const best = cheaperChoice(whole, split, price);
    best.high = Math.min(best.high, pays);
    return best;
  }

  /** Up to which price it may be worth it to look into a fold. */
  foldPays(fold: FoldOption): number {
    const { amount, tokens } = fold;
    const loss = this.#lossOfFold(fold);
    const split = highestPrice(loss - amount.weight, Math.max(LEAST_SPLIT, tokens - LEAST_BLOCK));
    return Math.max(this.#namesPay(loss, leastToName(amount)), split);
  }

  /** The same for naming what takes at least so many tokens. If there are fewer, it can't be done at any price. */
  #namesPay(loss: number, least: number): number {
    return least > this.#settings.mostTokens ? 0 : loss / least;
  }

  /** Shows the names of a node without the fold of everything. */
  split(node: PlanBranch, price: number): Choice {
    const byBranch = this.#tooMany(node, node.amount) ?? this.#byBranch(node, price);
    if (node.groups.length === 1) {
      return byBranch;
    }
    const byGroup = startChoice("groups", 0, 0);
    for (const group of node.groups) {
      addChoice(byGroup, this.weighGroup(node, group, price));
    }
    return cheaperChoice(byBranch, byGroup, price);
  }

  #byBranch(node: PlanBranch, price: number): Choice {
    const all = startChoice("branches", 0, 0);
    for (const child of this.#work.childrenOf(node)) {
      addChoice(all, this.weighNode(child, price));
    }
    return all;
  }

  /** Where there is nothing to show but names, and more than can be shown, they are not looked at: there may be a million. */
  #tooMany({ namesOnly }: PlanBranch, amount: Amount | undefined): Choice | undefined {
    const least = namesOnly && amount !== undefined ? leastToName(amount) : 0;
    return least > this.#settings.mostTokens ? startChoice("branches", least, 0) : undefined;
  }

  /** The same for the names of a group. */
  weighGroup(node: PlanNode, group: number, price: number): Choice {
    if (node.name !== undefined || node.groups.length === 1) {
      return this.weighNode(node, price);
    }
    const choice = choiceOf(node, group);
    if (this.#isRight(choice, price)) {
      return choice;
    }
    if (this.#work.isDeep) {
      throw this.#work.later(() => this.weighGroup(node, group, price));
    }
    this.#work.enter();
    const best = this.#foldOrSplit(node.groupFolds[group], node, group, price);
    this.#work.leave();
    return keepChoice(choice, this, best, price);
  }

  /** Shows the names of a group without its fold. */
  splitGroup(node: PlanBranch, group: number, price: number): Choice {
    const many = this.#tooMany(node, node.amounts[group]);
    if (many !== undefined) {
      return many;
    }
    const all = startChoice("branches", 0, 0);
    for (const child of this.#work.childrenOf(node)) {
      if (child.groups.includes(group)) {
        addChoice(all, this.weighGroup(child, group, price));
      }
    }
    return all;
  }

  /** A name; if it is a directory, closed or open. */
  weighName(name: NameOption, price: number): Choice {
    const { choice, tokens, directory } = name;
    // What can't be opened has no choice.
    if (directory?.inside === undefined || this.#isRight(choice, price)) {
      return choice;
    }
    const closed = startChoice("closed", tokens, directory.loss);
    const { loss, weight, openTokens } = directory;
    const more = openTokens + this.#settings.line + LEAST_BLOCK - tokens;
    const namesPay = this.#namesPay(loss, LEAST_NAME * directory.closed.count);
    const pays = Math.max(namesPay, highestPrice(loss - weight, more));
    if (price >= pays) {
      closed.low = pays;
      return keepChoice(choice, this, closed, price);
    }
    if (this.#work.isDeep) {
      throw this.#work.later(() => this.weighName(name, price));
    }
    this.#work.enter();
    const best = cheaperChoice(closed, this.weighDirectory(directory, directory.inside, price), price);
    this.#work.leave();
    best.high = Math.min(best.high, pays);
    if (best.way === "closed") {
      this.#work.release(this.#work.planOf(directory.inside).root, best.way);
    }
    return keepChoice(choice, this, best, price);
  }

  /** An open directory. */
  weighDirectory({ openTokens, weight }: DirectoryOption, inside: CountedDirectory, price: number): Choice {
    const plan = this.#work.planOf(inside);
    const scale = weight / plan.weight;
    const open = startChoice("open", openTokens, 0);
    addChoice(open, this.#weighPlan(plan, price / scale, false), scale);
    return open;
  }
}

function choiceOf(node: PlanBranch, group: number): Choice {
  node.groupChoices ??= [];
  return (node.groupChoices[group] ??= noChoice());
}

/** Up to which price so many tokens are worth a gain. */
function highestPrice(gain: number, tokens: number): number {
  return tokens > 0 ? gain / tokens : Infinity;
}
