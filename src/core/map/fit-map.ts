// Fits a map into its budget: finds the price of a token at which the best choice just fits, then spends what is left on opening
// what was left closed.
import { cheapest, STEP } from "./cheapest.ts";
import { chooseLayout, openItem, type ItemChooserSettings } from "./choose-items.ts";
import { foldEnds } from "./fold-ends.ts";
import { eachItem, layoutsIn, type FoldItem, type MapItem, type MapLayout, type NameItem } from "./map-layout.ts";
import type { Plan, PlanSettings } from "./plan.ts";
import type { PlanningWork } from "./planning-work.ts";
import { splitByEndings, type KnownEndings } from "./split-by-endings.ts";
import { isTooMuch, splitCoarsely } from "./split-coarsely.ts";
import { Weigher } from "./weigher.ts";

/**
 * What it costs to be found behind a fold that does not tell what it is about depends on how many there are of them, and only
 * the finished choice shows that. So we choose with each of these, and take the best choice.
 */
const UNTOLD: readonly number[] = [2, 16];

/** The price of a token is looked for from so many times what the tokens are worth on average. */
const FIRST_GUESS = 4;

/** How many closed things are tried at a time when what is left is spent, and how often. */
const CANDIDATES = 3;
const MOST_ROUNDS = 6;

/** Where nothing fits, everything is folded in one rather than shown as what takes this many times as much. */
const MOST_FOLDS = 4;

/** Fewer tokens buy nothing. */
const LEAST_LEFT = 4;

export interface FitSettings extends PlanSettings {
  readonly work: PlanningWork;
  /** How many tokens the items may take together. */
  readonly tokens: number;
  readonly endings: KnownEndings;
  /** The highest prices at which everything takes too much work, by what is charged for folds that do not tell. */
  readonly tooLow: Map<number, number>;
}

/** The best layout that fits; if none does, the smallest. Undefined if even that would be far too large. */
export function* fitMap(plan: Plan, settings: FitSettings): Generator<void, MapLayout | undefined> {
  let best: { readonly layout: MapLayout; readonly loss: number } | undefined;
  let guess = (FIRST_GUESS * plan.weight) / settings.tokens;
  for (const untold of UNTOLD) {
    const { layout, price } = yield* new Fitting(plan, settings, untold).fit(guess);
    const loss = layout === undefined ? Infinity : trueLoss(layout);
    if (layout !== undefined && (best === undefined || loss < best.loss)) {
      best = { layout, loss };
    }
    // The other prices will not be far from this.
    guess = price;
  }
  if (best !== undefined) {
    foldEnds(best.layout);
  }
  return best?.layout;
}

class Fitting {
  readonly #plan: Plan;
  readonly #settings: FitSettings;
  readonly #weigher: Weigher;
  readonly #choosing: ItemChooserSettings;
  readonly #untold: number;

  constructor(plan: Plan, settings: FitSettings, untold: number) {
    this.#plan = plan;
    this.#untold = untold;
    this.#settings = settings;
    const { work, costs } = settings;
    this.#weigher = new Weigher({ work, line: costs.line, untold, mostTokens: settings.tokens });
    this.#choosing = { weigher: this.#weigher, work };
  }

  *fit(guess: number): Generator<void, { layout: MapLayout | undefined; price: number }> {
    const { tokens, work } = this.#settings;
    const plan = this.#plan;
    const { price, used } = yield* cheapest(guess, tokens, (tried) => this.#weigh(tried));
    if (used > tokens) {
      const coarse =
        (yield* work.try(() => splitCoarsely(plan, this.#choosing, price, this.#settings))) ??
        (yield* this.#splitByEndings(used)) ??
        this.#foldAll(used);
      return { layout: coarse ?? (isTooMuch(used, tokens) ? undefined : yield* this.#choose(price)), price };
    }
    const layout = yield* this.#choose(price);
    yield* this.#spend(layout, tokens - used, price);
    return { layout, price };
  }

  /** How many tokens the best choice takes at a price; undefined if it takes too much work to find out. */
  *#weigh(price: number): Generator<void, number | undefined> {
    const { work, tooLow } = this.#settings;
    if (price <= (tooLow.get(this.#untold) ?? 0)) {
      return undefined;
    }
    const used = yield* work.try(() => this.#weigher.weigh(this.#plan, price));
    if (used === undefined) {
      tooLow.set(this.#untold, price);
    }
    return used;
  }

  #choose(price: number): Generator<void, MapLayout> {
    return this.#settings.work.answer(() => chooseLayout(this.#choosing, this.#plan, price));
  }

  /** Folds by how names end, if that takes less than anything else that may be shown. */
  *#splitByEndings(used: number): Generator<void, MapLayout | undefined> {
    const split = yield* splitByEndings(this.#plan, this.#settings, this.#settings.endings);
    if (split === undefined || split.tokens >= used) {
      return undefined;
    }
    const whole = split.tokens > this.#settings.tokens ? this.#foldAll(used) : undefined;
    return whole ?? { plan: this.#plan, items: [...split.items], scale: 1 };
  }

  /** Everything as one fold, if showing it in another way takes many times as much. */
  #foldAll(used: number): MapLayout | undefined {
    const { root, always } = this.#plan;
    // Whoever opens a fold must not get the same fold.
    const most = this.#settings.within === undefined ? MOST_FOLDS : Infinity;
    if (root?.name !== undefined || root?.fold === undefined || used < most * root.fold.tokens) {
      return undefined;
    }
    const items = always.map((name): MapItem => ({ kind: "name", name }));
    const fold: MapItem = { kind: "fold", option: root.fold, node: root, group: undefined };
    return { plan: this.#plan, items: [...items, fold], scale: 1 };
  }

  /** Opens what is closed, the greatest gain first, as long as there are tokens left. */
  *#spend(layout: MapLayout, tokens: number, price: number): Generator<void, void> {
    let left = tokens;
    // Where lower prices take too much work, much is left.
    const rounds = this.#settings.tooLow.has(this.#untold) ? Infinity : MOST_ROUNDS;
    for (let round = 0; round < rounds && left >= LEAST_LEFT; round += 1) {
      const found = yield* this.#bestOpening(layout, left, price);
      if (found === undefined) {
        return;
      }
      const { items } = found.place.layout;
      items.splice(items.indexOf(found.place.item), 1, ...found.items);
      left -= found.tokens;
    }
  }

  *#bestOpening(layout: MapLayout, left: number, price: number): Generator<void, Opening | undefined> {
    const places = placesIn(layout)
      .filter(({ item }) => item.kind === "name" || this.#weigher.foldPays(item.option) > 0)
      .sort((one, other) => this.#lossAt(other) - this.#lossAt(one));
    const { work } = this.#settings;
    let best: Opening | undefined;
    for (const place of places.slice(0, CANDIDATES)) {
      const { item, layout: around } = place;
      const own = item.kind === "name" ? item.name.tokens : item.option.tokens;
      const moreAt = (tried: number) =>
        work.try(() => (this.#weigher.weighOpen(item, tried / around.scale) ?? Infinity) - own);
      const { price: lowest, used: tokens } = yield* cheapest(STEP * price, left, moreAt, price);
      if (tokens > left) {
        continue;
      }
      const items = yield* work.answer(() => openItem(this.#choosing, item, lowest / around.scale, around.scale));
      const gain = this.#lossAt(place) - this.#lossOf({ ...around, items });
      if (gain > (best?.gain ?? 0)) {
        best = { place, items, tokens, gain };
      }
    }
    return best;
  }

  #lossAt({ item, layout }: Place): number {
    return layout.scale * this.#weigher.lossOf(item);
  }

  #lossOf(layout: MapLayout): number {
    let sum = 0;
    eachItem(layout, (item, { scale }) => {
      sum += item.kind === "open" ? 0 : scale * this.#weigher.lossOf(item);
    });
    return sum;
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

/** How many calls it really takes, on average: whoever can't tell which fold it is opens one after the other. */
function trueLoss(layout: MapLayout): number {
  return layoutsIn(layout).reduce((sum, { items, scale }) => sum + scale * lossOfItems(items), 0);
}

/** The same for the items of one directory, without those in directories that are open. */
function lossOfItems(items: readonly MapItem[]): number {
  let all = 0;
  let untold = 0;
  for (const item of items) {
    if (item.kind === "name") {
      all += item.name.directory?.loss ?? 0;
    } else if (item.kind === "fold") {
      const { loss, amount, isTelling } = item.option;
      all += isTelling ? loss : loss + amount.weight * untold;
      untold += Number(!isTelling);
    }
  }
  return all;
}
