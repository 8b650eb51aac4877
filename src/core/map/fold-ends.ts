// A directory that was not read to its end must have a fold: the `+` behind its count says so. Where everything that was read is
// named, the last names are folded for that.
import type { ByteString } from "../byte-string.ts";
import type { MapItem, MapLayout } from "./map-layout.ts";
import type { FoldOption, PlanNode } from "./plan.ts";

/** The layout, with a fold in each directory that was not read to its end. */
export function foldEnds(layout: MapLayout): MapLayout {
  const items = layout.items.map((item): MapItem => {
    return item.kind === "open" ? { ...item, inside: foldEnds(item.inside) } : item;
  });
  const { root, isCut } = layout.plan;
  if (!isCut || items.some(({ kind }) => kind === "fold")) {
    return { ...layout, items };
  }
  if (root === undefined) {
    // All that was read, if anything, is hidden or has a name that no glob matches. The fold stands for what was not read.
    const none: MapItem = { kind: "fold", option: foldOf(0, 0), node: undefined, group: undefined };
    return { ...layout, items: [...items, none] };
  }
  const { count, weight } = root.amount;
  const node = lastFolded(root) ?? { ...root, children: root.children, fold: foldOf(count, weight) };
  const folded = new Set(indexesOf(node));
  const named = items.filter((item) => item.kind === "fold" || !folded.has(item.name.index));
  return { ...layout, items: [...named, { kind: "fold", option: node.fold as FoldOption, node, group: undefined }] };
}

/** The smallest fold that has the last of the names. */
function lastFolded(node: PlanNode): PlanNode | undefined {
  const last = node.children.at(-1);
  return (last && lastFolded(last)) ?? (node.fold === undefined ? undefined : node);
}

/** A fold of everything, where no other can be written: of a single name, for one. */
function foldOf(count: number, weight: number): FoldOption {
  const fold = { glob: "*" as ByteString, count };
  return { fold, tokens: 0, loss: 0, weight, isTelling: false, leastToName: 0 };
}

function indexesOf({ name, children }: PlanNode): number[] {
  return name === undefined ? children.flatMap(indexesOf) : [name.index];
}
