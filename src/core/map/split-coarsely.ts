// What a map shows of a directory when nothing better fits its budget: names parted by the letters they begin with, `[a-f]*`.
import type { ByteString } from "../byte-string.ts";
import { chooseNode, type ItemChooserSettings } from "./choose-items.ts";
import type { MapItem, MapLayout } from "./map-layout.ts";
import { leastToName, toFoldOption } from "./fold-option.ts";
import {
  addAmount,
  noAmount,
  type FoldOption,
  type Plan,
  type PlanBranch,
  type PlanNode,
  type PlanSettings,
} from "./plan.ts";
import { isTelling } from "./word-end.ts";
import { writeRange } from "./write-fold.ts";

/** About how many tokens such a fold takes. */
const TOKENS_OF_RANGE = 8;

/** So many tokens may be spent on names that no fold can spell, whatever the budget. */
const MOST_FOR_NAMES = 100;

/** More tokens than an answer has. */
const MOST_IN_ALL = 16_000;

/** Some folds that stand for everything in the directory; undefined if letters can't part it into few enough. */
export function splitCoarsely(
  plan: Plan,
  choosing: ItemChooserSettings,
  price: number,
  settings: PlanSettings & { readonly tokens: number },
): MapLayout | undefined {
  const { root, always } = plan;
  if (root === undefined || root.name !== undefined || !settings.costs.canSpell(root.prefix)) {
    return undefined;
  }
  const children = choosing.work.childrenOf(root);
  const most = Math.max(settings.tokens, MOST_FOR_NAMES);
  if (children.length < 3 || children.some((child) => mustName(child) && leastToName(child.amount) > most)) {
    return undefined;
  }
  const parts = Math.max(2, Math.floor(settings.tokens / TOKENS_OF_RANGE));
  const items: MapItem[] = always.map((name) => ({ kind: "name", name }));
  for (const nodes of runsOf(root, parts, settings)) {
    const option = toRange(root, nodes, settings);
    if (option === undefined) {
      items.push(...nodes.flatMap((node) => chooseNode(choosing, node, price)));
    } else {
      items.push({ kind: "fold", option, node: undefined, group: undefined });
    }
  }
  const taken = items.reduce((sum, item) => sum + (item.kind === "fold" ? item.option : item.name).tokens, 0);
  return isTooMuch(taken, settings.tokens) ? undefined : { plan, items, scale: 1 };
}

/** Whether something takes so many tokens that there is no use in showing it, even if nothing smaller can be shown. */
export function isTooMuch(taken: number, tokens: number): boolean {
  return taken > Math.max(2 * tokens, MOST_IN_ALL);
}

/** Whether all names of a branch have to be named. */
function mustName(node: PlanNode): boolean {
  return node.name === undefined && node.namesOnly && node.fold === undefined;
}

/** The names behind a node's branches in so many runs of about the same size, as far as letters can part them. */
function runsOf({ prefix, children, amount }: PlanBranch, parts: number, settings: PlanSettings): PlanNode[][] {
  const { costs, within } = settings;
  const suffix = within?.suffix ?? ("" as ByteString);
  const runs: PlanNode[][] = [];
  let last: { readonly nodes: PlanNode[]; count: number } | undefined;
  for (const child of children) {
    const letter = letterOf(child, prefix);
    const canJoin =
      letter !== undefined && costs.canSpell(letter) && child.amount.shortest > prefix.length + suffix.length;
    // At most half of the last branch is over, so that there are never fewer than two runs.
    const isFull = last !== undefined && last.count + child.amount.count / 2 >= amount.count / parts;
    if (!canJoin || last === undefined || isFull) {
      last = canJoin ? { nodes: [], count: 0 } : undefined;
      runs.push(last?.nodes ?? [child]);
    }
    if (last !== undefined) {
      last.nodes.push(child);
      last.count += child.amount.count;
    }
  }
  return runs;
}

/** The fold of some branches that follow each other; undefined if there is only one, or letters don't part them. */
function toRange({ prefix }: PlanNode, nodes: readonly PlanNode[], settings: PlanSettings): FoldOption | undefined {
  const [first] = nodes;
  const last = nodes.at(-1);
  const low = first && letterOf(first, prefix);
  const high = last && letterOf(last, prefix);
  if (nodes.length === 1 || low === undefined || high === undefined) {
    return undefined;
  }
  const amount = noAmount();
  for (const node of nodes) {
    addAmount(amount, node.amount);
  }
  const glob = writeRange(
    prefix,
    [low, high],
    settings.within?.suffix ?? ("" as ByteString),
    nodes.every((node) => node.directoriesOnly),
  );
  return toFoldOption({ glob, count: amount.count }, amount, settings, "letters", isTelling(prefix));
}

/** The letter that comes behind a prefix; undefined if there is none, or if it takes more than one byte. */
function letterOf(node: PlanNode, prefix: ByteString): ByteString | undefined {
  const letter = node.prefix.charAt(prefix.length);
  return letter === "" || letter > "\x7f" ? undefined : (letter as ByteString);
}
