// Fits a map into its budget: finds the price of a token at which the best choice just fits, then spends what is left on opening
// what was left closed.
import type { Choice } from "./choice.ts";
import { chooseLayout, openItem, type Chooser } from "./choose-layout.ts";
import { CoarseLayouts, isTooMuch } from "./coarse-layout.ts";
import {
  eachItem,
  foldEnds,
  layoutsIn,
  tokensOf,
  type FoldItem,
  type MapItem,
  type MapLayout,
  type NameItem,
} from "./map-layout.ts";
import { leastToName, noAmount, type PlanSettings } from "./plan.ts";
import type { Plan } from "./plan-directory.ts";
import type { PlanningWork } from "./planning-work.ts";
import { Weigher, type WeigherSettings } from "./weigher.ts";

/**
 * How many calls it costs to be found behind a fold that does not tell what it is about depends on how many such folds there are, and
 * only the finished map shows that. So a map is made with each of these until one has no such folds, and the best is taken.
 */
const UNTOLD: readonly number[] = [1, 4];

/**
 * What a call costs, in answers as long as this one: the answer and, beside it, the question. Everyone who reads the map pays for each
 * of its tokens, so nothing is shown that saves fewer tokens than it takes, unless the budget has room for everything.
 */
const COST_OF_CALL = 1.25;

/** Prices are tried in steps by this factor, then in finer ones. */
const STEP = 2;
const MOST_STEPS = 24;
const FINE_STEPS = 3;

/** How many closed things are tried at a time when what is left is spent, and how often. */
const CANDIDATES = 3;
const MOST_ROUNDS = 3;

/** Fewer tokens buy nothing. */
const LEAST_LEFT = 4;

/** How many tokens something takes at a price, and between which prices that stays the same. */
type Weighed = Pick<Choice, "tokens" | "low" | "high">;

/** Between which prices of a token the right one is looked for. */
interface Prices {
  /** What is tried first. */
  readonly guess: number;
  readonly lowest: number;
}

export interface FitSettings extends PlanSettings {
  readonly work: PlanningWork;
}

/** Fits maps of one plan into any number of tokens. */
export class MapFitter {
  readonly #plan: Plan;
  readonly #settings: FitSettings;
  readonly #coarse: CoarseLayouts;
  /** The highest prices at which everything takes too much work, by what is charged for folds that do not tell. */
  readonly #tooLow = new Map<number, number>();

  constructor(plan: Plan, settings: FitSettings) {
    this.#plan = plan;
    this.#settings = settings;
    this.#coarse = new CoarseLayouts(plan, settings);
  }

  /** The best layout of so many tokens; if none is that small, the smallest. Undefined if even that would be far too large. */
  *fit(tokens: number): Generator<void, MapLayout | undefined> {
    const best =
      (yield* this.#everything(tokens)) ?? (yield* this.#bestOf(tokens, false)) ?? (yield* this.#bestOf(tokens, true));
    if (best !== undefined) {
      foldEnds(best);
    }
    return best;
  }

  /** The layout that names everything; undefined if that takes more than so many tokens. */
  *#everything(tokens: number): Generator<void, MapLayout | undefined> {
    const plan = this.#plan;
    const { work, costs } = this.#settings;
    const amount = plan.root?.amount ?? noAmount();
    if (leastToName({ ...amount, count: amount.size }) > tokens) {
      return undefined;
    }
    const weigher = new Weigher({ work, line: costs.line, untold: 0, foldsFew: false, mostTokens: tokens });
    const used = yield* work.try(() => weigher.weighPlan(plan, 0, true).tokens);
    return used === undefined || used > tokens
      ? undefined
      : yield* work.answer(() => chooseLayout({ weigher, work }, plan, 0));
  }

  /** The best layout; undefined if there is none. `foldsFew`: two or three names may be folded, whatever that saves. */
  *#bestOf(tokens: number, foldsFew: boolean): Generator<void, MapLayout | undefined> {
    let best: { readonly layout: MapLayout; readonly loss: number } | undefined;
    const lowest = this.#plan.weight / (COST_OF_CALL * tokens);
    let guess = STEP * lowest;
    for (const untold of UNTOLD) {
      const { layout, price } = yield* this.#fitWith({ untold, foldsFew }, tokens, { guess, lowest });
      const loss = layout === undefined ? Infinity : trueLoss(layout);
      if (layout !== undefined && (best === undefined || loss < best.loss)) {
        best = { layout, loss };
      }
      if (layout !== undefined && !hasUntold(layout)) {
        break;
      }
      // The other prices will not be far from this.
      guess = price;
    }
    return best?.layout;
  }

  *#fitWith(
    { untold, foldsFew }: Pick<WeigherSettings, "untold" | "foldsFew">,
    tokens: number,
    { guess, lowest }: Prices,
  ): Generator<void, { layout: MapLayout | undefined; price: number }> {
    const { work, costs } = this.#settings;
    const plan = this.#plan;
    const weigher = new Weigher({ work, line: costs.line, untold, foldsFew, mostTokens: tokens });
    const chooser = { weigher, work };
    const weigh = (tried: number) => this.#weigh(weigher, untold, tried);
    const { price, used } = yield* cheapest({ guess, lowest }, tokens, weigh);
    if (used > tokens && !foldsFew) {
      return { layout: undefined, price };
    }
    if (used > tokens) {
      const items = yield* this.#coarse.choose(chooser, price, tokens, used);
      if (items !== undefined || isTooMuch(used, tokens)) {
        return { layout: items && { plan, items: [...items], scale: 1 }, price };
      }
    }
    const layout = yield* work.answer(() => chooseLayout(chooser, plan, price));
    if (used <= tokens) {
      // Where lower prices take too much work, much is left.
      const rounds = this.#tooLow.has(untold) ? Infinity : MOST_ROUNDS;
      yield* spend(chooser, layout, tokens - used, price, rounds);
    }
    return { layout, price };
  }

  /** The best choice at a price; undefined if it takes too much work to find out. */
  *#weigh(weigher: Weigher, untold: number, price: number): Generator<void, Choice | undefined> {
    if (price <= (this.#tooLow.get(untold) ?? 0)) {
      return undefined;
    }
    const best = yield* this.#settings.work.try(() => weigher.weighPlan(this.#plan, price, true));
    if (best === undefined) {
      this.#tooLow.set(untold, price);
    }
    return best;
  }
}

/**
 * The lowest price at which something takes no more than `most` tokens, more or less, but not lower than `lowest`, and how many it
 * takes; a high one if it always takes more, or more work than it may. The lower the price, the more there is to choose from, and
 * the longer it takes: so it is looked for from above if that can be helped.
 */
function* cheapest(
  { guess, lowest }: Prices,
  most: number,
  weigh: (price: number) => Generator<void, Weighed | undefined>,
): Generator<void, { price: number; used: number }> {
  let high = guess;
  let low = 0;
  let used: number | undefined;
  /** Up to which price it is known to take too much, and from which one on it is known to fit. */
  let tooLow = 0;
  let enough = Infinity;
  const isKnown = (price: number): boolean => price <= tooLow || price >= enough;
  // No generator that weighs: V8 would keep what a generator function in here can see, all plans, until the next major collection.
  const note = (price: number, weighed: Weighed | undefined): void => {
    if (weighed !== undefined && weighed.tokens <= most) {
      used = weighed.tokens;
      enough = Math.min(weighed.low, price);
    } else {
      tooLow = Math.max(weighed?.high ?? price, price);
    }
  };
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (!isKnown(high)) {
      note(high, yield* weigh(high));
    }
    if (high >= enough) {
      break;
    }
    low = high;
    high *= STEP;
  }
  for (let step = 0; step < MOST_STEPS && low === 0 && high > lowest; step += 1) {
    const next = Math.max(lowest, high / STEP);
    if (!isKnown(next)) {
      note(next, yield* weigh(next));
    }
    [low, high] = next >= enough ? [low, next] : [next, high];
  }
  for (let step = 0; step < FINE_STEPS && low > 0; step += 1) {
    const price = Math.sqrt(low * high);
    if (!isKnown(price)) {
      note(price, yield* weigh(price));
    }
    [low, high] = price >= enough ? [low, price] : [price, high];
  }
  return { price: high, used: used ?? (yield* weigh(high))?.tokens ?? Infinity };
}

/** Opens what is closed, the greatest gain first, as long as there are tokens left. */
function* spend(
  chooser: Chooser,
  layout: MapLayout,
  tokens: number,
  price: number,
  rounds: number,
): Generator<void, void> {
  let left = tokens;
  for (let round = 0; round < rounds && left >= LEAST_LEFT; round += 1) {
    yield;
    const found = yield* bestOpening(chooser, layout, left, price);
    if (found === undefined) {
      return;
    }
    const { items } = found.place.layout;
    items.splice(items.indexOf(found.place.item), 1, ...found.items);
    left -= found.tokens;
  }
}

/** Something that may be opened, and where it stands. */
interface Place {
  readonly layout: MapLayout;
  readonly item: NameItem | FoldItem;
}

interface Opening {
  readonly place: Place;
  readonly items: readonly MapItem[];
  readonly tokens: number;
  readonly gain: number;
}

function* bestOpening(
  chooser: Chooser,
  layout: MapLayout,
  left: number,
  price: number,
): Generator<void, Opening | undefined> {
  const { weigher, work } = chooser;
  const lossAt = (place: Place) => place.layout.scale * weigher.lossOf(place.item);
  const places = placesIn(layout)
    .filter(({ item }) => item.kind === "name" || weigher.foldPays(item.option) > 0)
    .map((place) => ({ place, loss: lossAt(place) }))
    .sort((one, other) => other.loss - one.loss);
  let best: Opening | undefined;
  for (const { place } of places.slice(0, CANDIDATES)) {
    yield;
    const { item, layout: around } = place;
    const { scale } = around;
    const openAt = (tried: number) => work.try(() => scaled(weigher.weighOpen(item, tried / scale), scale));
    const own = tokensOf(item);
    const { price: lowest, used } = yield* cheapest({ guess: price, lowest: price }, left + own, openAt);
    const tokens = used - own;
    if (tokens > left) {
      continue;
    }
    const items = yield* work.answer(() => openItem(chooser, item, lowest / scale, scale));
    // Several folds that tell nothing are no better than one, and files are not named while directories beside them are folded.
    if (
      items.every((shown) => shown.kind === "fold" && !shown.option.isTelling) ||
      (items.some(isFile) && [...items, ...around.items].some((shown) => shown !== item && foldsDirectories(shown)))
    ) {
      continue;
    }
    let loss = 0;
    eachItem({ ...around, items }, (shown, inside) => {
      loss += shown.kind === "open" ? 0 : lossAt({ layout: inside, item: shown });
    });
    const gain = lossAt(place) - loss;
    if (gain > (best?.gain ?? 0)) {
      best = { place, items, tokens, gain };
    }
  }
  return best;
}

/** The same at prices of the root, where one unit of weight is worth so much. */
function scaled(choice: Choice | undefined, scale: number): Weighed {
  const { tokens = Infinity, low = 0, high = Infinity } = choice ?? {};
  return { tokens, low: low * scale, high: high * scale };
}

function isFile(item: MapItem): boolean {
  return item.kind === "name" && item.name.directory === undefined;
}

function foldsDirectories(item: MapItem): boolean {
  return item.kind === "fold" && item.option.amount.directories > 0;
}

function placesIn(layout: MapLayout): Place[] {
  const places: Place[] = [];
  eachItem(layout, (item, inside) => {
    if (item.kind === "open") {
      return;
    }
    if (item.kind === "fold" ? item.node !== undefined : item.name.directory?.inside !== undefined) {
      places.push({ layout: inside, item });
    }
  });
  return places;
}

/** Whether there are folds that do not tell what they are about. */
function hasUntold(layout: MapLayout): boolean {
  return layoutsIn(layout).some(({ items }) => items.some((item) => item.kind === "fold" && !item.option.isTelling));
}

/** How many calls it really takes, on average: whoever can't tell which fold it is opens one after the other. */
function trueLoss(layout: MapLayout): number {
  let sum = 0;
  for (const { items, scale } of layoutsIn(layout)) {
    let all = 0;
    let untold = 0;
    for (const item of items) {
      if (item.kind === "name") {
        all += item.name.closed.loss;
      } else if (item.kind === "fold") {
        const { loss, amount, isTelling } = item.option;
        all += isTelling ? loss : loss + amount.weight * untold;
        untold += Number(!isTelling);
      }
    }
    sum += scale * all;
  }
  return sum;
}
