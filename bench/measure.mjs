// Times contestants against each other: with the same warm caches, in turns, with medians at the end.

/**
 * @typedef {object} Contestant
 * @property {string} name
 * @property {() => unknown} run May return a promise.
 * @property {(result: any) => unknown} [after] Gets the result of `run`. Not timed; may return a promise.
 * @property {number} [repeats] How often it runs in each round, each run timed separately. Default 1.
 */

/**
 * Runs the contestants in turn, round after round, and returns the median time of each in milliseconds. An uncounted first
 * round warms the file system's caches and lets the engine compile the code. Garbage collection is left to the engine:
 * forced collections discard compiled code, and made short runs up to three times as slow, ours more than others.
 * @param {readonly Contestant[]} contestants
 * @param {number} rounds
 * @returns {Promise<Record<string, number>>}
 */
export async function interleave(contestants, rounds) {
  /** @type {Map<string, number[]>} */
  const samples = new Map(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, run, after, repeats = 1 } of contestants) {
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        const start = performance.now();
        const result = await run();
        const elapsed = performance.now() - start;
        await after?.(result);
        if (round > 0) {
          samples.get(name)?.push(elapsed);
        }
      }
    }
  }
  return Object.fromEntries([...samples].map(([name, times]) => [name, median(times)]));
}

/**
 * The middle value; for an even number of values, the mean of the two in the middle.
 * @param {readonly number[]} values
 * @returns {number}
 */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
