// Binary search.

/** The first index from `start` on for which a condition holds, or `end`. It must hold for all indexes after one for which it holds. */
export function firstIndex(start: number, end: number, holds: (index: number) => boolean): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
