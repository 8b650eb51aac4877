// Walks a tree depth first and yields its entries. Only the directories that are needed are read, each when the walk gets there.
import { sortedByBytes } from "../core/entry.ts";
import { firstEntries, isEnteredDirectory, type Directory, type ReadOutcome } from "../tree/directory.ts";
import type { TreeEntry } from "../tree/tree.ts";
import { toResumePoints, type Cursor, type ResumePoint } from "./cursor.ts";

/** Which part of a tree is walked, and in which order. */
export interface WalkRequest {
  /**
   * `tree`: each directory before its own entries. `path`: by the bytes of the whole path, so that `a-b` comes between `a` and `a/x`; the
   * tree must sort entries by name alone.
   */
  readonly order: "tree" | "path";
  /** How many levels are walked; 1 is the root's own entries. */
  readonly depth: number;
  /**
   * Where the walk starts, in order `tree`.
   * @default none: at the first entry
   */
  readonly after?: Cursor | undefined;
}

/** Some entries of one directory that come one after the other. */
export interface EntryRun {
  readonly directory: Directory;
  /** Set if the directory has just been read. Its entries come next. */
  readonly opened?: ReadOutcome;
  /** Whether an earlier page has shown the directory, with its problem or that it is empty. */
  readonly wasMarked?: boolean;
  /** Those that are shown. */
  readonly entries: readonly TreeEntry[];
  /** Whether other entries of the directory come before these, in this walk or before its start. */
  readonly isContinued: boolean;
}

/** A directory that the walk is in. */
interface Level extends ResumePoint {
  /** What is left of the directory. Undefined until it is read. */
  stretches: Iterator<Stretch, void> | undefined;
  /** Whether time ran out while the directory was read: then no other is entered. */
  isLate: boolean;
  isContinued: boolean;
}

function toLevel(point: ResumePoint): Level {
  return { stretches: undefined, isLate: false, isContinued: point.after !== undefined, ...point };
}

/**
 * Yields the first `count` entries of a tree. Ends after a directory whose read ran out of time. Throws if the root can't be read or the call
 * was cancelled.
 */
export async function* walk(
  root: Directory,
  request: WalkRequest,
  count: number = Infinity,
): AsyncGenerator<EntryRun, void> {
  const { after, depth } = request;
  let remaining = count;
  const points = after && (await toResumePoints(root, after, depth));
  const levels = (points ?? [{ directory: root, after: undefined, wasShown: false }]).map(toLevel);
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const { directory, wasShown } = level;
    if (level.stretches === undefined) {
      const opened = await directory.read({ count: remaining, after: level.after });
      level.isLate = opened.stopped === "time";
      level.stretches = toStretches(directory, firstEntries(opened), request);
      // Skip a directory that an earlier page showed and that has since gone.
      if (wasShown && opened.isMissing) {
        levels.pop();
        continue;
      }
      // If a page starts at the first entry of a directory that an earlier page has shown, it was marked there.
      const wasMarked = wasShown && level.after === undefined;
      yield { directory, opened, wasMarked, entries: [], isContinued: level.isContinued };
    }
    const { value: stretch } = level.stretches.next();
    if (stretch === undefined) {
      if (level.isLate) {
        return;
      }
      levels.pop();
      continue;
    }
    const { entries, subdirectory } = stretch;
    if (entries.length > 0) {
      yield { directory, entries: entries.slice(0, remaining), isContinued: level.isContinued };
      level.isContinued = true;
      remaining -= entries.length;
    }
    if (remaining <= 0 || (level.isLate && subdirectory !== undefined)) {
      return;
    }
    if (subdirectory !== undefined) {
      levels.push(toLevel({ directory: subdirectory, after: undefined, wasShown: false }));
    }
  }
}

/** Entries of a directory that are shown one after the other, and the subdirectory that is entered then, if any is. */
interface Stretch {
  readonly entries: readonly TreeEntry[];
  readonly subdirectory?: Directory;
}

/** The most entries that are yielded at once. */
const MAX_STRETCH = 4096;

function* toStretches(
  directory: Directory,
  all: readonly TreeEntry[],
  { order, depth }: WalkRequest,
): Generator<Stretch, void> {
  const steps = toSteps(all, directory.depth + 1 < depth);
  let entries: TreeEntry[] = [];
  for (const { entry, isEntered } of order === "path" ? sortedByBytes([...steps], pathOf) : steps) {
    if (isEntered) {
      yield { entries, subdirectory: directory.child(entry) };
      entries = [];
    } else if (entries.push(entry) === MAX_STRETCH) {
      yield { entries };
      entries = [];
    }
  }
  yield { entries };
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
