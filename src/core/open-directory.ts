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
  /** How many of the first entries are only passed over: only where directories are not entered. */
  readonly skip: number;
  readonly after?: ByteString | undefined;
}

export interface OpenDirectory {
  readonly entries: readonly Entry[];
  readonly filter: DirectoryFilter;
}

/** The entries of a directory that the demand can use, or why it can't be read. Only the root's failure is thrown. */
export async function openDirectory(
  settings: WalkSettings,
  { path, name, above, keyOf, demand, skip, after }: DirectoryToOpen,
): Promise<OpenDirectory | Problem> {
  try {
    const filter = above === undefined ? settings.filter : await above.enter(name, settings.signal);
    const { entries, passed } = await readSorted(settings, { path, keyOf, filter, keep: demand.keep, skip, after });
    demand.passOver(passed);
    return { entries, filter };
  } catch (error) {
    if (path === "") {
      throw error;
    }
    return toProblem(error);
  }
}
