// How much a test does: little in `npm test`, everything in `npm run test:deep`, which CI runs.

/** A number of runs, files or calls: the first in `npm test`, the second in `npm run test:deep`. */
export function inDepth(quick: number, deep: number): number {
  return process.env["DIRLEAF_DEEP"] === "1" ? deep : quick;
}
