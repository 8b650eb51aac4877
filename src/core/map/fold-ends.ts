// A directory that was not read to its end must have a fold: the `+` behind its count says so. Where everything that was read is
// named, the last names are folded for that.
import type { ByteString } from "../byte-string.ts";
import { layoutsIn, type MapLayout } from "./map-layout.ts";
import { noAmount, type Amount, type FoldOption, type PlanNode } from "./plan.ts";

/** Adds a fold to each directory of a layout that was not read to its end and has none. */
export function foldEnds(layout: MapLayout): void {
  for (const { plan, items } of layoutsIn(layout)) {
    if (!plan.isCut || items.some(({ kind }) => kind === "fold")) {
      continue;
    }
    // If there is no root, all that was read is hidden or has a name that no glob matches. The fold is of what was not read.
    const node = plan.root && (lastFolded(plan.root) ?? plan.root);
    const folded = new Set(node && indexesOf(node));
    const named = items.filter((item) => item.kind === "fold" || !folded.has(item.name.index));
    const option = (node?.name === undefined ? node?.fold : undefined) ?? foldOf(node?.amount ?? noAmount());
    items.splice(0, Infinity, ...named, { kind: "fold", option, node: undefined, group: undefined });
  }
}

/** The smallest fold that has the last of the names. */
function lastFolded(root: PlanNode): PlanNode | undefined {
  let found: PlanNode | undefined;
  for (
    let node: PlanNode | undefined = root;
    node?.name === undefined && node !== undefined;
    node = node.children.at(-1)
  ) {
    found = node.fold === undefined ? found : node;
  }
  return found;
}

/** A fold of everything, where no other can be written: of a single name, for one. */
function foldOf(amount: Amount): FoldOption {
  const fold = { glob: "*" as ByteString, count: amount.count };
  return { fold, tokens: 0, loss: 0, isTelling: false, amount };
}

function indexesOf(root: PlanNode): number[] {
  const nodes = [root];
  for (const node of nodes) {
    nodes.push(...(node.name === undefined ? node.children : []));
  }
  return nodes.flatMap(({ name }) => (name === undefined ? [] : [name.index]));
}
