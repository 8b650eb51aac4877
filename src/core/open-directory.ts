// Opens a directory in the middle of a walk: its entries, and the filter that judges them. Returns a failure as a value.
import type { ByteString } from "./byte-string.ts";
import type { Batch } from "./file-system.ts";
import type { PageCounter } from "./page-counter.ts";
import type { DirectoryFilter } from "./filter.ts";
import type { Place } from "./place.ts";
import { toProblem, type Problem } from "./problem.ts";
import { PassedBy } from "./passed-by.ts";
import { readSorted } from "./read-sorted.ts";
import type { SiblingKey } from "./sibling-order.ts";
import type { Judge, SortedEntries, Wanted } from "./sorted-read.ts";
import type { WalkSettings } from "./walk-settings.ts";
import { whenKnown } from "./when-known.ts";

/**
 * The longest relative path of a directory that the walk enters, in bytes. The walk keeps the paths of the directories leading
 * to it, so this limits the memory that an endless tree can use.
 */
const LONGEST_PATH = 8192;

/** The directory to open, and how to read it. */
export interface DirectoryToOpen {
  readonly path: ByteString;
  /** The last component of the path. */
  readonly name: ByteString;
  /** The filter of the parent directory; none for the root. */
  readonly above: DirectoryFilter | undefined;
  /** Its own filter, if it was entered before. */
  readonly filter?: DirectoryFilter | undefined;
  readonly keyOf: SiblingKey;
  /** @default false */
  readonly isByName?: boolean;
  readonly wants: Wanted;
  readonly counter: PageCounter;
  /** Whether entries may be passed over here, as long as none of them is a directory to enter. */
  readonly passes: boolean;
  /** @default false */
  readonly takesApart?: boolean;
  readonly after?: Place | undefined;
  readonly next?: (() => readonly ByteString[]) | undefined;
}

/** What an empty directory gives. */
const NOTHING: Batch = { entries: [], isWhole: true };

export interface OpenDirectory extends SortedEntries {
  readonly filter: DirectoryFilter;
}

/** The entries of a directory that the page can use, or why it can't be read. Throws only if the root fails. */
export async function openDirectory(
  settings: WalkSettings,
  {
    path,
    name,
    above,
    filter: known,
    keyOf,
    isByName,
    wants,
    counter,
    passes,
    takesApart,
    after,
    next,
  }: DirectoryToOpen,
): Promise<OpenDirectory | Problem> {
  if (path.length > LONGEST_PATH) {
    return "unreadable: ENAMETOOLONG";
  }
  try {
    // Returns a promise only if there is something to wait for: a walk asks several times for each directory.
    let filter = known;
    const keep = (entered: DirectoryFilter): DirectoryFilter => {
      filter = entered;
      return entered;
    };
    const enter = ({ entries: first, isWhole }: Batch): Promise<DirectoryFilter> | DirectoryFilter => {
      if (filter !== undefined) {
        return filter;
      }
      const entries = isWhole === true ? first : undefined;
      const entered = above?.enter(name, settings.signal, entries) ?? settings.rootFilter(entries);
      return whenKnown(entered, keep);
    };
    const passedBy = new PassedBy(keyOf, path);
    const watch = (entered: DirectoryFilter): Judge => passedBy.watch(entered);
    const filterFor = (batch: Batch): Promise<Judge> | Judge => {
      if (batch.startsOver === true) {
        passedBy.clear();
      }
      return whenKnown(enter(batch), watch);
    };
    // Listed field by field: destructuring with a rest element makes a plain walk a tenth slower.
    const { skip, needed } = counter;
    const read = { path, keyOf, isByName, filterFor, wants, skip, needed, passes, takesApart, after, next };
    const sorted = await readSorted(settings, read);
    // At the last level nothing is entered, so nothing is passed by.
    const { entries, passed, rest, isApart, hasHidden } = wants === "all" ? passedBy.addTo(sorted) : sorted;
    counter.passOver(passed);
    if (settings.reads !== undefined) {
      settings.reads.directories += 1;
    }
    return { filter: filter ?? (await enter(NOTHING)), entries, passed, rest, isApart, hasHidden };
  } catch (error) {
    // If the caller stopped the walk, for whatever reason, that is not the directory's problem.
    settings.signal?.throwIfAborted();
    if (path === "") {
      throw error;
    }
    return toProblem(error);
  }
}
