// Reads one directory for a walk: its entries in order, a bounded number at a time, and the filter that judges them. After this step
// an unordered disk and an ordered object store look alike.
import type { DirectoryFilter } from "../core/filter.ts";
import { keepPace } from "../core/pace.ts";
import { toProblem, type Problem } from "../core/problem.ts";
import { readByName, takeInOrder } from "./read-ordered.ts";
import { readUnordered } from "./read-unordered.ts";
import { Selection, type WalkSettings, type SelectedEntries, type WantedEntries } from "./selection.ts";
import { treeKey } from "../core/entry.ts";

/**
 * The longest relative path of a directory that the walk enters, in bytes. The walk keeps the paths of the directories leading
 * to it, so this limits the memory that an endless tree can use.
 */
const LONGEST_PATH = 8192;

/** What was read of a directory, and its filter. */
export interface EntriesRead extends SelectedEntries {
  readonly filter: DirectoryFilter;
}

/** The entries of a directory that the page can use, or why it can't be read. Throws only if the root fails. */
export async function readEntries(walk: WalkSettings, wanted: WantedEntries): Promise<EntriesRead | Problem> {
  if (wanted.path.length > LONGEST_PATH) {
    return "unreadable: ENAMETOOLONG";
  }
  try {
    // Many listings may reach a directory in the same turn of the event loop.
    await keepPace(walk);
    const selection = new Selection(walk, wanted);
    const selected = await select(walk, wanted, selection);
    const { skipped, rest, isApart, hasHidden } = selected;
    wanted.counter.skipped(skipped);
    if (walk.reads !== undefined) {
      walk.reads.directories += 1;
    }
    const filter = await selection.filterFor();
    // Written out: the engine takes 5 µs to spread an object, and a walk reads many directories.
    return { entries: selection.withPassedBy(selected), skipped, rest, isApart, hasHidden, filter };
  } catch (error) {
    // If the caller stopped the walk, for whatever reason, that is not the directory's problem.
    walk.signal?.throwIfAborted();
    if (wanted.path === "") {
      throw error;
    }
    return toProblem(error);
  }
}

function select(walk: WalkSettings, wanted: WantedEntries, selection: Selection): Promise<SelectedEntries> {
  const { order, isObjectStore } = walk.fileSystem;
  if (order === "key" && wanted.keyOf === treeKey) {
    return takeInOrder(walk, wanted, selection);
  }
  return isObjectStore === true ? readByName(walk, wanted, selection) : readUnordered(walk, wanted, selection);
}
