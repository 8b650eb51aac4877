// The walk in the order of whole path strings: `a`, `a-b`, `a/x`, `a0`. A sibling may sort between a directory and its entries,
// so each directory is two events: one shows it and one enters it.
//
// Keys may tie or interleave (two names that read alike, a `\` read as `/`, keys cut short), so the events of all open
// directories are merged. Ties are ordered level by level, as in a stable sort of a breadth-first collection.
import { joinPath, type ByteString } from "./byte-string.ts";
import { PageCounter } from "./page-counter.ts";
import type { DirectoryFilter } from "./filter.ts";
import { openDirectory, type OpenDirectory } from "./open-directory.ts";
import { OpenedDirectory, type DirectoryInWalk } from "./opened-directory.ts";
import { eventOrder, insertByEvent, wholePath, type PathEvent, type PathKey } from "./path-event.ts";
import type { Place } from "./place.ts";
import type { Problem } from "./problem.ts";
import type { SiblingKey } from "./sibling-order.ts";
import { mostHeld } from "./sorted-read.ts";
import type { Visit, Visits } from "./visit.ts";
import { walkLevel } from "./walk-level.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** How many entries to pass over before yielding, so that the reader can decide whether to go on. */
const STRIDE = 1024;

/** How many of the next directories a file system gets, to prefetch if it wants. */
const SOON = 16;

/** The most directories that may be open or waiting to be opened. Only keys that are cut short lead to that many. */
const MOST_OPEN = 65_536;

export function walkPath(settings: WalkSettings, keyOf: PathKey): Visits {
  return settings.depth === 1 ? walkLevel(settings, keyOf) : walkDown(settings, keyOf);
}

async function* walkDown(settings: WalkSettings, keyOf: PathKey): Visits {
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
    // If other directories are open too, their entries come in between.
    const passes = path === "" && !hasEntered;
    return openDirectory(settings, {
      path,
      name,
      above,
      filter,
      keyOf: siblingKey,
      isByName: keyOf === wholePath,
      wants,
      counter,
      passes,
      after,
      next,
    });
  };

  // The open directories, sorted by their next event, with the first at the end.
  const opened: OpenedDirectory[] = [];
  let visits: Visit[] = [];
  const readOn = async (directory: OpenedDirectory): Promise<void> => {
    while (directory.rest !== undefined) {
      const { path, depth } = directory.directory;
      hasEntered ||= directory.waiting > 0;
      const { rest } = directory;
      // Do not keep used entries in memory while reading more.
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

  const top = { path: "" as ByteString, name: "" as ByteString, depth: 1, enters: true, keyOf, order };
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
      // Lets the reader check the time.
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

/** Drops the entries of the directories that come last if all of them together keep more than `most`. */
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
