// What a walk asks for when it reads a directory, and what it gets: entries in order, a bounded number at a time.
import type { ByteString } from "./byte-string.ts";
import type { DirectoryFilter, KeptEntry } from "./filter.ts";
import type { PageCounter } from "./page-counter.ts";
import type { Place } from "./place.ts";
import type { SiblingKey } from "./sibling-order.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** How many entries of a directory to keep in memory, unless the page needs more. What does not fit is read again. */
const MOST_HELD = 16_384;

/** About how many steps of judging to do between clock checks: some milliseconds. */
const STEPS_BETWEEN_LOOKS = 500_000;

/** After this many entries, check the clock in any case. */
const LONGEST_STRIDE = 32;

/**
 * `all`: entries to show, and directories that only lead. `shown`: only entries to show, since nothing below will be entered.
 * `entered`: the directories to enter, shown or not.
 */
export type Wanted = "all" | "shown" | "entered";

/** The directory to read, and what is wanted of it. */
export interface SortedRead {
  readonly path: ByteString;
  /** The last component of the path. */
  readonly name: ByteString;
  /** The filter of the parent directory; none for the root. */
  readonly above: DirectoryFilter | undefined;
  /** Its own filter, if it was entered before. */
  readonly filter?: DirectoryFilter | undefined;
  readonly keyOf: SiblingKey;
  /**
   * Whether the keys are in the order of the names.
   * @default false
   */
  readonly isByName?: boolean | undefined;
  readonly wants: Wanted;
  /** How many entries come before the needed ones, and how many are needed. Directories that only lead are never counted. */
  readonly counter: Pick<PageCounter, "skip" | "needed">;
  /** Whether to count the first entries instead of returning them, as long as none of them is a directory to enter. */
  readonly passes: boolean;
  /**
   * Whether directories to enter may be left out if there are more entries than can be kept. They are read separately then.
   * @default false
   */
  readonly takesApart?: boolean | undefined;
  /** Only entries after this place. */
  readonly after?: Place | undefined;
  /** Returns the directories that come next, unless the listing has enough by then. */
  readonly next?: (() => readonly ByteString[]) | undefined;
}

export interface SortedEntries {
  readonly entries: readonly KeptEntry[];
  /** How many entries before these were passed over. */
  readonly passed: number;
  /** Where to continue, if there may be more wanted entries. */
  readonly rest?: Place | undefined;
  /** Set if directories to enter were left out. */
  readonly isApart?: true | undefined;
  /** Whether the filter left something out that the page may tell of. Known only if nothing was found. */
  readonly hasHidden?: boolean | undefined;
}

/** How many entries to keep in memory: in proportion to what is shown, not to what is passed over. */
export function mostHeld({ mostHeld: most = MOST_HELD }: WalkSettings, needed: number = 0): number {
  return Math.max(most, 2 * needed);
}

/** How many entries to judge between clock checks: some rules take milliseconds per entry. */
export function strideOf({ cost = 0 }: Pick<DirectoryFilter, "cost">): number {
  return Math.max(1, Math.min(LONGEST_STRIDE, Math.floor(STEPS_BETWEEN_LOOKS / Math.max(cost, 1))));
}
