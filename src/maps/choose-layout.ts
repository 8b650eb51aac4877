// Takes what is best to show at a price out of the plans. Works with lists of what is still to be looked at: names may have very long
// beginnings in common, and directories may be very deep.
import type { Way } from "./choice.ts";
import type { CountedDirectory } from "./counted-directory.ts";
import { EVERYTHING } from "./fold-groups.ts";
import type { FoldItem, MapItem, MapLayout, NameItem } from "./map-layout.ts";
import type { DirectoryOption, NameOption } from "./plan.ts";
import type { Branch, Plan, PlanNode } from "./plan-directory.ts";
import type { PlanningWork } from "./planning-work.ts";
import type { Weigher } from "./weigher.ts";

export interface Chooser {
  readonly weigher: Weigher;
  readonly work: PlanningWork;
}

/** The best choice for a plan at a price. It does not fold everything in one. */
export function chooseLayout(chooser: Chooser, plan: Plan, price: number): MapLayout {
  const filling = new Filling(chooser, [], price, 1);
  filling.addPlan(plan, true);
  return { plan, items: filling.finish(), scale: 1 };
}

/** What is shown of something that is opened at a price, in place of it. `scale`: what its weight is worth at the root. */
export function openItem(chooser: Chooser, item: NameItem | FoldItem, price: number, scale: number): MapItem[] {
  const filling = new Filling(chooser, [], price, scale);
  if (item.kind === "name") {
    filling.open(item.name);
  } else if (item.node !== undefined) {
    filling.addSplit(item.node, item.group, chooser.weigher.split(item.node, item.group, price).way);
  }
  return filling.finish();
}

/** The best way to show the names of a node at a price, even as one fold. */
export function chooseNode(chooser: Chooser, node: PlanNode, price: number): MapItem[] {
  const filling = new Filling(chooser, [], price, 1);
  filling.add(node, EVERYTHING);
  return filling.finish();
}

/** The items of a directory while they are chosen. */
class Filling {
  readonly #items: MapItem[];
  readonly #chooser: Chooser;
  readonly #price: number;
  readonly #scale: number;
  /** What is still to be shown of this directory, the next one last. */
  readonly #due: { readonly node: PlanNode; readonly group: number }[] = [];
  /** The directories in it that were opened. */
  readonly #opened: { readonly filling: Filling; readonly plan: Plan }[] = [];

  constructor(chooser: Chooser, items: MapItem[], price: number, scale: number) {
    this.#chooser = chooser;
    this.#items = items;
    this.#price = price;
    this.#scale = scale;
  }

  addPlan({ root, always }: Plan, mustSplit: boolean): void {
    for (const name of always) {
      this.#takeName(name);
    }
    if (root !== undefined && mustSplit && root.name === undefined) {
      this.addSplit(root, EVERYTHING, this.#chooser.weigher.split(root, EVERYTHING, this.#price).way);
    } else if (root !== undefined) {
      this.add(root, EVERYTHING);
    }
  }

  /** Adds the names of a node, or those of a group there. */
  add(node: PlanNode, group: number): void {
    this.#due.push({ node, group });
  }

  /** The same without the fold of all of them, in a way that was chosen: by groups, or else by branches. */
  addSplit(node: Branch, group: number, way: Way): void {
    if (way === "groups") {
      for (const each of node.groups.toReversed()) {
        this.add(node, each);
      }
      return;
    }
    for (const run of this.#chooser.weigher.runsOf(node, group, this.#price).toReversed()) {
      if (run.length === 1) {
        this.add(run[0] as PlanNode, group);
      } else {
        this.#items.push({ kind: "fold", option: node.rangeOf(run, group), node: undefined, group });
      }
    }
  }

  /** Shows what is due, here and in the directories that are opened. Returns what is shown here. */
  finish(): MapItem[] {
    this.#takeDue();
    const opened = [...this.#opened];
    for (const { filling, plan } of opened) {
      filling.addPlan(plan, false);
      filling.#takeDue();
      opened.push(...filling.#opened);
    }
    return this.#items;
  }

  #takeDue(): void {
    for (let next = this.#due.pop(); next !== undefined; next = this.#due.pop()) {
      const { node, group } = next;
      if (node.name === undefined) {
        this.#takeBranch(node, group);
      } else {
        this.#takeName(node.name);
      }
    }
  }

  #takeBranch(node: Branch, group: number): void {
    const part = node.partOf(group);
    const { way } = this.#chooser.weigher.weighNode(node, group, this.#price);
    if (way === "fold" && part.fold !== undefined) {
      this.#items.push({ kind: "fold", option: part.fold, node, group: part === node ? EVERYTHING : group });
    } else {
      this.addSplit(node, group, way);
    }
  }

  #takeName(name: NameOption): void {
    if (this.#chooser.weigher.weighName(name, this.#price).way === "open") {
      this.open(name);
    } else {
      this.#items.push({ kind: "name", name });
    }
  }

  open(name: NameOption): void {
    const { inside, weight } = name.directory as DirectoryOption;
    const plan = this.#chooser.work.planOf(inside as CountedDirectory);
    const own = weight / plan.weight;
    const scale = this.#scale * own;
    const items: MapItem[] = [];
    this.#items.push({ kind: "open", name, inside: { plan, items, scale } });
    this.#opened.push({ filling: new Filling(this.#chooser, items, this.#price / own, scale), plan });
  }
}
