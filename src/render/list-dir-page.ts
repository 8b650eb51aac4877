// A page of `listDir` as data.
import type { ListingEntry } from "./listing.ts";

export interface ListDirEntry extends ListingEntry {
  /** Set if this is not an entry of the page but a directory above one, or one that could not be read. */
  readonly context?: true;
  /** The size of a file in bytes, if details were asked for. */
  readonly size?: number;
  /** When the entry was last changed, in whole milliseconds since 1970, if details were asked for. */
  readonly modifiedMs?: number;
  /** The target of a symbolic link, if details were asked for. Bytes that are not valid UTF-8 read as U+FFFD. */
  readonly target?: string;
  /** The bytes of the target, only if they are not valid UTF-8. */
  readonly targetBytes?: Uint8Array;
}

export interface ListDirPage {
  /** The listing root as the first line of the text shows it. */
  readonly root: string;
  /** The entries as a tree: each directory before its own entries. */
  readonly entries: readonly ListDirEntry[];
  /** How many entries are shown, not counting context. Only set if there are more, or may be because the time was up. */
  readonly moreThan?: number;
  /** Where the next page continues: a value for `after`. Only set in order `tree`, and only if there are more entries. */
  readonly next?: string;
  /** Set if there are entries, but none that the filters let through; `entries` then contains what could not be read. */
  readonly filtered?: true;
  /** Set if a search (`include`) passed ignored directories by, in which something might match. */
  readonly passedBy?: true;
}
