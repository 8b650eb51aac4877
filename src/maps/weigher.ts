// Weighs what could be shown of a plan at a price: each token costs so much, and so does each call that it takes to find what is not
// shown. For one price the best choice is found from the names up. Choices are kept with the prices for which they are right
// (`choice.ts`), and any of this may be interrupted and asked again (`planning-work.ts`).
import { cheaperChoice, Choice } from "./choice.ts";
import type { CountedDirectory } from "./counted-directory.ts";
import type { NamePart } from "./entry-options.ts";
import { DIRECTORIES, EVERYTHING } from "./fold-groups.ts";
import { joinBranches, type JoinCosts, type Joined } from "./join-branches.ts";
import type { FoldItem, NameItem } from "./map-layout.ts";
import {
  leastToName,
  LETTERS_PENALTY,
  type DirectoryOption,
  type FoldOption,
  type Kept,
  type NameOption,
} from "./plan.ts";
import { amountOf, type Branch, type Plan, type PlanNode } from "./plan-directory.ts";
import type { Interruption, PlanningWork } from "./planning-work.ts";

export interface WeigherSettings {
  readonly work: PlanningWork;
  /** What it costs to begin a line, in tokens. */
  readonly line: number;
  /** What it costs, in calls, to be found behind a fold that does not tell what it is about. */
  readonly untold: number;
  /** How many tokens there are in all. */
  readonly mostTokens: number;
  /** Whether two or three names may be folded even where that saves little. */
  readonly foldsFew: boolean;
}

/** The fewest tokens that a name in a directory takes, more or less, and what is shown of a directory or a fold. */
const LEAST_NAME = 2.5;
const LEAST_BLOCK = 3;
/** The fewest tokens more that it takes to split a fold in two. */
const LEAST_SPLIT = 2;

/** So few names are folded only if that saves so many tokens: whoever meets the fold has to ask again. */
const FEW_NAMES = 3;
const LEAST_SAVED = 12;

/** A fold of several branches has at most this share of the names: whoever opens one after the other comes to an end soon. */
const MOST_OF_RANGE = 0.75;

/** So many ways to join branches take as long as a step. */
const JOINS_OF_STEP = 4;
const MOST_STEPS_OF_JOINING = 128;

export class Weigher {
  readonly #settings: WeigherSettings;
  readonly #work: PlanningWork;

  constructor(settings: WeigherSettings) {
    this.#settings = settings;
    this.#work = settings.work;
  }

  /** The best choice for a plan. `mustSplit`: it does not fold everything in one. */
  weighPlan({ root, always }: Plan, price: number, mustSplit: boolean): Choice {
    const all = new Choice("branches", this.#settings.line, 0);
    for (const name of always) {
      all.add(this.weighName(name, price));
    }
    if (root !== undefined) {
      const isSplit = mustSplit && root.name === undefined;
      all.add(isSplit ? this.split(root, EVERYTHING, price) : this.weighNode(root, EVERYTHING, price));
    }
    return all;
  }

  /** The best choice for something that is opened; undefined if it can't be. */
  weighOpen(item: NameItem | FoldItem, price: number): Choice | undefined {
    if (item.kind === "fold") {
      return item.node && this.split(item.node, item.group, price);
    }
    const { directory } = item.name;
    return directory?.inside && this.#open(directory, price);
  }

  /** What it costs to find what a fold or a closed directory stands for. */
  lossOf(item: NameItem | FoldItem): number {
    return item.kind === "name" ? item.name.closed.loss : this.#lossOfFold(item.option);
  }

  /** The best way to show the names of a node, or those of a group there. */
  weighNode(node: PlanNode, group: number, price: number): Choice {
    if (node.name !== undefined) {
      return this.weighName(node.name, price);
    }
    const part = node.partOf(group);
    return this.#kept(part, price) ?? this.#weighPart(node, part, part === node ? EVERYTHING : group, price);
  }

  /** A name; if it is a directory, closed or open. */
  weighName(name: NameOption, price: number): Choice {
    const { closed, directory } = name;
    if (directory?.inside === undefined) {
      return closed;
    }
    return this.#kept(directory, price) ?? this.#weighDirectory(name, directory, price);
  }

  /** The choice that was kept, if this weigher made it and it is right at this price, too. */
  #kept({ choice, owner }: Kept, price: number): Choice | undefined {
    return owner === this && choice !== undefined && choice.low <= price && price <= choice.high ? choice : undefined;
  }

  /** Keeps a new choice. It is right for the price that it was made for, however numbers were rounded on the way. */
  #keep(kept: Kept, choice: Choice, price: number): Choice {
    choice.low = Math.min(choice.low, price);
    choice.high = Math.max(choice.high, price);
    kept.choice = choice;
    kept.owner = this;
    return choice;
  }

  /** The names of a node, or of a group there. */
  #weighPart(node: Branch, part: NamePart, group: number, price: number): Choice {
    if (this.#work.isDeep) {
      throw this.#nodeLater(node, group, price);
    }
    this.#work.enter();
    const best = this.#foldOrSplit(node, part.fold, group, price);
    this.#work.leave();
    if (group === EVERYTHING) {
      this.#work.release(node, best.way);
    }
    return this.#keep(part, best, price);
  }

  #nodeLater(node: Branch, group: number, price: number): Interruption {
    return this.#work.later(() => this.weighNode(node, group, price));
  }

  /** A fold, or what it stands for. Looking closer takes time, and mostly it can't be worth it. */
  #foldOrSplit(node: Branch, fold: FoldOption | undefined, group: number, price: number): Choice {
    if (fold === undefined || this.#savesLittle(node, fold, group)) {
      return this.split(node, group, price);
    }
    const pays = this.foldPays(fold);
    const isWorthIt = price < pays;
    const whole = new Choice("fold", fold.tokens, this.#lossOfFold(fold), isWorthIt ? 0 : pays);
    return isWorthIt ? cheaperChoice(whole, this.split(node, group, price), price, pays) : whole;
  }

  /** Whether a fold is of so few names that these are better named. */
  #savesLittle(node: Branch, { amount, tokens }: FoldOption, group: number): boolean {
    const { foldsFew } = this.#settings;
    return !foldsFew && amount.count <= FEW_NAMES && this.#tokensOfNames(node, group) - tokens < LEAST_SAVED;
  }

  /** What it takes to name everything of a node that has few names, or of a group there. */
  #tokensOfNames(node: Branch, group: number): number {
    let tokens = 0;
    for (const child of this.#work.childrenOf(node)) {
      if (child.has(group)) {
        tokens += child.name?.closed.tokens ?? this.#tokensOfNames(child as Branch, group);
      }
    }
    return tokens;
  }

  /** Shows the names of a node, or of a group there, without the fold of all of them. */
  split(node: Branch, group: number, price: number): Choice {
    const byBranch = this.#byBranch(node, group, price);
    if (group !== EVERYTHING || node.groups.length === 1) {
      return byBranch;
    }
    const byGroup = new Choice("groups", 0, 0);
    let isFolded = false;
    let namesFiles = false;
    for (const each of node.groups) {
      const choice = this.weighNode(node, each, price);
      byGroup.add(choice);
      isFolded ||= each === DIRECTORIES && choice.way === "fold";
      namesFiles ||= each !== DIRECTORIES && choice.way !== "fold";
    }
    // Directories are named before files. Else all of them may end up in `*/`, with the files that have no fold of their own beside it.
    if (isFolded && namesFiles) {
      return new Choice(
        byBranch.way,
        byBranch.tokens,
        byBranch.loss,
        Math.max(byBranch.low, byGroup.low),
        Math.min(byBranch.high, byGroup.high),
      );
    }
    return cheaperChoice(byBranch, byGroup, price);
  }

  #byBranch(node: Branch, group: number, price: number): Choice {
    const least = node.namesOnly ? leastToName(node.partOf(group).amount) : 0;
    // Where there is nothing to show but names, and more than can be shown, they are not looked at: there may be a million.
    if (least > this.#settings.mostTokens) {
      return new Choice("branches", least, 0);
    }
    const all = new Choice("branches", 0, 0);
    let leastWeight = Infinity;
    for (const child of this.#work.childrenOf(node)) {
      if (child.has(group)) {
        const choice = this.weighNode(child, group, price);
        all.add(choice);
        leastWeight = Math.min(leastWeight, weightOf(child, group) / choice.tokens);
      }
    }
    const { fold } = node.partOf(group);
    if (fold === undefined) {
      return all;
    }
    // Mostly it can't be worth it to join branches. What is joined takes at least so many more calls for each token that is saved.
    const joinsFrom = leastWeight * (LETTERS_PENALTY + (fold.isTelling ? 0 : this.#settings.untold));
    if (price < joinsFrom) {
      all.high = Math.min(all.high, joinsFrom);
      return all;
    }
    // Each may be joined with each before it. So few steps that the work comes to its end even if this is done again after each pause.
    const { length } = this.#work.childrenOf(node);
    this.#work.spend(Math.min((length * length) / JOINS_OF_STEP, MOST_STEPS_OF_JOINING));
    return this.#join(node, group, price)?.choice ?? all;
  }

  /** The branches of a node, or of a group there, as they are best shown: each by itself, or several in a row as one fold. */
  runsOf(node: Branch, group: number, price: number): readonly (readonly PlanNode[])[] {
    const children = this.#work.childrenOf(node).filter((child) => child.has(group));
    const { ends = children.map((_, place) => place + 1) } = this.#join(node, group, price) ?? {};
    return ends.map((end, place) => children.slice(ends[place - 1] ?? 0, end));
  }

  /** How branches are joined; undefined if they can't be. */
  #join(node: Branch, group: number, price: number): Joined | undefined {
    const children = this.#work.childrenOf(node).filter((child) => child.has(group));
    // `[a-f]*/` beside files that begin alike would read as if it stood for them, too.
    const isAmongFiles = group === DIRECTORIES && node.groups.length > 1;
    if (children.length <= 2 || node.partOf(group).fold === undefined || isAmongFiles) {
      return undefined;
    }
    const { canSpell, isTelling, tokensOf, lossOf } = node.rangeCosts;
    if (!canSpell) {
      return undefined;
    }
    const { untold, foldsFew } = this.#settings;
    const branches = children.map((child) => {
      const amount = amountOf(child, group);
      return { choice: this.weighNode(child, group, price), amount, alphabet: node.alphabetOf(child, amount) };
    });
    const most = MOST_OF_RANGE * node.partOf(group).amount.count;
    const costs: JoinCosts = {
      tokensOf,
      lossOf: isTelling ? lossOf : (size, weight) => lossOf(size, weight) + weight * untold,
      mayFold: (count, saved) => count <= most && (foldsFew || count > FEW_NAMES || saved >= LEAST_SAVED),
    };
    return joinBranches(branches, costs, price);
  }

  /** A directory, closed or open. */
  #weighDirectory(name: NameOption, directory: DirectoryOption, price: number): Choice {
    const { closed } = name;
    const { tokens, loss } = closed;
    const more = directory.openTokens + this.#settings.line + LEAST_BLOCK - tokens;
    const namesPay = this.#namesPay(loss, LEAST_NAME * directory.closed.count);
    const pays = Math.max(namesPay, highestPrice(loss - directory.weight, more));
    if (price >= pays) {
      return this.#keep(directory, new Choice("closed", tokens, loss, pays), price);
    }
    if (this.#work.isDeep) {
      throw this.#nameLater(name, price);
    }
    this.#work.enter();
    const best = cheaperChoice(closed, this.#open(directory, price), price, pays);
    this.#work.leave();
    if (best.way === "closed") {
      this.#work.release(this.#planOf(directory).root, best.way);
    }
    return this.#keep(directory, best, price);
  }

  #nameLater(name: NameOption, price: number): Interruption {
    return this.#work.later(() => this.weighName(name, price));
  }

  #planOf({ inside }: DirectoryOption): Plan {
    return this.#work.planOf(inside as CountedDirectory);
  }

  #open(directory: DirectoryOption, price: number): Choice {
    const plan = this.#planOf(directory);
    const scale = directory.weight / plan.weight;
    const open = new Choice("open", directory.openTokens, 0);
    open.add(this.weighPlan(plan, price / scale, false), scale);
    return open;
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

  #lossOfFold({ loss, amount, isTelling }: FoldOption): number {
    return isTelling ? loss : loss + amount.weight * this.#settings.untold;
  }
}

/** What a node is worth, or its names of a group. */
function weightOf(node: PlanNode, group: number): number {
  return node.name === undefined ? node.partOf(group).amount.weight : (node.name.directory?.weight ?? 1);
}

/** Up to which price so many tokens are worth a gain. */
function highestPrice(gain: number, tokens: number): number {
  return tokens > 0 ? gain / tokens : Infinity;
}
