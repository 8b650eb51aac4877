// Finds a place in something long by looking at a few places of it.

/** Where to look first if the end is not known. */
const FIRST_STEP = 200;

/** Nothing is longer. Without this, answers that are wrong would be asked for without end. */
const LONGEST = 2 ** 48;

/**
 * The first place that fits, if all after it fit, too. `end` is a place that fits, if one is known; past the end of what is
 * looked at, every place does.
 */
export async function findFirst(fits: (place: number) => Promise<boolean>, end?: number): Promise<number> {
  let low = 0;
  let high = end;
  for (let step = FIRST_STEP; high === undefined; step *= 4) {
    if (step > LONGEST || (await fits(step))) {
      high = step;
    } else {
      low = step + 1;
    }
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await fits(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
