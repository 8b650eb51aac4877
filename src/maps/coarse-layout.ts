// What a map shows of its root when nothing better fits the budget: names split by their next letter, `[a-f]*`; where no fold can be
// written with that, names by how they end, `Screenshot*0.png`; and if even that takes too much, one fold of everything.
import type { ByteString } from "../core/byte-string.ts";
import { chooseNode, type Chooser } from "./choose-layout.ts";
import { EVERYTHING } from "./fold-groups.ts";
import { tokensOf, type FoldItem, type MapItem, type NameItem } from "./map-layout.ts";
import type { PackedNames } from "./packed-names.ts";
import {
  addEntry,
  leastToName,
  noAmount,
  toFoldOption,
  type Amount,
  type FoldOption,
  type NameOption,
  type PlanSettings,
} from "./plan.ts";
import type { Branch, Plan, PlanNode } from "./plan-directory.ts";
import { isTelling, spell, writeFold } from "./write-fold.ts";
import { inTurns } from "./yielding-work.ts";

/** About how many tokens the fold of some letters takes. */
const TOKENS_OF_RANGE = 8;

/** So many tokens may be spent on names that no fold can spell, whatever the budget. */
const MOST_FOR_NAMES = 100;

/** More tokens than an answer has. */
const MOST_IN_ALL = 16_000;

/** So many folds and names, or as many as there are tokens, are more than can be shown. */
const MOST_ITEMS = 8192;

/** Everything is folded in one rather than shown as what takes this many times as much. */
const MOST_FOLDS = 4;

/** Whether something takes so many tokens that there is no use in showing it, even if nothing smaller can be shown. */
export function isTooMuch(taken: number, tokens: number): boolean {
  return taken > Math.max(2 * tokens, MOST_IN_ALL);
}

/** What is shown, and how many tokens that takes. */
interface EndingsSplit {
  readonly items: readonly MapItem[];
  readonly tokens: number;
}

/** Names that end alike. */
interface Ending {
  readonly suffix: ByteString;
  readonly amount: Amount;
}

/** The coarse layouts of a plan, which may be asked for several times. */
export class CoarseLayouts {
  readonly #plan: Plan;
  readonly #settings: PlanSettings;
  #byEndings: { readonly found: EndingsSplit | undefined } | undefined;

  constructor(plan: Plan, settings: PlanSettings) {
    this.#plan = plan;
    this.#settings = settings;
  }

  /**
   * The items of the finest one that can be shown within about so many tokens; undefined if there is none that takes less than `used`,
   * which is what the best choice at this price takes.
   */
  *choose(
    chooser: Chooser,
    price: number,
    tokens: number,
    used: number,
  ): Generator<void, readonly MapItem[] | undefined> {
    const byLetters = yield* chooser.work.try(() => this.#splitByLetters(chooser, price, tokens));
    if (byLetters !== undefined) {
      return byLetters;
    }
    this.#byEndings ??= { found: yield* this.#splitByEndings() };
    const { found } = this.#byEndings;
    if (found === undefined || found.tokens >= used) {
      return this.#foldAll(used);
    }
    return (found.tokens > tokens ? this.#foldAll(used) : undefined) ?? found.items;
  }

  /** Everything as one fold, if showing it in another way takes many times as much. */
  #foldAll(used: number): MapItem[] | undefined {
    const { root, always } = this.#plan;
    // Whoever opens a fold must not get the same fold.
    const most = this.#settings.within === undefined ? MOST_FOLDS : Infinity;
    if (root?.name !== undefined || root?.fold === undefined || used < most * root.fold.tokens) {
      return undefined;
    }
    return [...always.map(toNameItem), { kind: "fold", option: root.fold, node: root, group: EVERYTHING }];
  }

  /** Folds by the next letter that stand for everything; undefined if letters can't split it into few enough. */
  #splitByLetters(chooser: Chooser, price: number, tokens: number): MapItem[] | undefined {
    const { root, always } = this.#plan;
    if (root === undefined || root.name !== undefined || !this.#settings.costs.canSpell(root.prefix)) {
      return undefined;
    }
    const children = chooser.work.childrenOf(root);
    const most = Math.max(tokens, MOST_FOR_NAMES);
    if (children.length < 3 || children.some((child) => mustName(child) && leastToName(child.amount) > most)) {
      return undefined;
    }
    const items: MapItem[] = always.map(toNameItem);
    for (const nodes of this.#runsOf(root, Math.max(2, Math.floor(tokens / TOKENS_OF_RANGE)))) {
      const [only] = nodes.length === 1 ? nodes : [];
      items.push(
        ...(only === undefined ? [toFoldItem(root.rangeOf(nodes, EVERYTHING))] : chooseNode(chooser, only, price)),
      );
    }
    const taken = items.reduce((sum, item) => sum + tokensOf(item), 0);
    return isTooMuch(taken, tokens) ? undefined : items;
  }

  /** A node's branches in so many runs of about the same size, as far as letters can split them. */
  #runsOf({ prefix, children, amount }: Branch, count: number): PlanNode[][] {
    const { costs, within } = this.#settings;
    const least = prefix.length + (within?.suffix.length ?? 0);
    const runs: PlanNode[][] = [];
    let last: { readonly nodes: PlanNode[]; count: number } | undefined;
    for (const child of children) {
      const letter = letterOf(child, prefix);
      const canJoin = letter !== undefined && costs.canSpell(letter) && child.amount.shortest > least;
      // At most half of the last branch is over, so that there are never fewer than two runs.
      const isFull = last !== undefined && last.count + child.amount.count / 2 >= amount.count / count;
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

  /** Folds by how names end; undefined if none can be written, or if there are too many to show. */
  *#splitByEndings(): Generator<void, EndingsSplit | undefined> {
    const { root, always, entries, indexes } = this.#plan;
    const { costs, within, budget } = this.#settings;
    const letters = root && spell(root.prefix, within?.prefixLength ?? 0, costs.canSpell);
    if (letters === undefined) {
      return undefined;
    }
    const { names } = entries;
    const common = yield* commonEnding(names, indexes);
    const endings = new Map<string, Ending>();
    const named: number[] = [];
    const most = Math.max(MOST_ITEMS, budget);
    let isOver = false;
    /** The character before the common ending; undefined if a fold would not match the name, because its two ends overlap there. */
    const ownOf = (index: number): ByteString | undefined => {
      const end = names.lengthOf(index) - common;
      const own = characterBefore(names, index, end);
      return own === 0 || letters.length + own > end ? undefined : names.name(index, end - own, end);
    };
    yield* inTurns(indexes.length, (place) => {
      isOver ||= endings.size + named.length > most;
      if (isOver) {
        return;
      }
      const index = indexes[place] as number;
      const own = ownOf(index);
      if (own === undefined) {
        named.push(index);
        return;
      }
      const length = names.lengthOf(index);
      let ending = endings.get(own);
      if (ending === undefined) {
        const suffix = names.name(index, length - common - own.length);
        ending = { suffix, amount: noAmount() };
        endings.set(own, ending);
      }
      addEntry(ending.amount, entries.worthOf(index), length);
    });
    if (isOver) {
      return undefined;
    }
    const items: (NameItem | FoldItem)[] = [];
    for (const [own, { suffix, amount }] of endings) {
      if (amount.count > 1 && costs.canSpell(suffix)) {
        const glob = writeFold(letters, suffix, amount.directories === amount.count);
        items.push(toFoldItem(toFoldOption(glob, amount, this.#settings, "letters", isTelling(letters + suffix))));
        endings.delete(own);
      }
    }
    if (items.length === 0) {
      return undefined;
    }
    // The endings that are left have no fold.
    yield* inTurns(endings.size === 0 ? 0 : indexes.length, (place) => {
      const own = ownOf(indexes[place] as number);
      if (own !== undefined && endings.has(own)) {
        named.push(indexes[place] as number);
      }
    });
    yield* inTurns(named.length, (at) => items.push(toNameItem(entries.nameOption(named[at] as number))));
    items.push(...always.map(toNameItem));
    return { items, tokens: items.reduce((sum, item) => sum + tokensOf(item), costs.line) };
  }
}

function toNameItem(name: NameOption): NameItem {
  return { kind: "name", name };
}

/** A fold that can't be shown in any other way. */
function toFoldItem(option: FoldOption): FoldItem {
  return { kind: "fold", option, node: undefined, group: EVERYTHING };
}

/** Whether all names of a branch have to be named. */
function mustName(node: PlanNode): boolean {
  return node.name === undefined && node.namesOnly && node.fold === undefined;
}

/** The letter that comes after a prefix; undefined if there is none, or if it takes more than one byte. */
function letterOf(node: PlanNode, prefix: ByteString): ByteString | undefined {
  const letter = node.prefix.charAt(prefix.length);
  return letter === "" || letter > "\x7f" ? undefined : (letter as ByteString);
}

/** How many bytes all of the names end with. */
function* commonEnding(names: PackedNames, indexes: Uint32Array): Generator<void, number> {
  const first = indexes[0] as number;
  const end = names.lengthOf(first);
  let common = end;
  yield* inTurns(indexes.length, (place) => {
    const index = indexes[place] as number;
    const length = names.lengthOf(index);
    const most = Math.min(common, length);
    common = 0;
    while (common < most && names.byteAt(index, length - 1 - common) === names.byteAt(first, end - 1 - common)) {
      common += 1;
    }
  });
  return common;
}

/** The most bytes of a character. */
const LONGEST_CHARACTER = 4;

/** How many bytes the character before a place takes; 0 at the beginning of a name. */
function characterBefore(names: PackedNames, index: number, end: number): number {
  let length = 0;
  while (length < Math.min(end, LONGEST_CHARACTER)) {
    length += 1;
    const byte = names.byteAt(index, end - length) as number;
    const goesOn = byte >= 0x80 && byte < 0xc0;
    if (!goesOn) {
      break;
    }
  }
  return length;
}
