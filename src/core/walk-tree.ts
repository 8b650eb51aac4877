// The walk depth first, each directory before its own entries. Its order is the byte order of whole paths, a directory's
// ending in `/`, so it can start behind any path: it reads the directories on that path and none before them.
import { joinPath, type ByteString } from "./byte-string.ts";
import type { Cursor } from "./cursor.ts";
import { Demand } from "./demand.ts";
import { isEntryName, type Entry } from "./entry.ts";
import { readErrorCode, toProblem, type Problem } from "./problem.ts";
import { readSorted, type SortedEntries } from "./read-sorted.ts";
import { treeKey } from "./sibling-order.ts";
import type { Visit } from "./visit.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** How many entries are passed over between two pauses. */
const STRIDE = 4096;

/** A directory on the way from the root to where the walk is. It is read when the walk comes to it, not before. */
interface Level {
  readonly path: ByteString;
  readonly after?: ByteString;
  /** The page before showed this directory, and showed its problem too if it had one. */
  readonly shown?: boolean;
  entries?: readonly Entry[];
  next: number;
}

export async function* walkTree(settings: WalkSettings, after?: Cursor): AsyncGenerator<Visit, void> {
  const demand = new Demand(settings.skip, settings.needed);
  const levels = after === undefined ? [{ path: "" as ByteString, next: 0 }] : await resume(settings, after);
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const depth = levels.length;
    if (level.entries === undefined) {
      // Where nothing is entered, what is passed over need not even be sorted.
      const skip = depth === settings.depth ? demand.skip : 0;
      const outcome = await open(settings, level, demand.keep, skip);
      if (typeof outcome === "string") {
        levels.pop();
        if (level.shown !== true) {
          yield { path: level.path, kind: "directory", depth: depth - 1, problem: outcome };
        }
        continue;
      }
      level.entries = outcome.entries;
      demand.passOver(outcome.passed);
    }
    const entry = level.entries[level.next];
    if (entry === undefined) {
      levels.pop();
      continue;
    }
    level.next += 1;
    const path = joinPath(level.path, entry.name);
    if (demand.admit()) {
      yield { path, kind: entry.kind, depth };
      if (demand.isMet) {
        return;
      }
    } else if (level.next % STRIDE === 0) {
      await settings.pause();
    }
    if (entry.kind === "directory" && depth < settings.depth) {
      levels.push({ path, next: 0 });
    }
  }
}

async function open(
  settings: WalkSettings,
  { path, after }: Level,
  keep: number,
  skip: number,
): Promise<SortedEntries | Problem> {
  try {
    return await readSorted(settings, { path, keyOf: treeKey, keep, skip, after });
  } catch (error) {
    if (path === "") {
      throw error;
    }
    // A directory on the cursor's path that is gone by now has nothing left to show.
    if (after !== undefined && readErrorCode(error) === "ENOENT") {
      return { entries: [], passed: 0 };
    }
    return toProblem(error);
  }
}

/**
 * The levels of a walk that continues behind a cursor, the deepest last. A component that is no directory now, or is
 * reached through a link, ends the path there: the cursor comes from a caller, and nothing outside the root is read.
 */
async function resume(settings: WalkSettings, { names, isDirectory }: Cursor): Promise<Level[]> {
  const { fileSystem, root, depth, signal } = settings;
  const levels: Level[] = [];
  let path = "" as ByteString;
  for (const [index, name] of names.entries()) {
    const below = joinPath(path, name);
    const isLast = index === names.length - 1;
    const isDirectoryNow = isEntryName(name) && (await fileSystem.isDirectory(root, below, { signal }));
    const key = !isLast || isDirectory || isDirectoryNow ? `${name}/` : name;
    levels.push({ path, after: key as ByteString, next: 0 });
    if (levels.length === depth || !isDirectoryNow) {
      return levels;
    }
    path = below;
  }
  levels.push({ path, shown: true, next: 0 });
  return levels;
}
