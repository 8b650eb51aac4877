// Weighs what could be shown of names if a token costs so many calls. The best choice is found from the names up.
import type { Cost, NameNode, PlannedFold, PlannedName } from "./name-tree.ts";

/** A fold that is shown. It can be opened if it is that of a whole node. */
export interface FoldItem {
  readonly kind: "fold";
  readonly planned: PlannedFold;
  readonly loss: number;
  readonly node: NameNode | undefined;
}

/** A name that is shown; `inside` is what is shown in a directory that is open. */
export interface NameItem {
  readonly kind: "name";
  readonly name: PlannedName;
  readonly loss: number;
  readonly inside?: NestedItems;
}

export type MapItem = FoldItem | NameItem;

/** Items, in lists that are put together only if they are shown. */
export type NestedItems = readonly (MapItem | NestedItems)[];

/** What is shown of some names. */
export interface Choice extends Cost {
  readonly items: NestedItems;
}

/** About how many tokens a line begins with, an open directory takes at least, it takes at least to split a fold, and to name something. */
const LINE_TOKENS = 2;
const MIN_BLOCK_TOKENS = 8;
const MIN_SPLIT_TOKENS = 6;
const MIN_NAME_TOKENS = 1.5;

/** So few names are folded only if that saves so many tokens: whoever meets the fold has to ask again. */
const FEW_NAMES = 3;
export const MIN_SAVED_TOKENS = 12;

/** A fold of several branches has at most this share of the names, so that opening one after the other soon ends. */
const MAX_RANGE_SHARE = 0.75;

/** Of more branches than this only every second, third, ... is tried as the end of a range. */
const MAX_RANGE_ENDS = 64;

export class Weigher {
  readonly #price: number;
  readonly #foldsFew: boolean;
  readonly #known = new Map<NameNode, Choice>();

  /** `foldsFew`: two or three names may be folded, whatever that saves. */
  constructor(price: number, foldsFew: boolean) {
    this.#price = price;
    this.#foldsFew = foldsFew;
  }

  /** What is shown in place of a fold or a closed directory if it is opened. */
  open(item: MapItem): Choice {
    return item.kind === "name" ? this.#open(item.name) : this.split(item.node as NameNode);
  }

  /** The branches of a node, each on its own or several in a row as one fold, but not everything as one. */
  split(node: NameNode): Choice {
    const choice = this.#known.get(node) ?? this.#weighBranches(node);
    this.#known.set(node, choice);
    return choice;
  }

  #weighBranches(node: NameNode): Choice {
    const choices: Choice[] = [];
    for (const branch of node.branches) {
      choices.push(this.#weighNode(branch));
    }
    const all = { tokens: 0, loss: 0, items: [] as NestedItems[] };
    let start = 0;
    for (const end of this.#joinBranches(node, choices)) {
      const next = end === start + 1 ? (choices[start] as Choice) : asChoice(node.foldRange(start, end - 1));
      all.tokens += next.tokens;
      all.loss += next.loss;
      all.items.push(next.items);
      start = end;
    }
    return all;
  }

  /** The best way to show the names of a node. */
  #weighNode(node: NameNode): Choice {
    if (node.name !== undefined) {
      return this.#weighName(node.name);
    }
    const { fold, count } = node;
    if (fold === undefined || (count > 1 && !this.#mayFold(count, () => node.nameTokens - fold.tokens))) {
      return this.split(node);
    }
    const folded = asChoice(fold, node);
    return count === 1 || this.#isSmall(fold, node) ? folded : this.#cheaper(folded, this.split(node));
  }

  /** Whether splitting a fold can't be worth its tokens. To avoid mistakes, each branch must be one name, two, or a fold with a meaning. */
  #isSmall({ loss, mistakes }: PlannedFold, { count, branchCount }: NameNode): boolean {
    const least = this.#price * MIN_SPLIT_TOKENS;
    const names = Math.min(count, 2 * branchCount);
    return loss <= least || (loss - mistakes <= least && loss <= this.#price * MIN_NAME_TOKENS * names);
  }

  /** A name; if it is a directory, closed or open. */
  #weighName(name: PlannedName): Choice {
    const { tokens, loss, openTokens } = name;
    const closed: Choice = { tokens, loss, items: [{ kind: "name", name, loss }] };
    const isSmall = loss <= this.#price * (openTokens + MIN_BLOCK_TOKENS - tokens);
    return !name.canOpen || isSmall ? closed : this.#cheaper(closed, this.#open(name));
  }

  #open(name: PlannedName): Choice {
    const { tokens, loss, items } = this.split(name.names);
    return {
      tokens: name.openTokens + LINE_TOKENS + tokens,
      loss,
      items: [{ kind: "name", name, loss, inside: items }],
    };
  }

  /** Where the runs of branches end that are each shown as one: the cheapest way, found in one pass over them. */
  #joinBranches(node: NameNode, choices: readonly Choice[]): number[] {
    const { alphabets } = node;
    const step = Math.ceil(choices.length / MAX_RANGE_ENDS);
    /** What the branches before each index cost, and where the last run of them starts. */
    const costs = [0];
    const starts = [0];
    let firstOfAlphabet = 0;
    for (let end = 1; end <= choices.length; end += 1) {
      const alphabet = alphabets[end - 1];
      firstOfAlphabet = end > 1 && alphabet === alphabets[end - 2] ? firstOfAlphabet : end - 1;
      let cost = (costs[end - 1] as number) + this.#costOf(choices[end - 1] as Choice);
      let from = end - 1;
      const length = end - firstOfAlphabet;
      const isEnd = alphabet !== undefined && (length % step === 0 || alphabet !== alphabets[end]);
      // The last range that may end here begins one step before it, or two branches.
      const last = isEnd ? firstOfAlphabet + Math.floor((length - (step === 1 ? 2 : 1)) / step) * step : -1;
      for (let start = last; start >= firstOfAlphabet; start -= step) {
        const count = node.countOf(start, end - 1);
        if (count > MAX_RANGE_SHARE * node.count) {
          break;
        }
        const range = node.rangeCost(start, end - 1);
        const joined = (costs[start] as number) + this.#costOf(range);
        const saved = (): number => sumOfTokens(choices, start, end) - range.tokens;
        if (joined < cost && this.#mayFold(count, saved)) {
          cost = joined;
          from = start;
        }
      }
      costs.push(cost);
      starts.push(from);
    }
    const ends: number[] = [];
    for (let end = choices.length; end > 0; end = starts[end] as number) {
      ends.push(end);
    }
    return ends.toReversed();
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

export function asChoice(fold: PlannedFold, node?: NameNode): Choice {
  const { tokens, loss } = fold;
  return { tokens, loss, items: [{ kind: "fold", planned: fold, loss, node }] };
}

function sumOfTokens(choices: readonly Choice[], start: number, end: number): number {
  let sum = 0;
  for (let index = start; index < end; index += 1) {
    sum += (choices[index] as Choice).tokens;
  }
  return sum;
}
