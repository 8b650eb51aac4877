// What a map costs a reader: the tokens of what is shown, and the calls to find what is hidden. The numbers are estimates: `bench/economy`
// measures how many calls and tokens maps that are made with them take.
import type { NameTable } from "./name-table.ts";

/** What it costs to show something in a certain way. */
export interface Cost {
  readonly tokens: number;
  /** How many further calls it takes to find what is hidden, summed over all hidden entries. */
  readonly loss: number;
}

/** A call shows about this many entries for each token of its budget. Each doubling beyond that costs this fraction of a call. */
const ENTRIES_PER_TOKEN = 0.12;
const CALLS_PER_DOUBLING = 0.35;

/** Further calls to find an entry: behind a fold that ends within a word, and behind a meaningless fold or below a large directory in any fold. */
const CALLS_WITHIN_WORD = 0.3;
const CALLS_WITHOUT_MEANING = 1;

/** The same for each entry below a large directory in a meaningless fold: so many that the directory is named wherever its name fits. */
const CALLS_TO_LARGE = 10;

/** The total number of calls to find each of this many entries once. */
export function callsToFind(entries: number, budget: number): number {
  return entries * (1 + CALLS_PER_DOUBLING * Math.max(0, Math.log2(entries / (ENTRIES_PER_TOKEN * budget))));
}

/** The loss from folding consecutive names. `isInWord`: the fold ends within a word. */
export function lossOf(table: NameTable, start: number, end: number, isMeaningful: boolean, isInWord: boolean): number {
  const size = table.sizeOf(start, end);
  const large = table.belowLargeIn(start, end);
  const calls = callsToFind(size, table.terms.budget) + (isInWord ? CALLS_WITHIN_WORD : 0) * size;
  return isMeaningful
    ? calls + CALLS_WITHOUT_MEANING * large
    : calls + CALLS_WITHOUT_MEANING * size + CALLS_TO_LARGE * large + table.misopenCost;
}
