// Where a walk in order `tree` continues: after the last path already seen, whether or not it still exists.
import type { ByteString } from "./byte-string.ts";

export interface Cursor {
  /** The path's components. */
  readonly names: readonly ByteString[];
  /** Whether the path was written as a directory. If it was not but is a directory now, it still counts as one. */
  readonly isDirectory: boolean;
  /** Whether everything inside the directory counts as seen, too. */
  readonly isPassed?: true;
  /** The last component as written, if it was parsed as a name plus a suffix (`x@`) but may itself be a name. */
  readonly literal?: ByteString;
  /** Whether the last component was written in quotes. In an object store that means a file, unless it ends in a slash. */
  readonly isQuoted?: true;
}
