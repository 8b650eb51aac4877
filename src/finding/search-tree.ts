// Reads a tree level by level, as far as the settings allow, and shows every entry to a search.
import type { ByteString } from "../core/byte-string.ts";
import type { Entry } from "../core/entry.ts";
import type { Batch, FileSystem } from "../core/file-system.ts";
import { isEntered, type DirectoryFilter, type RootFilter } from "../core/filter.ts";
import { keepPace, waitOnce, type Pace } from "../core/pace.ts";
import { toProblem } from "../core/problem.ts";
import { ReadAhead } from "../maps/read-ahead.ts";
import { readDetails } from "../reading/read-details.ts";
import { strideOf } from "../reading/selection.ts";
import type { FileSearch, Taking } from "./file-search.ts";
import type { SearchedDirectory } from "./searched-directory.ts";

/** The complete settings of a search. Defaults are filled in at the edge, not here. */
export interface SearchSettings extends Pace {
  readonly fileSystem: FileSystem;
  readonly root: ByteString;
  readonly rootFilter: RootFilter;
  /** What the operator denies in the root directory; `SHOW_ALL` if that is nothing. `rootFilter` leaves it out, too. */
  readonly denied: DirectoryFilter;
  /** How many levels may be read. */
  readonly depth: number;
  /** How many directories may be read. */
  readonly maxDirectories: number;
  /** How many requests may be made to an object store. */
  readonly maxRequests: number;
  /** Whether entries are taken with the time of their modification, and only those that are no directories. */
  readonly takesTimes: boolean;
}

/** How a search ended. */
export interface SearchEnd {
  /** How many directories were read. */
  readonly directories: number;
  /** Why not everything was read: the time was up, there were too many directories, or too many keys of a store after this one. */
  readonly stopped?: "time" | "directories" | { readonly requests: number; readonly at: ByteString } | undefined;
  /** Whether ignored directories were not searched. */
  readonly passedBy: boolean;
  /** Whether the root has no entries that may be seen. */
  readonly isBare: boolean;
}

/** Searches a tree. Throws if the root can't be read. */
export async function searchTree(settings: SearchSettings, search: FileSearch): Promise<SearchEnd> {
  const walk = new TreeWalk(settings, search);
  await walk.run();
  return walk.end;
}

/** A directory to be read, and the filter of the one that it is in; none for the root. */
interface DueDirectory {
  readonly directory: SearchedDirectory;
  readonly path: ByteString;
  readonly above: DirectoryFilter | undefined;
}

class TreeWalk {
  readonly #settings: SearchSettings;
  readonly #search: FileSearch;
  readonly #due: DueDirectory[];
  #next = 0;
  #stopped: SearchEnd["stopped"];
  #passedBy = false;
  #seen = 0;

  constructor(settings: SearchSettings, search: FileSearch) {
    this.#settings = settings;
    this.#search = search;
    this.#due = [{ directory: search.root, path: search.root.path, above: undefined }];
  }

  get end(): SearchEnd {
    const isBare = this.#seen === 0 && this.#stopped === undefined;
    return { directories: this.#next, stopped: this.#stopped, passedBy: this.#passedBy, isBare };
  }

  async run(): Promise<void> {
    const { signal, timeLeft, maxDirectories, depth, fileSystem } = this.#settings;
    const ahead = new ReadAhead(this.#settings, fileSystem.isObjectStore === true);
    for (; this.#next < this.#due.length; this.#next += 1) {
      const due = this.#due[this.#next] as DueDirectory;
      const { directory } = due;
      if (directory.parent !== undefined && (this.#next >= maxDirectories || timeLeft() <= 0)) {
        this.#stopped = timeLeft() <= 0 ? "time" : "directories";
        break;
      }
      try {
        if (ahead.isDue) {
          await keepPace(this.#settings);
          const enters = directory.depth + 1 < depth;
          ahead.begin(this.#due, this.#next, {
            ...waitOnce(this.#settings),
            listing: this.#settings,
            enters,
            keepsNames: true,
          });
        }
        const read = ahead.take();
        await (read.whole === undefined ? this.#takeBatches(read, due) : this.#takeBatch(read.whole, due));
      } catch (error) {
        signal?.throwIfAborted();
        if (directory.parent === undefined) {
          throw error;
        }
        directory.problem = toProblem(error);
        directory.isPartial = true;
        if (timeLeft() <= 0) {
          this.#stopped = "time";
        }
      }
    }
    // What was read is not needed any more; how much is below each directory is.
    for (let place = this.#due.length - 1; place > 0; place -= 1) {
      const { directory } = this.#due[place] as DueDirectory;
      const parent = directory.parent as SearchedDirectory;
      directory.isPartial ||= place >= this.#next;
      parent.below += directory.below;
      parent.isPartial ||= directory.isPartial;
    }
  }

  /** Takes the entries batch by batch. A read that starts over is rare: what is needed then is remembered only if there are several. */
  async #takeBatches(read: AsyncIterable<Batch>, due: DueDirectory): Promise<void> {
    const { directory } = due;
    let forget: (() => void) | undefined;
    let filter: DirectoryFilter | undefined;
    let last: Batch | undefined;
    for await (const batch of read) {
      if (batch.startsOver === true) {
        forget?.();
      } else if (last !== undefined) {
        forget ??= this.#remember(directory);
        filter = await this.#takeBatch(last, due, filter);
      }
      last = batch;
      if (batch.isLast !== true && this.#settings.timeLeft() <= 0) {
        this.#stopped = "time";
        directory.isPartial = true;
        break;
      }
    }
    if (last !== undefined) {
      await this.#takeBatch(last, due, filter);
    }
  }

  #remember(directory: SearchedDirectory): () => void {
    const forget = this.#search.remember(directory);
    const [due, seen] = [this.#due.length, this.#seen];
    return () => {
      forget();
      this.#due.length = due;
      this.#seen = seen;
    };
  }

  /** Takes entries of a directory. Returns its filter, which is made for the first of them. */
  async #takeBatch(
    { entries, isWhole }: Batch,
    { directory, above }: DueDirectory,
    made?: DirectoryFilter,
  ): Promise<DirectoryFilter> {
    const { signal, rootFilter, pause, timeLeft } = this.#settings;
    const known = isWhole === true ? entries : undefined;
    const filter = made ?? (await (above?.enter(directory.name, signal, known) ?? rootFilter(known)));
    const stride = this.#strideIn(directory, filter.cost);
    const entered: DueDirectory[] = [];
    const untimed: Untimed[] = [];
    for (let start = 0; start < entries.length; start += stride) {
      for (let at = start; at < Math.min(start + stride, entries.length); at += 1) {
        this.#take(entries[at] as Entry, directory, filter, entered, untimed);
      }
      const turn = pause();
      if (turn !== undefined) {
        await turn;
        signal?.throwIfAborted();
        if (timeLeft() <= 0) {
          this.#stopped = "time";
          directory.isPartial = true;
          break;
        }
      }
    }
    // In order, so that a search that ends early has read the same on every disk.
    entered.sort((one, other) => (one.path < other.path ? -1 : 1));
    for (const each of entered) {
      this.#due.push(each);
    }
    await this.#takeWithTimes(directory, untimed);
    return filter;
  }

  /** How many entries are taken between looks at the clock. */
  #strideIn(directory: SearchedDirectory, filterCost = 0): number {
    return strideOf({ cost: filterCost + this.#search.costIn(directory) });
  }

  #take(
    entry: Entry,
    directory: SearchedDirectory,
    filter: DirectoryFilter,
    entered: DueDirectory[],
    untimed: Untimed[],
  ): void {
    const verdict = filter.judge(entry);
    this.#seen += verdict === "deny" ? 0 : 1;
    if (verdict === "hide" || verdict === "deny") {
      return;
    }
    const isDirectory = entry.kind === "directory";
    this.#passedBy ||= isDirectory && (verdict === "ignore" || verdict === "pass" || verdict === "skip");
    if (verdict === "skip") {
      return;
    }
    const isEntry = verdict !== "lead";
    const enters = isDirectory && isEntered(verdict);
    const isIgnored = verdict === "ignore" || verdict === "pass" ? true : undefined;
    const { takesTimes } = this.#settings;
    if (takesTimes && !enters) {
      const hasTime = entry.kind === "file" || entry.kind === "symlink";
      if (hasTime && this.#search.matches(directory, entry)) {
        untimed.push({ entry, isIgnored });
      }
      return;
    }
    const taking = isIgnored ? IGNORED : enters ? (isEntry && !takesTimes ? ENTERED : LEADING) : TAKEN;
    const inside = this.#search.take(directory, entry, taking);
    if (inside !== undefined && inside.depth < this.#settings.depth) {
      entered.push({ directory: inside, path: inside.path, above: filter });
    } else if (inside !== undefined) {
      inside.isPartial = directory.isPartial = true;
    }
  }

  async #takeWithTimes(directory: SearchedDirectory, untimed: readonly Untimed[]): Promise<void> {
    const names = untimed.map(({ entry }) => entry.name);
    const details = await readDetails(this.#settings, directory.path, names);
    if (details.length < names.length && this.#settings.timeLeft() <= 0) {
      this.#stopped = "time";
      directory.isPartial = true;
    }
    const stride = this.#strideIn(directory);
    for (const [index, { entry, isIgnored }] of untimed.entries()) {
      const modifiedMs = details[index]?.modifiedMs;
      this.#search.take(directory, entry, { isEntry: true, enters: false, isIgnored, modifiedMs });
      if ((index + 1) % stride === 0) {
        await this.#settings.pause();
      }
    }
  }
}

/** An entry whose time is not known yet. */
interface Untimed {
  readonly entry: Entry;
  readonly isIgnored: true | undefined;
}

const TAKEN: Taking = { isEntry: true, enters: false };
const IGNORED: Taking = { isEntry: true, enters: false, isIgnored: true };
const ENTERED: Taking = { isEntry: true, enters: true };
const LEADING: Taking = { isEntry: false, enters: true };
