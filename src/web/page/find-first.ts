// Binary search in a list whose entries, and perhaps whose length, must be asked for.

/** Where to look first if the end is not known. */
const FIRST_STEP = 200;

/** No list is longer. Without this limit, wrong answers could make the search endless. */
const LONGEST = 2 ** 48;

/**
 * The first index that fits. All indexes after one that fits must fit, too, and so must all past the end of the list. `end` is an
 * index that is known to fit, such as the length of the list.
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
