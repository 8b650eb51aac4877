// Takes what a page needs of a directory whose names are known and sorted. It costs in proportion to the page: entries that the page
// passes over are not looked at, unless a filter may hide some of them.
import type { DirectoryFilter } from "../filter.ts";
import { keepPace } from "../pacing.ts";
import { FirstEntries, type PassedOver, type Selection } from "../selection.ts";
import { mostHeld, strideOf, type SortedEntries, type SortedRead } from "../sorted-read.ts";
import { treeKey } from "../sibling-order.ts";
import type { SortedNames } from "./sorted-names.ts";
import type { WalkSettings } from "../walk-settings.ts";

/** Whether sorted names are in the order of a read. */
export function canTakeNames({ keyOf, isByName, after }: SortedRead, names: SortedNames): boolean {
  const isFound = after === undefined || after.entry !== undefined;
  return keyOf === treeKey || (isByName === true && names.isByName && isFound);
}

function placeBehind({ keyOf, after }: SortedRead, names: SortedNames): number {
  if (after === undefined) {
    return 0;
  }
  return keyOf === treeKey || after.entry === undefined
    ? names.placeAfter(after.key)
    : names.placeAfterName(after.entry.name);
}

/** The wanted entries, or the first of them. */
export async function takeNames(
  settings: WalkSettings,
  read: SortedRead,
  selection: Selection,
  names: SortedNames,
): Promise<SortedEntries> {
  const known = selection.filterFor({ entries: [] });
  const filter = known instanceof Promise ? await known : known;
  const most = mostHeld(settings, read.counter.needed);
  const start = placeBehind(read, names);
  const over = passOver(read, names, filter, start, most);
  const first = new FirstEntries(read, selection, most, over);
  // Files among the directories to enter need no look.
  const next = (place: number) => (read.wants === "entered" ? names.directoryFrom(place) : place) ?? names.length;
  const stride = strideOf(filter);
  let taken = 0;
  for (let place = next(start + over.passed); place < names.length; place = next(place + 1)) {
    if (!first.take(names.entryAt(place))) {
      break;
    }
    taken += 1;
    if (taken % stride === 0) {
      await keepPace(settings);
    }
  }
  return first.taken();
}

/**
 * How many entries can be passed over without looking at them: none that a filter may hide, and no directory that the walk enters,
 * unless it can read those apart.
 */
function passOver(
  { wants, counter, passes, takesApart }: SortedRead,
  names: SortedNames,
  filter: DirectoryFilter,
  start: number,
  most: number,
): PassedOver {
  if (!passes || filter.showsAll !== true || wants === "entered") {
    return { passed: 0, isApart: false };
  }
  const directory = wants === "shown" ? undefined : names.directoryFrom(start);
  const isApart = directory !== undefined && takesApart === true && counter.skip > most;
  const end = directory === undefined || isApart ? names.length : directory;
  return { passed: Math.min(counter.skip, end - start), isApart };
}
