// A page of `listDir` as data.
import type { ListingEntry } from "./listing.ts";
import type { PageEnd } from "./page-end.ts";

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

export interface ListDirPage extends PageEnd {
  /** The listing root as the first line of the text shows it. */
  readonly root: string;
  /** The entries as a tree: each directory before its own entries. */
  readonly entries: readonly ListDirEntry[];
}
