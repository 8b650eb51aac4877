// Reads a tree level by level, as many directories as the settings allow, and counts what is in it.
import { joinPath, type ByteString } from "../byte-string.ts";
import type { Entry } from "../entry.ts";
import type { Batch } from "../file-system.ts";
import { isEntered, type DirectoryFilter, type Verdict } from "../filter.ts";
import { failWhenOver, type Pacing } from "../pacing.ts";
import { toProblem } from "../problem.ts";
import { SmallestEntries } from "../smallest-entries.ts";
import { strideOf } from "../sorted-read.ts";
import { addUp, CountedDirectory } from "./counted-directory.ts";
import type { MapSettings } from "./map-settings.ts";
import { CLOSED, IGNORED, PackedNames } from "./packed-names.ts";
import { ReadAhead } from "./read-ahead.ts";

/** Names that take more bytes than this in all are counted and not kept, but for those of the root. */
const MOST_BYTES = 32 * 1024 * 1024;

/** A map of many tokens may show more: at most about this many bytes for each token. */
const BYTES_OF_TOKEN = 64;

/** A directory that is to be read. */
interface DueDirectory {
  readonly directory: CountedDirectory;
  readonly path: ByteString;
  readonly name: ByteString;
  /** The filter of its parent directory; none for the root. */
  readonly above: DirectoryFilter | undefined;
  readonly depth: number;
}

/** How many batches may be read. In a store each of them is a request. */
interface Batches {
  left: number;
}

/**
 * The root of the counted tree. Throws if the root can't be read. `mostBatches`: how many batches may be read in all, at least
 * one.
 */
export async function countTree(settings: MapSettings, mostBatches: number = Infinity): Promise<CountedDirectory> {
  const batches: Batches = { left: mostBatches };
  const ahead = new ReadAhead(settings, mostBatches !== Infinity);
  const root = new CountedDirectory();
  const none = "" as ByteString;
  const due: DueDirectory[] = [{ directory: root, path: none, name: none, above: undefined, depth: 1 }];
  const mostBytes = Math.max(MOST_BYTES, BYTES_OF_TOKEN * settings.budget);
  let bytes = 0;
  let isOver = false;
  for (let read = 0; read < due.length; read += 1) {
    const next = due[read] as DueDirectory;
    const { directory } = next;
    isOver ||= directory !== root && ahead.isDue && (settings.timeLeft() <= 0 || batches.left <= 0);
    if (isOver) {
      directory.isPartial = true;
      continue;
    }
    try {
      const room = next.depth < settings.depth ? settings.maxDirectories - due.length : 0;
      await readEntries(settings, { due, place: read, room, batches, ahead });
    } catch (error) {
      settings.signal?.throwIfAborted();
      if (directory === root) {
        throw error;
      }
      directory.problem = toProblem(error);
      directory.names = undefined;
    }
    bytes += directory.names?.size ?? 0;
    if (bytes > mostBytes && directory !== root) {
      bytes -= directory.names?.size ?? 0;
      directory.names = undefined;
    }
  }
  addUp(due.map(({ directory }) => directory));
  return root;
}

/** What it takes to read one of the directories that are due. */
interface Turn {
  readonly due: DueDirectory[];
  /** Which of them it is. */
  readonly place: number;
  /** How many of the directories in it may be added to those that are due. */
  readonly room: number;
  readonly batches: Batches;
  readonly ahead: ReadAhead;
}

/** Reads the entries of a directory. Adds the first `room` of the directories to enter to those that are due, in order. */
async function readEntries(settings: MapSettings, { due, place, room, batches, ahead }: Turn): Promise<void> {
  const { directory, path, name, above, depth } = due[place] as DueDirectory;
  const { signal, pause, timeLeft } = settings;
  if (ahead.isDue) {
    const first = pause();
    if (first !== undefined) {
      await first;
    }
    failWhenOver(settings);
    // Whoever reads ahead makes requests that nobody counts.
    const listing = batches.left === Infinity ? settings : undefined;
    ahead.begin(due, place, { signal, timeoutMs: timeLeft() / 2, listing, enters: room > 0 });
  }
  let names = directory.names ?? new PackedNames();
  let entered: number[] = [];
  let leading: Set<number> | undefined;
  let filter: DirectoryFilter | undefined;
  const take = (judge: DirectoryFilter, entries: readonly Entry[], start: number, end: number): void => {
    for (let at = start; at < end; at += 1) {
      const entry = entries[at] as Entry;
      const verdict = judge.judge(entry);
      if (verdict === "hide" || verdict === "deny" || verdict === "skip") {
        continue;
      }
      const isDirectory = entry.kind === "directory";
      const index = names.push(entry.name, entry.kind, isDirectory ? flagsOf(verdict) : 0);
      if (isDirectory && isEntered(verdict)) {
        entered.push(index);
        if (verdict === "lead") {
          leading ??= new Set();
          leading.add(index);
        }
      }
    }
  };
  // A directory takes no more than half of what is left, so that something is left for others.
  const least = batches.left === Infinity ? 0 : Math.floor(batches.left / 2);
  // A read that fails is a request, too.
  batches.left -= 1;
  let seen = 0;
  /** Returns whether there is more to read. */
  const takeBatch = async ({ entries, isWhole, isLast, startsOver }: Batch): Promise<boolean> => {
    if (startsOver === true) {
      names = new PackedNames();
      entered = [];
      leading = undefined;
      seen = 0;
    }
    seen += entries.length;
    if (filter === undefined) {
      const known = isWhole === true ? entries : undefined;
      const found = above?.enter(name, signal, known) ?? settings.rootFilter(known);
      // Awaiting what is known would take a turn of the queue for each directory.
      filter = found instanceof Promise ? await found : found;
    }
    const stride = strideOf(filter);
    for (let start = 0; start < entries.length; start += stride) {
      take(filter, entries, start, Math.min(start + stride, entries.length));
      const turn = pause();
      if (turn !== undefined) {
        await turn;
        signal?.throwIfAborted();
      }
    }
    signal?.throwIfAborted();
    const goesOn = isWhole !== true && isLast !== true;
    if (goesOn && (timeLeft() <= 0 || batches.left <= least)) {
      directory.isCut = true;
      return false;
    }
    batches.left -= Number(goesOn);
    return true;
  };
  const read = ahead.take();
  if (read.whole === undefined) {
    for await (const batch of read) {
      if (!(await takeBatch(batch))) {
        break;
      }
    }
  } else {
    await takeBatch(read.whole);
  }
  directory.isBare = seen === 0 && !directory.isCut;
  directory.names = names;
  directory.below = names.length;
  directory.isPartial = room < entered.length;
  const inside = filter;
  if (entered.length === 0 || room <= 0 || inside === undefined) {
    return;
  }
  const first =
    entered.length <= SORTED_AT_ONCE
      ? entered.sort((one, other) => names.compare(one, other)).slice(0, room)
      : await firstOfMany(names, entered, room, settings);
  for (const index of first) {
    const own = names.name(index);
    const counted = new CountedDirectory(leading?.has(index));
    directory.directories.set(index, counted);
    due.push({ directory: counted, path: joinPath(path, own), name: own, above: inside, depth: depth + 1 });
  }
}

/** So many indexes are sorted in one go. */
const SORTED_AT_ONCE = 2048;

/** The first `count` of many indexes in the order of their names. */
async function firstOfMany(names: PackedNames, indexes: number[], count: number, { pause }: Pacing): Promise<number[]> {
  const smallest = new SmallestEntries(count, pause);
  for (const [place, index] of indexes.entries()) {
    const name = names.name(index);
    const found: IndexedEntry = { name, kind: "directory", index };
    smallest.add(name, found);
    if (place % SORTED_AT_ONCE === 0) {
      await smallest.settle();
      await pause();
    }
  }
  return ((await smallest.finish(0)) as IndexedEntry[]).map(({ index }) => index);
}

interface IndexedEntry extends Entry {
  readonly index: number;
}

/** What a verdict says about a directory that is not entered. */
export function flagsOf(verdict: Verdict): number {
  return verdict === "ignore" || verdict === "pass" ? IGNORED : verdict === "close" ? CLOSED : 0;
}
