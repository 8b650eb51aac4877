// Reads a tree level by level, as many directories as the settings allow, and counts what is in it.
import { joinPath, type ByteString } from "../core/byte-string.ts";
import type { Entry } from "../core/entry.ts";
import type { DirectoryRead } from "../core/file-system.ts";
import type { DirectoryFilter } from "../core/filter.ts";
import { keepPace, type Pace } from "../core/pace.ts";
import { toProblem } from "../core/problem.ts";
import { SmallestEntries } from "../reading/smallest-entries.ts";
import { addUp, CountedDirectory } from "./counted-directory.ts";
import type { MapSettings } from "./map-settings.ts";
import { EntryTaker, type FilterOfDirectory } from "./entry-taker.ts";
import { PackedNames } from "./packed-names.ts";
import { ReadAhead } from "./read-ahead.ts";
import { MOST_FREE } from "./visible-keys.ts";

/** Names that take more bytes than this in all are counted and not kept, but for those of the root. */
const MOST_BYTES = 32 * 1024 * 1024;

/** When so many bytes are kept, names are packed even where a directory has few of them. */
const MOST_UNPACKED = 2 * 1024 * 1024;

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
  /** How many that hold nothing but denied entries are not counted. */
  free: number;
}

/**
 * The root of the counted tree. Throws if the root can't be read. `mostBatches`: how many batches may be read in all, at least
 * one.
 */
export async function countTree(settings: MapSettings, mostBatches: number = Infinity): Promise<CountedDirectory> {
  const batches: Batches = { left: mostBatches, free: MOST_FREE * mostBatches };
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
      const turn: Turn = { due, place: read, room, batches, ahead };
      if (ahead.isDue) {
        await beginRead(settings, turn);
      }
      const reading = readEntries(settings, turn);
      if (reading !== undefined) {
        await reading;
      }
    } catch (error) {
      settings.signal?.throwIfAborted();
      if (directory === root) {
        throw error;
      }
      directory.problem = toProblem(error);
      directory.names = undefined;
    }
    if (bytes > MOST_UNPACKED) {
      directory.names?.pack();
    }
    bytes += directory.names?.size ?? 0;
    if (bytes > mostBytes && directory !== root) {
      bytes -= directory.names?.size ?? 0;
      directory.names = undefined;
    }
  }
  const directories = due.map(({ directory }) => directory);
  await addUp(directories, settings.pause);
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

/** Begins to read a directory, and others with it. */
async function beginRead(settings: MapSettings, { due, place, room, batches, ahead }: Turn): Promise<void> {
  const { signal, timeLeft } = settings;
  await keepPace(settings);
  // Whoever reads ahead makes requests that nobody counts.
  const listing = batches.left === Infinity ? settings : undefined;
  // A map holds the names of a huge directory itself, and twice would be more memory than it may take.
  const options = { signal, timeoutMs: timeLeft() / 2, listing, enters: room > 0, keepsNames: true };
  ahead.begin(due, place, options);
}

/**
 * Reads the entries of a directory. Adds the first `room` of the directories to enter to those that are due, in order. Returns a
 * promise only if there is something to wait for: small directories take less time than a turn of the queue for each of them.
 */
function readEntries(settings: MapSettings, turn: Turn): Promise<void> | undefined {
  const { name, above, directory } = turn.due[turn.place] as DueDirectory;
  const { signal } = settings;
  const makeFilter: FilterOfDirectory = (entries) =>
    above?.enter(name, signal, entries) ?? settings.rootFilter(entries);
  const taker = new EntryTaker(directory.names ?? new PackedNames(), makeFilter, settings, (entry, verdict) =>
    settings.notes.note(entry, verdict, above === undefined),
  );
  settings.notes.readDirectories += 1;
  const { batches } = turn;
  // A directory takes no more than half of what is left, so that something is left for others.
  const least = batches.left === Infinity ? 0 : Math.floor(batches.left / 2);
  // A read that fails is a request, too.
  batches.left -= 1;
  const read = turn.ahead.take();
  const taken =
    read.whole === undefined
      ? takeBatches(settings, read, { taker, directory, batches, least })
      : taker.take(read.whole);
  return taken === undefined ? finishRead(settings, turn, taker) : taken.then(() => finishRead(settings, turn, taker));
}

interface BatchTaking {
  readonly taker: EntryTaker;
  readonly directory: CountedDirectory;
  readonly batches: Batches;
  /** So many batches are left for others. */
  readonly least: number;
}

async function takeBatches(
  { timeLeft }: MapSettings,
  read: DirectoryRead,
  { taker, directory, batches, least }: BatchTaking,
): Promise<void> {
  for await (const batch of read) {
    const before = taker.denied;
    await taker.take(batch);
    const isDenied = batch.entries.length > 0 && taker.denied - before === batch.entries.length;
    if (isDenied && batches.free > 0) {
      batches.free -= 1;
      batches.left += 1;
    }
    const goesOn = batch.isWhole !== true && batch.isLast !== true;
    if (goesOn && (timeLeft() <= 0 || batches.left <= least)) {
      directory.isCut = true;
      break;
    }
    batches.left -= Number(goesOn);
  }
}

function finishRead(settings: MapSettings, { due, place, room }: Turn, taker: EntryTaker): Promise<void> | undefined {
  const { directory, path, depth } = due[place] as DueDirectory;
  const { names, entered, leading, seen, filter } = taker;
  directory.isBare = seen === 0 && !directory.isCut;
  directory.names = names;
  directory.below = names.length;
  directory.isPartial = room < entered.length;
  if (entered.length === 0 || room <= 0 || filter === undefined) {
    return undefined;
  }
  const enter = (indexes: readonly number[]): undefined => {
    for (const index of indexes) {
      const own = names.name(index);
      const counted = new CountedDirectory(leading?.has(index));
      directory.add(index, counted);
      due.push({ directory: counted, path: joinPath(path, own), name: own, above: filter, depth: depth + 1 });
    }
  };
  return entered.length > SORTED_AT_ONCE
    ? firstOfMany(names, entered, room, settings).then(enter)
    : enter(entered.sort((one, other) => names.compare(one, other)).slice(0, room));
}

/** So many indexes are sorted in one go. */
const SORTED_AT_ONCE = 2048;

/** The first `count` of many indexes in the order of their names. */
async function firstOfMany(names: PackedNames, indexes: number[], count: number, { pause }: Pace): Promise<number[]> {
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
