// One directory in order, bounded: the step that makes an unordered disk and an ordered object store look alike.
import type { ByteString } from "./byte-string.ts";
import type { Entry } from "./entry.ts";
import { treeKey, type SiblingKey } from "./sibling-order.ts";
import { SmallestEntries } from "./smallest-entries.ts";
import type { WalkSettings } from "./walk-settings.ts";

export interface SortedRead {
  readonly path: ByteString;
  readonly keyOf: SiblingKey;
  /** How many entries are wanted at the most. */
  readonly keep: number;
  /** Only entries whose key is above this one; needs the key to be `treeKey`. */
  readonly after?: ByteString | undefined;
}

/** The first `keep` entries of a directory in the order of their keys. A failed read is thrown. */
export async function readSorted(settings: WalkSettings, read: SortedRead): Promise<Entry[]> {
  settings.signal?.throwIfAborted();
  return settings.fileSystem.order === "key" && read.keyOf === treeKey
    ? takeFirst(settings, read)
    : selectSmallest(settings, read);
}

async function selectSmallest(settings: WalkSettings, { path, keyOf, keep, after }: SortedRead): Promise<Entry[]> {
  const { fileSystem, root, accepts, signal, pause } = settings;
  const smallest = new SmallestEntries(keep, pause);
  for await (const batch of fileSystem.readDirectory(root, path, { signal })) {
    for (const entry of batch) {
      const key = keyOf(entry, path);
      if ((after === undefined || key > after) && accepts?.(entry, path) !== false) {
        smallest.add(key, entry);
      }
    }
    await smallest.settle();
    await pause();
    signal?.throwIfAborted();
  }
  return smallest.finish();
}

async function takeFirst(settings: WalkSettings, { path, keyOf, keep, after }: SortedRead): Promise<Entry[]> {
  const { fileSystem, root, accepts, signal, pause } = settings;
  const entries: Entry[] = [];
  let last: string | undefined = after;
  for await (const batch of fileSystem.readDirectory(root, path, { after, limit: keep, signal })) {
    for (const entry of batch) {
      const key = keyOf(entry, path);
      if (last !== undefined && key <= last) {
        throw new Error(`a file system of order "key" gave ${JSON.stringify(key)} after ${JSON.stringify(last)}`);
      }
      last = key;
      if (accepts?.(entry, path) !== false) {
        entries.push(entry);
      }
      if (entries.length >= keep) {
        return entries;
      }
    }
    await pause();
    signal?.throwIfAborted();
  }
  return entries;
}
