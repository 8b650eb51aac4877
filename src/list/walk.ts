// Walks a tree in one of three orders and yields its entries. Only the directories that are needed are read, each when the walk gets there.
import { DeadlineError } from "../core/call-clock.ts";
import { sortedByBytes } from "../core/entry.ts";
import type { Directory } from "../tree/directory.ts";
import { isEnteredDirectory, type TreeEntry } from "../tree/tree.ts";
import { toResumePoints, type Cursor, type ResumePoint } from "./cursor.ts";

/**
 * `breadth`: level by level. `tree`: depth first, each directory before its own entries. `path`: by the bytes of the whole path, so that
 * `a-b` comes between `a` and `a/x`; the tree must sort entries by name alone.
 */
export type WalkOrder = "breadth" | "tree" | "path";

export interface WalkRequest {
  readonly order: WalkOrder;
  /** How many levels are walked; 1 is the root's own entries. */
  readonly depth: number;
  /**
   * Where the walk starts, in order `tree`.
   * @default none: at the first entry
   */
  readonly after?: Cursor | undefined;
}

/** What a walk yields: some entries of one directory that come one after the other. */
export interface Found {
  readonly directory: Directory;
  /** Whether the directory has just been read, so that its problem is known, or that it is empty. Its entries come next. */
  readonly isOpened: boolean;
  /** Those that are shown. */
  readonly entries: readonly TreeEntry[];
  /** Whether other entries of the directory come before these, in this walk or before its start. */
  readonly isContinued: boolean;
}

/**
 * Yields the first `count` entries of a tree. Throws a `DeadlineError` if time runs out, and other errors if the root can't be read or the
 * call was cancelled.
 */
export function walk(root: Directory, request: WalkRequest, count: number = Infinity): AsyncGenerator<Found, void> {
  return (request.order === "breadth" ? walkLevels : walkDepthFirst)(root, request, count);
}

async function* walkLevels(root: Directory, { depth }: WalkRequest, count: number): AsyncGenerator<Found, void> {
  let remaining = count;
  let level: readonly Directory[] = [root];
  for (let levels = 1; levels <= depth && level.length > 0; levels += 1) {
    const below: Directory[] = [];
    for (const directory of level) {
      const timeUp = await readFirst(directory, remaining);
      const entries = directory.takeEntries();
      const shown = entries.filter(({ verdict }) => verdict.isShown);
      remaining -= shown.length;
      yield { directory, isOpened: true, entries: shown, isContinued: false };
      if (remaining === 0) {
        return;
      }
      if (timeUp !== undefined) {
        throw timeUp;
      }
      for (const entry of levels < depth ? entries : []) {
        if (isEnteredDirectory(entry)) {
          below.push(directory.child(entry));
        }
      }
    }
    level = below;
  }
}

/** Entries of a directory that a depth-first walk yields one after the other, and the subdirectory that it enters then. */
interface Stretch {
  readonly entries: readonly TreeEntry[];
  readonly below: Directory | undefined;
}

/** A directory that a depth-first walk is in. */
interface Level extends ResumePoint {
  /** Undefined until the directory is read. */
  stretches: readonly Stretch[] | undefined;
  /** The stretch to take next. */
  next: number;
  isContinued: boolean;
}

function toLevel(point: ResumePoint): Level {
  return { stretches: undefined, next: 0, isContinued: point.after !== undefined, ...point };
}

/** The most entries that are yielded at once. */
const MAX_FOUND = 4096;

async function* walkDepthFirst(root: Directory, request: WalkRequest, count: number): AsyncGenerator<Found, void> {
  const { after, depth } = request;
  let remaining = count;
  const points = after && (await toResumePoints(root, after, depth));
  const levels = (points ?? [{ directory: root, after: undefined, wasShown: false }]).map(toLevel);
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const { directory, next, wasShown } = level;
    let timeUp: DeadlineError | undefined;
    if (level.stretches === undefined) {
      timeUp = await readFirst(directory, remaining, level.after);
      level.stretches = toStretches(directory, request);
    }
    // Skip a directory that an earlier page showed and that has since gone.
    if (wasShown && directory.isMissing) {
      levels.pop();
      continue;
    }
    // If a page starts at the first entry of a directory that an earlier page has shown, it was marked there.
    if (next === 0 && !(wasShown && level.after === undefined)) {
      yield { directory, isOpened: true, entries: [], isContinued: level.isContinued };
    }
    level.next = next + 1;
    const { entries, below } = level.stretches[next] as Stretch;
    for (let start = 0; start < entries.length; start += MAX_FOUND) {
      const found = entries.slice(start, start + Math.min(MAX_FOUND, remaining));
      yield { directory, isOpened: false, entries: found, isContinued: level.isContinued };
      level.isContinued ||= found.length > 0;
      remaining -= found.length;
      if (remaining === 0) {
        return;
      }
    }
    if (timeUp !== undefined) {
      throw timeUp;
    }
    if (below !== undefined) {
      levels.push(toLevel({ directory: below, after: undefined, wasShown: false }));
    } else if (level.next >= level.stretches.length) {
      levels.pop();
    }
  }
}

/** Reads the first entries of a directory. Returns the error if time runs out: then it has those that were read, if they are the first ones. */
async function readFirst(directory: Directory, count: number, after?: string): Promise<DeadlineError | undefined> {
  try {
    await directory.read(count, after);
    return undefined;
  } catch (error) {
    if (!(error instanceof DeadlineError)) {
      throw error;
    }
    directory.entries = directory.isInOrder ? directory.entries : [];
    return error;
  }
}

/** Takes the entries from a directory. There is at least one stretch. */
function toStretches(directory: Directory, { order, depth }: WalkRequest): readonly Stretch[] {
  const listed = directory.takeEntries();
  const isEntered = (entry: TreeEntry) => directory.depth + 1 < depth && isEnteredDirectory(entry);
  const stretches: Stretch[] = [];
  let entries: TreeEntry[] = [];
  const enter = (entry: TreeEntry): void => {
    stretches.push({ entries, below: directory.child(entry) });
    entries = [];
  };
  if (order === "path" && listed.some(isEntered)) {
    toPathSteps(listed, isEntered).forEach(({ entry, enters }) => (enters ? enter(entry) : entries.push(entry)));
  } else {
    for (const entry of listed) {
      if (entry.verdict.isShown) {
        entries.push(entry);
      }
      if (isEntered(entry)) {
        enter(entry);
      }
    }
  }
  stretches.push({ entries, below: undefined });
  return stretches;
}

/** A step of the order by path: an entry is shown, or a directory is entered. Siblings may come between the two steps of a directory. */
interface PathStep {
  readonly entry: TreeEntry;
  readonly enters: boolean;
}

function toPathSteps(entries: readonly TreeEntry[], isEntered: (entry: TreeEntry) => boolean): PathStep[] {
  const shown = entries.filter(({ verdict }) => verdict.isShown).map((entry) => ({ entry, enters: false }));
  const entered = entries.filter(isEntered).map((entry) => ({ entry, enters: true }));
  return sortedByBytes([...shown, ...entered], ({ entry, enters }) => (enters ? `${entry.name}/` : entry.name));
}
