// What it costs to have something on a map closed or folded: the calls that it takes to find what is behind it.
import type { Fold } from "./directory-map.ts";
import type { Amount, FoldOption, PlanSettings } from "./plan.ts";

/** What it costs to be found behind a fold that does not end with a word, in calls. */
const LETTERS_PENALTY = 0.15;

/** How much of a call more it takes when there is twice as much behind something closed. */
const CALLS_PER_DOUBLING = 0.35;

/** One call shows about this many entries for each token of the budget. */
const ENTRIES_PER_TOKEN = 0.12;

/** The fewest tokens that a name takes, and each of its bytes. */
const LEAST_OF_NAME = 1.5;
const LEAST_OF_BYTE = 0.2;

/** A fold with what it costs. `isWord`: it ends with a word. `isTelling`: it tells what its names are about. */
export function toFoldOption(
  fold: Fold,
  { count, weight, size, bytes }: Amount,
  { costs, budget }: PlanSettings,
  isWord: boolean,
  isTelling: boolean,
): FoldOption {
  const loss = weight * (callsFor(size, budget) + (isWord ? 0 : LETTERS_PENALTY));
  const leastToName = Math.max(LEAST_OF_NAME * count, LEAST_OF_BYTE * bytes);
  return { fold, tokens: costs.fold(fold), loss, weight, isTelling, leastToName };
}

/** How many calls it takes to find something among so many entries. */
export function callsFor(entries: number, budget: number): number {
  return 1 + CALLS_PER_DOUBLING * Math.max(0, Math.log2(entries / (ENTRIES_PER_TOKEN * budget)));
}
