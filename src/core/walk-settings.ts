// The complete settings of a walk. Defaults are filled in at the edge, not here.
import type { ByteString } from "./byte-string.ts";
import type { FileSystem } from "./file-system.ts";
import type { RootFilter } from "./filter.ts";
import type { Pacing } from "./pacing.ts";

export interface WalkSettings extends Pacing {
  readonly fileSystem: FileSystem;
  /** The directory to list. It may be a link; links below it are not followed. */
  readonly root: ByteString;
  /** How many levels to visit: 1 is the root's own entries. */
  readonly depth: number;
  /** How many entries at the start to pass over. The walk does not yield them. */
  readonly skip: number;
  /** How many entries the reader can use after those. The walk may end once it has yielded that many. */
  readonly needed: number;
  readonly rootFilter: RootFilter;
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
