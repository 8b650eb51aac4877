// What every walk is told, complete: defaults are filled in at the edge, not here.
import type { ByteString } from "./byte-string.ts";
import type { FileSystem } from "./file-system.ts";
import type { DirectoryFilter } from "./filter.ts";
import type { Pause } from "./pause.ts";

export interface WalkSettings {
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
  readonly signal: AbortSignal | undefined;
  readonly pause: Pause;
  /** How many milliseconds are left for the walk: `Infinity` where it may take any time, 0 or less where it is over. */
  readonly timeLeft: () => number;
}
