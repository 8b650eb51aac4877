// Takes what is best to show at a price out of the plans.
import type { Choice } from "./choice.ts";
import type { CountedDirectory } from "./counted-directory.ts";
import type { FoldItem, MapItem, MapLayout, NameItem } from "./map-layout.ts";
import type { DirectoryOption, NameOption, Plan, PlanNode } from "./plan.ts";
import type { Weigher } from "./weigher.ts";

export interface ItemChooserSettings {
  readonly weigher: Weigher;
  readonly planOf: (directory: CountedDirectory) => Plan;
}

/** The best choice for a plan at a price. It does not fold everything in one. */
export function chooseLayout(settings: ItemChooserSettings, plan: Plan, price: number): MapLayout {
  return { plan, items: new ItemChooser(settings, price, 1).addPlan(plan, true).items, scale: 1 };
}

/** What is shown of something that is opened at a price, in place of it. `scale`: what its weight is worth at the root. */
export function openItem(
  settings: ItemChooserSettings,
  item: NameItem | FoldItem,
  price: number,
  scale: number,
): MapItem[] {
  return new ItemChooser(settings, price, scale).addOpened(item).items;
}

/** The best way to show the names of a node at a price, even as one fold. */
export function chooseNode(settings: ItemChooserSettings, node: PlanNode, price: number): MapItem[] {
  return new ItemChooser(settings, price, 1).addNode(node).items;
}

class ItemChooser {
  readonly items: MapItem[] = [];
  readonly #settings: ItemChooserSettings;
  readonly #price: number;
  readonly #scale: number;

  constructor(settings: ItemChooserSettings, price: number, scale: number) {
    this.#settings = settings;
    this.#price = price;
    this.#scale = scale;
  }

  addPlan({ root, always }: Plan, mustSplit: boolean): this {
    for (const name of always) {
      this.#addName(name);
    }
    if (root !== undefined && mustSplit && root.name === undefined) {
      this.#addSplit(root, this.#settings.weigher.split(root, this.#price).way);
    } else if (root !== undefined) {
      this.addNode(root);
    }
    return this;
  }

  addNode(node: PlanNode): this {
    if (node.name !== undefined) {
      this.#addName(node.name);
      return this;
    }
    const { way } = this.#settings.weigher.weighNode(node, this.#price);
    if (way === "fold" && node.fold !== undefined) {
      this.items.push({ kind: "fold", option: node.fold, node, group: undefined });
    } else {
      this.#addSplit(node, way);
    }
    return this;
  }

  addOpened(item: NameItem | FoldItem): this {
    if (item.kind === "name") {
      this.#addOpen(item.name);
    } else if (item.node === undefined) {
      this.items.push(item);
    } else if (item.group === undefined) {
      this.#addSplit(item.node, this.#settings.weigher.split(item.node, this.#price).way);
    } else {
      this.#addGroupSplit(item.node, item.group);
    }
    return this;
  }

  #addSplit(node: PlanNode, way: Choice["way"]): void {
    if (way === "groups") {
      for (const group of node.groups) {
        this.#addGroup(node, group);
      }
    } else {
      for (const child of node.children) {
        this.addNode(child);
      }
    }
  }

  #addGroup(node: PlanNode, group: number): void {
    const option = node.groupFolds[group];
    if (node.groups.length === 1) {
      this.addNode(node);
    } else if (option !== undefined && this.#settings.weigher.weighGroup(node, group, this.#price).way === "fold") {
      this.items.push({ kind: "fold", option, node, group });
    } else {
      this.#addGroupSplit(node, group);
    }
  }

  #addGroupSplit({ children }: PlanNode, group: number): void {
    for (const child of children) {
      if (child.groups.includes(group)) {
        this.#addGroup(child, group);
      }
    }
  }

  #addName(name: NameOption): void {
    if (this.#settings.weigher.weighName(name, this.#price).way === "open") {
      this.#addOpen(name);
    } else {
      this.items.push({ kind: "name", name });
    }
  }

  #addOpen(name: NameOption): void {
    const { inside, weight } = name.directory as DirectoryOption;
    const plan = this.#settings.planOf(inside as CountedDirectory);
    const own = weight / plan.weight;
    const scale = this.#scale * own;
    const { items } = new ItemChooser(this.#settings, this.#price / own, scale).addPlan(plan, false);
    this.items.push({ kind: "open", name, inside: { plan, items, scale } });
  }
}
