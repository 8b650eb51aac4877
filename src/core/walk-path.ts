// The walk in the order of whole path strings: `a`, `a-b`, `a/x`, `a0`. A directory's entries stand apart from it wherever
// a sibling's name fits between, so each directory is two events, one that shows it and one that enters it.
//
// Keys may tie or interleave (two names that read alike, a `\` read as `/`, keys cut short), so the events of all open
// directories are merged. What ties stands level by level, as it does in a stable sort of a breadth-first collection.
import { joinPath, type ByteString } from "./byte-string.ts";
import { PageCounter } from "./page-counter.ts";
import type { DirectoryFilter } from "./filter.ts";
import { openDirectory, type OpenDirectory } from "./open-directory.ts";
import { OpenedDirectory, type DirectoryInWalk } from "./opened-directory.ts";
import { eventOrder, insertByEvent, type PathEvent, type PathKey } from "./path-event.ts";
import type { Place } from "./place.ts";
import type { Problem } from "./problem.ts";
import type { SiblingKey } from "./sibling-order.ts";
import { mostHeld } from "./sorted-read.ts";
import type { Visit, Visits } from "./visit.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** How many entries are passed over before the reader of the walk is asked whether it goes on. */
const STRIDE = 1024;

/** How many of the directories that come next are told to a file system that may ask for them ahead. */
const SOON = 16;

/** How many directories are open, or wait to be opened, at the most. Only keys that are cut short lead to so many. */
const MOST_OPEN = 65_536;

export async function* walkPath(settings: WalkSettings, keyOf: PathKey): Visits {
  const counter = new PageCounter(settings.skip, settings.needed);
  const order = eventOrder(keyOf);
  const siblingKey: SiblingKey = (entry, directory) => keyOf(joinPath(directory, entry.name));
  let hasEntered = false;
  const read = (
    { path, name, enters }: DirectoryInWalk,
    above: DirectoryFilter | undefined,
    filter: DirectoryFilter | undefined,
    after: Place | undefined,
    next?: () => readonly ByteString[],
  ): Promise<OpenDirectory | Problem> => {
    const wants = enters ? "all" : "shown";
    // Where other directories are open, too, entries of them come between.
    const passes = path === "" && !hasEntered;
    return openDirectory(settings, {
      path,
      name,
      above,
      filter,
      keyOf: siblingKey,
      wants,
      counter,
      passes,
      after,
      next,
    });
  };

  // The open directories, the one whose next event comes first at the end.
  const opened: OpenedDirectory[] = [];
  let visits: Visit[] = [];
  const readOn = async (directory: OpenedDirectory): Promise<void> => {
    while (directory.rest !== undefined) {
      const { path, depth } = directory.directory;
      hasEntered ||= directory.waiting > 0;
      const { rest } = directory;
      // What was used up is not held any longer while more is read.
      directory.forget();
      const more = await read(directory.directory, undefined, directory.filter, rest);
      if (typeof more === "string") {
        visits.push({ path, kind: "directory", depth: depth - 1, problem: more });
      }
      directory.readOn(typeof more === "string" ? undefined : more);
    }
  };
  const insert = (directory: OpenedDirectory): void => {
    if (directory.next !== undefined) {
      insertByEvent(opened, directory, nextEvent, order);
    }
  };

  const top = { path: "" as ByteString, name: "" as ByteString, depth: 1, enters: settings.depth > 1, keyOf, order };
  const root = await read(top, undefined, undefined, undefined);
  if (typeof root !== "string") {
    const first = new OpenedDirectory(top, root);
    await readOn(first);
    insert(first);
  }
  let passed = 0;
  for (let directory = opened.pop(); directory !== undefined; directory = opened.pop()) {
    const event = nextEvent(directory);
    const { visit, name, enters } = event;
    if (!enters && counter.admit()) {
      visits.push(visit);
    } else {
      passed += 1;
    }
    if (counter.isMet) {
      break;
    }
    directory.advance();
    if (directory.rest !== undefined) {
      await readOn(directory);
    }
    insert(directory);
    if (enters || passed === STRIDE) {
      // The reader looks at the time.
      passed = 0;
      forgetLast(opened, 2 * mostHeld(settings, settings.needed));
      settings.signal?.throwIfAborted();
      yield visits;
      visits = [];
    }
    if (!enters) {
      continue;
    }
    hasEntered = true;
    const depth = visit.depth + 1;
    const inside = { path: visit.path, name, depth, enters: depth < settings.depth, keyOf, order };
    const { filter } = directory;
    const parent = directory;
    const entered = await read(inside, filter, undefined, undefined, () => parent.soon(SOON));
    if (typeof entered === "string") {
      visits.push({ ...visit, problem: entered });
    } else {
      const child = new OpenedDirectory(inside, entered);
      await readOn(child);
      insert(child);
    }
  }
  yield visits;
}

function nextEvent(directory: OpenedDirectory): PathEvent {
  return directory.next as PathEvent;
}

/** Lets go of the directories that come last where all together hold more than `most`. */
function forgetLast(opened: readonly OpenedDirectory[], most: number): void {
  let held = 0;
  let waiting = 0;
  for (let index = opened.length - 1; index >= 0; index -= 1) {
    const directory = opened[index] as OpenedDirectory;
    held += directory.held;
    waiting += directory.waiting + 1;
    if (held > most && index < opened.length - 1) {
      directory.forget();
    }
  }
  if (waiting > MOST_OPEN) {
    throw Object.assign(new Error("too many directories whose order is told by their level alone"), {
      code: "EOVERFLOW",
    });
  }
}
