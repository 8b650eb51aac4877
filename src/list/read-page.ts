// Reads a page of a tree in one of three orders. Only the directories that the page needs are read.
import { DeadlineError } from "../core/call-clock.ts";
import { byteKey, compareByKey, type EntryDetails } from "../core/entry.ts";
import { readErrorCode } from "../core/problem.ts";
import { isEnteredDirectory, type Directory, type TreeEntry } from "../tree/directory.ts";
import { findDirectory, toResumePoints, type Cursor, type ResumePoint } from "./cursor.ts";
import { PageBuilder, type EntrySource, type Page, type PageEntry } from "./page.ts";

/**
 * `breadth`: level by level. `tree`: depth first, each directory before its own entries. `path`: by the bytes of the whole path, so that
 * `a-b` comes between `a` and `a/x`; the tree must sort entries by name alone.
 */
export type PageOrder = "breadth" | "tree" | "path";

export interface PageRequest {
  /** How many entries come before the page. */
  readonly skip: number;
  readonly limit: number;
  readonly order: PageOrder;
  /** How many levels are listed; 1 lists only the root's own entries. */
  readonly depth: number;
  /**
   * Where the page starts, in order `tree`.
   * @default none: at the first entry
   */
  readonly after?: Cursor | undefined;
  /**
   * Whether to read the details of the entries.
   * @default false
   */
  readonly details?: boolean | undefined;
}

/** Reads a page. If the time runs out, returns what was read by then. Throws if the root can't be read or the call was cancelled. */
export async function readPage(root: Directory, request: PageRequest): Promise<Page> {
  const page = new PageBuilder(request.skip, request.limit);
  let isTimedOut = false;
  try {
    if (request.order === "tree") {
      for await (const _ of walkTree(root, request, page)) {
        // Nothing to do between the steps: the page collects the entries.
      }
    } else {
      await (request.order === "breadth" ? readBreadth : readByPath)(root, request, page);
    }
  } catch (error) {
    if (!(error instanceof DeadlineError)) {
      throw error;
    }
    isTimedOut = true;
  }
  const finished = page.finish(isTimedOut);
  return request.details === true ? withDetails(finished) : finished;
}

async function readBreadth(root: Directory, { depth }: PageRequest, page: PageBuilder): Promise<void> {
  let level: readonly Directory[] = [root];
  for (let levels = 1; levels <= depth && level.length > 0; levels += 1) {
    const below: Directory[] = [];
    for (const directory of level) {
      await directory.read(page.needed);
      page.noteRead(directory);
      for (const entry of directory.entries) {
        if (entry.verdict.isShown && !page.take(directory, entry)) {
          return;
        }
        if (levels < depth && isEnteredDirectory(entry)) {
          below.push(directory.child(entry));
        }
      }
      directory.dropEntries();
    }
    level = below;
  }
}

/** A directory that the depth-first walk is currently in. */
interface Level extends ResumePoint {
  /** Undefined until the directory is read. */
  entries?: readonly TreeEntry[];
  next: number;
}

/** The walk yields at least once every this many entries of a directory. */
const ENTRIES_PER_YIELD = 4096;

/**
 * Walks a tree depth first and adds what it finds to a page. Yields before it reads a directory and from time to time in a large one, so
 * that a caller that reads a whole tree can pass on what the page has so far.
 */
export async function* walkTree(
  root: Directory,
  { depth, after }: Pick<PageRequest, "depth" | "after">,
  page: PageBuilder,
): AsyncGenerator<void, void> {
  const points =
    after === undefined ? [{ directory: root, after, wasShown: false }] : await toResumePoints(root, after, depth);
  const levels: Level[] = points.map((point) => ({ ...point, next: 0 }));
  const enter = ({ directory }: Level, entry: TreeEntry, wasShown: boolean): void => {
    if (directory.depth + 1 < depth && isEnteredDirectory(entry)) {
      levels.push({ directory: directory.child(entry), after: undefined, wasShown, next: 0 });
    }
  };
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (level.entries === undefined) {
      yield;
      level.entries = await openLevel(level, page);
      // A cursor without a `/` may still name a directory.
      const index = findDirectory(level.entries, level.maybeDirectory);
      level.next = index + 1;
      if (index !== -1) {
        enter(level, level.entries[index] as TreeEntry, true);
      }
      continue;
    }
    const entry = level.entries[level.next];
    level.next += 1;
    if (entry === undefined) {
      level.directory.dropEntries();
      levels.pop();
      continue;
    }
    if (entry.verdict.isShown && !page.take(level.directory, entry, level.after !== undefined)) {
      return;
    }
    if (level.next % ENTRIES_PER_YIELD === 0) {
      yield;
    }
    enter(level, entry, false);
  }
}

async function openLevel(
  { directory, after, maybeDirectory, wasShown }: Level,
  page: PageBuilder,
): Promise<readonly TreeEntry[]> {
  const count = page.needed;
  await directory.read(count, after);
  if (maybeDirectory !== undefined && directory.entries.length >= count) {
    // Entries before that directory are not shown, so they must not count towards what the page needs.
    const isReached = (directory.entries.at(-1) as TreeEntry).key >= byteKey(`${maybeDirectory}/`);
    if (!isReached || findDirectory(directory.entries, maybeDirectory) !== -1) {
      await directory.read(Infinity, after);
    }
  }
  // If a directory of the cursor no longer exists, there is nothing to report.
  if (!wasShown || (after !== undefined && !isGone(directory))) {
    page.noteRead(directory);
  }
  return directory.entries;
}

function isGone({ problem }: Directory): boolean {
  return problem === "no longer exists" || problem === "unreadable: ENOTDIR" || problem === "unreadable: ELOOP";
}

/** One step of the order by path: showing an entry, or entering a directory. Siblings may come between the two steps of a directory. */
interface Step {
  readonly key: string;
  readonly entry: TreeEntry;
  readonly enters: boolean;
}

async function readByPath(root: Directory, { depth }: PageRequest, page: PageBuilder): Promise<void> {
  const levels: { readonly directory: Directory; readonly steps: Iterator<Step> }[] = [];
  const open = async (directory: Directory): Promise<void> => {
    await directory.read(page.needed);
    page.noteRead(directory);
    levels.push({ directory, steps: toSteps(directory, directory.depth + 1 < depth).values() });
    directory.dropEntries();
  };
  await open(root);
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const { done, value: step } = level.steps.next();
    if (done === true) {
      levels.pop();
    } else if (step.enters) {
      await open(level.directory.child(step.entry));
    } else if (!page.take(level.directory, step.entry)) {
      return;
    }
  }
}

function toSteps({ entries }: Directory, entersDirectories: boolean): Step[] {
  const steps: Step[] = [];
  for (const entry of entries) {
    if (entry.verdict.isShown) {
      steps.push({ key: entry.key, entry, enters: false });
    }
    if (entersDirectories && isEnteredDirectory(entry)) {
      steps.push({ key: `${entry.key}/`, entry, enters: true });
    }
  }
  return steps.sort(compareByKey);
}

/** A page with the details of its entries, as far as they can be read in time. Missing details are not an error. */
export async function withDetails<SomePage extends Pick<Page, "entries" | "sources">>(
  page: SomePage,
): Promise<SomePage> {
  const known = new Map<TreeEntry, EntryDetails>();
  const byDirectory = groupByDirectory(page.sources);
  for (const [{ tree, location }, sources] of byDirectory) {
    const { fileSystem, clock, isConfined } = tree;
    // A directory in a store is only a prefix, without details.
    const entries = sources
      .map(({ entry }) => entry)
      .filter(({ kind }) => kind !== "directory" || fileSystem.isObjectStore !== true);
    try {
      const options = { ...clock.wait, isConfined };
      const details = clock.isOver ? [] : ((await fileSystem.readDetails?.(location, entries, options)) ?? []);
      for (const [index, found] of details.entries()) {
        if (found !== undefined) {
          known.set(entries[index] as TreeEntry, found);
        }
      }
    } catch (error) {
      clock.signal?.throwIfAborted();
      if (readErrorCode(error) === undefined) {
        throw error;
      }
    }
  }
  const entries = page.entries.map((entry, index): PageEntry => {
    const details = known.get((page.sources[index] as EntrySource).entry);
    return details === undefined ? entry : { ...entry, details };
  });
  return { ...page, entries };
}

function groupByDirectory(sources: readonly EntrySource[]): Map<Directory, EntrySource[]> {
  const groups = new Map<Directory, EntrySource[]>();
  for (const source of sources) {
    const group = groups.get(source.directory) ?? [];
    group.push(source);
    groups.set(source.directory, group);
  }
  return groups;
}
