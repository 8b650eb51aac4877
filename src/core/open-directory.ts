// Opens a directory in the middle of a walk: its entries, and the filter that judges them. Returns a failure as a value.
import type { PageCounter } from "./page-counter.ts";
import type { DirectoryFilter } from "./filter.ts";
import { toProblem, type Problem } from "./problem.ts";
import { readSorted } from "./read-sorted.ts";
import { Selection } from "./selection.ts";
import type { SortedEntries, SortedRead } from "./sorted-read.ts";
import type { WalkSettings } from "./walk-settings.ts";

/**
 * The longest relative path of a directory that the walk enters, in bytes. The walk keeps the paths of the directories leading
 * to it, so this limits the memory that an endless tree can use.
 */
const LONGEST_PATH = 8192;

/** The directory to open, and the counter that learns what was passed over. */
export interface DirectoryToOpen extends SortedRead {
  readonly counter: PageCounter;
}

export interface OpenDirectory extends SortedEntries {
  readonly filter: DirectoryFilter;
}

/** The entries of a directory that the page can use, or why it can't be read. Throws only if the root fails. */
export async function openDirectory(settings: WalkSettings, read: DirectoryToOpen): Promise<OpenDirectory | Problem> {
  if (read.path.length > LONGEST_PATH) {
    return "unreadable: ENAMETOOLONG";
  }
  try {
    const selection = new Selection(settings, read);
    const { entries, passed, rest, isApart, hasHidden } = await readSorted(settings, read, selection);
    read.counter.passOver(passed);
    if (settings.reads !== undefined) {
      settings.reads.directories += 1;
    }
    const filter = await selection.filterFor();
    return { filter, entries: selection.withPassedBy(entries, rest), passed, rest, isApart, hasHidden };
  } catch (error) {
    // If the caller stopped the walk, for whatever reason, that is not the directory's problem.
    settings.signal?.throwIfAborted();
    if (read.path === "") {
      throw error;
    }
    return toProblem(error);
  }
}
