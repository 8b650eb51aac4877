// Where a walk in order `tree` starts: at the root, or behind a cursor. The cursor comes from a caller, so nothing is looked at
// that the walk itself would not look at, and it may be of any length.
import { joinPath, type ByteString } from "./byte-string.ts";
import type { Cursor } from "./cursor.ts";
import { isEntryName, isKeyName } from "./entry.ts";
import { isEntered, type DirectoryFilter, type Verdict } from "./filter.ts";
import type { OpenDirectory } from "./open-directory.ts";
import { keepPace } from "./pacing.ts";
import type { Place } from "./place.ts";
import { readErrorCode } from "./problem.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** A directory on the way from the root to where the walk is. It is read when the walk comes to it, not before. */
export interface Level {
  readonly name: ByteString;
  /** The filter of the directory that holds it; none for the root. */
  readonly above: DirectoryFilter | undefined;
  /** Its own filter, once it was entered. */
  filter?: DirectoryFilter | undefined;
  /** The walk goes on behind this place. */
  after?: Place | undefined;
  /** The page before showed this directory, and showed its problem too if it had one. */
  readonly shown?: boolean;
  opened?: OpenDirectory | undefined;
  next: number;
}

/**
 * The levels of a walk, the deepest last. Behind a cursor these are the directories on its path. A component that is no
 * directory now, that the filter does not let in, or that is reached through a link ends the path there.
 */
export async function startingLevels(settings: WalkSettings, cursor: Cursor | undefined): Promise<Level[]> {
  const { fileSystem, root, depth, signal, timeLeft } = settings;
  const names = cursor?.names ?? [];
  const isStore = fileSystem.isObjectStore === true;
  const isName = isStore ? isKeyName : isEntryName;
  const levels: Level[] = [];
  let path = "" as ByteString;
  let level: Level = { name: "" as ByteString, above: undefined, next: 0 };
  for (const [index, written] of names.entries()) {
    await keepPace(settings);
    const isLast = index === names.length - 1;
    const filter = await enter(settings, level);
    if (filter === undefined) {
      // What is wrong with it shows when the walk reads it.
      levels.push({ ...level, after: { key: isLast && cursor?.isDirectory !== true ? written : `${written}/` } });
      return levels;
    }
    const judge = (name: ByteString): Verdict => (isName(name) ? filter.judge({ name, kind: "directory" }) : "hide");
    const isDirectory = async (name: ByteString, verdict: Verdict): Promise<boolean> => {
      // What is hidden is not looked at: the page must not tell whether it is there.
      if (verdict === "hide") {
        return false;
      }
      // In a store nothing but a directory has entries, and one that is gone shows as such when it is read.
      if (isStore && (!isLast || cursor?.isDirectory === true)) {
        return true;
      }
      const isFile = isStore && cursor?.isQuoted === true;
      const patience = { signal, timeoutMs: timeLeft() / 2 };
      return !isFile && fileSystem.isDirectory(root, joinPath(path, name), patience);
    };
    const literal = isLast ? cursor?.literal : undefined;
    const name = literal !== undefined && (await isDirectory(literal, judge(literal))) ? literal : written;
    const verdict = judge(name);
    const isDirectoryNow = await isDirectory(name, verdict);
    const key = !isLast || cursor?.isDirectory === true || isDirectoryNow ? `${name}/` : name;
    levels.push({ ...level, filter, after: { key } });
    const isPassed = isLast && cursor?.isPassed === true;
    if (levels.length === depth || !isDirectoryNow || !isEntered(verdict) || isPassed) {
      return levels;
    }
    path = joinPath(path, name);
    level = { name, above: filter, next: 0 };
  }
  levels.push({ ...level, shown: names.length > 0 });
  return levels;
}

/** The filter of a directory; nothing where it can't be had. */
async function enter(settings: WalkSettings, { above, name }: Level): Promise<DirectoryFilter | undefined> {
  try {
    return above === undefined ? settings.filter : await above.enter(name, settings.signal);
  } catch (error) {
    settings.signal?.throwIfAborted();
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}
