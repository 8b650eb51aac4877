// What a walk asks of one directory, and what it gets: entries in order, never more than a bounded number at a time.
import type { ByteString } from "./byte-string.ts";
import type { DirectoryFilter, KeptEntry } from "./filter.ts";
import type { Place } from "./place.ts";
import type { SiblingKey } from "./sibling-order.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** How many entries of a directory are held at a time, unless the page needs more. What does not fit is read again. */
const MOST_HELD = 16_384;

/** After about so many steps of judging, the clock is looked at. Some milliseconds. */
const STEPS_BETWEEN_LOOKS = 500_000;

/** After so many entries the clock is looked at in any case. */
const LONGEST_STRIDE = 32;

/**
 * `all`: what is shown, and the directories that only lead. `shown`: what is shown; where it leads is of no interest.
 * `entered`: the directories that are entered, shown or not.
 */
export type Wanted = "all" | "shown" | "entered";

export interface SortedRead {
  readonly path: ByteString;
  readonly keyOf: SiblingKey;
  readonly filter: DirectoryFilter;
  readonly wants: Wanted;
  /** How many entries come before those that are needed. What only leads to others is never counted. */
  readonly skip: number;
  /** How many entries are needed then. */
  readonly needed: number;
  /** Whether the first `skip` entries may be counted instead of given, as far as none of them is a directory to enter. */
  readonly passes: boolean;
  /**
   * Whether directories to enter may be left out where there is more than can be held: they are read by themselves then.
   * @default false
   */
  readonly takesApart?: boolean | undefined;
  /** Only entries behind this place. */
  readonly after?: Place | undefined;
  /** Gives the directories that come next, should the listing not have enough by then. */
  readonly next?: (() => readonly ByteString[]) | undefined;
}

export interface SortedEntries {
  readonly entries: readonly KeptEntry[];
  /** How many entries before these were passed over. */
  readonly passed: number;
  /** Where to go on, if there may be more that is wanted. */
  readonly rest?: Place | undefined;
  /** Set where directories to enter were left out. */
  readonly isApart?: true | undefined;
}

/** How many entries are held at a time: in proportion to what is shown, not to what is passed over. */
export function mostHeld({ mostHeld: most = MOST_HELD }: WalkSettings, needed: number = 0): number {
  return Math.max(most, 2 * needed);
}

/** How many entries are judged between two looks at the clock: some rules take milliseconds for each. */
export function strideOf({ cost = 0 }: DirectoryFilter): number {
  return Math.max(1, Math.min(LONGEST_STRIDE, Math.floor(STEPS_BETWEEN_LOOKS / Math.max(cost, 1))));
}
