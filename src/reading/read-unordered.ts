// Reads the first entries of a directory that comes in no particular order, as on a disk. There are three ways:
//
// - The page fits: all entries up to its end may be kept in memory. One read, of which the smallest are kept.
// - The names are packed: somebody has kept all names of the directory, sorted, in little memory. Nothing is read.
// - The page is too far in: entries before it are counted, not kept, so it takes two or three reads. Where directories have to be
//   entered between the entries that are skipped, the walk reads part by part instead.
import { isAfter, pathKey, treeKey, type Position, type Entry } from "../core/entry.ts";
import type { Batch } from "../core/file-system.ts";
import { SortedNames } from "../core/names/sorted-names.ts";
import { failWhenOver, keepPace, waitOnce, type Pause } from "../core/pace.ts";
import {
  mostHeld,
  FirstEntries,
  strideOf,
  type WalkSettings,
  type SelectedEntries,
  type Selection,
  type WantedEntries,
} from "./selection.ts";
import { SmallestEntries } from "./smallest-entries.ts";

/** The wanted entries, or the first of them. */
export async function readUnordered(
  walk: WalkSettings,
  wanted: WantedEntries,
  selection: Selection,
): Promise<SelectedEntries> {
  const { counter, wants, skips, takesApart = false } = wanted;
  const { skip, needed } = counter;
  const most = mostHeld(walk, needed);
  const fits = wants !== "entered" && skip + needed <= most;
  const maySkip = skips && wants !== "entered";
  // If even a full buffer would be skipped, there is no point in keeping it.
  const plan = fits ? { capacity: skip + needed } : { capacity: most, onlyCounts: maySkip && skip > most };
  const pass = await readOnce(walk, wanted, selection, plan);
  if (pass instanceof SortedNames) {
    return takeNames(walk, wanted, selection, pass);
  }
  const isAll = !pass.isDropped && pass.total + pass.leads <= most;
  if (fits || !maySkip || isAll) {
    return gather(wanted, selection, pass);
  }
  if (!selection.entersSome || takesApart) {
    return readFar(walk, wanted, selection, pass);
  }
  const part = pass.isDropped ? await readOnce(walk, wanted, selection, { capacity: most }) : pass;
  return part instanceof SortedNames ? takeNames(walk, wanted, selection, part) : gather(wanted, selection, part);
}

/** What a pass has kept, in order: as much as is wanted, or as much as fits. */
async function gather(wanted: WantedEntries, selection: Selection, pass: Pass): Promise<SelectedEntries> {
  const { keyOf, path, wants, counter, skips } = wanted;
  const { skip, needed } = counter;
  const canSkip = skips && wants !== "entered" && !selection.entersSome;
  const skipped = canSkip ? Math.min(skip, pass.total) : 0;
  const entries = await pass.kept.finish(skipped);
  const isCut = skipped + entries.length < pass.total + pass.leads;
  const countsEnough = () =>
    wants !== "entered" && skipped + entries.filter(({ verdict }) => verdict !== "lead").length >= skip + needed;
  const last = entries.at(-1);
  const rest = isCut && !countsEnough() && last !== undefined ? { key: keyOf(last, path), entry: last } : undefined;
  return { entries, skipped, rest, hasHidden: selection.hasHidden };
}

/**
 * The entries of a page that starts far inside a directory. `first` is the pass that found out that it does. Each pass counts the
 * entries before some position and keeps those after it. A sample of the keys says where to start the next.
 */
async function readFar(
  walk: WalkSettings,
  wanted: WantedEntries,
  selection: Selection,
  first: Pass,
): Promise<SelectedEntries> {
  const { skip, needed } = wanted.counter;
  const most = mostHeld(walk, needed);
  // The sample's answer is a guess, so we start this far before it.
  let margin = most / 2;
  for (let pass = first; ;) {
    const { kept, before, total, sample } = pass;
    const left = skip - before;
    // Directories that only lead are not counted, so a pass that has kept some of them can't say what comes after `left` entries.
    const isKept = !pass.isDropped && pass.leads === 0;
    const { entersSome: isApart, hasHidden } = selection;
    let from: Position | undefined;
    if (left >= total) {
      return { entries: [], skipped: before + total, isApart, hasHidden };
    } else if (left < 0 && margin < skip) {
      // We started too far in. Because the margin grows, this ends even if the directory grows as fast as it is read.
      margin *= 4;
    } else if (isKept && (left + needed <= most || total <= most)) {
      return { entries: await kept.finish(Math.max(left, 0), needed), skipped: skip, isApart };
    } else {
      const guess = left > most ? await sample?.positionAfter(left - margin, walk.pause) : undefined;
      from = isKept ? later(guess, await kept.positionAfter(Math.min(left, most))) : guess;
    }
    const next = await readOnce(walk, wanted, selection, { capacity: most, from, isFar: true });
    if (next instanceof SortedNames) {
      return takeNames(walk, wanted, selection, next);
    }
    pass = next;
  }
}

/** The guess, if it lies after a position that is known to be before the page. */
function later(guess: Position | undefined, known: Position): Position {
  return guess?.entry !== undefined && isAfter(guess.key, guess.entry, known) ? guess : known;
}

/** How to read a directory once. */
interface PassPlan {
  /** How many entries to keep. */
  readonly capacity: number;
  /** Whether to keep none once there are more than the capacity, and to sample their keys. */
  readonly onlyCounts?: boolean;
  /** Whether the page starts far inside: keys are sampled, and directories that only lead are left out. */
  readonly isFar?: boolean;
  /** Entries up to this position are only counted. */
  readonly from?: Position | undefined;
}

/** Reads a directory from its start to its end, unless somebody has its names in the order of the walk. */
async function readOnce(
  walk: WalkSettings,
  wanted: WantedEntries,
  selection: Selection,
  plan: PassPlan,
): Promise<Pass | SortedNames> {
  const { fileSystem, root, pause } = walk;
  const pass = new Pass(walk, wanted, selection, plan);
  // Sorting names must end with the listing.
  const pauseInTime: Pause = () => {
    failWhenOver(walk);
    return pause();
  };
  const { signal, timeoutMs } = waitOnce(walk);
  const options = { signal, timeoutMs, takesNames: true, pause: pauseInTime };
  const reading = fileSystem.readDirectory(root, wanted.path, options);
  if (reading.whole !== undefined) {
    // Iterating over one batch takes several turns of the queue, which is much for a small directory.
    await takeBatch(walk, selection, pass, reading.whole);
    return pass;
  }
  for await (const batch of reading) {
    if (batch.names !== undefined && canTakeNames(wanted, batch.names)) {
      return batch.names;
    }
    await takeBatch(walk, selection, pass, batch);
  }
  return pass;
}

async function takeBatch(walk: WalkSettings, selection: Selection, pass: Pass, batch: Batch): Promise<void> {
  const { entries, startsOver, names } = batch;
  const filter = await selection.filterFor(batch);
  const stride = strideOf(filter);
  if (startsOver === true) {
    pass.clear();
  }
  const count = names?.length ?? entries.length;
  for (let start = 0; start < count; start += stride) {
    const end = Math.min(start + stride, count);
    if (names === undefined) {
      pass.take(entries, start, end, filter.showsAll === true);
    } else {
      pass.take(names.slice(start, end), 0, end - start, filter.showsAll === true);
    }
    await keepPace(walk);
    if (pass.kept.isOverfull) {
      await pass.kept.settle();
    }
  }
}

/** What one read of a directory has found. */
class Pass {
  readonly #wanted: WantedEntries;
  readonly #selection: Selection;
  readonly #plan: PassPlan;
  readonly #most: number;
  /** The first of the entries that count and come after the start, with the directories that only lead in between. */
  readonly kept: SmallestEntries;
  /** How many entries count and come after the start. */
  total = 0;
  /** How many more come before it. */
  before = 0;
  /** How many directories that only lead were kept, at least for a while. */
  leads = 0;
  /** Whether there were so many entries that they are only counted. */
  isDropped = false;
  sample: KeySample | undefined;

  constructor(walk: WalkSettings, wanted: WantedEntries, selection: Selection, plan: PassPlan) {
    this.#wanted = wanted;
    this.#selection = selection;
    this.#plan = plan;
    this.#most = mostHeld(walk, wanted.counter.needed);
    this.kept = new SmallestEntries(plan.capacity, walk.pause);
    this.clear();
  }

  /** Forgets everything, for a read that starts over. */
  clear(): void {
    const { onlyCounts, isFar } = this.#plan;
    this.#selection.clear();
    this.kept.clear();
    this.total = 0;
    this.before = 0;
    this.leads = 0;
    this.isDropped = false;
    this.sample = onlyCounts === true || isFar === true ? new KeySample() : undefined;
  }

  /** Takes some of the entries. A function without an await: a loop that contains one is a third slower for every entry. */
  take(entries: readonly Entry[], start: number, end: number, showsAll: boolean): void {
    const { keyOf, path, wants, after } = this.#wanted;
    const { capacity, from, onlyCounts, isFar = false } = this.#plan;
    const { kept, sample } = this;
    const selection = this.#selection;
    const needsNoLook = showsAll && wants !== "entered" && sample === undefined;
    for (let index = start; index < end; index += 1) {
      const entry = entries[index] as Entry;
      const key = keyOf(entry, path);
      if (after !== undefined && !isAfter(key, entry, after)) {
        continue;
      }
      // Of a million files most come after the page, and are shown whatever the filter says about them.
      if (needsNoLook && entry.kind === "file" && !kept.wants(key)) {
        this.total += 1;
        continue;
      }
      const verdict = selection.judge(entry);
      if (verdict === undefined) {
        continue;
      }
      if (verdict === "lead" && wants === "all") {
        // A directory that comes after everything needed is never entered.
        if (!isFar && !this.isDropped && kept.wants(key)) {
          kept.widen(this.#most);
          kept.add(key, entry, verdict);
          this.leads += 1;
        }
      } else if (from !== undefined && !isAfter(key, entry, from)) {
        this.before += 1;
      } else {
        this.total += 1;
        sample?.add(key, entry);
        if (!this.isDropped) {
          kept.add(key, entry, verdict);
        }
      }
    }
    if (onlyCounts === true && this.total > capacity && !this.isDropped) {
      this.isDropped = true;
      kept.clear();
    }
  }
}

/** Whether sorted names are in the order of a read. */
function canTakeNames({ keyOf, after }: WantedEntries, names: SortedNames): boolean {
  const isFound = after === undefined || after.entry !== undefined;
  return keyOf === treeKey || (keyOf === pathKey && names.isByName && isFound);
}

/**
 * The wanted entries of a directory whose names are kept and sorted. It costs in proportion to the page: entries that the page skips
 * are not looked at, unless a filter may hide some of them.
 */
async function takeNames(
  walk: WalkSettings,
  wanted: WantedEntries,
  selection: Selection,
  names: SortedNames,
): Promise<SelectedEntries> {
  const { wants, counter, skips, takesApart } = wanted;
  const filter = await selection.filterFor({ entries: [] });
  const most = mostHeld(walk, counter.needed);
  const start = indexAfter(wanted, names);
  let skipped = 0;
  let isApart = false;
  if (skips && filter.showsAll === true && wants !== "entered") {
    // Up to the first directory that the walk enters, unless it can read those separately.
    const directory = wants === "shown" ? undefined : names.directoryFrom(start);
    isApart = directory !== undefined && takesApart === true && counter.skip > most;
    const end = directory === undefined || isApart ? names.length : directory;
    skipped = Math.min(counter.skip, end - start);
  }
  const first = new FirstEntries(wanted, selection, most, skipped, isApart);
  // Files among the directories to enter need no look.
  const next = (index: number) => (wants === "entered" ? names.directoryFrom(index) : index) ?? names.length;
  const stride = strideOf(filter);
  let taken = 0;
  for (let index = next(start + skipped); index < names.length; index = next(index + 1)) {
    if (!first.take(names.entryAt(index))) {
      break;
    }
    taken += 1;
    if (taken % stride === 0) {
      await keepPace(walk);
    }
  }
  return first.taken();
}

function indexAfter({ keyOf, after }: WantedEntries, names: SortedNames): number {
  if (after === undefined) {
    return 0;
  }
  return keyOf === treeKey || after.entry === undefined
    ? names.indexAfter(after.key)
    : names.indexAfterName(after.entry.name);
}

/** The sample has at least half this many keys once it is full. It is off by some thousand ranks in a directory of a million. */
const SAMPLE_SIZE = 16_384;

/** A fixed-size sample of a directory's keys. It estimates which key has a given rank. */
class KeySample {
  #positions: Required<Position>[] = [];
  #seen = 0;
  /** One in this many entries is sampled. Which one is random, since the creator of a directory can choose its order. */
  #row = 1;
  #next = 0;
  #seed = 1;

  add(key: string, entry: Entry): void {
    if (this.#seen === this.#next) {
      this.#positions.push({ key, entry });
      if (this.#positions.length === SAMPLE_SIZE) {
        this.#positions = Array.from(
          { length: SAMPLE_SIZE / 2 },
          (_, pair) => this.#positions[2 * pair + this.#random(2)] as Required<Position>,
        );
        this.#row *= 2;
      }
      const rowStart = this.#seen - (this.#seen % this.#row) + this.#row;
      this.#next = rowStart + this.#random(this.#row);
    }
    this.#seen += 1;
  }

  /** A position with about `rank` entries before it, or undefined if that is too small a rank for the sample. */
  async positionAfter(rank: number, pause: Pause): Promise<Position | undefined> {
    const count = Math.min(Math.floor((rank * this.#positions.length) / this.#seen), this.#positions.length);
    if (!(count >= 1)) {
      return undefined;
    }
    const smallest = new SmallestEntries(count, pause);
    for (const { key, entry } of this.#positions) {
      smallest.add(key, entry);
    }
    return smallest.positionAfter(count);
  }

  #random(below: number): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#seed / 2 ** 32) * below);
  }
}
