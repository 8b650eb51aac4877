// How much a test does: little in `npm test`, everything in `npm run test:deep`, which CI runs. In between, `vitest run --mode whole` runs
// every test with small numbers, which is what the proof of other runtimes does. `vitest.config.ts` sets the variable.

/** A number of runs, files or calls: the first in `npm test`, the second in `npm run test:deep`. */
export function inDepth(quick: number, deep: number): number {
  return process.env["DIRLEAF_DEPTH"] === "deep" ? deep : quick;
}

/** Whether this is `npm test`, which leaves some tests to `npm run test:deep`. */
export function isQuick(): boolean {
  return process.env["DIRLEAF_DEPTH"] === "quick";
}
