// Fits a map into its budget: finds the price of a token at which the best choice just fits, then spends what is left on opening
// what was left closed.
import { chooseLayout, openItem, type ItemChooserSettings } from "./choose-items.ts";
import type { CountedDirectory } from "./counted-directory.ts";
import { foldEnds } from "./fold-ends.ts";
import type { FoldItem, MapItem, MapLayout, NameItem } from "./map-layout.ts";
import type { Plan, PlanSettings } from "./plan.ts";
import { splitByEndings, type KnownEndings } from "./split-by-endings.ts";
import { splitCoarsely } from "./split-coarsely.ts";
import { Weigher } from "./weigher.ts";

/**
 * What it costs to be found behind a fold that does not tell what it is about depends on how many there are of them, and only
 * the finished choice shows that. So we choose with each of these, and take the best choice.
 */
const UNTOLD: readonly number[] = [2, 16];

/** The price of a token is looked for from so many times what the tokens are worth on average, in steps by this factor. */
const FIRST_GUESS = 4;
const STEP = 2;
const MOST_STEPS = 24;
const FINE_STEPS = 3;

/** How many closed things are tried at a time when what is left is spent, and how often. */
const CANDIDATES = 3;
const MOST_ROUNDS = 6;

/** Where nothing fits, everything is folded in one rather than shown as what takes this many times as much. */
const MOST_FOLDS = 4;

/** Fewer tokens buy nothing. */
const LEAST_LEFT = 4;

export interface FitSettings extends PlanSettings {
  readonly planOf: (directory: CountedDirectory) => Plan;
  /** How many tokens the items may take together. */
  readonly tokens: number;
  readonly endings: KnownEndings;
}

/** The best layout that fits; if none does, the smallest. Yields now and then, for other work. */
export function* fitMap(root: CountedDirectory, settings: FitSettings): Generator<void, MapLayout> {
  const plan = settings.planOf(root);
  let best: { readonly layout: MapLayout; readonly loss: number } | undefined;
  let guess = (FIRST_GUESS * plan.weight) / settings.tokens;
  for (const untold of UNTOLD) {
    const { layout, price } = yield* new Fitting(plan, settings, untold).fit(guess);
    const loss = trueLoss(layout);
    if (best === undefined || loss < best.loss) {
      best = { layout, loss };
    }
    // The other prices will not be far from this.
    guess = price;
  }
  return foldEnds((best as { layout: MapLayout }).layout);
}

class Fitting {
  readonly #plan: Plan;
  readonly #settings: FitSettings;
  readonly #weigher: Weigher;
  readonly #choosing: ItemChooserSettings;

  constructor(plan: Plan, settings: FitSettings, untold: number) {
    this.#plan = plan;
    this.#settings = settings;
    const { planOf, costs } = settings;
    this.#weigher = new Weigher({ planOf, line: costs.line, untold, mostTokens: settings.tokens });
    this.#choosing = { weigher: this.#weigher, planOf };
  }

  *fit(guess: number): Generator<void, { layout: MapLayout; price: number }> {
    const { tokens } = this.#settings;
    const plan = this.#plan;
    const fits = (tried: number) => this.#weigher.weigh(plan, tried) <= tokens;
    const price = yield* cheapest(guess, fits);
    const used = this.#weigher.weigh(plan, price);
    if (used > tokens) {
      const coarse =
        splitCoarsely(plan, this.#choosing, price, this.#settings) ??
        (yield* this.#splitByEndings(used)) ??
        this.#foldAll(used);
      return { layout: coarse ?? chooseLayout(this.#choosing, plan, price), price };
    }
    const layout = chooseLayout(this.#choosing, plan, price);
    yield* this.#spend(layout, tokens - used, price);
    return { layout, price };
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
    if (root?.fold === undefined || used < most * root.fold.tokens) {
      return undefined;
    }
    const items = always.map((name): MapItem => ({ kind: "name", name }));
    const fold: MapItem = { kind: "fold", option: root.fold, node: root, group: undefined };
    return { plan: this.#plan, items: [...items, fold], scale: 1 };
  }

  /** Opens what is closed, the greatest gain first, as long as there are tokens left. */
  *#spend(layout: MapLayout, tokens: number, price: number): Generator<void, void> {
    let left = tokens;
    for (let round = 0; round < MOST_ROUNDS && left >= LEAST_LEFT; round += 1) {
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
    let best: Opening | undefined;
    for (const place of places.slice(0, CANDIDATES)) {
      const { item, layout: around } = place;
      const own = item.kind === "name" ? item.name.tokens : item.option.tokens;
      const moreAt = (tried: number) => (this.#weigher.weighOpen(item, tried / around.scale) ?? Infinity) - own;
      const lowest = yield* cheapest(STEP * price, (tried) => moreAt(tried) <= left, price);
      const tokens = moreAt(lowest);
      if (tokens > left) {
        continue;
      }
      const items = openItem(this.#choosing, item, lowest / around.scale, around.scale);
      const gain = this.#lossAt(place) - this.#lossOf(items, around.scale);
      if (gain > (best?.gain ?? 0)) {
        best = { place, items, tokens, gain };
      }
    }
    return best;
  }

  #lossAt({ item, layout }: Place): number {
    return layout.scale * this.#weigher.lossOf(item);
  }

  #lossOf(items: readonly MapItem[], scale: number): number {
    return items.reduce((sum, item) => {
      const loss =
        item.kind === "open" ? this.#lossOf(item.inside.items, item.inside.scale) : scale * this.#weigher.lossOf(item);
      return sum + loss;
    }, 0);
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

function placesIn(layout: MapLayout, places: Place[] = []): Place[] {
  for (const item of layout.items) {
    if (item.kind === "open") {
      placesIn(item.inside, places);
    } else if (item.kind === "fold" ? item.node !== undefined : item.name.directory?.inside !== undefined) {
      places.push({ layout, item });
    }
  }
  return places;
}

/**
 * The lowest price that fits, more or less, but not lower than `lowest`; the highest one that was tried if none fits. The lower
 * the price, the more there is to choose from, and the longer it takes: so it is looked for from above if that can be helped.
 */
function* cheapest(guess: number, fits: (price: number) => boolean, lowest = 0): Generator<void, number> {
  let high = guess;
  let low = 0;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    yield;
    if (fits(high)) {
      break;
    }
    low = high;
    high *= STEP;
  }
  for (let step = 0; step < MOST_STEPS && low === 0 && high > lowest; step += 1) {
    const next = high / STEP;
    yield;
    if (fits(next)) {
      high = next;
    } else {
      low = next;
    }
  }
  for (let step = 0; step < FINE_STEPS && low > 0; step += 1) {
    const price = Math.sqrt(low * high);
    yield;
    if (fits(price)) {
      high = price;
    } else {
      low = price;
    }
  }
  return high;
}

/** How many calls it really takes, on average: whoever can't tell which fold it is opens one after the other. */
function trueLoss({ items, scale }: MapLayout): number {
  let own = 0;
  let below = 0;
  let untold = 0;
  for (const item of items) {
    if (item.kind === "open") {
      below += trueLoss(item.inside);
    } else if (item.kind === "name") {
      own += item.name.directory?.loss ?? 0;
    } else {
      const { loss, weight, isTelling } = item.option;
      own += isTelling ? loss : loss + weight * untold;
      untold += Number(!isTelling);
    }
  }
  return own * scale + below;
}
