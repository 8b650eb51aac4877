// What every walk is told, complete: defaults are filled in at the edge, not here.
import type { ByteString } from "./byte-string.ts";
import type { FileSystem } from "./file-system.ts";
import type { DirectoryFilter } from "./filter.ts";
import type { Pacing } from "./pacing.ts";

export interface WalkSettings extends Pacing {
  readonly fileSystem: FileSystem;
  /** The directory that is listed. It may be a link; nothing below it that is one is followed. */
  readonly root: ByteString;
  /** How many levels are visited: 1 is the root's own entries. */
  readonly depth: number;
  /** How many of the first entries the reader passes over. The walk does not yield them. */
  readonly skip: number;
  /** How many entries the reader can use then. The walk keeps no more of any directory, and may end after as many. */
  readonly needed: number;
  /** The filter of the root directory. */
  readonly filter: DirectoryFilter;
  /**
   * How many entries of a directory are held at a time, unless the page needs more. What does not fit is read again.
   * @default 16384
   */
  readonly mostHeld?: number | undefined;
}
