// Reads a whole tree level by level, for maps and searches: every directory once, until a limit is reached.
import { DeadlineError } from "../core/call-clock.ts";
import type { EntryDetails } from "../core/entry.ts";
import { ENTRIES_PER_CHECK, isEnteredDirectory, type Directory, type TreeEntry } from "./directory.ts";

/** How many details are read at once. */
const DETAILS_PER_READ = 128;

/** Why a scan did not read everything. */
export type ScanStop = "time" | "directories";

/** Gets what a scan reads. */
export interface ScanVisitor {
  /** For a directory that was read, or could not be. `children` are the subdirectories that will be read. */
  visitDirectory(directory: Directory, children: readonly Directory[]): void;
  /** For a directory that was not read because a limit was reached. */
  skipDirectory(directory: Directory): void;
  /**
   * For every entry that is read. `child` is set if the entry is a directory that will be read. Returns whether details of the entry are
   * needed.
   * @default none: the entries are those of the directory
   */
  visitEntry?(directory: Directory, entry: TreeEntry, child: Directory | undefined): boolean;
  /** For an entry whose details were needed. There are none if it is gone, or if the file system has none. */
  visitDetails?(directory: Directory, entry: TreeEntry, details: EntryDetails | undefined): void;
}

/** Scans a tree. Level 1 of `maxDepth` is the root's entries. Returns why the scan stopped early, if it did. */
export async function scan(
  root: Directory,
  maxDirectories: number,
  maxDepth: number,
  visitor: ScanVisitor,
): Promise<ScanStop | undefined> {
  let stop: ScanStop | undefined;
  /** Whether there are more directories than `maxDirectories`. */
  let hasTooMany = false;
  let level: readonly Directory[] = [root];
  while (level.length > 0) {
    const below: Directory[] = [];
    for (const [index, directory] of level.entries()) {
      stop = stop ?? (root.tree.directoriesRead >= maxDirectories ? "directories" : undefined);
      if (stop !== undefined || directory.depth >= maxDepth) {
        visitor.skipDirectory(directory);
        continue;
      }
      const children: Directory[] = [];
      const planned = root.tree.directoriesRead + level.length - index + below.length;
      const maxChildren = Math.max(maxDirectories - planned, 0);
      try {
        hasTooMany = (await readOne(directory, visitor, children, maxChildren)) || hasTooMany;
      } catch (error) {
        if (!(error instanceof DeadlineError)) {
          throw error;
        }
        stop = "time";
        visitor.skipDirectory(directory);
        children.forEach((child) => visitor.skipDirectory(child));
        continue;
      }
      visitor.visitDirectory(directory, children);
      // No spread: there may be more children than a function can take arguments.
      for (const child of children) {
        below.push(child);
      }
    }
    level = below;
  }
  return stop ?? (hasTooMany ? "directories" : undefined);
}

/** Reads a directory. Collects up to `maxChildren` subdirectories in `children`, and returns whether there are more. */
async function readOne(
  directory: Directory,
  visitor: ScanVisitor,
  children: Directory[],
  maxChildren: number,
): Promise<boolean> {
  if (visitor.visitEntry === undefined) {
    await directory.read();
    const entered = directory.entries.filter(isEnteredDirectory);
    entered.slice(0, maxChildren).forEach((entry) => children.push(directory.child(entry)));
    return entered.length > maxChildren;
  }
  const visit = (entries: readonly TreeEntry[]) => visitEntries(directory, entries, visitor, children, maxChildren);
  try {
    await directory.read(Infinity, undefined, visit);
  } catch (error) {
    visitFirstEntries(directory, directory.entries, visitor);
    throw error;
  }
  const { entries } = directory;
  directory.dropEntries();
  const hasTooMany = await visit(entries);
  directory.isPartial ||= hasTooMany;
  return hasTooMany;
}

/** Passes entries of a directory to a visitor. Collects the subdirectories, and returns whether there are more than `maxChildren`. */
async function visitEntries(
  directory: Directory,
  entries: readonly TreeEntry[],
  visitor: ScanVisitor,
  children: Directory[],
  maxChildren: number,
): Promise<boolean> {
  const { clock, fileSystem, isConfined } = directory.tree;
  let hasTooMany = false;
  let index = 0;
  try {
    const detailed: TreeEntry[] = [];
    for (; index < entries.length; index += 1) {
      const entry = entries[index] as TreeEntry;
      const yielded = index % ENTRIES_PER_CHECK === 0 ? clock.check() : undefined;
      if (yielded !== undefined) {
        await yielded;
      }
      let child: Directory | undefined;
      if (isEnteredDirectory(entry)) {
        if (children.length < maxChildren) {
          child = directory.child(entry);
          children.push(child);
        } else {
          hasTooMany = true;
        }
      }
      if (visitor.visitEntry?.(directory, entry, child) === true) {
        if (entry.details === undefined) {
          detailed.push(entry);
        } else {
          visitor.visitDetails?.(directory, entry, entry.details);
        }
      }
    }
    for (let start = 0; start < detailed.length; start += DETAILS_PER_READ) {
      await clock.check();
      const batch = detailed.slice(start, start + DETAILS_PER_READ);
      const details = await fileSystem.readDetails?.(directory.location, batch, { ...clock.wait, isConfined });
      for (const [position, entry] of batch.entries()) {
        visitor.visitDetails?.(directory, entry, details?.[position]);
      }
    }
  } catch (error) {
    if (index === 0 && clock.isOver) {
      visitFirstEntries(directory, entries, visitor);
    }
    directory.fail(error);
  }
  return hasTooMany;
}

/** When the time is up before any entry of a directory was visited, this many are visited anyway, so that something is shown. */
const MAX_ENTRIES_WHEN_LATE = 256;

function visitFirstEntries(directory: Directory, entries: readonly TreeEntry[], visitor: ScanVisitor): void {
  for (const entry of entries.slice(0, MAX_ENTRIES_WHEN_LATE)) {
    visitor.visitEntry?.(directory, entry, undefined);
  }
}
