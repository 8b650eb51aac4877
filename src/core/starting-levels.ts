// Where a walk in order `tree` starts: at the root, or after a cursor. The cursor comes from a caller and may be of any length,
// so this code accesses nothing that the walk itself would not access.
import { inOnePiece, joinPath, type ByteString } from "./byte-string.ts";
import type { Cursor } from "./cursor.ts";
import { isEntryName, isKeyName, shownKind } from "./entry.ts";
import { isEntered, type DirectoryFilter, type Verdict } from "./filter.ts";
import type { OpenDirectory } from "./open-directory.ts";
import { keepPace } from "./pacing.ts";
import type { Place } from "./place.ts";
import { readErrorCode } from "./problem.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** A directory on the path from the root to where the walk is. The walk reads it only when it gets there. */
export interface Level {
  readonly name: ByteString;
  /** The filter of the parent directory; none for the root. */
  readonly above: DirectoryFilter | undefined;
  /** Its own filter, once it has been entered. */
  filter?: DirectoryFilter | undefined;
  /** The walk continues after this place. */
  after?: Place | undefined;
  /** The previous page showed this directory, and its problem if it had one. */
  readonly shown?: boolean;
  opened?: OpenDirectory | undefined;
  next: number;
}

/**
 * The levels of a walk, the deepest last. With a cursor, these are the directories on its path. The path ends at a component that
 * is not a directory now, that the filter keeps out, or that is reached through a link.
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
      // The walk reports what is wrong when it reads this directory.
      levels.push({ ...level, after: { key: isLast && cursor?.isDirectory !== true ? written : `${written}/` } });
      return levels;
    }
    const judge = (name: ByteString): Verdict => (isName(name) ? filter.judge({ name, kind: "directory" }) : "hide");
    const isDirectory = async (name: ByteString, verdict: Verdict): Promise<boolean> => {
      // Do not check hidden entries: the page must not reveal whether they exist.
      if (verdict === "hide" || verdict === "deny" || verdict === "skip") {
        return false;
      }
      // In a store only a directory has entries, and if it is gone, reading it will show that.
      if (isStore && (!isLast || cursor?.isDirectory === true)) {
        return true;
      }
      const isFile = isStore && cursor?.isQuoted === true;
      const patience = { signal, timeoutMs: timeLeft() / 2 };
      return !isFile && fileSystem.isDirectory(root, joinPath(path, name), patience);
    };
    const literal = isLast ? cursor?.literal : undefined;
    const isLiteral =
      literal !== undefined &&
      (await isDirectory(literal, judge(literal))) &&
      !(await hasLink(settings, path, written, filter));
    const name = isLiteral ? literal : written;
    const verdict = judge(name);
    const isDirectoryNow = await isDirectory(name, verdict);
    const key = !isLast || cursor?.isDirectory === true || isDirectoryNow ? `${name}/` : name;
    levels.push({ ...level, filter, after: { key } });
    const isPassed = isLast && cursor?.isPassed === true;
    if (levels.length === depth || !isDirectoryNow || !isEntered(verdict) || isPassed) {
      return levels;
    }
    path = inOnePiece(joinPath(path, name));
    level = { name, above: filter, next: 0 };
  }
  levels.push({ ...level, shown: names.length > 0 });
  return levels;
}

/**
 * Whether a directory shows a link, or something else with a suffix, of this name. Only asked where `x@` may be the link `x` or the
 * directory `x@` without its slash, so that reading the directory for it hardly ever happens.
 */
async function hasLink(
  settings: WalkSettings,
  path: ByteString,
  name: ByteString,
  filter: DirectoryFilter,
): Promise<boolean> {
  const { fileSystem, root, signal } = settings;
  if (fileSystem.isObjectStore === true) {
    return false;
  }
  for await (const { entries } of fileSystem.readDirectory(root, path, {
    signal,
    timeoutMs: settings.timeLeft() / 2,
  })) {
    const found = entries.find((entry) => entry.name === name);
    if (found !== undefined) {
      const verdict = filter.judge(found);
      return (
        (found.kind === "symlink" || shownKind(found.kind) === "other") && verdict !== "hide" && verdict !== "deny"
      );
    }
    await keepPace(settings);
  }
  return false;
}

/** The filter of a directory, or undefined if entering it fails. */
async function enter(settings: WalkSettings, { above, name }: Level): Promise<DirectoryFilter | undefined> {
  try {
    return await (above?.enter(name, settings.signal) ?? settings.rootFilter());
  } catch (error) {
    settings.signal?.throwIfAborted();
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}
