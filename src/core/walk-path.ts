// The walk in the order of whole path strings: `a`, `a-b`, `a/x`, `a0`. A directory's entries stand apart from it wherever
// a sibling's name fits between, so each directory is two events, one that shows it and one that enters it.
//
// Keys may tie or interleave (two names that read alike, a `\` read as `/`, keys cut short), so the events of all open
// directories are merged. What ties stands level by level, as it does in a stable sort of a breadth-first collection.
import { joinPath, type ByteString } from "./byte-string.ts";
import { Demand } from "./demand.ts";
import type { Entry, EntryKind } from "./entry.ts";
import { toProblem } from "./problem.ts";
import { readSorted } from "./read-sorted.ts";
import type { Visit } from "./visit.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** Gives the key of a path. The key of a path must begin with the key of each of its directories. */
export type PathKey = (path: ByteString) => ByteString;

interface Event {
  readonly key: ByteString;
  readonly path: ByteString;
  readonly kind: EntryKind;
  readonly depth: number;
  readonly enters: boolean;
}

/** An open directory: its events in order, the next one at `next`. */
interface Opened {
  readonly events: readonly Event[];
  next: number;
}

export async function* walkPath(settings: WalkSettings, keyOf: PathKey): AsyncGenerator<Visit, void> {
  const demand = new Demand(settings.skip, settings.needed);
  const byEvent = compareEvents(keyOf);
  const keyOfEntry = (entry: Entry, directory: ByteString) => keyOf(joinPath(directory, entry.name));
  const open = async (path: ByteString, depth: number): Promise<Opened> => {
    const { entries } = await readSorted(settings, { path, keyOf: keyOfEntry, keep: demand.keep, skip: 0 });
    const events = entries.flatMap((entry) => eventsOf(entry, path, depth, depth < settings.depth, keyOf));
    return { events: events.sort(byEvent), next: 0 };
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

  insert(await open("" as ByteString, 1));
  for (let directory = opened.pop(); directory !== undefined; directory = opened.pop()) {
    const { path, kind, depth, enters } = nextEvent(directory);
    directory.next += 1;
    insert(directory);
    if (!enters) {
      if (demand.admit()) {
        yield { path, kind, depth };
      }
      if (demand.isMet) {
        return;
      }
      continue;
    }
    let entered: Opened;
    try {
      entered = await open(path, depth + 1);
    } catch (error) {
      yield { path, kind, depth, problem: toProblem(error) };
      continue;
    }
    insert(entered);
  }
}

function eventsOf(entry: Entry, directory: ByteString, depth: number, descend: boolean, keyOf: PathKey): Event[] {
  const path = joinPath(directory, entry.name);
  const shown: Event = { key: keyOf(path), path, kind: entry.kind, depth, enters: false };
  return entry.kind === "directory" && descend
    ? [shown, { ...shown, key: keyOf(`${path}/` as ByteString), enters: true }]
    : [shown];
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
    const levelA = a.enters ? a.depth + 0.5 : a.depth;
    const levelB = b.enters ? b.depth + 0.5 : b.depth;
    return levelA === levelB ? compareBreadth(a.path, b.path, keyOf) : levelA - levelB;
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
