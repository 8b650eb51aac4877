// What a walk is given, and the counter of what its reader still wants. Defaults are filled in at the edge, not here.
import type { ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import type { RootFilter } from "../core/filter.ts";
import type { Pace } from "../core/pace.ts";

export interface WalkSettings extends Pace {
  readonly fileSystem: FileSystem;
  /** The directory to list. It may be a link; links below it are not followed. */
  readonly root: ByteString;
  readonly rootFilter: RootFilter;
  /** How many levels to visit: 1 is the root's own entries. */
  readonly depth: number;
  /** How many entries at the start to skip. The walk does not yield them. */
  readonly skip: number;
  /** How many entries the reader can use after those. The walk may end once it has yielded that many. */
  readonly needed: number;
  /**
   * How many entries of a directory to keep in memory, unless the page needs more. What does not fit is read again.
   * @default 16384
   */
  readonly mostHeld?: number | undefined;
  /**
   * Whether the walk reports which directories have nothing to show, and whether its first entry has siblings before it.
   * @default false
   */
  readonly marks?: boolean | undefined;
  /**
   * Counts the directories that were read.
   * @default none
   */
  readonly reads?: { directories: number } | undefined;
}

/** How many entries of a directory to keep in memory, unless the page needs more. What does not fit is read again. */
const MOST_HELD = 16_384;

/** How many entries to keep in memory: in proportion to what is shown, not to what is skipped. */
export function mostHeld({ mostHeld: most = MOST_HELD }: WalkSettings, needed: number = 0): number {
  return Math.max(most, 2 * needed);
}

/** Counts down how much of a walk its reader still wants: entries to skip, then entries to show. */
export class PageCounter {
  /** How many entries are still to be skipped, and how many to be shown after those. Only this class changes them. */
  skip: number;
  needed: number;

  constructor({ skip, needed }: Pick<WalkSettings, "skip" | "needed">) {
    this.skip = skip;
    this.needed = needed;
  }

  get isMet(): boolean {
    return this.needed <= 0;
  }

  /** Counts entries that were skipped without a look at them. */
  skipped(count: number): void {
    this.skip -= count;
  }

  /** Counts an entry. Returns whether to show it. */
  admit(): boolean {
    if (this.skip > 0) {
      this.skip -= 1;
      return false;
    }
    this.needed -= 1;
    return true;
  }
}
