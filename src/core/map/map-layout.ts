// What a map shows, directory by directory, as it was chosen from the plans.
import type { CountedDirectory } from "./counted-directory.ts";
import type { DirectoryOption, FoldOption, NameOption, Plan, PlanNode } from "./plan.ts";

/** Something that a map shows of a directory. */
export type MapItem = NameItem | FoldItem | OpenItem;

/** A name; if it is a directory, a closed one. */
export interface NameItem {
  readonly kind: "name";
  readonly name: NameOption;
}

export interface FoldItem {
  readonly kind: "fold";
  readonly option: FoldOption;
  /** What it stands for; undefined if that can't be shown in any other way. */
  readonly node: PlanNode | undefined;
  /** The group that it is a fold of; undefined if it is one of everything at the node. */
  readonly group: number | undefined;
}

export interface OpenItem {
  readonly kind: "open";
  readonly name: NameOption;
  readonly inside: MapLayout;
}

/** What a map shows of a directory. */
export interface MapLayout {
  readonly plan: Plan;
  readonly items: MapItem[];
  /** What one unit of weight in this directory is worth at the root. */
  readonly scale: number;
}

/** Takes what was chosen last out of the plans. */
export class ChosenItems {
  readonly #planOf: (directory: CountedDirectory) => Plan;
  readonly items: MapItem[] = [];
  readonly #scale: number;

  /** `scale`: what one unit of weight in the directory is worth at the root. */
  constructor(planOf: (directory: CountedDirectory) => Plan, scale: number) {
    this.#planOf = planOf;
    this.#scale = scale;
  }

  addPlan({ root, always }: Plan): this {
    for (const name of always) {
      this.#addName(name);
    }
    if (root !== undefined) {
      this.addNode(root);
    }
    return this;
  }

  addNode(node: PlanNode): this {
    const { name, choice, fold } = node;
    if (name !== undefined) {
      this.#addName(name);
    } else if (choice.way === "fold" && fold !== undefined) {
      this.items.push({ kind: "fold", option: fold, node, group: undefined });
    } else {
      this.addSplit(node);
    }
    return this;
  }

  /** Adds what a node holds, and not its fold. */
  addSplit(node: PlanNode): this {
    if (node.choice.way === "groups") {
      for (const group of node.groups) {
        this.#addGroup(node, group);
      }
    } else {
      for (const child of node.children) {
        this.addNode(child);
      }
    }
    return this;
  }

  /** The same for the names of a group. */
  addGroupSplit({ children }: PlanNode, group: number): this {
    for (const child of children) {
      if (child.groups.includes(group)) {
        this.#addGroup(child, group);
      }
    }
    return this;
  }

  /** Adds a directory as an open one. */
  addOpen(name: NameOption): this {
    const { inside, weight } = name.directory as DirectoryOption;
    const plan = this.#planOf(inside as CountedDirectory);
    const scale = (this.#scale * weight) / plan.weight;
    const { items } = new ChosenItems(this.#planOf, scale).addPlan(plan);
    this.items.push({ kind: "open", name, inside: { plan, items, scale } });
    return this;
  }

  #addName(name: NameOption): void {
    if (name.choice.way === "open") {
      this.addOpen(name);
    } else {
      this.items.push({ kind: "name", name });
    }
  }

  #addGroup(node: PlanNode, group: number): void {
    const fold = node.groupFolds[group];
    if (node.groups.length === 1) {
      this.addNode(node);
    } else if (node.groupChoices[group]?.way === "fold" && fold !== undefined) {
      this.items.push({ kind: "fold", option: fold, node, group });
    } else {
      this.addGroupSplit(node, group);
    }
  }
}
