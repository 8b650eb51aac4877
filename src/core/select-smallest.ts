// Selects the first entries of a directory that is read in no particular order. Entries that are passed over are counted, not
// kept, so a page far into a huge directory takes two or three reads of it.
import type { Entry } from "./entry.ts";
import type { Batch } from "./file-system.ts";
import { gatherEntries, type FoundEntries } from "./gather-entries.ts";
import { KeySample } from "./key-sample.ts";
import { failWhenLate, failWhenOver } from "./pacing.ts";
import type { Pause } from "./pause.ts";
import { isBehind, type Place } from "./place.ts";
import { timeForOneRead } from "./read-in-order.ts";
import type { Selection } from "./selection.ts";
import { SmallestEntries } from "./smallest-entries.ts";
import { SortedNames } from "./names/sorted-names.ts";
import { mostHeld, strideOf, type SortedEntries, type SortedRead } from "./sorted-read.ts";
import { canTakeNames, takeNames } from "./names/take-names.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** What one read of a directory found after a place. */
interface Pass extends FoundEntries {
  total: number;
  /** How many more come before the place. */
  before: number;
  leads: number;
  readonly selection: Selection;
  /** Whether the read stopped keeping entries and only counted them. */
  isDropped: boolean;
}

/** How to do one read of a directory. */
interface Approach {
  /** Entries before this place are only counted. */
  readonly from: Place | undefined;
  readonly sample: KeySample | undefined;
  /** Whether to stop keeping entries once there are more than may be kept. */
  readonly drops: boolean;
}

/** The wanted entries, or the first of them. */
export async function selectSmallest(
  settings: WalkSettings,
  read: SortedRead,
  selection: Selection,
): Promise<SortedEntries> {
  const { counter, wants, passes } = read;
  const { skip, needed } = counter;
  const most = mostHeld(settings, needed);
  const fits = wants !== "entered" && skip + needed <= most;
  const sample = fits ? undefined : new KeySample();
  // The sample's answer is a guess, so we start this far before it.
  let margin = most / 2;
  let from: Place | undefined;
  // If even a full buffer would be passed over entirely, there is no point in keeping it.
  let drops = passes && skip > most;
  for (;;) {
    sample?.clear();
    const pass = await readOnce(settings, read, selection, fits ? skip + needed : most, { from, sample, drops });
    if (pass instanceof SortedNames) {
      return takeNames(settings, read, selection, pass);
    }
    const enters = wants === "all" && pass.selection.hasDirectories;
    const isHeld = !pass.isDropped && from === undefined && pass.total + pass.leads <= most;
    const canPass = passes && wants !== "entered" && (!enters || (read.takesApart === true && !isHeld && !fits));
    if (sample === undefined || !canPass) {
      if (pass.isDropped) {
        drops = false;
        continue;
      }
      return gatherEntries(read, pass, canPass ? skip : 0, fits, most);
    }
    const apart = enters ? ({ isApart: true } as const) : {};
    const left = skip - pass.before;
    if (left < 0 && margin < skip) {
      // We started too far in. Because the margin grows, this ends even if the directory grows as fast as it is read.
      margin *= 4;
      from = undefined;
    } else if (left >= pass.total) {
      return { entries: [], passed: pass.before + pass.total, ...apart, hasHidden: pass.selection.hasHidden };
    } else if (!pass.isDropped && (left + needed <= most || pass.total <= most)) {
      return { entries: await pass.counted.finish(Math.max(left, 0), needed), passed: skip, ...apart };
    } else {
      const guess = left > most ? await sample.placeOf(left - margin, settings.pause) : undefined;
      from = pass.isDropped ? guess : await nextPlace(pass, guess, Math.min(left, most));
      drops = false;
    }
  }
}

/** Where to continue: after the entries known to be passed over, or further on if the guess says so. */
async function nextPlace({ counted }: Pass, guess: Place | undefined, known: number): Promise<Place> {
  const place = await counted.placeBehind(known);
  return guess?.entry !== undefined && isBehind(guess.key, guess.entry, place) ? guess : place;
}

async function readOnce(
  settings: WalkSettings,
  read: SortedRead,
  selection: Selection,
  capacity: number,
  { from, sample, drops }: Approach,
): Promise<Pass | SortedNames> {
  const { fileSystem, root, signal, pause } = settings;
  const { path, keyOf, wants, after } = read;
  selection.clear();
  const counted = new SmallestEntries(capacity, pause);
  const leading = new SmallestEntries(mostHeld(settings, read.counter.needed), pause);
  const pass: Pass = {
    counted,
    total: 0,
    before: 0,
    leading,
    leads: 0,
    selection,
    isDropped: false,
  };
  // A separate function, because a loop that contains an await is a third slower for every entry.
  const take = (entries: readonly Entry[], start: number, end: number, showsAll: boolean): void => {
    const onlyCounts = showsAll && wants !== "entered" && from === undefined && sample === undefined;
    for (let index = start; index < end; index += 1) {
      const entry = entries[index] as Entry;
      const key = keyOf(entry, path);
      if (after !== undefined && !isBehind(key, entry, after)) {
        continue;
      }
      // Of a million files most come after the page, and are shown whatever the filter says about them.
      if (onlyCounts && entry.kind === "file" && !counted.wants(key)) {
        pass.total += 1;
        continue;
      }
      const verdict = selection.judge(entry);
      if (verdict === undefined) {
        continue;
      }
      if (verdict === "lead" && wants === "all") {
        // A directory that comes after everything needed is never entered.
        if (counted.wants(key) && !pass.isDropped) {
          leading.add(key, entry, verdict);
          pass.leads += 1;
        }
      } else if (from !== undefined && !isBehind(key, entry, from)) {
        pass.before += 1;
      } else {
        pass.total += 1;
        sample?.add(key, entry);
        if (!pass.isDropped) {
          counted.add(key, entry, verdict);
        }
      }
    }
  };
  // Sorting names must end with the listing.
  const pauseInTime: Pause = () => {
    failWhenOver(settings);
    return pause();
  };
  const options = { signal, timeoutMs: timeForOneRead(settings), takesNames: true, pause: pauseInTime };
  const takeBatch = async (batch: Batch): Promise<void> => {
    const { entries, startsOver, names } = batch;
    const known = selection.filterFor(batch);
    const filter = known instanceof Promise ? await known : known;
    const stride = strideOf(filter);
    const showsAll = filter.showsAll === true;
    if (startsOver === true) {
      counted.clear();
      leading.clear();
      sample?.clear();
      selection.clear();
      Object.assign(pass, { total: 0, before: 0, leads: 0, isDropped: false });
    }
    const count = names?.length ?? entries.length;
    for (let start = 0; start < count; start += stride) {
      const end = Math.min(start + stride, count);
      if (names === undefined) {
        take(entries, start, end, showsAll);
      } else {
        take(names.slice(start, end), 0, end - start, showsAll);
      }
      const turn = pause();
      if (turn !== undefined) {
        await turn;
        signal?.throwIfAborted();
      }
      failWhenLate(settings);
      if (drops && pass.total > capacity && !pass.isDropped) {
        pass.isDropped = true;
        counted.clear();
        leading.clear();
      } else if (counted.isOverfull || leading.isOverfull) {
        await counted.settle();
        await leading.settle();
      }
    }
    signal?.throwIfAborted();
  };
  const reading = fileSystem.readDirectory(root, path, options);
  if (reading.whole !== undefined) {
    // Iterating over one batch takes several turns of the queue, which is much for a small directory.
    await takeBatch(reading.whole);
    return pass;
  }
  for await (const batch of reading) {
    if (batch.names !== undefined && canTakeNames(read, batch.names)) {
      return batch.names;
    }
    await takeBatch(batch);
  }
  return pass;
}
