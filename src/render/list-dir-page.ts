// A page of `listDir` as data.
import type { ListingEntry } from "./listing.ts";

export interface ListDirEntry extends ListingEntry {
  /** Set where this is no entry of the page but a directory that stands above one, or could not be read. */
  readonly context?: true;
  /** The bytes that a file holds, where details were asked for. */
  readonly size?: number;
  /** When the entry was last changed, in whole milliseconds since 1970, where details were asked for. */
  readonly modifiedMs?: number;
  /** What a symbolic link holds, where details were asked for. Bytes that are no UTF-8 read as U+FFFD. */
  readonly target?: string;
  /** The bytes of the target, only where they are no UTF-8. */
  readonly targetBytes?: Uint8Array;
}

export interface ListDirPage {
  /** The listing root as the first line of the text shows it. */
  readonly root: string;
  /** The entries as a tree: each directory before its own entries. */
  readonly entries: readonly ListDirEntry[];
  /** How many entries are shown, context not counted, only where there are more, or may be: the time was up. */
  readonly moreThan?: number;
  /** Where the next page continues: a value for `after`. Only in order `tree`, and only where there are more entries. */
  readonly next?: string;
  /** Set where there are entries, but none that the filters let through; `entries` then holds what could not be read. */
  readonly filtered?: true;
}
