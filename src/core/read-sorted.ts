// Reads one directory in order, with bounded memory. After this step an unordered disk and an ordered object store look alike.
import type { Entry } from "./entry.ts";
import { isEntered, keepEntry, type KeptEntry } from "./filter.ts";
import { failWhenLate, keepPace } from "./pacing.ts";
import { readByName } from "./read-by-name.ts";
import { readInOrder } from "./read-in-order.ts";
import { selectSmallest } from "./select-smallest.ts";
import { treeKey } from "./sibling-order.ts";
import { mostHeld, NO_JUDGE, strideOf, type SortedEntries, type SortedRead } from "./sorted-read.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** The wanted entries of a directory, or the first of them, in the order of their keys. Throws if the read fails. */
export function readSorted(settings: WalkSettings, read: SortedRead): Promise<SortedEntries> {
  // Many listings may reach a directory in the same turn of the event loop.
  const turn = settings.pause();
  return turn === undefined ? readNow(settings, read) : turn.then(() => readNow(settings, read));
}

function readNow(settings: WalkSettings, read: SortedRead): Promise<SortedEntries> {
  settings.signal?.throwIfAborted();
  failWhenLate(settings);
  if (settings.fileSystem.order === "key" && read.keyOf === treeKey) {
    return takeFirst(settings, read);
  }
  return settings.fileSystem.isObjectStore === true ? readByName(settings, read) : selectSmallest(settings, read);
}

/** Takes entries that arrive in order as they come. Entries that are passed over are not kept at all. */
async function takeFirst(settings: WalkSettings, read: SortedRead): Promise<SortedEntries> {
  const { path, keyOf, wants, skip, needed, passes, after } = read;
  const most = mostHeld(settings, needed);
  let filter = NO_JUDGE;
  let entries: KeptEntry[] = [];
  let passed = 0;
  let counted = 0;
  let hasDirectories = false;
  let hasHidden = false;
  let last: string | undefined = after?.key;

  /** Takes an entry. Returns whether another one is of use. */
  const take = (entry: Entry): boolean => {
    const key = keyOf(entry, path);
    if (last !== undefined && key <= last) {
      throw new Error(`a file system of order "key" gave ${JSON.stringify(key)} after ${JSON.stringify(last)}`);
    }
    last = key;
    const verdict = filter.judge(entry);
    if (verdict === "hide" || verdict === "deny") {
      hasHidden ||= verdict === "hide";
      return true;
    }
    const enters = entry.kind === "directory" && isEntered(verdict);
    if (verdict === "lead" ? wants === "shown" : wants === "entered" && !enters) {
      hasHidden = true;
      return true;
    }
    hasDirectories ||= enters;
    const counts = verdict !== "lead" && wants !== "entered";
    if (counts && passes && passed < skip && !(wants === "all" && hasDirectories)) {
      passed += 1;
      return true;
    }
    entries.push(keepEntry(entry, verdict));
    counted += Number(counts);
    return passed + counted < skip + needed && entries.length < most;
  };

  for await (const batch of readInOrder(settings, read)) {
    const judge = read.filterFor(batch);
    filter = judge instanceof Promise ? await judge : judge;
    const stride = strideOf(filter);
    if (batch.startsOver === true) {
      entries = [];
      passed = 0;
      counted = 0;
      hasDirectories = false;
      hasHidden = false;
      last = after?.key;
    }
    for (const [index, entry] of batch.entries.entries()) {
      if (!take(entry)) {
        const isEnough = passed + counted >= skip + needed;
        return { entries, passed, rest: isEnough || last === undefined ? undefined : { key: last } };
      }
      if ((index + 1) % stride === 0) {
        await keepPace(settings);
      }
    }
    await keepPace(settings);
  }
  return { entries, passed, hasHidden };
}
