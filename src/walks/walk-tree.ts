// The depth-first walk, each directory before its own entries. Its order is the byte order of whole paths, with a trailing `/`
// for directories. So it can start after any path: it reads the directories on that path and none before them.
import { joinPath, type ByteString } from "../core/byte-string.ts";
import { startingLevels, type Cursor, type Level } from "./cursor.ts";
import { isEntered, type KeptEntry } from "../core/filter.ts";
import { TreeMarks } from "./marks.ts";
import { readEntries, type EntriesRead } from "../reading/read-entries.ts";
import { treeKey } from "../core/entry.ts";
import type { Visit, Visits } from "../core/visit.ts";
import { mostHeld, PageCounter, type WalkSettings } from "../reading/selection.ts";

/** How many entries to skip before yielding, so that the reader can decide whether to go on. */
const STRIDE = 1024;

/** How many of the next directories a file system gets, to prefetch if it wants. */
const SOON = 8;

export async function* walkTree(settings: WalkSettings, after?: Cursor): Visits {
  const walk = new TreeWalk(settings, await startingLevels(settings, after));
  for (let level = walk.deepest; level !== undefined; level = walk.deepest) {
    if (level.read === undefined) {
      yield walk.takeVisits();
      await walk.read(level);
      continue;
    }
    const entry = level.read.entries[level.next];
    if (entry === undefined) {
      walk.end(level, level.read);
      continue;
    }
    level.next += 1;
    walk.visit(level, entry);
    if (walk.isOver) {
      break;
    }
    if (walk.skipped >= STRIDE) {
      // Lets the reader check the time.
      settings.signal?.throwIfAborted();
      yield walk.takeVisits();
    }
  }
  yield walk.takeVisits();
}

/** Where the walk is: the directories from the root to the deepest that it has entered. */
class TreeWalk {
  readonly #settings: WalkSettings;
  readonly #counter: PageCounter;
  readonly #marks: TreeMarks | undefined;
  /** The deepest last. */
  readonly #levels: Level[];
  /** The path of the deepest. Levels do not store paths: in a deep tree those would be many times as long as all of its names. */
  #path: ByteString;
  #visits: Visit[] = [];
  /** How many entries were skipped since the walk yielded last. */
  skipped = 0;
  /** How many entries all levels keep. Counted as they come: adding up all levels at each step took most of the time in a deep tree. */
  #held = 0;
  /** No level before this one keeps any. */
  #firstHeld = 0;

  constructor(settings: WalkSettings, levels: Level[]) {
    this.#settings = settings;
    this.#counter = new PageCounter(settings);
    this.#marks = settings.marks === true ? new TreeMarks(levels.length) : undefined;
    this.#levels = levels;
    this.#path = levels.slice(1).reduce((directory, { name }) => joinPath(directory, name), "" as ByteString);
  }

  get deepest(): Level | undefined {
    return this.#levels.at(-1);
  }

  /** Whether the page has what it needs. */
  get isOver(): boolean {
    return this.#counter.isMet;
  }

  /** What the walk has visited since it yielded last. */
  takeVisits(): Visit[] {
    const visits = this.#visits;
    this.#visits = [];
    this.skipped = 0;
    return visits;
  }

  /** Reads the deepest level, or more of it. Leaves it if it can't be read. */
  async read(level: Level): Promise<void> {
    const path = this.#path;
    const { name, above, filter, after } = level;
    const read = await readEntries(this.#settings, {
      path,
      name,
      above,
      filter,
      keyOf: treeKey,
      wants: this.#enters ? "all" : "shown",
      counter: this.#counter,
      skips: true,
      after,
      next: () => toBeEntered(this.#levels.at(-2), parentOf(path, name)),
    });
    if (typeof read !== "string") {
      this.#marks?.read(read, after === undefined);
      this.#keep(level, read);
      return;
    }
    this.#marks?.fail();
    // A directory on the cursor's path that no longer exists has nothing left to show.
    if (level.shown !== true && (after === undefined || read !== "no longer exists")) {
      this.#visits.push({ path, kind: "directory", depth: this.#levels.length - 1, problem: read });
    }
    this.#leave(level);
  }

  /** All that was read of the deepest level is visited. Goes on with the rest of it, or leaves it. */
  end(level: Level, { rest }: EntriesRead): void {
    if (rest !== undefined) {
      this.#forget(level);
      level.after = rest;
      return;
    }
    const mark = this.#marks?.leave();
    if (mark !== undefined) {
      this.#visits.push({ path: this.#path, kind: "directory", depth: this.#levels.length - 1, mark });
    }
    this.#leave(level);
  }

  /** Visits an entry of the deepest level, and enters it if it is a directory. */
  visit(level: Level, { name, kind, verdict }: KeptEntry): void {
    const depth = this.#levels.length;
    const path = joinPath(this.#path, name);
    if (verdict === "skip") {
      this.#marks?.passBy();
      this.#visits.push({ path, kind, depth, passedBy: true });
      return;
    }
    const isOnPage = verdict !== "lead" && this.#counter.admit();
    if (isOnPage) {
      const visit: Visit = verdict === "ignore" ? { path, kind, depth, ignored: true } : { path, kind, depth };
      this.#visits.push(this.#marks?.show(visit) ?? visit);
    } else {
      this.skipped += 1;
      if (verdict === "lead") {
        this.#marks?.passBy();
      } else {
        this.#marks?.skip();
      }
    }
    if (kind === "directory" && isEntered(verdict) && this.#enters && !this.isOver) {
      this.#marks?.enter(isOnPage);
      this.#levels.push({ name, above: level.filter, next: 0 });
      this.#path = path;
    }
  }

  /** Whether the walk enters the directories of the deepest level. */
  get #enters(): boolean {
    return this.#levels.length < this.#settings.depth;
  }

  #leave(level: Level): void {
    this.#forget(level);
    this.#levels.pop();
    this.#path = parentOf(this.#path, level.name);
  }

  /**
   * Keeps what was read of the deepest level. If all levels together keep too much, drops the entries of the first levels, which are
   * read again on the way back.
   */
  #keep(level: Level, read: EntriesRead): void {
    const most = 2 * mostHeld(this.#settings, this.#settings.needed);
    level.read = read;
    level.filter = read.filter;
    level.next = 0;
    this.#held += read.entries.length;
    const last = this.#levels.length - 1;
    this.#firstHeld = Math.min(this.#firstHeld, last);
    for (; this.#held > most && this.#firstHeld < last; this.#firstHeld += 1) {
      const early = this.#levels[this.#firstHeld] as Level;
      if (early.read !== undefined) {
        early.after = { key: treeKey(early.read.entries[early.next - 1] as KeptEntry, "" as ByteString) };
        this.#forget(early);
      }
    }
  }

  #forget(level: Level): void {
    this.#held -= level.read?.entries.length ?? 0;
    level.read = undefined;
  }
}

/** The path of the parent directory, given the last name of this path. */
function parentOf(path: ByteString, name: ByteString): ByteString {
  return path.slice(0, Math.max(path.length - name.length - 1, 0)) as ByteString;
}

/** The directories of this level that the walk enters next, unless the listing has enough by then. */
function toBeEntered(level: Level | undefined, path: ByteString): ByteString[] {
  return (level?.read?.entries ?? [])
    .slice(level?.next, (level?.next ?? 0) + 4 * SOON)
    .filter(({ kind, verdict }) => kind === "directory" && isEntered(verdict))
    .slice(0, SOON)
    .map(({ name }) => joinPath(path, name));
}
