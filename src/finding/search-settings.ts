// The complete settings of a search. Defaults are filled in at the edge, not here.
import type { ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import type { DirectoryFilter, RootFilter } from "../core/filter.ts";
import type { Pace } from "../core/pace.ts";

export interface SearchSettings extends Pace {
  readonly fileSystem: FileSystem;
  readonly root: ByteString;
  readonly rootFilter: RootFilter;
  /** What the operator denies in the root directory; `SHOW_ALL` if that is nothing. `rootFilter` leaves it out, too. */
  readonly denied: DirectoryFilter;
  /** How many levels may be read. */
  readonly depth: number;
  /** How many directories may be read. */
  readonly maxDirectories: number;
  /** How many requests may be made to an object store. */
  readonly maxRequests: number;
  /** Whether entries are taken with the time of their modification, and only those that are no directories. */
  readonly takesTimes: boolean;
}
