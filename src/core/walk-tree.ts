// The depth-first walk, each directory before its own entries. Its order is the byte order of whole paths, with a trailing `/`
// for directories. So it can start after any path: it reads the directories on that path and none before them.
import { joinPath, type ByteString } from "./byte-string.ts";
import { startingLevels, type Cursor, type Level } from "./cursor.ts";
import { isEntered, type KeptEntry } from "./filter.ts";
import { TreeMarks } from "./marks.ts";
import type { Problem } from "./problem.ts";
import { readEntries, type EntriesRead } from "./read-entries.ts";
import { treeKey } from "./sibling-order.ts";
import type { Visit, Visits } from "./visit.ts";
import { mostHeld, PageCounter, type WalkSettings } from "./walk-settings.ts";

/** How many entries to skip before yielding, so that the reader can decide whether to go on. */
const STRIDE = 1024;

/** How many of the next directories a file system gets, to prefetch if it wants. */
const SOON = 8;

export async function* walkTree(settings: WalkSettings, after?: Cursor): Visits {
  const counter = new PageCounter(settings);
  const levels = await startingLevels(settings, after);
  const marks = settings.marks === true ? new TreeMarks(levels.length) : undefined;
  let path = levels.slice(1).reduce((directory, { name }) => joinPath(directory, name), "" as ByteString);
  let visits: Visit[] = [];
  let skipped = 0;
  const kept = new KeptEntries(levels, 2 * mostHeld(settings, settings.needed));
  const leave = (): void => {
    const level = levels.at(-1) as Level;
    kept.forget(level);
    levels.pop();
    path = parentOf(path, level.name);
  };
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const depth = levels.length;
    if (level.opened === undefined) {
      yield visits;
      visits = [];
      const isStart = level.after === undefined;
      const opened = await openLevel(settings, counter, levels, path);
      if (typeof opened === "string") {
        marks?.fail();
        // A directory on the cursor's path that no longer exists has nothing left to show.
        if (level.shown !== true && (isStart || opened !== "no longer exists")) {
          visits.push({ path, kind: "directory", depth: depth - 1, problem: opened });
        }
        leave();
        continue;
      }
      marks?.read(opened, isStart);
      kept.keep(level, opened);
    }
    const { entries, rest } = level.opened as EntriesRead;
    const entry = entries[level.next];
    if (entry === undefined && rest !== undefined) {
      kept.forget(level);
      level.after = rest;
      continue;
    }
    if (entry === undefined) {
      const mark = marks?.leave();
      if (mark !== undefined) {
        visits.push({ path, kind: "directory", depth: depth - 1, mark });
      }
      leave();
      continue;
    }
    level.next += 1;
    const { name, kind, verdict } = entry;
    const own = joinPath(path, name);
    if (verdict === "skip") {
      marks?.passBy();
      visits.push({ path: own, kind, depth, passedBy: true });
      continue;
    }
    const isOnPage = verdict !== "lead" && counter.admit();
    if (isOnPage) {
      const visit: Visit =
        verdict === "ignore" ? { path: own, kind, depth, ignored: true } : { path: own, kind, depth };
      visits.push(marks?.show(visit) ?? visit);
    } else {
      skipped += 1;
      if (verdict === "lead") {
        marks?.passBy();
      } else {
        marks?.skip();
      }
    }
    if (counter.isMet) {
      break;
    }
    if (skipped === STRIDE) {
      // Lets the reader check the time.
      skipped = 0;
      settings.signal?.throwIfAborted();
      yield visits;
      visits = [];
    }
    if (kind === "directory" && isEntered(verdict) && depth < settings.depth) {
      marks?.enter(isOnPage);
      levels.push({ name, above: level.filter, next: 0 });
      path = own;
    }
  }
  yield visits;
}

/** Reads the deepest level, or more of it. */
function openLevel(
  settings: WalkSettings,
  counter: PageCounter,
  levels: readonly Level[],
  path: ByteString,
): Promise<EntriesRead | Problem> {
  const { name, above, filter, after } = levels.at(-1) as Level;
  return readEntries(settings, {
    path,
    name,
    above,
    filter,
    keyOf: treeKey,
    wants: levels.length < settings.depth ? "all" : "shown",
    counter,
    skips: true,
    after,
    next: () => toBeEntered(levels.at(-2), parentOf(path, name)),
  });
}

/**
 * The path of the parent directory, given the last name of this path. Levels do not store paths: in a deep tree those would be
 * many times as long as all of its names.
 */
function parentOf(path: ByteString, name: ByteString = "" as ByteString): ByteString {
  return path.slice(0, Math.max(path.length - name.length - 1, 0)) as ByteString;
}

/**
 * The entries that the levels of a walk keep. If all levels together keep more than `most`, it drops those of the first levels, which
 * are read again on the way back. It counts as it goes: adding up all levels at each step took most of the time in a very deep tree.
 */
class KeptEntries {
  readonly #levels: readonly Level[];
  readonly #most: number;
  #count = 0;
  /** No level before this one keeps any. */
  #first = 0;

  constructor(levels: readonly Level[], most: number) {
    this.#levels = levels;
    this.#most = most;
  }

  /** Takes what was read of the last level. */
  keep(level: Level, opened: EntriesRead): void {
    level.opened = opened;
    level.filter = opened.filter;
    level.next = 0;
    this.#count += opened.entries.length;
    const last = this.#levels.length - 1;
    this.#first = Math.min(this.#first, last);
    for (; this.#count > this.#most && this.#first < last; this.#first += 1) {
      const early = this.#levels[this.#first] as Level;
      if (early.opened !== undefined) {
        early.after = { key: treeKey(early.opened.entries[early.next - 1] as KeptEntry, "" as ByteString) };
        this.forget(early);
      }
    }
  }

  forget(level: Level): void {
    this.#count -= level.opened?.entries.length ?? 0;
    level.opened = undefined;
  }
}

/** The directories of this level that the walk enters next, unless the listing has enough by then. */
function toBeEntered(level: Level | undefined, path: ByteString): ByteString[] {
  return (level?.opened?.entries ?? [])
    .slice(level?.next, (level?.next ?? 0) + 4 * SOON)
    .filter(({ kind, verdict }) => kind === "directory" && isEntered(verdict))
    .slice(0, SOON)
    .map(({ name }) => joinPath(path, name));
}
