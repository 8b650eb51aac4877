// Reads a whole tree level by level, for maps and searches: every directory once, until a bound is met.
import { DeadlineError } from "../core/call-clock.ts";
import type { EntryDetails } from "../core/entry.ts";
import { isEntered } from "../core/filter.ts";
import { toProblem } from "../core/problem.ts";
import type { Directory, TreeEntry } from "./directory.ts";

/** How many entries a visitor looks at between two looks at the clock, and how many details are asked for at once. */
const LOOK_STRIDE = 8;
const DETAILS_STRIDE = 128;

/** Why a scan did not read everything. */
export type ScanStop = "time" | "directories" | "depth";

/** Is shown every directory. */
export interface DirectoryVisitor {
  /** Takes a directory that was read, or could not be. `inside` are those in it that are going to be read. */
  visit(directory: Directory, inside: readonly Directory[]): void;
  /** Takes a directory that was not reached. */
  skip(directory: Directory): void;
}

/** Looks at every entry that is read, for searches. The entries of a directory are dropped afterwards. */
export interface EntryVisitor {
  /** `inside` is the directory that the entry is, if that is going to be read. Returns whether details of the entry are needed. */
  look(directory: Directory, entry: TreeEntry, inside: Directory | undefined): boolean;
  /** Takes an entry whose details were needed. There are none if it is gone, or if the file system has none. */
  takeDetails(directory: Directory, entry: TreeEntry, details: EntryDetails | undefined): void;
}

/** Reads so many directories and levels below a root: level 1 is the root's entries. Returns why it stopped early, if it did. */
export async function scan(
  root: Directory,
  maxDirectories: number,
  maxDepth: number,
  visitor: DirectoryVisitor,
  entryVisitor?: EntryVisitor,
): Promise<ScanStop | undefined> {
  let stop: ScanStop | undefined;
  let isOverfull = false;
  let level: readonly Directory[] = [root];
  while (level.length > 0) {
    const below: Directory[] = [];
    for (const [index, directory] of level.entries()) {
      stop = stop ?? (root.tree.directoriesRead >= maxDirectories ? "directories" : undefined);
      if (stop === "time" || stop === "directories") {
        visitor.skip(directory);
        continue;
      }
      if (directory.depth >= maxDepth) {
        stop = "depth";
        visitor.skip(directory);
        continue;
      }
      const inside: Directory[] = [];
      const maxInside = Math.max(maxDirectories - root.tree.directoriesRead - (level.length - index) - below.length, 0);
      try {
        isOverfull = (await readOne(directory, entryVisitor, inside, maxInside)) || isOverfull;
      } catch (error) {
        if (!(error instanceof DeadlineError)) {
          throw error;
        }
        stop = "time";
        visitor.skip(directory);
        inside.forEach((each) => visitor.skip(each));
        continue;
      }
      visitor.visit(directory, inside);
      // Not with a spread: there may be more of them than a function takes arguments.
      for (const each of inside) {
        below.push(each);
      }
    }
    level = below;
  }
  return stop ?? (isOverfull ? "directories" : undefined);
}

function isEnteredDirectory({ kind, verdict }: TreeEntry): boolean {
  return kind === "directory" && isEntered(verdict);
}

/** Reads a directory, and collects the directories in it, at most as many as will be read. Returns whether there are more. */
async function readOne(
  directory: Directory,
  visitor: EntryVisitor | undefined,
  inside: Directory[],
  maxInside: number,
): Promise<boolean> {
  if (visitor === undefined) {
    await directory.read();
    const entered = directory.entries.filter(isEnteredDirectory);
    entered.slice(0, maxInside).forEach((entry) => inside.push(directory.inside(entry)));
    return entered.length > maxInside;
  }
  const look = (entries: readonly TreeEntry[]) => lookAtEntries(directory, entries, visitor, inside, maxInside);
  try {
    await directory.read(Infinity, undefined, look);
  } catch (error) {
    // What was read by the deadline is shown.
    lookAtFew(directory, directory.entries, visitor);
    throw error;
  }
  const { entries } = directory;
  directory.forget();
  const isOverfull = await look(entries);
  directory.isPartial ||= isOverfull;
  return isOverfull;
}

/** Shows entries of a directory to a visitor. Collects the directories among them. Returns whether there are more than will be read. */
async function lookAtEntries(
  directory: Directory,
  entries: readonly TreeEntry[],
  visitor: EntryVisitor,
  inside: Directory[],
  maxInside: number,
): Promise<boolean> {
  const { clock, fileSystem } = directory.tree;
  let isOverfull = false;
  let index = 0;
  try {
    const detailed: TreeEntry[] = [];
    for (; index < entries.length; index += 1) {
      const entry = entries[index] as TreeEntry;
      const turn = index % LOOK_STRIDE === 0 ? clock.check() : undefined;
      if (turn !== undefined) {
        await turn;
      }
      let entered: Directory | undefined;
      if (isEnteredDirectory(entry)) {
        if (inside.length < maxInside) {
          entered = directory.inside(entry);
          inside.push(entered);
        } else {
          isOverfull = true;
        }
      }
      if (visitor.look(directory, entry, entered)) {
        detailed.push(entry);
      }
    }
    for (let start = 0; start < detailed.length; start += DETAILS_STRIDE) {
      await clock.check();
      const some = detailed.slice(start, start + DETAILS_STRIDE);
      const details = await fileSystem.readDetails?.(directory.location, some, clock.wait);
      for (const [at, entry] of some.entries()) {
        visitor.takeDetails(directory, entry, details?.[at]);
      }
    }
  } catch (error) {
    clock.signal?.throwIfAborted();
    if (clock.isOver) {
      if (index === 0) {
        lookAtFew(directory, entries, visitor);
      }
      throw new DeadlineError("the time for the call is over", { cause: error });
    }
    directory.problem = toProblem(error);
  }
  return isOverfull;
}

/** How many entries of a directory are looked at when the time is up and nothing of it was: what was read by then is shown. */
const FEW = 256;

function lookAtFew(directory: Directory, entries: readonly TreeEntry[], visitor: EntryVisitor): void {
  for (const entry of entries.slice(0, FEW)) {
    visitor.look(directory, entry, undefined);
  }
}
