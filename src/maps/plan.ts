// What can be shown of the entries of a directory, and what each of that costs.
import type { ByteString } from "../core/byte-string.ts";
import type { Choice } from "./choice.ts";
import type { CountedDirectory } from "./counted-directory.ts";
import type { ClosedDirectory, Fold, MapCosts } from "./directory-map.ts";
import type { FoldBounds, PrefixEnd } from "./write-fold.ts";

/** How a directory is to be planned. */
export interface PlanSettings {
  readonly costs: MapCosts;
  readonly budget: number;
  /** Set if only what a fold stands for is planned. */
  readonly within?: FoldBounds | undefined;
  /**
   * What each fold costs that does not tell what it is about: whoever looks for something in another one may open it in vain.
   * @default 0
   */
  readonly inVain?: number | undefined;
}

/** How much there is of something. */
export interface Amount {
  /** How many entries of the directory. */
  count: number;
  /** How many entries, with those below them. */
  size: number;
  /** How many of the entries are directories, and whether something below these was not counted. */
  directories: number;
  isPartial: boolean;
  /** How likely it is that something in them is looked for. */
  weight: number;
  /** How long their names are together, and the shortest of them, in bytes. */
  bytes: number;
  shortest: number;
}

/** What a single entry stands for. */
export type Worth = Pick<Amount, "size" | "directories" | "isPartial" | "weight">;

/** Nothing yet, to add to. */
export function noAmount(): Amount {
  return { count: 0, size: 0, directories: 0, isPartial: false, weight: 0, bytes: 0, shortest: Infinity };
}

/** Adds an entry whose name has so many bytes. */
export function addEntry(sum: Amount, worth: Worth, bytes: number): void {
  sum.count += 1;
  addWorth(sum, worth);
  sum.bytes += bytes;
  sum.shortest = Math.min(sum.shortest, bytes);
}

function addWorth(sum: Amount, { size, directories, isPartial, weight }: Worth): void {
  sum.size += size;
  sum.directories += directories;
  sum.isPartial ||= isPartial;
  sum.weight += weight;
}

/** Adds one amount to another. */
export function addAmount(sum: Amount, amount: Amount): void {
  sum.count += amount.count;
  addWorth(sum, amount);
  sum.bytes += amount.bytes;
  sum.shortest = Math.min(sum.shortest, amount.shortest);
}

/** An entry that may be named. */
export interface NameOption {
  readonly index: number;
  /** It as a name; as a closed one, if it is a directory. */
  readonly closed: Choice;
  /** Set for a directory. */
  readonly directory: DirectoryOption | undefined;
}

/** What was chosen last, and by whom: others may choose differently. */
export interface Kept {
  choice: Choice | undefined;
  owner: object | undefined;
}

export interface DirectoryOption extends Kept {
  readonly closed: ClosedDirectory;
  readonly weight: number;
  /** What it holds, if it can be opened. */
  readonly inside: CountedDirectory | undefined;
  /** What its line takes if it is open. */
  readonly openTokens: number;
}

/** A fold that may be shown. */
export interface FoldOption {
  readonly fold: Fold;
  readonly tokens: number;
  /** How many calls it takes to find something in it, times how likely that is. */
  readonly loss: number;
  /** Whether it tells what its names are about. */
  readonly isTelling: boolean;
  /** What is in it. */
  readonly amount: Amount;
}

/** What it costs to be found behind a fold that does not end with a word, in calls. */
export const LETTERS_PENALTY = 0.15;

/** How much of a call more it takes when there is twice as much behind something closed. */
const CALLS_PER_DOUBLING = 0.35;

/** One call shows about this many entries for each token of the budget. */
const ENTRIES_PER_TOKEN = 0.12;

/** The fewest tokens that a name takes, and each of its bytes. */
const LEAST_OF_NAME = 1.5;
const LEAST_OF_BYTE = 0.2;

/** The fold of so much. */
export function toFold(glob: ByteString, { count, size, directories, isPartial }: Amount): Fold {
  if (directories === 0) {
    return { glob, count };
  }
  return { glob, count, below: size - count, ...(isPartial && { isBelowPartial: true }) };
}

/** A fold with what it costs. `end`: how its beginning ends. */
export function toFoldOption(
  glob: ByteString,
  amount: Amount,
  settings: PlanSettings,
  end: PrefixEnd,
  isTelling: boolean,
): FoldOption {
  const fold = toFold(glob, amount);
  const loss = lossOfFold(amount, settings, end, isTelling);
  return { fold, tokens: settings.costs.fold(fold), loss, isTelling, amount };
}

/** What it costs to find something behind a fold. */
export function lossOfFold(
  { size, weight }: Pick<Amount, "size" | "weight">,
  { budget, inVain = 0 }: PlanSettings,
  end: PrefixEnd,
  isTelling: boolean,
): number {
  // Whoever looks for a number can write the fold of it: splitting numbers up tells nobody anything.
  const calls = end === "number" && isTelling ? 1 : callsFor(size, budget);
  return weight * (calls + (end === "letters" ? LETTERS_PENALTY : 0)) + (isTelling ? 0 : inVain);
}

/** The fewest tokens that it can take to name so much. */
export function leastToName({ count, bytes }: Amount): number {
  return Math.max(LEAST_OF_NAME * count, LEAST_OF_BYTE * bytes);
}

/** How many calls it takes to find something among so many entries. */
export function callsFor(entries: number, budget: number): number {
  return 1 + CALLS_PER_DOUBLING * Math.max(0, Math.log2(entries / (ENTRIES_PER_TOKEN * budget)));
}
