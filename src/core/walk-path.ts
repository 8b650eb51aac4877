// The walk in the order of whole path strings: `a`, `a-b`, `a/x`, `a0`. A directory's entries stand apart from it wherever
// a sibling's name fits between, so each directory is two events, one that shows it and one that enters it.
//
// Keys may tie or interleave (two names that read alike, a `\` read as `/`, keys cut short), so the events of all open
// directories are merged. What ties stands level by level, as it does in a stable sort of a breadth-first collection.
import { joinPath, type ByteString } from "./byte-string.ts";
import { Demand } from "./demand.ts";
import type { Entry } from "./entry.ts";
import { isEntered, verdictOfKept, type DirectoryFilter, type Verdict } from "./filter.ts";
import { openDirectory } from "./open-directory.ts";
import type { Visit, Visits } from "./visit.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** How many entries are passed over between two pauses. */
const STRIDE = 4096;

/** How many of the directories that come next are told to a file system that may ask for them ahead. */
const SOON = 8;

/** Gives the key of a path. The key of a path must begin with the key of each of its directories. */
export type PathKey = (path: ByteString) => ByteString;

interface Event {
  readonly key: ByteString;
  readonly visit: Visit;
  /** The last component of the path. */
  readonly name: ByteString;
  readonly enters: boolean;
}

/** An open directory: its events in order, the next one at `next`. */
interface Opened {
  readonly filter: DirectoryFilter;
  readonly events: readonly Event[];
  next: number;
}

export async function* walkPath(settings: WalkSettings, keyOf: PathKey): Visits {
  const demand = new Demand(settings.skip, settings.needed);
  const byEvent = compareEvents(keyOf);
  const keyOfEntry = (entry: Entry, directory: ByteString) => keyOf(joinPath(directory, entry.name));
  const open = async (
    path: ByteString,
    name: ByteString,
    depth: number,
    above?: DirectoryFilter,
    next?: () => readonly ByteString[],
  ) => {
    const outcome = await openDirectory(settings, {
      path,
      name,
      above,
      keyOf: keyOfEntry,
      demand,
      skip: 0,
      enters: true,
      next,
    });
    if (typeof outcome === "string") {
      return outcome;
    }
    const { entries, filter } = outcome;
    const canEnter = depth < settings.depth;
    const events: Event[] = [];
    for (const entry of entries) {
      addEvents(events, entry, verdictOfKept(filter, entry), path, depth, canEnter, keyOf);
    }
    // Only where directories are entered are there events that stand elsewhere than their entries.
    return { filter, events: canEnter ? events.sort(byEvent) : events, next: 0 };
  };

  // The open directories, the one whose next event comes first at the end.
  const opened: Opened[] = [];
  const insert = (directory: Opened): void => {
    const event = directory.events[directory.next];
    if (event === undefined) {
      return;
    }
    let index = opened.length;
    while (index > 0 && byEvent(nextEvent(opened[index - 1] as Opened), event) < 0) {
      index -= 1;
    }
    opened.splice(index, 0, directory);
  };

  const root = await open("" as ByteString, "" as ByteString, 1);
  if (typeof root !== "string") {
    insert(root);
  }
  let visits: Visit[] = [];
  for (let directory = opened.pop(); directory !== undefined; directory = opened.pop()) {
    const { visit, name, enters } = nextEvent(directory);
    directory.next += 1;
    insert(directory);
    if (!enters) {
      if (demand.admit()) {
        visits.push(visit);
      } else if (directory.next % STRIDE === 0) {
        await settings.pause();
      }
      if (demand.isMet) {
        break;
      }
      continue;
    }
    yield visits;
    visits = [];
    const { filter, events, next } = directory;
    const entered = await open(visit.path, name, visit.depth + 1, filter, () => toBeEntered(events, next));
    if (typeof entered === "string") {
      visits.push({ ...visit, problem: entered });
    } else {
      insert(entered);
    }
  }
  yield visits;
}

function addEvents(
  events: Event[],
  { name, kind }: Entry,
  verdict: Verdict,
  directory: ByteString,
  depth: number,
  canEnter: boolean,
  keyOf: PathKey,
): void {
  const path = joinPath(directory, name);
  const visit: Visit = verdict === "ignore" ? { path, kind, depth, ignored: true } : { path, kind, depth };
  if (verdict !== "lead") {
    events.push({ key: keyOf(path), visit, name, enters: false });
  }
  if (kind === "directory" && canEnter && isEntered(verdict)) {
    events.push({ key: keyOf(`${path}/` as ByteString), visit, name, enters: true });
  }
}

/** The directories that will be entered next, if nothing comes between: a file system may ask for them ahead. */
function toBeEntered(events: readonly Event[], from: number): ByteString[] {
  return events
    .slice(from, from + 2 * SOON)
    .filter(({ enters }) => enters)
    .map(({ visit }) => visit.path);
}

function nextEvent(directory: Opened): Event {
  return directory.events[directory.next] as Event;
}

function compareEvents(keyOf: PathKey): (a: Event, b: Event) => number {
  return (a, b) => {
    if (a.key !== b.key) {
      return a.key < b.key ? -1 : 1;
    }
    // A directory is entered before anything is shown that stands deeper than it.
    const levelA = a.enters ? a.visit.depth + 0.5 : a.visit.depth;
    const levelB = b.enters ? b.visit.depth + 0.5 : b.visit.depth;
    return levelA === levelB ? compareBreadth(a.visit.path, b.visit.path, keyOf) : levelA - levelB;
  };
}

/** The order of two paths of one level in a breadth-first collection: that of the first components that differ. */
function compareBreadth(a: ByteString, b: ByteString, keyOf: PathKey): number {
  if (a === b) {
    return 0;
  }
  const namesA = a.split("/");
  const namesB = b.split("/");
  const index = namesA.findIndex((name, position) => name !== namesB[position]);
  const prefixA = namesA.slice(0, index + 1).join("/") as ByteString;
  const prefixB = namesB.slice(0, index + 1).join("/") as ByteString;
  const keyA = keyOf(prefixA);
  const keyB = keyOf(prefixB);
  return keyA === keyB
    ? Number(prefixA > prefixB) - Number(prefixA < prefixB)
    : Number(keyA > keyB) - Number(keyA < keyB);
}
