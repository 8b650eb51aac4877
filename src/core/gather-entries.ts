// Puts together what a read of an unordered directory has found: the entries that count, in order, with the directories that only
// lead to others in between.
import type { KeptEntry } from "./filter.ts";
import { isBehind, type Place } from "./place.ts";
import type { Selection } from "./selection.ts";
import type { SmallestEntries } from "./smallest-entries.ts";
import type { SortedEntries, SortedRead } from "./sorted-read.ts";
import { whenKnown } from "./when-known.ts";

/** What one read of a directory found. */
export interface FoundEntries {
  /** The first of the entries that count. */
  readonly counted: SmallestEntries;
  /** How many entries count. */
  readonly total: number;
  /** The first of the directories that only lead, and how many of those may be of use. */
  readonly leading: SmallestEntries;
  readonly leads: number;
  readonly selection: Pick<Selection, "hasHidden">;
}

/** What was found, in order: as much as is wanted, or as much as is known. */
export function gatherEntries(
  read: SortedRead,
  found: FoundEntries,
  skip: number,
  fits: boolean,
  most: number,
): Promise<SortedEntries> | SortedEntries {
  const capacity = fits ? read.counter.skip + read.counter.needed : most;
  const passed = Math.min(skip, found.total, capacity);
  return whenKnown(found.counted.finish(passed), (entries) =>
    found.leads === 0
      ? merge(read, found, entries, [], { passed, capacity, fits, most })
      : whenKnown(found.leading.finish(0), (leads) =>
          merge(read, found, entries, leads, { passed, capacity, fits, most }),
        ),
  );
}

/** What is known about the entries that were found. */
interface Extent {
  readonly passed: number;
  readonly capacity: number;
  readonly fits: boolean;
  readonly most: number;
}

/** The entries, with the directories that only lead in between. */
function merge(
  read: SortedRead,
  found: FoundEntries,
  entries: readonly KeptEntry[],
  leads: readonly KeptEntry[],
  { passed, capacity, fits, most }: Extent,
): SortedEntries {
  const isFull = fits ? found.total >= capacity : found.total > capacity;
  const isCut = isFull && !fits;
  if (found.leads === 0) {
    return { entries, passed, rest: isCut ? placeOf(read, entries) : undefined, hasHidden: found.selection.hasHidden };
  }
  const merged: KeptEntry[] = [];
  let next = 0;
  for (const lead of leads) {
    while (next < entries.length && comesBefore(read, entries[next] as KeptEntry, lead)) {
      merged.push(entries[next] as KeptEntry);
      next += 1;
    }
    if (next === entries.length && isFull) {
      // After the last entry of a full page nothing is wanted. After the last entry of a part, others may precede this lead.
      return { entries: merged, passed, rest: isCut ? placeOf(read, merged) : undefined };
    }
    merged.push(lead);
  }
  if (found.leads > most) {
    return { entries: merged, passed, rest: placeOf(read, merged) };
  }
  return { entries: merged.concat(entries.slice(next)), passed, rest: isCut ? placeOf(read, entries) : undefined };
}

function placeOf({ keyOf, path }: SortedRead, entries: readonly KeptEntry[]): Place | undefined {
  const last = entries.at(-1);
  return last && { key: keyOf(last, path), entry: last };
}

function comesBefore({ keyOf, path }: SortedRead, entry: KeptEntry, other: KeptEntry): boolean {
  return isBehind(keyOf(other, path), other, { key: keyOf(entry, path), entry });
}
