// The first entries of a directory that comes in no order. What is passed over is counted, not held: a page far inside a
// huge directory takes two or three reads of it.
import type { Entry } from "./entry.ts";
import { isEntered, type KeptEntry } from "./filter.ts";
import { KeySample } from "./key-sample.ts";
import { failWhenLate } from "./pacing.ts";
import { isBehind, type Place } from "./place.ts";
import { timeForOneRead } from "./read-in-order.ts";
import { SmallestEntries } from "./smallest-entries.ts";
import { mostHeld, strideOf, type SortedEntries, type SortedRead } from "./sorted-read.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** What one read of a directory found behind a place. */
interface Pass {
  /** The first of the entries that count. */
  readonly counted: SmallestEntries;
  /** How many entries count. */
  total: number;
  /** How many more of them come before the place. */
  before: number;
  /** The first of the directories that only lead, and how many there are that may be of use. */
  readonly leading: SmallestEntries;
  leads: number;
  /** Whether any of all these is a directory to enter. */
  hasDirectories: boolean;
}

/** The wanted entries, or the first of them. */
export async function selectSmallest(settings: WalkSettings, read: SortedRead): Promise<SortedEntries> {
  const { skip, needed, wants, passes } = read;
  const most = mostHeld(settings, needed);
  const fits = wants !== "entered" && skip + needed <= most;
  const sample = fits ? undefined : new KeySample();
  // Where the sample sends us is a guess. This is how far before it we start.
  let margin = most / 2;
  let from: Place | undefined;
  for (;;) {
    sample?.clear();
    const pass = await readOnce(settings, read, fits ? skip + needed : most, from, sample);
    const canPass = passes && wants !== "entered" && !(wants === "all" && pass.hasDirectories);
    if (sample === undefined || !canPass) {
      return gather(read, pass, canPass ? skip : 0, fits, most);
    }
    const left = skip - pass.before;
    if (left < 0 && margin < skip) {
      // Too far. Should the directory grow as fast as it is read, this ends all the same.
      margin *= 4;
      from = undefined;
    } else if (left >= pass.total) {
      return { entries: [], passed: pass.before + pass.total };
    } else if (left + needed <= most || pass.total <= most) {
      return { entries: await pass.counted.finish(Math.max(left, 0), needed), passed: skip };
    } else if (left <= most) {
      from = await pass.counted.placeBehind(left);
    } else {
      const end = await pass.counted.placeBehind(most);
      const guess = await sample.placeOf(left - margin, settings.pause);
      from = guess?.entry !== undefined && isBehind(guess.key, guess.entry, end) ? guess : end;
    }
  }
}

async function readOnce(
  settings: WalkSettings,
  read: SortedRead,
  capacity: number,
  from: Place | undefined,
  sample: KeySample | undefined,
): Promise<Pass> {
  const { fileSystem, root, signal, pause } = settings;
  const { path, keyOf, filter, wants, after } = read;
  const counted = new SmallestEntries(capacity, pause);
  const leading = new SmallestEntries(mostHeld(settings, read.needed), pause);
  const pass: Pass = { counted, total: 0, before: 0, leading, leads: 0, hasDirectories: false };
  // A function of its own: a loop that waits is a third slower for every entry.
  const take = (entries: readonly Entry[], start: number, end: number): void => {
    for (let index = start; index < end; index += 1) {
      const entry = entries[index] as Entry;
      const key = keyOf(entry, path);
      if (after !== undefined && !isBehind(key, entry, after)) {
        continue;
      }
      const verdict = filter.judge(entry);
      if (verdict === "hide") {
        continue;
      }
      const enters = entry.kind === "directory" && isEntered(verdict);
      if (verdict === "lead" ? wants === "shown" : wants === "entered" && !enters) {
        continue;
      }
      pass.hasDirectories ||= enters;
      if (verdict === "lead" && wants === "all") {
        // One that comes behind all that is needed is never entered.
        if (counted.wants(key)) {
          leading.add(key, entry, verdict);
          pass.leads += 1;
        }
      } else if (from !== undefined && !isBehind(key, entry, from)) {
        pass.before += 1;
      } else {
        pass.total += 1;
        counted.add(key, entry, verdict);
        sample?.add(key, entry);
      }
    }
  };
  const stride = strideOf(filter);
  const options = { signal, timeoutMs: timeForOneRead(settings) };
  for await (const { entries, startsOver } of fileSystem.readDirectory(root, path, options)) {
    if (startsOver === true) {
      counted.clear();
      leading.clear();
      sample?.clear();
      Object.assign(pass, { total: 0, before: 0, leads: 0, hasDirectories: false });
    }
    for (let start = 0; start < entries.length; start += stride) {
      take(entries, start, Math.min(start + stride, entries.length));
      const turn = pause();
      if (turn !== undefined) {
        await turn;
        signal?.throwIfAborted();
      }
      failWhenLate(settings);
      if (counted.isOverfull || leading.isOverfull) {
        await counted.settle();
        await leading.settle();
      }
    }
    signal?.throwIfAborted();
  }
  return pass;
}

/** What was found, in order: as much as is wanted, or as far as it is known. */
async function gather(read: SortedRead, pass: Pass, skip: number, fits: boolean, most: number): Promise<SortedEntries> {
  const capacity = fits ? read.skip + read.needed : most;
  const passed = Math.min(skip, pass.total, capacity);
  const entries = await pass.counted.finish(passed);
  const isFull = fits ? pass.total >= capacity : pass.total > capacity;
  const isCut = isFull && !fits;
  if (pass.leads === 0) {
    return { entries, passed, rest: isCut ? placeOf(read, entries) : undefined };
  }
  const leads = await pass.leading.finish(0);
  const merged: KeptEntry[] = [];
  let next = 0;
  for (const lead of leads) {
    while (next < entries.length && comesBefore(read, entries[next] as KeptEntry, lead)) {
      merged.push(entries[next] as KeptEntry);
      next += 1;
    }
    if (next === entries.length && isFull) {
      // Behind the last entry of a page that is full nothing is wanted; behind one of a part there may be more than this.
      return { entries: merged, passed, rest: isCut ? placeOf(read, merged) : undefined };
    }
    merged.push(lead);
  }
  if (pass.leads > most) {
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
