// Fits a map into its budget of tokens: finds the lowest price per token at which the best choice fits, then spends what is left.
import { firstIndex } from "../core/first-index.ts";
import type { OpenedFold } from "../text/fold.ts";
import { renderMap, type AnswerBounds, type DirectoryMap, type MapFrame } from "../text/map-text.ts";
import type { CountedDirectory } from "./counted-tree.ts";
import { flatten, openableIn, replace, toContents, toLayout, type Layout } from "./map-layout.ts";
import { NameTable } from "./name-table.ts";
import { planNames, type NameNode } from "./name-tree.ts";
import {
  foldAsChoice,
  MIN_SAVED_TOKENS,
  Weigher,
  type Choice,
  type MapItem,
  type NameItem,
  type NestedItems,
} from "./weigher.ts";

/** How much a map may take. */
export interface FitBounds extends AnswerBounds {
  /** Whether `include` is given. Then the caller is looking for something, and the whole budget is used. */
  readonly hasInclude: boolean;
}

/** What a further call costs, in multiples of this answer's budget. Sets the lowest price: nothing is shown that saves less than it takes. */
const COST_OF_CALL = 1.25;

/** Prices rise by this factor, from the lowest sensible one to one at which as little as possible is shown. */
const PRICE_STEPS = 256;
const PRICE_STEP = 1.03;

/** A directory at the top with a greater share of all entries is large. */
const LARGE_SHARE = 0.05;

/** The fewest tokens that a name takes, and the fewest bytes, with the space before it. */
const SHORTEST_NAME_TOKENS = 0.5;
const SHORTEST_NAME_BYTES = 2;

/** A weigher gives up after this many nodes, and one more for each name that may fit. A map that fits took half as many at most. */
const MAX_NODES = 10_000;

/** When the rest of the budget is spent: how many items are tried in each round, and how many rounds there are. */
const CANDIDATES = 3;
const ROUNDS = 3;

/** After this many directories in a row that did not fit, more expensive ones are not tried. */
const MAX_FAILURES = 20;

export class MapFitter {
  readonly #bounds: FitBounds;
  readonly #fold: OpenedFold | undefined;
  readonly #frame: MapFrame;
  /** No map with more names fits. */
  readonly #maxNames: number;

  constructor(bounds: FitBounds, fold: OpenedFold | undefined, frame: MapFrame) {
    this.#bounds = bounds;
    this.#fold = fold;
    this.#frame = frame;
    this.#maxNames = Math.min(bounds.budget / SHORTEST_NAME_TOKENS, bounds.maxBytes / SHORTEST_NAME_BYTES);
  }

  fit(directory: CountedDirectory): DirectoryMap {
    const largeSize = directory.below * LARGE_SHARE;
    const plan = (budget: number): NameNode =>
      planNames(new NameTable(directory, { ...this.#bounds, budget }, this.#fold, largeSize));
    // Whatever the budget, a map that can't fit is the same: the one that a budget of 1 gives.
    return this.#toMap(this.#choose(plan(this.#bounds.budget), largeSize) ?? this.#smallest(plan(1)));
  }

  #toMap(layout: Layout): DirectoryMap {
    return { ...this.#frame, ...toContents(layout) };
  }

  #tokensOf(layout: Layout): number {
    const text = renderMap(this.#toMap(layout));
    return Buffer.byteLength(text) <= this.#bounds.maxBytes ? this.#bounds.countTokens(text) : Infinity;
  }

  #fits(layout: Layout): boolean {
    // Nobody needs to write thousands of names to see that they don't fit.
    const { length } = flatten(layout.items, layout.replacements);
    return length <= this.#maxNames && this.#tokensOf(layout) <= this.#bounds.budget;
  }

  /** The best map that fits, if any does. A directory with more than `largeSize` entries below it is large. */
  #choose(root: NameNode, largeSize: number): Layout | undefined {
    const { size } = root;
    const maxNodes = MAX_NODES + this.#maxNames;
    const prices = pricesFor(size, this.#bounds.budget);
    const everything = size <= this.#maxNames ? toLayout(namesIn(root, true)) : undefined;
    if (everything !== undefined && this.#fits(everything)) {
      return everything;
    }
    let best: Layout | undefined;
    for (const foldsFew of [false, true]) {
      const weighers = prices.map((price) => new Weigher(price, foldsFew, maxNodes));
      const fitting = this.#firstFitting(weighers, (weigher) => weigher.split(root), toLayout);
      const spent = fitting && this.#spendRest(fitting.layout, weighers.slice(fitting.index));
      // Two or three names are folded if nothing else fits, or if that names a large directory more.
      const isBetter = best === undefined || (spent !== undefined && belowNamed(spent) > belowNamed(best) + largeSize);
      best = isBetter ? spent : best;
      if (best !== undefined && size - root.count - belowNamed(best) <= largeSize) {
        break;
      }
    }
    return best && this.#bounds.hasInclude ? this.#openWhatFits(best) : best;
  }

  /** The first weigher whose choice fits, if any: the higher the price, the less is shown. Most often it is the first of all. */
  #firstFitting(
    weighers: readonly Weigher[],
    choose: (weigher: Weigher) => Choice | undefined,
    place: (items: NestedItems) => Layout,
  ): { index: number; choice: Choice; layout: Layout } | undefined {
    const fits = (index: number): boolean => {
      const choice = choose(weighers[index] as Weigher);
      return choice !== undefined && this.#fits(place(choice.items));
    };
    const last = weighers.length - 1;
    const index = fits(0) ? 0 : fits(last) ? firstIndex(1, last, fits) : -1;
    const choice = index === -1 ? undefined : choose(weighers[index] as Weigher);
    return choice && { index, choice, layout: place(choice.items) };
  }

  /** The smallest map. An opened fold is never shown as one fold again, since the caller asked to open it. */
  #smallest(root: NameNode): Layout {
    const wholeFold = this.#fold === undefined && root.count > 1 ? root.fold : undefined;
    const maxNodes = wholeFold === undefined ? Infinity : MAX_NODES;
    const choice = new Weigher(pricesFor(root.size, 1).at(-1) as number, true, maxNodes).split(root);
    const split = choice && toLayout(choice.items);
    const folded = wholeFold && toLayout(foldAsChoice(wholeFold).items);
    if (split === undefined || folded === undefined) {
      return (split ?? folded) as Layout;
    }
    const [foldedTokens, splitTokens] = [this.#tokensOf(folded), this.#tokensOf(split)];
    return foldedTokens <= this.#bounds.budget || foldedTokens + MIN_SAVED_TOKENS <= splitTokens ? folded : split;
  }

  /** Opens folds and closed directories, the greatest gain first, as long as the map fits. */
  #spendRest(layout: Layout, weighers: readonly Weigher[]): Layout {
    let best = layout;
    for (let round = 0; round < ROUNDS; round += 1) {
      let highest = 0;
      let next = best;
      for (const item of openableIn(best).slice(0, CANDIDATES)) {
        const opened = this.#firstFitting(
          weighers,
          (weigher) => weigher.open(item),
          (items) => replace(best, new Map([[item, items]])),
        );
        const gain = opened === undefined ? 0 : item.loss - opened.choice.loss;
        // Replacing one fold by several without a name gains nothing.
        if (
          opened !== undefined &&
          gain > highest &&
          flatten(opened.choice.items).some(({ kind }) => kind === "name")
        ) {
          [highest, next] = [gain, opened.layout];
        }
      }
      best = next;
    }
    return best;
  }

  /** Opens every closed directory whose names all fit, the cheapest first: as many at once as did fit before, and twice as many next time. */
  #openWhatFits(layout: Layout): Layout {
    let best = layout;
    let failures = 0;
    let step = 1;
    let pending: Candidate[] = [];
    this.#addCandidates(openableIn(best), pending);
    while (pending.length > 0 && failures < MAX_FAILURES) {
      const left = [...pending];
      const opened = new Map<MapItem, NestedItems>();
      while (opened.size < step && left.length > 0) {
        const { item } = left.pop() as Candidate;
        const inside = flatten(namesIn(item.name.names, false));
        opened.set(item, [{ ...item, inside }]);
        this.#addCandidates(inside, left);
      }
      const next = replace(best, opened);
      if (this.#fits(next)) {
        [best, pending, failures, step] = [next, left, 0, 2 * step];
      } else if (step > 1) {
        step = Math.ceil(step / 4);
      } else {
        pending.pop();
        failures += 1;
      }
    }
    return best;
  }

  /** Adds the closed directories among the items that may be opened: the cheapest comes last, and of equal ones the one added first. */
  #addCandidates(items: readonly MapItem[], candidates: Candidate[]): void {
    for (const item of items) {
      if (item.kind === "name" && item.name.canOpen && item.name.names.count <= this.#maxNames) {
        const { names, tokens: closedTokens, openTokens } = item.name;
        const tokens = openTokens - closedTokens + names.nameTokens;
        const index = firstIndex(0, candidates.length, (at) => (candidates[at] as Candidate).tokens <= tokens);
        candidates.splice(index, 0, { item, tokens });
      }
    }
  }
}

/** How many entries are below the directories that a layout names at its top. */
function belowNamed({ items, replacements }: Layout): number {
  return flatten(items, replacements).reduce(
    (sum, item) => sum + (item.kind === "name" ? (item.name.entry.inside?.below ?? 0) : 0),
    0,
  );
}

/** The prices that are tried for a tree of this size, the lowest first. */
function pricesFor(size: number, budget: number): number[] {
  const lowest = size / (COST_OF_CALL * budget);
  return Array.from({ length: PRICE_STEPS }, (_, step) => lowest * PRICE_STEP ** step);
}

/** A closed directory that may be opened with all its names, and about how many tokens that takes. */
interface Candidate {
  readonly item: NameItem;
  readonly tokens: number;
}

/** All names of a node, its directories closed, or open wherever they can be. */
function namesIn(node: NameNode, opens: boolean): NestedItems {
  const { name } = node;
  if (name !== undefined) {
    const inside = opens && name.canOpen && { inside: namesIn(name.names, true) };
    return [{ kind: "name", name, loss: name.loss, ...inside }];
  }
  return node.count === 1 && node.fold !== undefined
    ? foldAsChoice(node.fold).items
    : node.branches.map((branch) => namesIn(branch, opens));
}
