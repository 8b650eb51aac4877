// The walk depth first, each directory before its own entries. Its order is the byte order of whole paths, a directory's
// ending in `/`, so it can start behind any path: it reads the directories on that path and none before them.
import { joinPath, type ByteString } from "./byte-string.ts";
import type { Cursor } from "./cursor.ts";
import { Demand } from "./demand.ts";
import { isEntryName, isKeyName } from "./entry.ts";
import { isEntered, verdictOfKept, type DirectoryFilter } from "./filter.ts";
import { openDirectory, type OpenDirectory } from "./open-directory.ts";
import { treeKey } from "./sibling-order.ts";
import type { Visit, Visits } from "./visit.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** How many entries are passed over between two pauses. */
const STRIDE = 4096;

/** How many of the directories that come next are told to a file system that may ask for them ahead. */
const SOON = 8;

/** A directory on the way from the root to where the walk is. It is read when the walk comes to it, not before. */
interface Level {
  readonly path: ByteString;
  readonly name: ByteString;
  /** The filter of the directory that holds it; none for the root. */
  readonly above: DirectoryFilter | undefined;
  readonly after?: ByteString;
  /** The page before showed this directory, and showed its problem too if it had one. */
  readonly shown?: boolean;
  opened?: OpenDirectory;
  next: number;
}

export async function* walkTree(settings: WalkSettings, after?: Cursor): Visits {
  const demand = new Demand(settings.skip, settings.needed);
  const levels = await startingLevels(settings, after);
  let visits: Visit[] = [];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const depth = levels.length;
    if (level.opened === undefined) {
      yield visits;
      visits = [];
      const next = () => toBeEntered(levels.at(-2));
      const read = { ...level, keyOf: treeKey, demand, skip: demand.skip, enters: depth < settings.depth, next };
      const outcome = await openDirectory(settings, read);
      if (typeof outcome === "string") {
        levels.pop();
        // A directory on the cursor's path that is gone by now has nothing left to show.
        if (level.shown !== true && !(level.after !== undefined && outcome === "no longer exists")) {
          visits.push({ path: level.path, kind: "directory", depth: depth - 1, problem: outcome });
        }
        continue;
      }
      level.opened = outcome;
    }
    const { entries, filter } = level.opened;
    const entry = entries[level.next];
    if (entry === undefined) {
      levels.pop();
      continue;
    }
    level.next += 1;
    const verdict = verdictOfKept(filter, entry);
    const { name, kind } = entry;
    const path = joinPath(level.path, name);
    if (verdict !== "lead" && demand.admit()) {
      visits.push(verdict === "ignore" ? { path, kind, depth, ignored: true } : { path, kind, depth });
    } else if (level.next % STRIDE === 0) {
      await settings.pause();
    }
    if (demand.isMet) {
      break;
    }
    if (kind === "directory" && isEntered(verdict) && depth < settings.depth) {
      levels.push({ path, name, above: filter, next: 0 });
    }
  }
  yield visits;
}

/**
 * The levels of a walk, the deepest last. Behind a cursor these are the directories on its path. A component that is no
 * directory now, that the filter does not let in, or that is reached through a link ends the path there: the cursor
 * comes from a caller, and nothing is read that the walk itself would not read.
 */
async function startingLevels(settings: WalkSettings, cursor: Cursor | undefined): Promise<Level[]> {
  const { fileSystem, root, depth, signal, timeLeft } = settings;
  const levels: Level[] = [];
  let directory: Omit<Level, "next"> = { path: "" as ByteString, name: "" as ByteString, above: undefined };
  const isStore = fileSystem.isObjectStore === true;
  const isName = isStore ? isKeyName : isEntryName;
  const isDirectory = async (name: ByteString) =>
    isName(name) && fileSystem.isDirectory(root, joinPath(directory.path, name), { signal, timeoutMs: timeLeft() / 2 });
  for (const [index, written] of (cursor?.names ?? []).entries()) {
    const isLast = index === (cursor?.names.length ?? 0) - 1;
    const literal = isLast ? cursor?.literal : undefined;
    const name = literal !== undefined && (await isDirectory(literal)) ? literal : written;
    // In a store nothing but a directory has entries, and one that is gone shows as such when it is read.
    const isKnown = isStore && isName(name) && (!isLast || cursor?.isDirectory === true);
    const isFile = isStore && isLast && cursor?.isDirectory === false && cursor.isQuoted === true;
    const isDirectoryNow = isKnown || (!isFile && (await isDirectory(name)));
    const key = !isLast || cursor?.isDirectory === true || isDirectoryNow ? `${name}/` : name;
    levels.push({ ...directory, after: key as ByteString, next: 0 });
    if (levels.length === depth || !isDirectoryNow || (isLast && cursor?.isPassed === true)) {
      return levels;
    }
    const filter = await filterOf(settings, directory);
    if (!isEntered(filter.judge({ name, kind: "directory" }))) {
      return levels;
    }
    directory = { path: joinPath(directory.path, name), name, above: filter };
  }
  levels.push({ ...directory, shown: cursor !== undefined && cursor.names.length > 0, next: 0 });
  return levels;
}

/** The directories that the walk enters next in a directory on its way, if the listing has not enough by then. */
function toBeEntered(level: Level | undefined): ByteString[] {
  if (level?.opened === undefined) {
    return [];
  }
  const { entries, filter } = level.opened;
  return entries
    .slice(level.next, level.next + 4 * SOON)
    .filter((entry) => entry.kind === "directory" && isEntered(verdictOfKept(filter, entry)))
    .slice(0, SOON)
    .map(({ name }) => joinPath(level.path, name));
}

async function filterOf(
  { filter, signal }: WalkSettings,
  { above, name }: Omit<Level, "next">,
): Promise<DirectoryFilter> {
  return above === undefined ? filter : above.enter(name, signal);
}
