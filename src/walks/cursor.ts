// Where a walk in order `tree` starts: at the root, or after a cursor, the last path already seen, whether or not it still exists. The
// cursor comes from a caller and may be of any length, so this code accesses nothing that the walk itself would not access.
import { inOnePiece, joinPath, type ByteString } from "../core/byte-string.ts";
import { isEntryName, isKeyName, shownKind, type Position } from "../core/entry.ts";
import { isEntered, type DirectoryFilter, type Verdict } from "../core/filter.ts";
import { keepPace, waitOnce } from "../core/pace.ts";
import { readErrorCode } from "../core/problem.ts";
import type { EntriesRead } from "../reading/read-entries.ts";
import type { WalkSettings } from "../reading/selection.ts";

export interface Cursor {
  /** The path's components. */
  readonly names: readonly ByteString[];
  /** Whether the path was written as a directory. If it was not but is a directory now, it still counts as one. */
  readonly isDirectory: boolean;
  /** Whether everything inside the directory counts as seen, too. */
  readonly isPassed?: true;
  /** The last component as written, if it was parsed as a name plus a suffix (`x@`) but may itself be a name. */
  readonly literal?: ByteString;
  /** Whether the last component was written in quotes. In an object store that means a file, unless it ends in a slash. */
  readonly isQuoted?: true;
}

/** A directory on the path from the root to where the walk is. The walk reads it only when it gets there. */
export interface Level {
  readonly name: ByteString;
  /** The filter of the parent directory; none for the root. */
  readonly above: DirectoryFilter | undefined;
  /** Its own filter, once it has been entered. */
  filter?: DirectoryFilter | undefined;
  /** The walk continues after this position. */
  after?: Position | undefined;
  /** The previous page showed this directory, and its problem if it had one. */
  readonly shown?: boolean;
  /** What was read of it, and the index of the next entry. */
  read?: EntriesRead | undefined;
  next: number;
}

/**
 * The levels of a walk, the deepest last. With a cursor, these are the directories on its path. The path ends at a component that
 * is not a directory now, that the filter keeps out, or that is reached through a link.
 */
export async function startingLevels(walk: WalkSettings, cursor: Cursor | undefined): Promise<Level[]> {
  const names = cursor?.names ?? [];
  const levels: Level[] = [];
  let path = "" as ByteString;
  let level: Level = { name: "" as ByteString, above: undefined, next: 0 };
  for (const [index, written] of names.entries()) {
    await keepPace(walk);
    // Only the last component may be anything but a directory.
    const end = index === names.length - 1 ? cursor : undefined;
    const isWrittenAsDirectory = end === undefined || end.isDirectory;
    const filter = await enter(walk, level);
    if (filter === undefined) {
      // The walk reports what is wrong when it reads this directory.
      levels.push({ ...level, after: { key: isWrittenAsDirectory ? `${written}/` : written } });
      return levels;
    }
    const { name, isDirectory, isClosed } = await findOnPath(walk, path, filter, written, end);
    levels.push({ ...level, filter, after: { key: isWrittenAsDirectory || isDirectory ? `${name}/` : name } });
    if (levels.length === walk.depth || !isDirectory || isClosed || end?.isPassed === true) {
      return levels;
    }
    path = inOnePiece(joinPath(path, name));
    level = { name, above: filter, next: 0 };
  }
  levels.push({ ...level, shown: names.length > 0 });
  return levels;
}

/** What a component of a cursor's path is now. */
interface FoundComponent {
  readonly name: ByteString;
  readonly isDirectory: boolean;
  /** Whether the walk shows the directory but does not enter it. */
  readonly isClosed: boolean;
}

/** Finds a component of a cursor's path in the directory at `path`. `end` is the cursor if this is its last component. */
async function findOnPath(
  walk: WalkSettings,
  path: ByteString,
  filter: DirectoryFilter,
  written: ByteString,
  end: Cursor | undefined,
): Promise<FoundComponent> {
  const { fileSystem, root } = walk;
  const isStore = fileSystem.isObjectStore === true;
  const isName = isStore ? isKeyName : isEntryName;
  const isDirectory = async (name: ByteString, verdict: Verdict): Promise<boolean> => {
    // Do not check hidden entries: the page must not reveal whether they exist.
    if (verdict === "hide" || verdict === "deny" || verdict === "skip") {
      return false;
    }
    // In a store only a directory has entries, and if it is gone, reading it will show that.
    if (isStore && (end === undefined || end.isDirectory)) {
      return true;
    }
    const isFile = isStore && end?.isQuoted === true;
    return !isFile && fileSystem.isDirectory(root, joinPath(path, name), waitOnce(walk));
  };
  const find = async (name: ByteString): Promise<FoundComponent> => {
    const verdict = isName(name) ? filter.judge({ name, kind: "directory" }) : "hide";
    return { name, isDirectory: await isDirectory(name, verdict), isClosed: !isEntered(verdict) };
  };
  const literal = end?.literal === undefined ? undefined : await find(end.literal);
  return literal?.isDirectory === true && !(await hasLink(walk, path, written, filter)) ? literal : find(written);
}

/**
 * Whether a directory shows a link, or something else with a suffix, of this name. Only asked where `x@` may be the link `x` or the
 * directory `x@` without its slash, so that reading the directory for it hardly ever happens.
 */
async function hasLink(
  walk: WalkSettings,
  path: ByteString,
  name: ByteString,
  filter: DirectoryFilter,
): Promise<boolean> {
  const { fileSystem, root } = walk;
  if (fileSystem.isObjectStore === true) {
    return false;
  }
  for await (const { entries } of fileSystem.readDirectory(root, path, waitOnce(walk))) {
    const found = entries.find((entry) => entry.name === name);
    if (found !== undefined) {
      const verdict = filter.judge(found);
      return (
        (found.kind === "symlink" || shownKind(found.kind) === "other") && verdict !== "hide" && verdict !== "deny"
      );
    }
    await keepPace(walk);
  }
  return false;
}

/** The filter of a directory, or undefined if entering it fails. */
async function enter(walk: WalkSettings, { above, name }: Level): Promise<DirectoryFilter | undefined> {
  try {
    return await (above?.enter(name, walk.signal) ?? walk.rootFilter());
  } catch (error) {
    walk.signal?.throwIfAborted();
    if (readErrorCode(error) === undefined) {
      throw error;
    }
    return undefined;
  }
}
