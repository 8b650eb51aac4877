// Finds the cheapest way to show names at a given price: how many calls one token is worth. Works from the single names up.
import type { BranchRanges } from "./branch-ranges.ts";
import type { Cost } from "./cost.ts";
import type { NameNode, PlannedName } from "./name-tree.ts";
import type { PlannedFold } from "./planned-fold.ts";

/** A fold that is shown. It can be opened if it stands for a whole node. */
export interface FoldItem {
  readonly kind: "fold";
  readonly planned: PlannedFold;
  readonly loss: number;
  readonly node: NameNode | undefined;
}

/** A name that is shown. `inside` is what is shown in it if it is an open directory. */
export interface NameItem {
  readonly kind: "name";
  readonly name: PlannedName;
  readonly loss: number;
  readonly inside?: NestedItems;
}

export type MapItem = FoldItem | NameItem;

/** Nested lists of items, flattened only if they are shown. */
export type NestedItems = readonly (MapItem | NestedItems)[];

/** One way to show some names. */
export interface Choice extends Cost {
  readonly items: NestedItems;
}

/** Estimates in tokens: the start of a line, and the least that an open directory, splitting a fold, and a name take. */
const LINE_TOKENS = 2;
const MIN_BLOCK_TOKENS = 8;
const MIN_SPLIT_TOKENS = 6;
const MIN_NAME_TOKENS = 1.5;

/** Up to this many names are folded only if that saves this many tokens: seeing them would take another call. */
const FEW_NAMES = 3;
export const MIN_SAVED_TOKENS = 12;

/** Stands for the choices that a weigher did not make because it gave up. */
const NOTHING: Choice = { tokens: 0, loss: 0, items: [] };

/** A way to show the first branches of a node: what it costs, and where the last one or the last range begins. */
interface Way {
  readonly cost: number;
  readonly first: number;
}

export class Weigher {
  readonly #price: number;
  readonly #foldsFew: boolean;
  readonly #choices = new Map<NameNode, Choice>();
  #nodesLeft: number;
  #hasGivenUp = false;

  /** `foldsFew`: two or three names may be folded, however little that saves. After `maxNodes` nodes it gives up. */
  constructor(price: number, foldsFew: boolean, maxNodes: number) {
    this.#price = price;
    this.#foldsFew = foldsFew;
    this.#nodesLeft = maxNodes;
  }

  /** What is shown in place of a fold or a closed directory if it is opened. */
  open(item: MapItem): Choice | undefined {
    return this.#unlessGivenUp(item.kind === "name" ? this.#open(item.name) : this.#split(item.node as NameNode));
  }

  /** The best way to show a node by its branches: each separately, or consecutive ones as one fold, but never all as one. */
  split(node: NameNode): Choice | undefined {
    return this.#unlessGivenUp(this.#split(node));
  }

  #unlessGivenUp(choice: Choice): Choice | undefined {
    return this.#hasGivenUp ? undefined : choice;
  }

  #split(node: NameNode): Choice {
    const choice = this.#choices.get(node) ?? this.#weighBranches(node);
    this.#choices.set(node, choice);
    return choice;
  }

  #weighBranches(node: NameNode): Choice {
    this.#hasGivenUp ||= this.#nodesLeft < 0;
    this.#nodesLeft -= node.branchCount;
    const choices: Choice[] = [];
    for (const branch of node.branches) {
      if (this.#hasGivenUp) {
        return NOTHING;
      }
      choices.push(this.#weighNode(branch));
    }
    const { ranges } = node;
    const total = { tokens: 0, loss: 0, items: [] as NestedItems[] };
    for (const { tokens, loss, items } of ranges === undefined ? choices : this.#joinBranches(choices, ranges)) {
      total.tokens += tokens;
      total.loss += loss;
      total.items.push(items);
    }
    return total;
  }

  /** The best way to show the names of a node. */
  #weighNode(node: NameNode): Choice {
    if (node.name !== undefined) {
      return this.#weighName(node.name);
    }
    const { fold, count } = node;
    if (fold === undefined || (count > 1 && !this.#mayFold(count, () => node.nameTokens - fold.tokens))) {
      return this.#split(node);
    }
    const folded = foldAsChoice(fold, node);
    return count === 1 || this.#isNotWorthSplitting(fold, node) ? folded : this.#cheaper(folded, this.#split(node));
  }

  /**
   * Whether splitting a fold can't be worth its tokens. Nobody opens it by mistake any more only if each branch becomes one or two names, or a
   * meaningful fold.
   */
  #isNotWorthSplitting({ loss, misopenCost }: PlannedFold, { count, branchCount }: NameNode): boolean {
    const splitCost = this.#price * MIN_SPLIT_TOKENS;
    const names = Math.min(count, 2 * branchCount);
    return loss <= splitCost || (loss - misopenCost <= splitCost && loss <= this.#price * MIN_NAME_TOKENS * names);
  }

  /** The best way to show a name: a directory is closed or open. */
  #weighName(name: PlannedName): Choice {
    const { tokens, loss, openTokens } = name;
    const closed: Choice = { tokens, loss, items: [{ kind: "name", name, loss }] };
    const isNotWorthOpening = loss <= this.#price * (openTokens + MIN_BLOCK_TOKENS - tokens);
    return !name.canOpen || isNotWorthOpening ? closed : this.#cheaper(closed, this.#open(name));
  }

  #open(name: PlannedName): Choice {
    const { tokens, loss, items } = this.#split(name.names);
    return {
      tokens: name.openTokens + LINE_TOKENS + tokens,
      loss,
      items: [{ kind: "name", name, loss, inside: items }],
    };
  }

  /** Finds the cheapest way to show branches, ranges of them as one fold, by dynamic programming. */
  #joinBranches(choices: readonly Choice[], ranges: BranchRanges): Choice[] {
    // For each index, the cheapest way to show the branches before it.
    const ways: Way[] = [{ cost: 0, first: 0 }];
    const costBefore = (index: number): number => (ways[index] as Way).cost;
    for (let end = 1; end <= choices.length; end += 1) {
      let best: Way = { cost: costBefore(end - 1) + this.#costOf(choices[end - 1] as Choice), first: end - 1 };
      for (const first of ranges.firstsOf(end)) {
        const range = ranges.costOf(first, end);
        const cost = costBefore(first) + this.#costOf(range);
        const saved = (): number => tokensOf(choices.slice(first, end)) - range.tokens;
        if (cost < best.cost && this.#mayFold(ranges.countOf(first, end), saved)) {
          best = { cost, first };
        }
      }
      ways.push(best);
    }
    const groups: Choice[] = [];
    for (let end = choices.length; end > 0;) {
      const { first } = ways[end] as Way;
      groups.push(end - first === 1 ? (choices[first] as Choice) : foldAsChoice(ranges.foldOf(first, end)));
      end = first;
    }
    return groups.toReversed();
  }

  #mayFold(count: number, saved: () => number): boolean {
    return this.#foldsFew || count > FEW_NAMES || saved() >= MIN_SAVED_TOKENS;
  }

  #costOf({ tokens, loss }: Cost): number {
    return tokens * this.#price + loss;
  }

  #cheaper(one: Choice, other: Choice): Choice {
    return this.#costOf(other) < this.#costOf(one) ? other : one;
  }
}

export function foldAsChoice(fold: PlannedFold, node?: NameNode): Choice {
  const { tokens, loss } = fold;
  return { tokens, loss, items: [{ kind: "fold", planned: fold, loss, node }] };
}

function tokensOf(choices: readonly Choice[]): number {
  return choices.reduce((sum, { tokens }) => sum + tokens, 0);
}
