// One directory in order, bounded: the step that makes an unordered disk and an ordered object store look alike.
import type { ByteString } from "./byte-string.ts";
import type { Entry } from "./entry.ts";
import type { DirectoryFilter } from "./filter.ts";
import { readByName } from "./read-by-name.ts";
import { failWhenLate, readInOrder, timeForOneRead, type OrderedRead } from "./read-in-order.ts";
import { treeKey, type SiblingKey } from "./sibling-order.ts";
import { SmallestEntries } from "./smallest-entries.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** How many entries are judged between two looks at the time: a filter made of hostile rules takes milliseconds for each. */
const STRIDE = 32;

export interface SortedRead extends OrderedRead {
  readonly keyOf: SiblingKey;
  readonly filter: DirectoryFilter;
  /** How many entries are wanted at the most, those that are skipped included. What only leads to others is not counted. */
  readonly keep: number;
  /** How many of the first entries are only passed over, unless `enters` and there are directories to enter. */
  readonly skip: number;
  /** Whether directories are entered: then even those that are passed over are needed, in order. */
  readonly enters: boolean;
  /** Only entries whose key is above this one; needs the key to be `treeKey`. */
  readonly after?: ByteString | undefined;
}

export interface SortedEntries {
  readonly entries: readonly Entry[];
  /** How many entries were skipped: as many as were asked for, or as there are. */
  readonly passed: number;
}

/** The first `keep` entries of a directory that are not hidden, in the order of their keys. A failed read is thrown. */
export async function readSorted(settings: WalkSettings, read: SortedRead): Promise<SortedEntries> {
  settings.signal?.throwIfAborted();
  failWhenLate(settings);
  if (settings.fileSystem.order === "key" && read.keyOf === treeKey) {
    return takeFirst(settings, read);
  }
  return settings.fileSystem.isObjectStore === true
    ? passOver(await readByName(settings, read), read)
    : selectSmallest(settings, read);
}

async function selectSmallest(settings: WalkSettings, read: SortedRead): Promise<SortedEntries> {
  const { fileSystem, root, signal, pause } = settings;
  const { path, keyOf, filter, keep, skip, enters, after } = read;
  let hasDirectories = false;
  const counted = new SmallestEntries(keep, pause);
  // All of these are kept: which of them lead anywhere shows only when they are entered.
  const leading = new SmallestEntries(Infinity, pause);
  // A function of its own: a loop that waits is a third slower for every entry.
  const take = (entries: readonly Entry[], start: number, end: number): void => {
    for (let index = start; index < end; index += 1) {
      const entry = entries[index] as Entry;
      const key = keyOf(entry, path);
      const verdict = after !== undefined && key <= after ? "hide" : filter.judge(entry);
      if (verdict !== "hide") {
        hasDirectories ||= entry.kind === "directory";
        (verdict === "lead" ? leading : counted).add(key, entry);
      }
    }
  };
  for await (const { entries, startsOver } of fileSystem.readDirectory(root, path, {
    signal,
    timeoutMs: timeForOneRead(settings),
  })) {
    if (startsOver === true) {
      counted.clear();
      leading.clear();
    }
    for (let start = 0; start < entries.length; start += STRIDE) {
      take(entries, start, Math.min(start + STRIDE, entries.length));
      const turn = pause();
      if (turn !== undefined) {
        await turn;
      }
      failWhenLate(settings);
    }
    await counted.settle();
    signal?.throwIfAborted();
  }
  const passed = hasDirectories && enters ? 0 : Math.min(skip, keep, counted.held);
  const entries = await counted.finish(passed);
  return { entries: mergeSorted(entries, await leading.finish(0), (entry) => keyOf(entry, path)), passed };
}

function mergeSorted(entries: Entry[], more: readonly Entry[], keyOf: (entry: Entry) => string): readonly Entry[] {
  if (more.length === 0) {
    return entries;
  }
  const merged: Entry[] = [];
  let next = 0;
  for (const entry of more) {
    const key = keyOf(entry);
    while (next < entries.length && keyOf(entries[next] as Entry) < key) {
      merged.push(entries[next] as Entry);
      next += 1;
    }
    merged.push(entry);
  }
  return merged.concat(entries.slice(next));
}

async function takeFirst(settings: WalkSettings, read: SortedRead): Promise<SortedEntries> {
  const { signal, pause } = settings;
  const { path, keyOf, filter, keep, enters, after } = read;
  let entries: Entry[] = [];
  let counted = 0;
  let last: string | undefined = after;
  reading: for await (const batch of readInOrder(settings, read)) {
    if (batch.startsOver === true) {
      entries = [];
      counted = 0;
      last = after;
    }
    for (const entry of batch.entries) {
      const key = keyOf(entry, path);
      if (last !== undefined && key <= last) {
        throw new Error(`a file system of order "key" gave ${JSON.stringify(key)} after ${JSON.stringify(last)}`);
      }
      last = key;
      const verdict = filter.judge(entry);
      if (verdict === "lead" ? enters : verdict !== "hide") {
        entries.push(entry);
        counted += Number(verdict !== "lead");
      }
      if (counted >= keep) {
        break reading;
      }
    }
    await pause();
    signal?.throwIfAborted();
    failWhenLate(settings);
  }
  return passOver(entries, read);
}

function passOver(entries: readonly Entry[], { skip, enters }: SortedRead): SortedEntries {
  const hasDirectories = entries.some(({ kind }) => kind === "directory");
  const passed = hasDirectories && enters ? 0 : Math.min(skip, entries.length);
  return { entries: entries.slice(passed), passed };
}
