// Comes to a directory in the middle of a walk: its filter first, then its entries, and its failure as a value.
import type { ByteString } from "./byte-string.ts";
import type { Demand } from "./demand.ts";
import type { Entry } from "./entry.ts";
import type { DirectoryFilter } from "./filter.ts";
import { toProblem, type Problem } from "./problem.ts";
import { readSorted, type SortedRead } from "./read-sorted.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** What is read of a directory, but for what comes with opening it: its filter, and how many entries are wanted. */
export interface DirectoryToOpen extends Omit<SortedRead, "filter" | "keep"> {
  /** The last component of the path. */
  readonly name: ByteString;
  /** The filter of the directory that holds this one; none for the root. */
  readonly above: DirectoryFilter | undefined;
  readonly demand: Demand;
}

export interface OpenDirectory {
  readonly entries: readonly Entry[];
  readonly filter: DirectoryFilter;
}

/** The entries of a directory that the demand can use, or why it can't be read. Only the root's failure is thrown. */
export async function openDirectory(
  settings: WalkSettings,
  { path, name, above, keyOf, demand, skip, enters, after, next }: DirectoryToOpen,
): Promise<OpenDirectory | Problem> {
  try {
    const filter = above === undefined ? settings.filter : await above.enter(name, settings.signal);
    // Field by field: a rest of the parameter costs a plain walk a tenth more.
    const read = { path, keyOf, filter, keep: demand.keep, skip, enters, after, next };
    const { entries, passed } = await readSorted(settings, read);
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
