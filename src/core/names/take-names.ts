// Takes what a page needs of a directory whose names are known and sorted. It costs in proportion to the page: entries that the page
// passes over are not looked at, unless a filter may hide some of them.
import type { Entry } from "../entry.ts";
import { isEntered, keepEntry, type KeptEntry } from "../filter.ts";
import { keepPace } from "../pacing.ts";
import { mostHeld, strideOf, type Judge, type SortedEntries, type SortedRead } from "../sorted-read.ts";
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
export async function takeNames(settings: WalkSettings, read: SortedRead, names: SortedNames): Promise<SortedEntries> {
  const known = read.filterFor({ entries: [] });
  const filter = known instanceof Promise ? await known : known;
  const taking = { settings, read, names, filter, start: placeBehind(read, names) };
  return read.wants === "entered" ? takeDirectories(taking) : takeEntries(taking);
}

/** From where to take what. */
interface Taking {
  readonly settings: WalkSettings;
  readonly read: SortedRead;
  readonly names: SortedNames;
  readonly filter: Judge;
  /** The place of the first entry that may be wanted. */
  readonly start: number;
}

async function takeEntries(taking: Taking): Promise<SortedEntries> {
  const { settings, read, names, filter, start } = taking;
  const { wants, skip, needed } = read;
  const most = mostHeld(settings, needed);
  const stride = strideOf(filter);
  const { passed: passedAtOnce, isApart } = passOver(taking, most);
  const apart = isApart ? ({ isApart: true } as const) : {};
  let passed = passedAtOnce;
  const entries: KeptEntry[] = [];
  let counted = 0;
  let hasDirectories = false;
  let hasHidden = false;
  for (let place = start + passed; place < names.length; place += 1) {
    if (place % stride === 0) {
      await keepPace(settings);
    }
    const entry = names.entryAt(place);
    const verdict = filter.judge(entry);
    if (verdict === "hide" || verdict === "deny") {
      hasHidden ||= verdict === "hide";
      continue;
    }
    if (verdict === "lead" && wants === "shown") {
      hasHidden = true;
      continue;
    }
    hasDirectories ||= entry.kind === "directory" && isEntered(verdict);
    if (verdict !== "lead" && read.passes && passed < skip && (isApart || !(wants === "all" && hasDirectories))) {
      passed += 1;
      continue;
    }
    entries.push(keepEntry(entry, verdict));
    counted += Number(verdict !== "lead");
    if (passed + counted >= skip + needed) {
      return { entries, passed, ...apart };
    }
    if (entries.length >= most) {
      return { entries, passed, rest: placeOf(read, entry), ...apart };
    }
  }
  return { entries, passed, hasHidden, ...apart };
}

/**
 * How many entries can be passed over without looking at them: none that a filter may hide, and no directory that the walk enters,
 * unless it can read those apart.
 */
function passOver({ read, names, filter, start }: Taking, most: number): { passed: number; isApart: boolean } {
  const { wants, skip, passes, takesApart } = read;
  if (!passes || filter.showsAll !== true) {
    return { passed: 0, isApart: false };
  }
  const directory = wants === "shown" ? undefined : names.directoryFrom(start);
  const isApart = directory !== undefined && takesApart === true && skip > most;
  const end = directory === undefined || isApart ? names.length : directory;
  return { passed: Math.min(skip, end - start), isApart };
}

/** The directories to enter, shown or not. */
async function takeDirectories({ settings, read, names, filter, start }: Taking): Promise<SortedEntries> {
  const most = mostHeld(settings, read.needed);
  const entries: KeptEntry[] = [];
  let place = names.directoryFrom(start);
  for (; place !== undefined; place = names.directoryFrom(place + 1)) {
    const entry = names.entryAt(place);
    const verdict = filter.judge(entry);
    if (verdict !== "hide" && verdict !== "deny" && isEntered(verdict)) {
      entries.push(keepEntry(entry, verdict));
    }
    if (entries.length >= most) {
      return { entries, passed: 0, rest: placeOf(read, entry) };
    }
    await keepPace(settings);
  }
  return { entries, passed: 0 };
}

function placeOf({ keyOf, path }: SortedRead, entry: Entry): { key: string; entry: Entry } {
  return { key: keyOf(entry, path), entry };
}
