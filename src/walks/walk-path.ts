// The walk in the order of whole path strings: `a`, `a-b`, `a/x`, `a0`. A sibling may sort between a directory and its entries,
// so each directory is two events: one shows it and one enters it.
//
// Keys may tie or interleave (two names that read alike, a `\` read as `/`, keys cut short), so the events of all open
// directories are merged. Ties are ordered level by level, as in a stable sort of a breadth-first collection.
import { joinPath, type ByteString } from "../core/byte-string.ts";
import { isEntered, type DirectoryFilter, type KeptEntry } from "../core/filter.ts";
import { readEntries, type EntriesRead } from "../reading/read-entries.ts";
import { pathKey, type Position, type SiblingKey } from "../core/entry.ts";
import type { Visit, Visits } from "../core/visit.ts";
import { walkBreadth } from "./walk-breadth.ts";
import { mostHeld, PageCounter, type WalkSettings } from "../reading/selection.ts";

/** How many entries to skip before yielding, so that the reader can decide whether to go on. */
const STRIDE = 1024;

/** How many of the next directories a file system gets, to prefetch if it wants. */
const SOON = 16;

/** The most directories that may be open or waiting to be opened. Only keys that are cut short lead to that many. */
const MOST_OPEN = 65_536;

/** Returns the key of a path. It must start with the key of every directory on that path. */
export type PathKey = (path: ByteString) => ByteString;

/** The order of paths as they are. Entries of one directory are in the order of their names. */
export const wholePath: PathKey = (path) => path;

export function walkPath(settings: WalkSettings, keyOf: PathKey): Visits {
  const siblingKey: SiblingKey =
    keyOf === wholePath ? pathKey : (entry, directory) => keyOf(joinPath(directory, entry.name));
  // Of one directory nothing is entered, so nothing comes between the entries.
  return settings.depth === 1 ? walkBreadth(settings, siblingKey) : new PathWalk(settings, keyOf, siblingKey).visits();
}

class PathWalk {
  readonly #settings: WalkSettings;
  readonly #keyOf: PathKey;
  readonly #siblingKey: SiblingKey;
  readonly #order: EventOrder;
  readonly #counter: PageCounter;
  /** The open directories, sorted by their next event, with the first at the end. */
  readonly #open: OpenDirectory[] = [];
  /** Whether another directory than the root was entered, or waits to be. */
  #hasEntered = false;
  #visits: Visit[] = [];

  constructor(settings: WalkSettings, keyOf: PathKey, siblingKey: SiblingKey) {
    this.#settings = settings;
    this.#keyOf = keyOf;
    this.#siblingKey = siblingKey;
    this.#order = eventOrder(keyOf);
    this.#counter = new PageCounter(settings);
  }

  async *visits(): Visits {
    const { needed, signal } = this.#settings;
    const root: Visit = { path: "" as ByteString, kind: "directory", depth: 0 };
    await this.#enter(root, "" as ByteString, undefined);
    let skipped = 0;
    for (let directory = this.#open.pop(); directory !== undefined; directory = this.#open.pop()) {
      const { visit, name, enters } = nextEvent(directory);
      if (!enters && this.#counter.admit()) {
        this.#visits.push(visit);
      } else {
        skipped += 1;
      }
      if (this.#counter.isMet) {
        break;
      }
      directory.advance();
      if (directory.rest !== undefined) {
        await this.#readOn(directory);
      }
      this.#insert(directory);
      if (enters || skipped === STRIDE) {
        // Lets the reader check the time.
        skipped = 0;
        forgetLast(this.#open, 2 * mostHeld(this.#settings, needed));
        signal?.throwIfAborted();
        yield this.#visits;
        this.#visits = [];
      }
      if (enters) {
        this.#hasEntered = true;
        await this.#enter(visit, name, directory);
      }
    }
    yield this.#visits;
  }

  /** Opens a directory. `above` is its parent directory. */
  async #enter(visit: Visit, name: ByteString, above: OpenDirectory | undefined): Promise<void> {
    const { path } = visit;
    const depth = visit.depth + 1;
    const enters = depth < this.#settings.depth;
    const entered = await readEntries(this.#settings, {
      path,
      name,
      above: above?.filter,
      keyOf: this.#siblingKey,
      wants: enters ? "all" : "shown",
      counter: this.#counter,
      skips: above === undefined,
      next: above && (() => above.soon(SOON)),
    });
    if (typeof entered === "string") {
      this.#visits.push({ ...visit, problem: entered });
      return;
    }
    const directory = new OpenDirectory({ path, name, depth, enters, keyOf: this.#keyOf, order: this.#order }, entered);
    await this.#readOn(directory);
    this.#insert(directory);
  }

  /** Reads more of a directory until its next event is known. */
  async #readOn(directory: OpenDirectory): Promise<void> {
    const { path, name, depth, enters } = directory.directory;
    while (directory.rest !== undefined) {
      this.#hasEntered ||= directory.waiting > 0;
      const { rest: after } = directory;
      // Do not keep used entries in memory while reading more.
      directory.forget();
      const more = await readEntries(this.#settings, {
        path,
        name,
        above: undefined,
        filter: directory.filter,
        keyOf: this.#siblingKey,
        wants: enters ? "all" : "shown",
        counter: this.#counter,
        // If other directories are open too, their entries come in between.
        skips: path === "" && !this.#hasEntered,
        after,
      });
      if (typeof more === "string") {
        this.#visits.push({ path, kind: "directory", depth: depth - 1, problem: more });
      }
      directory.readOn(typeof more === "string" ? undefined : more);
    }
  }

  /** Puts a directory in its place among the open ones, unless it is at its end. */
  #insert(directory: OpenDirectory): void {
    if (directory.next !== undefined) {
      insertByEvent(this.#open, directory, nextEvent, this.#order);
    }
  }
}

function nextEvent(directory: OpenDirectory): PathEvent {
  return directory.next as PathEvent;
}

/** Drops the entries of the directories that come last if all of them together keep more than `most`. */
function forgetLast(opened: readonly OpenDirectory[], most: number): void {
  let held = 0;
  let waiting = 0;
  for (let index = opened.length - 1; index >= 0; index -= 1) {
    const directory = opened[index] as OpenDirectory;
    held += directory.held;
    waiting += directory.waiting + 1;
    if (held > most && index < opened.length - 1) {
      directory.forget();
    }
  }
  if (waiting > MOST_OPEN) {
    throw Object.assign(new Error("too many directories with the same sort key are open"), {
      code: "EOVERFLOW",
    });
  }
}

/** Where a directory is in the walk, and how its events are ordered. */
interface DirectoryInWalk {
  readonly path: ByteString;
  readonly name: ByteString;
  /** The depth of its entries. */
  readonly depth: number;
  /** Whether the walk enters the directories inside it. */
  readonly enters: boolean;
  readonly keyOf: PathKey;
  readonly order: EventOrder;
}

/**
 * A directory whose entries the walk is going through. It makes the events of its entries one by one, as the walk reaches them.
 *
 * Of `a/` with the entries `b`, `b-c` and `b0`, where `b` is a directory, the events are: show `a/b`, show `a/b-c`, enter `a/b/`, show
 * `a/b0`. When `b` is used, its enter event waits. `b0` is not used before that, as `a/b/` comes before `a/b0`. If only `b` and `b-c` could
 * be kept, `rest` is the position after `b-c`: after `b-c` was shown, the walk enters `a/b/`, and only then it reads on, for `b0`.
 * While the walk is inside `a/b/`, all that `a/` keeps may be forgotten: it is read again from `rest` on.
 */
class OpenDirectory {
  readonly directory: DirectoryInWalk;
  readonly filter: DirectoryFilter;
  /** The next event; none at the end. */
  next: PathEvent | undefined;
  #entries: readonly KeptEntry[];
  /** How many of the entries have been used. */
  #used = 0;
  /** Where to continue reading when the entries are used up. */
  #rest: Position | undefined;
  /** The next event that shows an entry. */
  #show: PathEvent | undefined;
  /** The enter events of directories whose entries were already used. Sorted, with the first one at the end. */
  readonly #waiting: PathEvent[] = [];

  constructor(directory: DirectoryInWalk, { filter, entries, rest }: EntriesRead) {
    this.directory = directory;
    this.filter = filter;
    this.#entries = entries;
    this.#rest = rest;
    this.#prepare();
  }

  /** The number of entries in memory. */
  get held(): number {
    return this.#entries.length;
  }

  /** How many directories are waiting to be entered. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Where to continue reading before the next event can be known; undefined if it is known already. */
  get rest(): Position | undefined {
    const isUsedUp = this.#show === undefined && this.#used === this.#entries.length;
    return isUsedUp && !this.#entersBefore(this.#rest?.key) ? this.#rest : undefined;
  }

  /** Moves past the next event. */
  advance(): void {
    if (this.next === this.#show) {
      this.#show = undefined;
    } else {
      this.#waiting.pop();
    }
    this.#prepare();
  }

  /** Continues with what was read after `rest`, or with no entries if that read failed. */
  readOn(more: EntriesRead | undefined): void {
    this.#entries = more?.entries ?? [];
    this.#rest = more?.rest;
    this.#used = 0;
    this.#prepare();
  }

  /** Drops the entries. They are read again when the walk reaches them. */
  forget(): void {
    const last = this.#entries[this.#used - 1];
    if (last === undefined) {
      // None has been used yet, so there is no position to continue from.
      return;
    }
    if (this.#used < this.#entries.length) {
      this.#rest = { key: this.directory.keyOf(joinPath(this.directory.path, last.name)), entry: last };
    }
    this.#entries = [];
    this.#used = 0;
  }

  /** The directories that will be entered next, if nothing comes in between. A file system may prefetch them. */
  soon(count: number): ByteString[] {
    const waiting = this.#waiting.slice(-count).map(({ visit }) => visit.path);
    const later = this.#entries
      .slice(this.#used, this.#used + 2 * count)
      .filter(({ kind, verdict }) => kind === "directory" && isEntered(verdict))
      .map(({ name }) => joinPath(this.directory.path, name));
    return [...waiting.toReversed(), ...later].slice(0, count);
  }

  #prepare(): void {
    const { path: directory, depth, enters, keyOf, order } = this.directory;
    while (this.#show === undefined && this.#used < this.#entries.length) {
      const { name, kind, verdict } = this.#entries[this.#used] as KeptEntry;
      const path = joinPath(directory, name);
      const key = keyOf(path);
      if (this.#entersBefore(key)) {
        break;
      }
      this.#used += 1;
      const visit: Visit = verdict === "ignore" ? { path, kind, depth, ignored: true } : { path, kind, depth };
      if (verdict !== "lead" && verdict !== "skip") {
        this.#show = { key, visit, name, enters: false };
      }
      if (enters && kind === "directory" && isEntered(verdict)) {
        const event = { key: keyOf(`${path}/` as ByteString), visit, name, enters: true };
        insertByEvent(this.#waiting, event, itself, order);
      }
    }
    const enter = this.#waiting.at(-1);
    const isEntering = enter !== undefined && (this.#show === undefined || order(enter, this.#show) < 0);
    this.next = isEntering ? enter : this.#show;
  }

  /** Whether a directory is to be entered before anything with this key or a greater one. */
  #entersBefore(key: string | undefined): boolean {
    const first = this.#waiting.at(-1);
    return first !== undefined && key !== undefined && first.key < key;
  }
}

function itself(event: PathEvent): PathEvent {
  return event;
}

interface PathEvent {
  readonly key: ByteString;
  readonly visit: Visit;
  /** The last component of the path. */
  readonly name: ByteString;
  readonly enters: boolean;
}

type EventOrder = (a: PathEvent, b: PathEvent) => number;

/** The order of events when paths are sorted by these keys. */
function eventOrder(keyOf: PathKey): EventOrder {
  return (a, b) => {
    if (a.key !== b.key) {
      return a.key < b.key ? -1 : 1;
    }
    // A directory is entered before anything deeper than it is shown.
    const levelA = a.enters ? a.visit.depth + 0.5 : a.visit.depth;
    const levelB = b.enters ? b.visit.depth + 0.5 : b.visit.depth;
    return levelA === levelB ? compareBreadth(a.visit.path, b.visit.path, keyOf) : levelA - levelB;
  };
}

/** Inserts an item into a list sorted by the items' events, with the first one at the end. */
function insertByEvent<Item>(items: Item[], item: Item, eventOf: (item: Item) => PathEvent, order: EventOrder): void {
  const event = eventOf(item);
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (order(eventOf(items[middle] as Item), event) < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  items.splice(low, 0, item);
}

/** Compares two paths of the same level as a breadth-first collection orders them: by the first component that differs. */
function compareBreadth(a: ByteString, b: ByteString, keyOf: PathKey): number {
  if (a === b) {
    return 0;
  }
  const [prefixA, prefixB] = firstToDiffer(a, b);
  const keyA = keyOf(prefixA);
  const keyB = keyOf(prefixB);
  return keyA === keyB
    ? Number(prefixA > prefixB) - Number(prefixA < prefixB)
    : Number(keyA > keyB) - Number(keyA < keyB);
}

/** Both paths up to the end of the first component that differs. */
function firstToDiffer(a: ByteString, b: ByteString): [ByteString, ByteString] {
  let at = 0;
  while (a.charCodeAt(at) === b.charCodeAt(at)) {
    at += 1;
  }
  const endOf = (path: string) => {
    const slash = path.indexOf("/", at);
    return slash === -1 ? path.length : slash;
  };
  return [a.slice(0, endOf(a)) as ByteString, b.slice(0, endOf(b)) as ByteString];
}
