// The complete settings of a map. Defaults are filled in at the edge, not here.
import type { ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import type { DirectoryFilter, RootFilter } from "../core/filter.ts";
import type { Pace } from "../core/pace.ts";
import type { MapNotes } from "./map-notes.ts";

export interface MapSettings extends Pace {
  readonly fileSystem: FileSystem;
  /** The directory to map. It may be a link; links below it are not followed. */
  readonly root: ByteString;
  /** Makes the filter of the root directory. */
  readonly rootFilter: RootFilter;
  /** What the operator denies in the root directory; `SHOW_ALL` if that is nothing. `rootFilter` leaves it out, too. */
  readonly denied: DirectoryFilter;
  /** The fold of the root that the filter lets through; undefined if that is everything. */
  readonly fold: ByteString | undefined;
  /** Takes what is to be noted besides the counts. */
  readonly notes: MapNotes;
  /** How many levels may be read. */
  readonly depth: number;
  /** How many tokens the map may take. */
  readonly budget: number;
  /** How many directories may be read. */
  readonly maxDirectories: number;
  /** How many requests may be made to an object store. */
  readonly maxRequests: number;
  /** How many directories may be made of the keys of an object store. */
  readonly maxKeyDirectories: number;
}
