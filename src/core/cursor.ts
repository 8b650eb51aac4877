// Where a walk in order `tree` continues: behind the last path already seen, whether or not it still exists.
import type { ByteString } from "./byte-string.ts";

export interface Cursor {
  /** The components of the path. */
  readonly names: readonly ByteString[];
  /** Whether the path was given as a directory's. If not, one that is a directory now counts as one all the same. */
  readonly isDirectory: boolean;
  /** Whether all that the directory holds counts as seen, too. */
  readonly isPassed?: true;
  /** The last component as it was written, where that was read as a name with a suffix (`x@`) but may be a name itself. */
  readonly literal?: ByteString;
  /** Whether the last component was written in quotes. In an object store it is a file's then, unless it ends in a slash. */
  readonly isQuoted?: true;
}
