// Chooses what to show of a plan at a price: each token costs so much, and so does each call that it takes to find what is not
// shown. For one price the best choice is found exactly, from the names up.
import type { CountedDirectory } from "./counted-directory.ts";
import { ChosenItems, type FoldItem, type MapItem, type MapLayout, type NameItem } from "./map-layout.ts";
import type { Choice, DirectoryOption, FoldOption, NameOption, Plan, PlanNode } from "./plan.ts";

/** What something costs in all, and in tokens. */
type Cost = Pick<Choice, "total" | "tokens">;

export interface ChooserSettings {
  readonly planOf: (directory: CountedDirectory) => Plan;
  /** What it costs to begin a line, in tokens. */
  readonly line: number;
  /** What it costs, in calls, to be found behind a fold that does not tell what it is about. */
  readonly untold: number;
}

/** The fewest tokens that a name takes, and what is shown of a directory. */
const LEAST_NAME = 1.5;
const LEAST_BLOCK = 3;

/** Each run of any chooser has a number, so that a choice of an earlier one is not taken for one of this. */
export class Chooser {
  readonly #settings: ChooserSettings;
  readonly #runs: { last: number };
  #run = 0;

  constructor(settings: ChooserSettings, runs: { last: number }) {
    this.#settings = settings;
    this.#runs = runs;
  }

  /** How many tokens the best choice for a plan takes at a price. It does not fold everything in one. */
  weigh(plan: Plan, price: number): number {
    this.#start();
    return this.#weighPlan(plan, price, true).tokens;
  }

  /** The best choice for a plan at a price. */
  choose(plan: Plan, price: number): MapLayout {
    this.weigh(plan, price);
    return { plan, items: this.#collect(1).addPlan(plan).items, scale: 1 };
  }

  /** How many tokens it takes at a price to open something; undefined if it can't be opened. */
  weighOpen(item: NameItem | FoldItem, price: number): number | undefined {
    this.#start();
    if (item.kind === "name") {
      const { directory } = item.name;
      return directory?.inside && this.#weighOpen(directory, directory.inside, price).tokens;
    }
    const { node, group } = item;
    return node && (group === undefined ? this.#split(node, price) : this.#splitGroup(node, group, price)).tokens;
  }

  /** What is shown of something that is opened at a price, in place of it. */
  open(item: NameItem | FoldItem, price: number, scale: number): MapItem[] {
    this.weighOpen(item, price);
    const chosen = this.#collect(scale);
    if (item.kind === "name") {
      return chosen.addOpen(item.name).items;
    }
    const { node, group } = item;
    if (node === undefined) {
      return [item];
    }
    return (group === undefined ? chosen.addSplit(node) : chosen.addGroupSplit(node, group)).items;
  }

  /** What it costs to find what a fold or a closed directory stands for. */
  lossOf(item: NameItem | FoldItem): number {
    return item.kind === "name" ? (item.name.directory?.loss ?? 0) : this.lossOfFold(item.option);
  }

  lossOfFold({ loss, weight, isTelling }: FoldOption): number {
    return isTelling ? loss : loss + weight * this.#settings.untold;
  }

  /** The best way to show the names of a node, at a price, even as one fold. */
  chooseNode(node: PlanNode, price: number): MapItem[] {
    this.#start();
    this.#weighNode(node, price);
    return this.#collect(1).addNode(node).items;
  }

  #collect(scale: number): ChosenItems {
    return new ChosenItems(this.#settings.planOf, scale);
  }

  #start(): void {
    this.#runs.last += 1;
    this.#run = this.#runs.last;
  }

  #weighPlan({ root, always }: Plan, price: number, mustSplit: boolean): Cost {
    const { line } = this.#settings;
    const cost = { total: line * price, tokens: line };
    for (const name of always) {
      add(cost, this.#weighName(name, price));
    }
    if (root !== undefined) {
      add(cost, mustSplit && root.name === undefined ? this.#split(root, price) : this.#weighNode(root, price));
    }
    return cost;
  }

  #weighNode(node: PlanNode, price: number): Cost {
    const { name, choice, fold } = node;
    if (name !== undefined) {
      return this.#weighName(name, price);
    }
    if (choice.run === this.#run) {
      return choice;
    }
    const whole = fold === undefined ? Infinity : fold.tokens * price + this.lossOfFold(fold);
    // Even if nothing remained to be found then, telling the names apart would cost more.
    if (whole > node.leastSplit * price) {
      this.#split(node, price);
      if (whole >= choice.total) {
        return choice;
      }
    }
    return set(choice, this.#run, "fold", whole, fold?.tokens ?? Infinity);
  }

  /** Shows the names of a node without the fold of everything. */
  #split(node: PlanNode, price: number): Cost {
    const { children, groups, choice } = node;
    const byBranch = { total: children.length === 0 ? Infinity : 0, tokens: children.length === 0 ? Infinity : 0 };
    for (const child of children) {
      add(byBranch, this.#weighNode(child, price));
    }
    if (groups.length > 1) {
      const byGroup = { total: 0, tokens: 0 };
      for (const group of groups) {
        add(byGroup, this.#weighGroup(node, group, price));
      }
      if (byGroup.total < byBranch.total) {
        return set(choice, this.#run, "groups", byGroup.total, byGroup.tokens);
      }
    }
    return set(choice, this.#run, "branches", byBranch.total, byBranch.tokens);
  }

  #weighGroup(node: PlanNode, group: number, price: number): Cost {
    if (node.groups.length === 1) {
      return this.#weighNode(node, price);
    }
    const choice = node.groupChoices[group] as Choice;
    if (choice.run === this.#run) {
      return choice;
    }
    const fold = node.groupFolds[group];
    const whole = fold === undefined ? Infinity : fold.tokens * price + this.lossOfFold(fold);
    if (whole > (node.leastGroupSplit[group] as number) * price) {
      this.#splitGroup(node, group, price);
      if (whole >= choice.total) {
        return choice;
      }
    }
    return set(choice, this.#run, "fold", whole, fold?.tokens ?? Infinity);
  }

  #splitGroup({ children, groupChoices }: PlanNode, group: number, price: number): Cost {
    const cost = { total: children.length === 0 ? Infinity : 0, tokens: children.length === 0 ? Infinity : 0 };
    for (const child of children) {
      if (child.groups.includes(group)) {
        add(cost, this.#weighGroup(child, group, price));
      }
    }
    return set(groupChoices[group] as Choice, this.#run, "branches", cost.total, cost.tokens);
  }

  #weighName(name: NameOption, price: number): Cost {
    const { choice, tokens, directory } = name;
    if (choice.run === this.#run) {
      return choice;
    }
    const closed = tokens * price + (directory?.loss ?? 0);
    if (directory?.inside !== undefined && this.#mayPay(directory, tokens, price)) {
      const open = this.#weighOpen(directory, directory.inside, price);
      if (open.total < closed) {
        return set(choice, this.#run, "open", open.total, open.tokens);
      }
    }
    return set(choice, this.#run, "closed", closed, tokens);
  }

  /** Whether it may be worth it to open a directory. Looking closer takes time, and for most of them the answer is no. */
  #mayPay({ openTokens, weight, loss, closed }: DirectoryOption, tokens: number, price: number): boolean {
    const namesPay = price * LEAST_NAME * closed.count < loss;
    const more = openTokens + this.#settings.line + LEAST_BLOCK - tokens;
    return namesPay || price * more < loss - weight;
  }

  #weighOpen({ openTokens, weight }: DirectoryOption, inside: CountedDirectory, price: number): Cost {
    const plan = this.#settings.planOf(inside);
    const scale = weight / plan.weight;
    const { total, tokens } = this.#weighPlan(plan, price / scale, false);
    return { total: openTokens * price + total * scale, tokens: openTokens + tokens };
  }
}

function add(cost: { total: number; tokens: number }, { total, tokens }: Cost): void {
  cost.total += total;
  cost.tokens += tokens;
}

function set(choice: Choice, run: number, way: Choice["way"], total: number, tokens: number): Choice {
  choice.run = run;
  choice.way = way;
  choice.total = total;
  choice.tokens = tokens;
  return choice;
}
