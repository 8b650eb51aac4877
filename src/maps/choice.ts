// What can be shown of something, with what that costs, and between which prices of a token it is the best. These are plain values;
// who keeps them, and for how long, is up to the weigher.
//
// An example: five names take 10 tokens, and nothing has to be looked for (loss 0). Their fold takes 3 tokens, and finding a name
// behind it takes calls (loss 7). At a price of 0.5 the names cost 10 × 0.5 = 5 and the fold 3 × 0.5 + 7 = 8.5: the names are cheaper.
// Both cost the same at the price of 1: (7 − 0) / (10 − 3). So the names are right for every price up to 1, and the fold from 1 on,
// and whoever asks again with a price of 0.7 can have the first answer.

/** What is shown: a fold, what it stands for by its branches or by its groups, a name or directory that is closed, or an open one. */
export type Way = "fold" | "branches" | "groups" | "closed" | "open";

/** A way to show something. It costs `tokens * price + loss`, and that is the least from the price `low` up to the price `high`. */
export class Choice {
  readonly way: Way;
  tokens: number;
  /** How many calls it takes to find what is not shown, times how likely that is. */
  loss: number;
  low: number;
  high: number;

  constructor(way: Way, tokens: number, loss: number, low: number = 0, high: number = Infinity) {
    this.way = way;
    this.tokens = tokens;
    this.loss = loss;
    this.low = low;
    this.high = high;
  }

  /** Adds a part, while the sum is made and nobody else has it. `scale`: what the weight of the part is worth here. */
  add(part: Choice, scale: number = 1): void {
    this.tokens += part.tokens;
    this.loss += part.loss * scale;
    this.low = Math.max(this.low, part.low * scale);
    this.high = Math.min(this.high, part.high * scale);
  }
}

/** The cheaper one of two at a price, the first if they cost the same, with the prices at which it is right: at most up to `highest`. */
export function cheaperChoice(one: Choice, other: Choice, price: number, highest: number = Infinity): Choice {
  const isOther = other.tokens * price + other.loss < one.tokens * price + one.loss;
  const [best, worse] = isOther ? [other, one] : [one, other];
  let low = Math.max(one.low, other.low);
  let high = Math.min(one.high, other.high, highest);
  // The price at which both cost the same.
  const even = (worse.loss - best.loss) / (best.tokens - worse.tokens);
  if (best.tokens < worse.tokens) {
    low = Math.max(low, even);
  } else if (best.tokens > worse.tokens) {
    high = Math.min(high, even);
  }
  return new Choice(best.way, best.tokens, best.loss, low, high);
}
