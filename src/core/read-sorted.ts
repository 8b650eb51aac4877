// One directory in order, bounded: the step that makes an unordered disk and an ordered object store look alike.
import type { ByteString } from "./byte-string.ts";
import type { Entry } from "./entry.ts";
import { treeKey, type SiblingKey } from "./sibling-order.ts";
import { SmallestEntries } from "./smallest-entries.ts";
import type { WalkSettings } from "./walk-settings.ts";

export interface SortedRead {
  readonly path: ByteString;
  readonly keyOf: SiblingKey;
  /** How many entries are wanted at the most, those that are skipped included. */
  readonly keep: number;
  /** How many of the first entries are only passed over. */
  readonly skip: number;
  /** Only entries whose key is above this one; needs the key to be `treeKey`. */
  readonly after?: ByteString | undefined;
}

export interface SortedEntries {
  readonly entries: readonly Entry[];
  /** How many entries were skipped: as many as were asked for, or as there are. */
  readonly passed: number;
}

/** The first `keep` entries of a directory in the order of their keys, without the first `skip`. A failed read is thrown. */
export async function readSorted(settings: WalkSettings, read: SortedRead): Promise<SortedEntries> {
  settings.signal?.throwIfAborted();
  return settings.fileSystem.order === "key" && read.keyOf === treeKey
    ? takeFirst(settings, read)
    : selectSmallest(settings, read);
}

async function selectSmallest(settings: WalkSettings, read: SortedRead): Promise<SortedEntries> {
  const { fileSystem, root, accepts, signal, pause } = settings;
  const { path, keyOf, keep, skip, after } = read;
  const smallest = new SmallestEntries(keep, pause);
  for await (const batch of fileSystem.readDirectory(root, path, { signal })) {
    if (batch.startsOver === true) {
      smallest.clear();
    }
    for (const entry of batch.entries) {
      const key = keyOf(entry, path);
      if ((after === undefined || key > after) && accepts?.(entry, path) !== false) {
        smallest.add(key, entry);
      }
    }
    await smallest.settle();
    await pause();
    signal?.throwIfAborted();
  }
  const count = Math.min(smallest.held, keep);
  return { entries: await smallest.finish(skip), passed: Math.min(skip, count) };
}

async function takeFirst(settings: WalkSettings, read: SortedRead): Promise<SortedEntries> {
  const { fileSystem, root, accepts, signal, pause } = settings;
  const { path, keyOf, keep, skip, after } = read;
  let entries: Entry[] = [];
  let last: string | undefined = after;
  reading: for await (const batch of fileSystem.readDirectory(root, path, { after, limit: keep, signal })) {
    if (batch.startsOver === true) {
      entries = [];
      last = after;
    }
    for (const entry of batch.entries) {
      const key = keyOf(entry, path);
      if (last !== undefined && key <= last) {
        throw new Error(`a file system of order "key" gave ${JSON.stringify(key)} after ${JSON.stringify(last)}`);
      }
      last = key;
      if (accepts?.(entry, path) !== false) {
        entries.push(entry);
      }
      if (entries.length >= keep) {
        break reading;
      }
    }
    await pause();
    signal?.throwIfAborted();
  }
  return { entries: entries.slice(skip), passed: Math.min(skip, entries.length) };
}
