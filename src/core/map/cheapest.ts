// Looks for the price of a token at which what is shown just fits.

/** Prices are tried in steps by this factor, then in finer ones. */
export const STEP = 2;
const MOST_STEPS = 24;
const FINE_STEPS = 3;

/**
 * The lowest price at which something takes no more than `most` tokens, more or less, but not lower than `lowest`, and how many it
 * takes; a high one if it always takes more, or more work than it may. The lower the price, the more there is to choose from, and
 * the longer it takes: so it is looked for from above if that can be helped.
 */
export function* cheapest(
  guess: number,
  most: number,
  weigh: (price: number) => Generator<void, number | undefined>,
  lowest = 0,
): Generator<void, { price: number; used: number }> {
  let high = guess;
  let low = 0;
  let used: number | undefined;
  function* fits(price: number): Generator<void, boolean> {
    yield;
    const tokens = (yield* weigh(price)) ?? Infinity;
    used = tokens <= most ? tokens : used;
    return tokens <= most;
  }
  for (let step = 0; step < MOST_STEPS && !(yield* fits(high)); step += 1) {
    low = high;
    high *= STEP;
  }
  for (let step = 0; step < MOST_STEPS && low === 0 && high > lowest; step += 1) {
    const next = high / STEP;
    if (yield* fits(next)) {
      high = next;
    } else {
      low = next;
    }
  }
  for (let step = 0; step < FINE_STEPS && low > 0; step += 1) {
    const price = Math.sqrt(low * high);
    if (yield* fits(price)) {
      high = price;
    } else {
      low = price;
    }
  }
  return { price: high, used: used ?? (yield* weigh(high)) ?? Infinity };
}
