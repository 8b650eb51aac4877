// Weighs what could be shown of a plan at a price: each token costs so much, and so does each call that it takes to find what is not
// shown. For one price the best choice is found from the names up. Choices are kept with the prices for which they are right
// (`choice.ts`), and any of this may be interrupted and asked again (`planning-work.ts`).
//
// Directories are named before files. So the names of a directory are weighed in two ways, and the better one is taken. Either all
// directories are named, but for those behind folds that tell what they are about; or `hides`: directories may be behind other folds,
// and files are behind folds wherever they can.
import { cheaperChoice, Choice } from "./choice.ts";
import type { CountedDirectory } from "./counted-directory.ts";
import { DIRECTORIES, EVERYTHING } from "./fold-groups.ts";
import { joinBranches, joinFiles, type JoinCosts, type Joined } from "./join-branches.ts";
import type { FoldItem, NameItem } from "./map-layout.ts";
import {
  CALLS_PER_DOUBLING,
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

/** More things than this never pay best. */
const MOST_THINGS = 6;

/** A fold of several branches has at most this share of the names: whoever opens one after the other comes to an end soon. */
const MOST_OF_RANGE = 0.75;

/** Branches that take this many times the tokens there are do not fit, however they are joined. */
const MOST_BEFORE_JOINED = 3;
const TOO_MANY_TOKENS = 1e9;

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
      all.add(this.weighNames(root, price, mustSplit).choice);
    }
    return all;
  }

  /** The best choice for the names of a directory, and which of the two it is. */
  weighNames(root: PlanNode, price: number, mustSplit: boolean): { readonly choice: Choice; readonly hides: boolean } {
    const weigh = (hides: boolean) =>
      mustSplit && root.name === undefined
        ? this.split(root, EVERYTHING, price, hides)
        : this.weighNode(root, EVERYTHING, price, hides);
    const { directories, count } = root.amount;
    if (directories === 0 || price === 0) {
      return { choice: weigh(false), hides: false };
    }
    const hiding = weigh(true);
    if (directories === count) {
      return { choice: hiding, hides: true };
    }
    const naming = weigh(false);
    return { choice: cheaperChoice(naming, hiding, price), hides: hiding.costAt(price) < naming.costAt(price) };
  }

  /** How many tokens it takes to open something; undefined if it can't be opened. */
  weighOpen(item: NameItem | FoldItem, price: number, hides: boolean): number | undefined {
    if (item.kind === "fold") {
      return item.node && this.split(item.node, item.group, price, hides).tokens;
    }
    const { directory } = item.name;
    return directory?.inside && this.#open(directory, price).tokens;
  }

  /** What it costs to find what a fold or a closed directory stands for. */
  lossOf(item: NameItem | FoldItem): number {
    return item.kind === "name" ? item.name.closed.loss : this.#lossOfFold(item.option);
  }

  /** The best way to show the names of a node, or those of a group there. */
  weighNode(node: PlanNode, group: number, price: number, hides: boolean): Choice {
    if (node.name !== undefined) {
      return this.weighName(node.name, price);
    }
    const part = node.partOf(group);
    return this.#kept(part, price, hides) ?? this.#weighPart(node, part === node ? EVERYTHING : group, price, hides);
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
  #kept(kept: Kept, price: number, hides: boolean = false): Choice | undefined {
    const choice = kept.owner === this ? (hides ? kept.hiding : kept.choice) : undefined;
    return choice !== undefined && choice.low <= price && price <= choice.high ? choice : undefined;
  }

  /** Keeps a new choice. It is right for the price that it was made for, however numbers were rounded on the way. */
  #keep(kept: Kept, choice: Choice, price: number, hides: boolean = false): Choice {
    choice.low = Math.min(choice.low, price);
    choice.high = Math.max(choice.high, price);
    if (kept.owner !== this) {
      kept.choice = undefined;
      kept.hiding = undefined;
      kept.owner = this;
    }
    kept[hides ? "hiding" : "choice"] = choice;
    return choice;
  }

  /** The names of a node, or of a group there. */
  #weighPart(node: Branch, group: number, price: number, hides: boolean): Choice {
    if (this.#work.isDeep) {
      throw this.#nodeLater(node, group, price, hides);
    }
    this.#work.enter();
    const part = node.partOf(group);
    const best = this.#foldOrSplit(node, part.fold, group, price, hides);
    this.#work.leave();
    if (group === EVERYTHING) {
      this.#work.release(node, best.way);
    }
    return this.#keep(part, best, price, hides);
  }

  #nodeLater(node: Branch, group: number, price: number, hides: boolean): Interruption {
    return this.#work.later(() => this.weighNode(node, group, price, hides));
  }

  /** A fold, or what it stands for. Looking closer takes time, and mostly it can't be worth it. */
  #foldOrSplit(node: Branch, fold: FoldOption | undefined, group: number, price: number, hides: boolean): Choice {
    const mayFold = fold !== undefined && (hides || !fold.isHiding);
    if (!mayFold || this.#savesLittle(node, fold, group)) {
      return this.split(node, group, price, hides);
    }
    const pays = hides && fold.amount.directories === 0 ? 0 : this.foldPays(fold);
    const isWorthIt = price < pays;
    const whole = new Choice("fold", fold.tokens, this.#lossOfFold(fold), isWorthIt ? 0 : pays);
    return isWorthIt ? cheaperChoice(whole, this.split(node, group, price, hides), price, pays) : whole;
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
  split(node: Branch, group: number, price: number, hides: boolean): Choice {
    const byBranch = this.#byBranch(node, group, price, hides);
    if (group !== EVERYTHING || node.groups.length === 1) {
      return byBranch;
    }
    const byGroup = new Choice("groups", 0, 0);
    let namedFiles = 0;
    for (const each of node.groups) {
      const choice = this.weighNode(node, each, price, hides);
      byGroup.add(choice);
      namedFiles += each === DIRECTORIES || choice.way === "fold" ? 0 : node.partOf(each).amount.count;
    }
    // Files that no fold of a group stands for may have one by what they begin with.
    return hides && namedFiles > FEW_NAMES ? byBranch : cheaperChoice(byBranch, byGroup, price);
  }

  #byBranch(node: Branch, group: number, price: number, hides: boolean): Choice {
    const least = node.namesOnly ? leastToName(node.partOf(group).amount) : 0;
    // Where there is nothing to show but names, and more than can be shown, they are not looked at: there may be a million.
    if (least > this.#settings.mostTokens) {
      return new Choice("branches", least, 0);
    }
    const { fold } = node.partOf(group);
    const mayBeTooMany = !hides && hasDirectories(node, group);
    const leastCalls = this.#leastCalls(fold?.isTelling === true);
    const all = new Choice("branches", 0, 0);
    /** What may be gained by joining the last branches up to here, and the most of all, but for what the fold costs. */
    let [gain, mostGain] = [0, 0];
    /** How many branches in a row have nothing but files which are named, and the most of all. */
    let [files, mostFiles] = [0, 0];
    for (const child of this.#work.childrenOf(node)) {
      if (!child.has(group)) {
        continue;
      }
      const choice = this.weighNode(child, group, price, hides);
      all.add(choice);
      if (mayBeTooMany && all.tokens > MOST_BEFORE_JOINED * this.#settings.mostTokens) {
        // At lower prices it takes even more.
        return new Choice("branches", TOO_MANY_TOKENS, 0, 0, price);
      }
      gain = Math.max(0, gain + choice.costAt(price) - leastCalls * weightOf(child, group));
      mostGain = Math.max(mostGain, gain);
      files = choice.way === "fold" || hasDirectories(child, group) ? 0 : files + 1;
      mostFiles = Math.max(mostFiles, files);
    }
    if (!this.#canJoin(node, group)) {
      return all;
    }
    // Mostly it can't be worth it to join branches.
    if (mostGain <= (fold?.tokens ?? 0) * price && !(hides && mostFiles > 1)) {
      all.high = Math.min(all.high, price);
      return all;
    }
    // Each may be joined with each before it. So few steps that the work comes to its end even if this is done again after each pause.
    const { length } = this.#work.childrenOf(node);
    this.#work.spend(Math.min((length * length) / JOINS_OF_STEP, MOST_STEPS_OF_JOINING));
    return this.#join(node, group, price, hides).choice;
  }

  /** The branches of a node, or of a group there, as they are best shown: each by itself, or several in a row as one fold. */
  runsOf(node: Branch, group: number, price: number, hides: boolean): readonly (readonly PlanNode[])[] {
    const children = this.#work.childrenOf(node).filter((child) => child.has(group));
    if (!this.#canJoin(node, group)) {
      return children.map((child) => [child]);
    }
    const { ends } = this.#join(node, group, price, hides);
    return ends.map((end, place) => children.slice(ends[place - 1] ?? 0, end));
  }

  /** Whether some branches of a node, or of a group there, can be one fold. */
  #canJoin(node: Branch, group: number): boolean {
    // `[a-f]*/` beside files that begin alike would read as if it stood for them, too.
    const isAmongFiles = group === DIRECTORIES && node.groups.length > 1;
    const hasSome = node.partOf(group).fold !== undefined && this.#work.childrenOf(node).length > 2;
    return hasSome && !isAmongFiles && node.rangeCosts.canSpell;
  }

  #join(node: Branch, group: number, price: number, hides: boolean): Joined {
    const children = this.#work.childrenOf(node).filter((child) => child.has(group));
    const { isTelling, tokensOf, lossOf, isHiding } = node.rangeCosts;
    const { untold, foldsFew } = this.#settings;
    const branches = children.map((child, place) => {
      const amount = amountOf(child, group);
      const choice = this.weighNode(child, group, price, hides);
      return { choice, amount, alphabet: node.alphabetOf(child, amount), end: place + 1 };
    });
    const costs: JoinCosts = {
      tokensOf,
      lossOf: isTelling ? lossOf : (amount) => lossOf(amount) + amount.weight * untold,
      mayFold: (amount, saved) =>
        (hides || !isHiding(amount)) && (foldsFew || amount.count > FEW_NAMES || saved >= LEAST_SAVED),
      leastCalls: this.#leastCalls(isTelling),
      most: MOST_OF_RANGE * node.partOf(group).amount.count,
    };
    return joinBranches(hides ? joinFiles(branches, costs) : branches, costs, price);
  }

  /** The fewest calls that it takes to find something behind a fold of several branches. */
  #leastCalls(isTelling: boolean): number {
    return 1 + LETTERS_PENALTY + (isTelling ? 0 : this.#settings.untold);
  }

  /** A directory, closed or open. */
  #weighDirectory(name: NameOption, directory: DirectoryOption, price: number): Choice {
    const { closed } = name;
    const { tokens, loss } = closed;
    const more = directory.openTokens + this.#settings.line - tokens;
    const namesPay = this.#namesPay(loss, LEAST_NAME * directory.closed.count);
    const pays = Math.max(namesPay, splitPays(loss, directory.weight, more));
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

function hasDirectories(node: PlanNode, group: number): boolean {
  return node.name === undefined ? node.partOf(group).amount.directories > 0 : node.name.directory !== undefined;
}

/** What a node is worth, or its names of a group. */
function weightOf(node: PlanNode, group: number): number {
  return node.name === undefined ? node.partOf(group).amount.weight : (node.name.directory?.weight ?? 1);
}

/**
 * Up to which price it may be worth it to open a directory to show several things that have to be opened, too, if that takes so many
 * tokens besides. Twice as many things save no more than it takes to find something among twice as many entries.
 */
function splitPays(loss: number, weight: number, tokens: number): number {
  let pays = 0;
  for (let things = 2; things <= MOST_THINGS; things += 1) {
    const gain = Math.min(loss - weight, weight * CALLS_PER_DOUBLING * Math.log2(things));
    pays = Math.max(pays, highestPrice(gain, tokens + LEAST_NAME * things));
  }
  return pays;
}

/** Up to which price so many tokens are worth a gain. */
function highestPrice(gain: number, tokens: number): number {
  return tokens > 0 ? gain / tokens : Infinity;
}
