// Reads a page of a tree in one of three orders. Only the directories that the page needs are read.
import { DeadlineError } from "../core/call-clock.ts";
import { byteKey, type EntryDetails } from "../core/entry.ts";
import { readErrorCode } from "../core/problem.ts";
import { isEntered, isShown } from "../core/filter.ts";
import type { Directory, TreeEntry } from "../tree/directory.ts";
import { findDirectory, toStarts, type Cursor, type Start } from "./cursor.ts";
import { PageBuilder, type EntrySource, type Page, type PageEntry } from "./page.ts";

/**
 * `breadth`: level by level. `tree`: depth first, each directory before its own entries. `path`: by the bytes of the whole path, so that
 * `a-b` stands between `a` and `a/x`; the tree's entries must be in the order of their names.
 */
export type PageOrder = "breadth" | "tree" | "path";

export interface PageRequest {
  /** How many entries come before the page. */
  readonly skip: number;
  readonly limit: number;
  readonly order: PageOrder;
  /** How many levels are listed: 1 is the root's own entries. */
  readonly depth: number;
  /**
   * Where the page begins, in order `tree`.
   * @default none: at the first entry
   */
  readonly after?: Cursor | undefined;
  /**
   * Whether the entries have their details.
   * @default false
   */
  readonly details?: boolean | undefined;
}

/** The page that is asked for. If the time is up, what was read by then. Throws if the root can't be read, or the call was cancelled. */
export async function readPage(root: Directory, request: PageRequest): Promise<Page> {
  const page = new PageBuilder(request.skip, request.limit);
  let isLate = false;
  try {
    if (request.order === "tree") {
      for await (const _ of walkTree(root, request, page)) {
        // The page is read in one go.
      }
    } else {
      await (request.order === "breadth" ? readBreadth : readByPath)(root, request, page);
    }
  } catch (error) {
    if (!(error instanceof DeadlineError)) {
      throw error;
    }
    isLate = true;
  }
  const finished = page.finish(isLate);
  return request.details === true ? withDetails(finished) : finished;
}

async function readBreadth(root: Directory, { depth }: PageRequest, page: PageBuilder): Promise<void> {
  let level: readonly Directory[] = [root];
  for (let levels = 1; levels <= depth && level.length > 0; levels += 1) {
    const below: Directory[] = [];
    for (const directory of level) {
      await directory.read(page.needed);
      page.opened(directory);
      for (const entry of directory.entries) {
        if (isShown(entry.verdict) && !page.take(directory, entry)) {
          return;
        }
        if (levels < depth && isOpened(entry)) {
          below.push(directory.inside(entry));
        }
      }
      directory.forget();
    }
    level = below;
  }
}

/** A directory that a depth-first order is in. */
interface Level extends Start {
  /** Undefined until it was read. */
  entries?: readonly TreeEntry[];
  next: number;
}

/** How many entries are taken at most before the walk yields. */
const STRIDE = 4096;

/**
 * Goes through a tree depth first, and gives a page what it meets. Yields before it opens a directory and now and then in a large one, so
 * that whoever reads a whole tree can pass on what it has.
 */
export async function* walkTree(
  root: Directory,
  { depth, after }: Pick<PageRequest, "depth" | "after">,
  page: PageBuilder,
): AsyncGenerator<void, void> {
  const starts =
    after === undefined ? [{ directory: root, after, isShown: false }] : await toStarts(root, after, depth);
  const levels: Level[] = starts.map((start) => ({ ...start, next: 0 }));
  const enter = ({ directory }: Level, entry: TreeEntry, hasBeenShown: boolean): void => {
    if (directory.depth + 1 < depth && isOpened(entry)) {
      levels.push({ directory: directory.inside(entry), after: undefined, isShown: hasBeenShown, next: 0 });
    }
  };
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (level.entries === undefined) {
      yield;
      level.entries = await openLevel(level, page);
      // A cursor without a `/` may be a directory all the same.
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
      level.directory.forget();
      levels.pop();
      continue;
    }
    if (isShown(entry.verdict) && !page.take(level.directory, entry, level.after !== undefined)) {
      return;
    }
    if (level.next % STRIDE === 0) {
      yield;
    }
    enter(level, entry, false);
  }
}

async function openLevel(
  { directory, after, maybeDirectory, isShown: hasBeenShown }: Level,
  page: PageBuilder,
): Promise<readonly TreeEntry[]> {
  const count = page.needed;
  await directory.read(count, after);
  if (maybeDirectory !== undefined && directory.entries.length >= count) {
    // What comes before a directory does not count, so it must not use up what the page needs.
    const isReached = (directory.entries.at(-1) as TreeEntry).key >= byteKey(`${maybeDirectory}/`);
    if (!isReached || findDirectory(directory.entries, maybeDirectory) !== -1) {
      await directory.read(Infinity, after);
    }
  }
  // What a cursor leads to may be gone: then nothing of it remains to be shown.
  if (!hasBeenShown || (after !== undefined && !isGone(directory))) {
    page.opened(directory);
  }
  return directory.entries;
}

function isGone({ problem }: Directory): boolean {
  return problem === "no longer exists" || problem === "unreadable: ENOTDIR" || problem === "unreadable: ELOOP";
}

/** A step of the order by path: an entry is shown, or a directory entered. A sibling may come in between. */
interface Step {
  readonly key: string;
  readonly entry: TreeEntry;
  readonly enters: boolean;
}

async function readByPath(root: Directory, { depth }: PageRequest, page: PageBuilder): Promise<void> {
  const levels: { readonly directory: Directory; readonly steps: Iterator<Step> }[] = [];
  const open = async (directory: Directory): Promise<void> => {
    await directory.read(page.needed);
    page.opened(directory);
    levels.push({ directory, steps: toSteps(directory, directory.depth + 1 < depth).values() });
    directory.forget();
  };
  await open(root);
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const { done, value: step } = level.steps.next();
    if (done === true) {
      levels.pop();
    } else if (step.enters) {
      await open(level.directory.inside(step.entry));
    } else if (!page.take(level.directory, step.entry)) {
      return;
    }
  }
}

function toSteps({ entries }: Directory, entersDirectories: boolean): Step[] {
  const steps: Step[] = [];
  for (const entry of entries) {
    if (isShown(entry.verdict)) {
      steps.push({ key: entry.key, entry, enters: false });
    }
    if (entersDirectories && isOpened(entry)) {
      steps.push({ key: `${entry.key}/`, entry, enters: true });
    }
  }
  return steps.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
}

function isOpened({ kind, verdict }: TreeEntry): boolean {
  return kind === "directory" && isEntered(verdict);
}

/** A page with the details of its entries, as far as they can be read in time. Missing ones are no error. */
export async function withDetails<Part extends Pick<Page, "entries" | "sources">>(page: Part): Promise<Part> {
  const known = new Map<TreeEntry, EntryDetails>();
  const byDirectory = groupByDirectory(page.sources);
  for (const [{ tree, location }, sources] of byDirectory) {
    const { fileSystem, clock } = tree;
    // A directory of a store is no object of its own.
    const entries = sources
      .map(({ entry }) => entry)
      .filter(({ kind }) => kind !== "directory" || fileSystem.isObjectStore !== true);
    try {
      const details = clock.isOver ? [] : ((await fileSystem.readDetails?.(location, entries, clock.wait)) ?? []);
      for (const [index, one] of details.entries()) {
        if (one !== undefined) {
          known.set(entries[index] as TreeEntry, one);
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
