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

/** Which part of a tree is walked, and in which order. */
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
export interface EntryRun {
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
export function walk(root: Directory, request: WalkRequest, count: number = Infinity): AsyncGenerator<EntryRun, void> {
  return (request.order === "breadth" ? walkLevels : walkDepthFirst)(root, request, count);
}

async function* walkLevels(root: Directory, { depth }: WalkRequest, count: number): AsyncGenerator<EntryRun, void> {
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

/** A directory that a depth-first walk is in. */
interface Level extends ResumePoint {
  /** What is left of the directory. Undefined until it is read. */
  stretches: Iterator<Stretch, void> | undefined;
  /** Set if time ran out while the directory was read: then no other is entered. */
  timeUp: DeadlineError | undefined;
  isContinued: boolean;
}

function toLevel(point: ResumePoint): Level {
  return { stretches: undefined, timeUp: undefined, isContinued: point.after !== undefined, ...point };
}

async function* walkDepthFirst(root: Directory, request: WalkRequest, count: number): AsyncGenerator<EntryRun, void> {
  const { after, depth } = request;
  let remaining = count;
  const points = after && (await toResumePoints(root, after, depth));
  const levels = (points ?? [{ directory: root, after: undefined, wasShown: false }]).map(toLevel);
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const { directory, wasShown } = level;
    if (level.stretches === undefined) {
      level.timeUp = await readFirst(directory, remaining, level.after);
      level.stretches = toStretches(directory, request);
      // Skip a directory that an earlier page showed and that has since gone.
      if (wasShown && directory.isMissing) {
        levels.pop();
        continue;
      }
      // If a page starts at the first entry of a directory that an earlier page has shown, it was marked there.
      if (!wasShown || level.after !== undefined) {
        yield { directory, isOpened: true, entries: [], isContinued: level.isContinued };
      }
    }
    const { entries, next } = level.stretches.next().value as Stretch;
    if (entries.length > 0) {
      yield { directory, isOpened: false, entries: entries.slice(0, remaining), isContinued: level.isContinued };
      level.isContinued = true;
      remaining -= entries.length;
    }
    if (remaining <= 0) {
      return;
    }
    if (next === "more") {
      continue;
    }
    if (level.timeUp !== undefined) {
      throw level.timeUp;
    }
    if (next === "end") {
      levels.pop();
    } else {
      levels.push(toLevel({ directory: next, after: undefined, wasShown: false }));
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

/** Entries of a directory that are shown one after the other, and what comes next: a subdirectory, more entries, or nothing. */
interface Stretch {
  readonly entries: readonly TreeEntry[];
  readonly next: Directory | "more" | "end";
}

/** The most entries that are yielded at once. */
const MAX_RUN = 4096;

function* toStretches(directory: Directory, { order, depth }: WalkRequest): Generator<Stretch, void> {
  const steps = toSteps(directory.takeEntries(), directory.depth + 1 < depth);
  let entries: TreeEntry[] = [];
  for (const { entry, isEntered } of order === "path" ? sortedByBytes([...steps], pathOf) : steps) {
    if (!isEntered) {
      entries.push(entry);
    }
    if (isEntered || entries.length === MAX_RUN) {
      yield { entries, next: isEntered ? directory.child(entry) : "more" };
      entries = [];
    }
  }
  yield { entries, next: "end" };
}

/** A step through a directory: an entry is shown, or a subdirectory is entered. In order `path`, siblings may come between the two. */
interface Step {
  readonly entry: TreeEntry;
  readonly isEntered: boolean;
}

function* toSteps(entries: readonly TreeEntry[], entersDirectories: boolean): Generator<Step, void> {
  for (const entry of entries) {
    if (entry.verdict.isShown) {
      yield { entry, isEntered: false };
    }
    if (entersDirectories && isEnteredDirectory(entry)) {
      yield { entry, isEntered: true };
    }
  }
}

function pathOf({ entry, isEntered }: Step): string {
  return isEntered ? `${entry.name}/` : entry.name;
}
