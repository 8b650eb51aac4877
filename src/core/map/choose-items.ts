// Takes what is best to show at a price out of the plans. Works with lists of what is still to be looked at: names may have very long
// beginnings in common, and directories may be very deep.
import type { Choice } from "./choice.ts";
import type { CountedDirectory } from "./counted-directory.ts";
import type { FoldItem, MapItem, MapLayout, NameItem } from "./map-layout.ts";
import type { DirectoryOption, NameOption, Plan, PlanBranch, PlanNode } from "./plan.ts";
import type { PlanningWork } from "./planning-work.ts";
import type { Weigher } from "./weigher.ts";

export interface ItemChooserSettings {
  readonly weigher: Weigher;
  readonly work: PlanningWork;
}

/** The best choice for a plan at a price. It does not fold everything in one. */
export function chooseLayout(settings: ItemChooserSettings, plan: Plan, price: number): MapLayout {
  const { items } = new ItemChooser(settings, [], price, 1).addPlan(plan, true).finish();
  return { plan, items, scale: 1 };
}

/** What is shown of something that is opened at a price, in place of it. `scale`: what its weight is worth at the root. */
export function openItem(
  settings: ItemChooserSettings,
  item: NameItem | FoldItem,
  price: number,
  scale: number,
): MapItem[] {
  return new ItemChooser(settings, [], price, scale).addOpened(item).finish().items;
}

/** The best way to show the names of a node at a price, even as one fold. */
export function chooseNode(settings: ItemChooserSettings, node: PlanNode, price: number): MapItem[] {
  return new ItemChooser(settings, [], price, 1).addNode(node).finish().items;
}

class ItemChooser {
  readonly items: MapItem[];
  readonly #settings: ItemChooserSettings;
  readonly #price: number;
  readonly #scale: number;
  /** What is still to be shown of this directory, the next one last. */
  readonly #due: { readonly node: PlanNode; readonly group: number | undefined }[] = [];
  /** The directories in it that were opened. */
  readonly #opened: { readonly chooser: ItemChooser; readonly plan: Plan }[] = [];

  constructor(settings: ItemChooserSettings, items: MapItem[], price: number, scale: number) {
    this.#settings = settings;
    this.items = items;
    this.#price = price;
    this.#scale = scale;
  }

  addPlan({ root, always }: Plan, mustSplit: boolean): this {
    for (const name of always) {
      this.#takeName(name);
    }
    if (root !== undefined && mustSplit && root.name === undefined) {
      this.#addSplit(root, this.#settings.weigher.split(root, this.#price).way);
    } else if (root !== undefined) {
      this.addNode(root);
    }
    return this;
  }

  addNode(node: PlanNode): this {
    this.#due.push({ node, group: undefined });
    return this;
  }

  addOpened(item: NameItem | FoldItem): this {
    if (item.kind === "name") {
      this.#open(item.name);
    } else if (item.node === undefined) {
      this.items.push(item);
    } else if (item.group === undefined) {
      this.#addSplit(item.node, this.#settings.weigher.split(item.node, this.#price).way);
    } else {
      this.#addGroupSplit(item.node, item.group);
    }
    return this;
  }

  /** Shows what is due, here and in the directories that are opened. */
  finish(): this {
    this.#takeDue();
    const opened = [...this.#opened];
    for (const { chooser, plan } of opened) {
      chooser.addPlan(plan, false).#takeDue();
      opened.push(...chooser.#opened);
    }
    return this;
  }

  #takeDue(): void {
    for (let next = this.#due.pop(); next !== undefined; next = this.#due.pop()) {
      const { node, group } = next;
      if (node.name !== undefined) {
        this.#takeName(node.name);
      } else if (group === undefined || node.groups.length === 1) {
        this.#takeBranch(node);
      } else {
        this.#takeGroup(node, group);
      }
    }
  }

  #takeBranch(node: PlanBranch): void {
    const { way } = this.#settings.weigher.weighNode(node, this.#price);
    if (way === "fold" && node.fold !== undefined) {
      this.items.push({ kind: "fold", option: node.fold, node, group: undefined });
    } else {
      this.#addSplit(node, way);
    }
  }

  #takeGroup(node: PlanBranch, group: number): void {
    const option = node.groupFolds[group];
    if (option !== undefined && this.#settings.weigher.weighGroup(node, group, this.#price).way === "fold") {
      this.items.push({ kind: "fold", option, node, group });
    } else {
      this.#addGroupSplit(node, group);
    }
  }

  #takeName(name: NameOption): void {
    if (this.#settings.weigher.weighName(name, this.#price).way === "open") {
      this.#open(name);
    } else {
      this.items.push({ kind: "name", name });
    }
  }

  #addSplit(node: PlanBranch, way: Choice["way"]): void {
    if (way === "groups") {
      this.#due.push(...node.groups.toReversed().map((group) => ({ node, group })));
      return;
    }
    for (const child of this.#settings.work.childrenOf(node).toReversed()) {
      this.addNode(child);
    }
  }

  #addGroupSplit(node: PlanBranch, group: number): void {
    for (const child of this.#settings.work.childrenOf(node).toReversed()) {
      if (child.groups.includes(group)) {
        this.#due.push({ node: child, group });
      }
    }
  }

  #open(name: NameOption): void {
    const { inside, weight } = name.directory as DirectoryOption;
    const plan = this.#settings.work.planOf(inside as CountedDirectory);
    const own = weight / plan.weight;
    const scale = this.#scale * own;
    const items: MapItem[] = [];
    this.items.push({ kind: "open", name, inside: { plan, items, scale } });
    this.#opened.push({ chooser: new ItemChooser(this.#settings, items, this.#price / own, scale), plan });
  }
}
