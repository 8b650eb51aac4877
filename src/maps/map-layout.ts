// What a map shows, directory by directory, as it was chosen from the plans; and the same in its final order.
import type { ByteString } from "../core/byte-string.ts";
import type { ClosedDirectory, Fold, MapBlock, MappedDirectory } from "./directory-map.ts";
import { noAmount, toFold, type FoldOption, type NameOption } from "./plan.ts";
import type { Branch, Plan, PlanNode } from "./plan-directory.ts";

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
  readonly node: Branch | undefined;
  /** The group of the node that it is a fold of. */
  readonly group: number;
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

/** How many tokens an item itself takes, as a name or as a fold. */
export function tokensOf(item: MapItem): number {
  return item.kind === "fold" ? item.option.tokens : item.name.closed.tokens;
}

/** Visits everything that a layout shows, in order, what is in an open directory after it. A loop, since trees may be very deep. */
export function eachItem(layout: MapLayout, visit: (item: MapItem, layout: MapLayout) => void): void {
  const due = [{ layout, at: 0 }];
  for (let inside = due.at(-1); inside !== undefined; inside = due.at(-1)) {
    const item = inside.layout.items[inside.at];
    inside.at += 1;
    if (item === undefined) {
      due.pop();
      continue;
    }
    visit(item, inside.layout);
    if (item.kind === "open") {
      due.push({ layout: item.inside, at: 0 });
    }
  }
}

/** The layouts of all open directories, each after the one that it is in. */
export function layoutsIn(layout: MapLayout): MapLayout[] {
  const layouts = [layout];
  eachItem(layout, (item) => {
    if (item.kind === "open") {
      layouts.push(item.inside);
    }
  });
  return layouts;
}

/**
 * Adds a fold to each directory that was not read to its end and has none: the `+` behind its count says that there is more. Where
 * everything that was read is named, the last names are folded for that.
 */
export function foldEnds(layout: MapLayout): void {
  for (const { plan, items } of layoutsIn(layout)) {
    if (!plan.isCut || items.some(({ kind }) => kind === "fold")) {
      continue;
    }
    // If there is no root, all that was read is hidden or has a name that no glob matches. The fold is of what was not read.
    const node = plan.root && (lastFolded(plan.root) ?? plan.root);
    const folded = new Set(node?.indexes);
    const named = items.filter((item) => item.kind === "fold" || !folded.has(item.name.index));
    const amount = node?.amount ?? noAmount();
    // Of a single name, for one, no other fold can be written.
    const all = {
      fold: toFold("*" as ByteString, amount),
      tokens: 0,
      loss: 0,
      isTelling: false,
      amount,
    };
    const option = (node?.name === undefined ? node?.fold : undefined) ?? all;
    items.splice(0, Infinity, ...named, { kind: "fold", option, node: undefined, group: 0 });
  }
}

/** The smallest fold that has the last of the names. */
function lastFolded(root: PlanNode): Branch | undefined {
  let found: Branch | undefined;
  for (
    let node: PlanNode | undefined = root;
    node !== undefined && node.name === undefined;
    node = node.children.at(-1)
  ) {
    found = node.fold === undefined ? found : node;
  }
  return found;
}

/** The layout as a block of a map, everything in its order. `globs`: those of folds that are written in another way than planned. */
export function toBlock(layout: MapLayout, globs: ReadonlyMap<Fold, ByteString>): MapBlock {
  const blocks = new Map<MapLayout, MapBlock>();
  for (const inner of layoutsIn(layout).toReversed()) {
    blocks.set(inner, blockOf(inner, blocks, globs));
  }
  return blocks.get(layout) as MapBlock;
}

/** A block of which those inside it are known. */
function blockOf(
  { plan, items }: MapLayout,
  known: ReadonlyMap<MapLayout, MapBlock>,
  globs: ReadonlyMap<Fold, ByteString>,
): MapBlock {
  const { names } = plan.entries;
  const folds: Fold[] = [];
  const shown: MapBlock["names"][number][] = [];
  const closed: ClosedDirectory[] = [];
  const open: MapBlock["open"][number][] = [];
  for (const item of items) {
    if (item.kind === "fold") {
      const { fold } = item.option;
      const glob = globs.get(fold);
      folds.push(glob === undefined ? fold : { ...fold, glob });
    } else if (item.name.directory === undefined) {
      shown.push({ name: names.name(item.name.index), kind: names.kindOf(item.name.index) });
    } else if (item.kind === "open") {
      open.push({ names: item.name.directory.closed.names, inside: known.get(item.inside) as MapBlock });
    } else {
      closed.push(item.name.directory.closed);
    }
  }
  folds.sort((one, other) => compare(one.glob, other.glob));
  const last = folds.at(-1);
  if (plan.isCut && last !== undefined) {
    // Among the entries that were not read there may be directories.
    folds.splice(-1, 1, { ...last, isPartial: true, ...(last.below !== undefined && { isBelowPartial: true }) });
  }
  return {
    names: shown.sort((one, other) => compare(one.name, other.name)),
    folds,
    closed: closed.sort(compareDirectories),
    open: open.sort(compareDirectories),
  };
}

function compareDirectories(one: MappedDirectory, other: MappedDirectory): number {
  return compare(`${one.names.join("/")}/`, `${other.names.join("/")}/`);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
