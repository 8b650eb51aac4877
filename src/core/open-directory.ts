// Comes to a directory in the middle of a walk: its filter first, then its entries, and its failure as a value.
import type { ByteString } from "./byte-string.ts";
import type { Demand } from "./demand.ts";
import type { Entry } from "./entry.ts";
import type { DirectoryFilter } from "./filter.ts";
import { toProblem, type Problem } from "./problem.ts";
import { readSorted } from "./read-sorted.ts";
import type { SiblingKey } from "./sibling-order.ts";
import type { WalkSettings } from "./walk-settings.ts";

export interface DirectoryToOpen {
  readonly path: ByteString;
  /** The last component of the path. */
  readonly name: ByteString;
  /** The filter of the directory that holds this one; none for the root. */
  readonly above: DirectoryFilter | undefined;
  readonly keyOf: SiblingKey;
  readonly demand: Demand;
  /** How many of the first entries need not be sorted, where directories among them need not be entered. */
  readonly skip: number;
  /** Whether directories in this one are entered. */
  readonly enters: boolean;
  readonly after?: ByteString | undefined;
}

export interface OpenDirectory {
  readonly entries: readonly Entry[];
  readonly filter: DirectoryFilter;
}

/** The entries of a directory that the demand can use, or why it can't be read. Only the root's failure is thrown. */
export async function openDirectory(
  settings: WalkSettings,
  { path, name, above, keyOf, demand, skip, enters, after }: DirectoryToOpen,
): Promise<OpenDirectory | Problem> {
  try {
    const filter = above === undefined ? settings.filter : await above.enter(name, settings.signal);
    const { entries, passed } = await readSorted(settings, {
      path,
      keyOf,
      filter,
      keep: demand.keep,
      skip,
      enters,
      after,
    });
    demand.passOver(passed);
    return { entries, filter };
  } catch (error) {
    // Whatever a caller gives as the reason to stop, it is no problem of the directory.
    settings.signal?.throwIfAborted();
    if (path === "") {
      throw error;
    }
    return toProblem(error);
  }
}
