// What is best to show at a price, and between which prices that stays the best. A map is fitted by trying prices, and most of what
// was chosen for one is right for the next: remembering that makes it ten times as fast.

/** What was chosen. What it costs is `tokens * price + loss`. */
export interface Choice {
  /** Who chose it; others may choose differently. */
  owner: object | undefined;
  /** The lowest and the highest price for which it is right. */
  low: number;
  high: number;
  tokens: number;
  /** How many calls it takes to find what is not shown, times how likely that is. */
  loss: number;
  way: "fold" | "branches" | "groups" | "closed" | "open";
}

export function noChoice(): Choice {
  return { owner: undefined, low: Infinity, high: -Infinity, tokens: 0, loss: 0, way: "closed" };
}

/** A choice that is right for every price, to add others to. */
export function startChoice(way: Choice["way"], tokens: number, loss: number): Choice {
  return { owner: undefined, low: 0, high: Infinity, tokens, loss, way };
}

/** Adds a part. */
export function addChoice(sum: Choice, part: Choice, scale: number = 1): void {
  sum.tokens += part.tokens;
  sum.loss += part.loss * scale;
  sum.low = Math.max(sum.low, part.low * scale);
  sum.high = Math.min(sum.high, part.high * scale);
}

/** The cheaper one of two at a price, the first if they cost the same. Narrows the prices for which it is right. */
export function cheaperChoice(one: Choice, other: Choice, price: number): Choice {
  const isOther = other.tokens * price + other.loss < one.tokens * price + one.loss;
  const [best, worse] = isOther ? [other, one] : [one, other];
  const low = Math.max(one.low, other.low);
  const high = Math.min(one.high, other.high);
  // The price at which both cost the same.
  const even = (worse.loss - best.loss) / (best.tokens - worse.tokens);
  best.low = best.tokens < worse.tokens ? Math.max(low, even) : low;
  best.high = best.tokens > worse.tokens ? Math.min(high, even) : high;
  return best;
}

/** Keeps a choice in its place. It is right for the price that it was made for, however numbers were rounded on the way. */
export function keepChoice(
  place: Choice,
  owner: object,
  { low, high, tokens, loss, way }: Choice,
  price: number,
): Choice {
  place.owner = owner;
  place.low = Math.min(low, price);
  place.high = Math.max(high, price);
  place.tokens = tokens;
  place.loss = loss;
  place.way = way;
  return place;
}
