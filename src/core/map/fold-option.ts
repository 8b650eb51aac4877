// What it costs to have something on a map closed or folded: the calls that it takes to find what is behind it.
import type { Fold } from "./directory-map.ts";
import type { Amount, FoldOption, PlanSettings } from "./plan.ts";
import type { PrefixEnd } from "./word-end.ts";

/** What it costs to be found behind a fold that does not end with a word, in calls. */
const LETTERS_PENALTY = 0.15;

/** How much of a call more it takes when there is twice as much behind something closed. */
const CALLS_PER_DOUBLING = 0.35;

/** One call shows about this many entries for each token of the budget. */
const ENTRIES_PER_TOKEN = 0.12;

/** The fewest tokens that a name takes, and each of its bytes. */
const LEAST_OF_NAME = 1.5;
const LEAST_OF_BYTE = 0.2;

/** A fold with what it costs. `end`: how its beginning ends. `isTelling`: it tells what its names are about. */
export function toFoldOption(
  fold: Fold,
  amount: Amount,
  { costs, budget }: PlanSettings,
  end: PrefixEnd,
  isTelling: boolean,
): FoldOption {
  // Whoever looks for a number can write the fold of it: parting numbers tells nobody anything.
  const calls = end === "number" && isTelling ? 1 : callsFor(amount.size, budget);
  const loss = amount.weight * (calls + (end === "letters" ? LETTERS_PENALTY : 0));
  return { fold, tokens: costs.fold(fold), loss, isTelling, amount };
}

/** The fewest tokens that it can take to name so much. */
export function leastToName({ count, bytes }: Pick<Amount, "count" | "bytes">): number {
  return Math.max(LEAST_OF_NAME * count, LEAST_OF_BYTE * bytes);
}

/** How many calls it takes to find something among so many entries. */
export function callsFor(entries: number, budget: number): number {
  return 1 + CALLS_PER_DOUBLING * Math.max(0, Math.log2(entries / (ENTRIES_PER_TOKEN * budget)));
}
