// A tree that is being read: what all its directories share, and what an entry of it is.
import type { CallClock } from "../core/call-clock.ts";
import type { Entry, SiblingKey } from "../core/entry.ts";
import type { FileSystem } from "../core/file-system.ts";
import type { Verdict } from "../core/filter.ts";

/** How a tree is read, and in which order its entries are. */
export interface TreeRequest {
  readonly fileSystem: FileSystem;
  readonly clock: CallClock;
  /**
   * Called with the counts of directories and entries as reading goes on.
   * @default none
   */
  readonly onRead?: ((directories: number, entries: number) => void) | undefined;
  readonly keyOf: SiblingKey;
  /**
   * Passed on to each read, see `ReadDirectoryOptions`.
   * @default true
   */
  readonly isConfined?: boolean | undefined;
}

/** What the directories of one tree share: how to read them, and counters. */
export interface Tree extends TreeRequest {
  directoriesRead: number;
  /** Without denied entries: clients see this count. */
  entriesRead: number;
  /** Whether a directory was not entered because git ignores it, though something in it might have matched. */
  skippedIgnored: boolean;
  /** How many entries were left out: dot names hidden only by `hidden: false`, other dot names, everything else. */
  readonly leftOut: { hidden: number; dotNames: number; others: number };
}

/** An entry with the filter's verdict. */
export interface TreeEntry extends Entry {
  readonly verdict: Verdict;
  /** Sorts it among its siblings. */
  readonly key: string;
}

/** How many entries are judged or visited between two checks of the clock: hostile rules may take 15 ms for one. */
export const ENTRIES_PER_CHECK = 8;
