// Comes to a directory in the middle of a walk: its filter first, then its entries, and its failure as a value.
import type { ByteString } from "./byte-string.ts";
import type { PageCounter } from "./page-counter.ts";
import type { DirectoryFilter } from "./filter.ts";
import type { Place } from "./place.ts";
import { toProblem, type Problem } from "./problem.ts";
import { readSorted } from "./read-sorted.ts";
import type { SiblingKey } from "./sibling-order.ts";
import type { SortedEntries, Wanted } from "./sorted-read.ts";
import type { WalkSettings } from "./walk-settings.ts";

/**
 * The longest relative path of a directory that is entered, in bytes. Paths of the directories on the way to one are held, so
 * this bounds what a tree without end can take.
 */
const LONGEST_PATH = 8192;

/** What is read of a directory, but for how many entries are wanted. */
export interface DirectoryToOpen {
  readonly path: ByteString;
  /** The last component of the path. */
  readonly name: ByteString;
  /** The filter of the directory that holds this one; none for the root. */
  readonly above: DirectoryFilter | undefined;
  /** Its own filter, where it was entered before. */
  readonly filter?: DirectoryFilter | undefined;
  readonly keyOf: SiblingKey;
  readonly wants: Wanted;
  readonly counter: PageCounter;
  /** Whether entries may be passed over here, as far as none of them is a directory to enter. */
  readonly passes: boolean;
  /** @default false */
  readonly takesApart?: boolean;
  readonly after?: Place | undefined;
  readonly next?: (() => readonly ByteString[]) | undefined;
}

export interface OpenDirectory extends SortedEntries {
  readonly filter: DirectoryFilter;
}

/** The entries of a directory that the demand can use, or why it can't be read. Only the root's failure is thrown. */
export async function openDirectory(
  settings: WalkSettings,
  { path, name, above, filter: known, keyOf, wants, counter, passes, takesApart, after, next }: DirectoryToOpen,
): Promise<OpenDirectory | Problem> {
  if (path.length > LONGEST_PATH) {
    return "unreadable: ENAMETOOLONG";
  }
  try {
    const filter = known ?? (above === undefined ? settings.filter : await above.enter(name, settings.signal));
    // Field by field: a rest of the parameter costs a plain walk a tenth more.
    const { skip, needed } = counter;
    const read = { path, keyOf, filter, wants, skip, needed, passes, takesApart, after, next };
    const { entries, passed, rest, isApart } = await readSorted(settings, read);
    counter.passOver(passed);
    return { filter, entries, passed, rest, isApart };
  } catch (error) {
    // Whatever a caller gives as the reason to stop, it is no problem of the directory.
    settings.signal?.throwIfAborted();
    if (path === "") {
      throw error;
    }
    return toProblem(error);
  }
}
