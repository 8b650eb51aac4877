// Reads one directory in order, with bounded memory. After this step an unordered disk and an ordered object store look alike.
import { failWhenOver, keepPace } from "./pacing.ts";
import { readByName } from "./read-by-name.ts";
import { readInOrder } from "./read-in-order.ts";
import { FirstEntries, type Selection } from "./selection.ts";
import { selectSmallest } from "./select-smallest.ts";
import { treeKey } from "./sibling-order.ts";
import { mostHeld, strideOf, type SortedEntries, type SortedRead } from "./sorted-read.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** The wanted entries of a directory, or the first of them, in the order of their keys. Throws if the read fails. */
export async function readSorted(
  settings: WalkSettings,
  read: SortedRead,
  selection: Selection,
): Promise<SortedEntries> {
  // Many listings may reach a directory in the same turn of the event loop.
  const turn = settings.pause();
  if (turn !== undefined) {
    await turn;
  }
  failWhenOver(settings);
  const { fileSystem } = settings;
  if (fileSystem.order === "key" && read.keyOf === treeKey) {
    return takeFirst(settings, read, selection);
  }
  const select = fileSystem.isObjectStore === true ? readByName : selectSmallest;
  return select(settings, read, selection);
}

/** Takes entries that arrive in order as they come. */
async function takeFirst(settings: WalkSettings, read: SortedRead, selection: Selection): Promise<SortedEntries> {
  const { path, keyOf, after, counter } = read;
  const first = new FirstEntries(read, selection, mostHeld(settings, counter.needed));
  let last: string | undefined = after?.key;
  for await (const batch of readInOrder(settings, read)) {
    const filter = selection.filterFor(batch);
    const stride = strideOf(filter instanceof Promise ? await filter : filter);
    if (batch.startsOver === true) {
      first.clear();
      last = after?.key;
    }
    for (const [index, entry] of batch.entries.entries()) {
      const key = keyOf(entry, path);
      if (last !== undefined && key <= last) {
        throw new Error(`a file system of order "key" gave ${JSON.stringify(key)} after ${JSON.stringify(last)}`);
      }
      last = key;
      if (!first.take(entry)) {
        return first.taken();
      }
      if ((index + 1) % stride === 0) {
        await keepPace(settings);
      }
    }
    await keepPace(settings);
  }
  return first.taken();
}
