// Counts what is in an object store by its keys: a request shows a thousand of them, whatever directories they are in. The first
// request begins at the first key. If that is not all, the next ones ask what the root holds, then each of its directories gets one
// in turn, so that the first of them does not use up all requests.
import { joinPath, type ByteString } from "../core/byte-string.ts";
import type { FileSystem, KeyPage } from "../core/file-system.ts";
import type { DirectoryFilter } from "../core/filter.ts";
import { readErrorCode, toProblem, type Problem } from "../core/problem.ts";
import { countTree } from "./count-tree.ts";
import { addUp, CountedDirectory, takeEntry } from "./counted-directory.ts";
import type { MapSettings } from "./map-settings.ts";
import type { PackedNames } from "./packed-names.ts";
import { startRange, VisibleKeys, type KeyRange } from "./visible-keys.ts";

/** How many requests may ask what the root holds. */
const MOST_FOR_ROOT = 4;

const NONE = "" as ByteString;

/** A directory whose keys are read. */
interface Reading {
  readonly range: KeyRange;
  /** What its keys begin with in the root. */
  readonly prefix: string;
  /** The way to its last key, from the root. */
  open: OpenDirectory[];
  /** The last key that was read; undefined if there is none yet. */
  last: ByteString | undefined;
  isComplete: boolean;
  /** Set if it can't be read, or not any further. */
  problem?: Problem;
}

/** The root of the counted tree. Throws if the root can't be read. */
export async function countKeys(settings: MapSettings, fileSystem: FileSystem): Promise<CountedDirectory> {
  const count = new KeyCount(settings, fileSystem, new KeyTree(settings, await settings.rootFilter()));
  const all = count.begin();
  const first = await count.read(all).catch((error: unknown) => {
    // Some users may only list by directory. Any other fault will show up again there.
    if (readErrorCode(error) === undefined || settings.timeLeft() <= 0) {
      throw error;
    }
    return undefined;
  });
  if (first?.keys.length === 0 && (first.isLast ? first.isThere === true : count.isOver)) {
    // Nothing at all, or nothing but denied keys as far as requests went.
    return count.finish(first.isLast ? "bare" : "cut");
  }
  if (first === undefined || first.keys.length === 0) {
    // What can't be listed by its keys must be read once, or there is no answer.
    const left = Math.max(1, settings.maxRequests - 1);
    return countTree({ ...settings, maxDirectories: left }, left);
  }
  if (!all.isComplete) {
    await count.readRoot();
    await count.readDirectories(all);
  }
  return count.finish();
}

/** Whether there is more to read. */
function goesOn({ isComplete, problem }: Reading): boolean {
  return !isComplete && problem === undefined;
}

class KeyCount {
  readonly #settings: MapSettings;
  readonly #keys: VisibleKeys;
  readonly #tree: KeyTree;
  readonly #readings: Reading[] = [];

  constructor(settings: MapSettings, fileSystem: FileSystem, tree: KeyTree) {
    this.#settings = settings;
    this.#keys = new VisibleKeys(settings, fileSystem);
    this.#tree = tree;
  }

  /** Whether no more requests may be made. */
  get isOver(): boolean {
    return this.#keys.isOver;
  }

  /** The keys of the root, from the first. */
  begin(byDirectory: boolean = false): Reading {
    const range = startRange(NONE, this.#settings.denied, byDirectory);
    return { range, prefix: "", open: [], last: undefined, isComplete: false };
  }

  /** Reads on in a directory, by one request if none of its keys are denied. */
  async read(reading: Reading): Promise<KeyPage> {
    const { pause, signal } = this.#settings;
    const page = await this.#keys.read(reading.range);
    for (const key of page.keys) {
      await this.#tree.add(`${reading.prefix}${key}` as ByteString, reading.open);
      await pause();
      signal?.throwIfAborted();
    }
    reading.last = page.keys.at(-1) ?? reading.last;
    reading.isComplete = page.isLast;
    return page;
  }

  /** Finds out which entries the root has. */
  async readRoot(): Promise<void> {
    const reading = this.begin(true);
    for (let page = 0; page < MOST_FOR_ROOT && goesOn(reading) && !this.isOver; page += 1) {
      await this.#tryRead(reading);
    }
    this.#tree.root.isCut = !reading.isComplete;
  }

  /** Reads the directories of the root, each once and then again in turn. Those before the last key that was read are known. */
  async readDirectories({ last = NONE, open }: Reading): Promise<void> {
    for (const [name, { counting }] of this.#tree.top) {
      // `0` is the character after `/`: no key in the directory comes after this.
      if (counting !== undefined && `${name}0` > last) {
        const prefix = `${name}/`;
        const isBegun = last.startsWith(prefix);
        const range = startRange(joinPath(NONE, name), await this.#settings.denied.enter(name, this.#settings.signal));
        range.after = isBegun ? (last.slice(prefix.length) as ByteString) : undefined;
        const begun = isBegun ? { open, last: range.after } : { open: [], last: undefined };
        this.#readings.push({ range, prefix, isComplete: false, ...begun });
      }
    }
    while (!this.isOver && this.#readings.some(goesOn)) {
      for (const reading of this.#readings) {
        if (goesOn(reading) && !this.isOver) {
          await this.#tryRead(reading);
        }
      }
    }
  }

  /** Adds everything up. `empty`: why the root has no entries, if it has none. */
  async finish(empty?: "bare" | "cut"): Promise<CountedDirectory> {
    const { root, top, directories } = this.#tree;
    root.isBare = empty === "bare";
    root.isCut ||= empty === "cut";
    for (const { prefix, open, last, isComplete, problem } of this.#readings) {
      const directory = top.get(prefix.slice(0, -1) as ByteString)?.counting?.directory as CountedDirectory;
      if (last === undefined && problem !== undefined) {
        directory.problem = problem;
      } else if (last === undefined && !isComplete) {
        directory.isPartial = true;
      } else if (!isComplete) {
        // Everything after the last key is unknown.
        for (const { counting } of open) {
          if (counting !== undefined) {
            counting.directory.isCut = true;
          }
        }
      }
    }
    for (const directory of directories) {
      directory.below = directory.names?.length ?? 0;
    }
    await addUp(directories, this.#settings.pause);
    this.#settings.notes.readDirectories = directories.length;
    return root;
  }

  /** One directory that can't be read does not cost the map. Throws what is no such failure. */
  async #tryRead(reading: Reading): Promise<void> {
    await this.read(reading).catch((error: unknown) => {
      this.#settings.signal?.throwIfAborted();
      reading.problem = toProblem(error);
    });
  }
}

/** A directory that is counted. */
interface Counting {
  readonly directory: CountedDirectory;
  readonly filter: DirectoryFilter;
}

/** A directory on the way to a key; without `counting` if nothing in it is counted. */
interface OpenDirectory {
  readonly name: ByteString;
  readonly counting: Counting | undefined;
}

/**
 * The tree of directories that keys stand for. Keys come in order, so only the directories on the way to the last key can get more
 * entries, and only these are open.
 */
class KeyTree {
  /** The root's own entries: its directories by their names, and the names of its files. They are read in several ways. */
  readonly top: Map<ByteString, OpenDirectory> = new Map();
  readonly #topFiles = new Set<ByteString>();
  /** All directories that are counted, each after the one that it is in. */
  readonly directories: CountedDirectory[];
  readonly #root: Counting;
  readonly #settings: MapSettings;

  constructor(settings: MapSettings, filter: DirectoryFilter) {
    this.#settings = settings;
    this.#root = { directory: new CountedDirectory(), filter };
    this.directories = [this.#root.directory];
  }

  get root(): CountedDirectory {
    return this.#root.directory;
  }

  /** Adds a key, and the directories that it is in. `open` is the way to the key before it, and becomes that to this one. */
  async add(key: ByteString, open: OpenDirectory[]): Promise<void> {
    const { depth } = this.#settings;
    let inside = this.#root;
    let start = 0;
    for (let level = 0; ; level += 1) {
      const slash = key.indexOf("/", start);
      const name = key.slice(start, slash === -1 ? undefined : slash) as ByteString;
      if (level >= depth) {
        // It is deeper than may be listed.
        inside.directory.isPartial = true;
        open.length = level;
        return;
      }
      if (slash === -1) {
        open.length = level;
        // A key that ends in `/` is a directory's.
        if (name !== "") {
          this.#addFile(inside, name);
        }
        return;
      }
      if (open[level]?.name !== name) {
        open.splice(level, Infinity, await this.#enter(inside, name));
      }
      const { counting } = open[level] as OpenDirectory;
      if (counting === undefined) {
        open.length = level + 1;
        return;
      }
      inside = counting;
      start = slash + 1;
    }
  }

  #addFile({ directory, filter }: Counting, name: ByteString): void {
    const isTop = directory === this.root;
    if (isTop && this.#topFiles.has(name)) {
      return;
    }
    const file = { name, kind: "file" } as const;
    const verdict = filter.judge(file);
    this.#settings.notes.note(file, verdict, isTop);
    takeEntry(directory.names as PackedNames, file, verdict);
    if (isTop) {
      this.#topFiles.add(name);
    }
  }

  #enter(above: Counting, name: ByteString): Promise<OpenDirectory> | OpenDirectory {
    if (above !== this.#root) {
      return this.#make(above, name);
    }
    return (
      this.top.get(name) ??
      whenKnown(this.#make(above, name), (made) => {
        this.top.set(name, made);
        return made;
      })
    );
  }

  #make({ directory, filter }: Counting, name: ByteString): Promise<OpenDirectory> | OpenDirectory {
    const { maxKeyDirectories, signal } = this.#settings;
    const entry = { name, kind: "directory" } as const;
    const verdict = filter.judge(entry);
    this.#settings.notes.note(entry, verdict, directory === this.root);
    const index = takeEntry(directory.names as PackedNames, entry, verdict);
    if (index === undefined) {
      return { name, counting: undefined };
    }
    if (this.directories.length > maxKeyDirectories) {
      directory.isPartial = true;
      return { name, counting: undefined };
    }
    const made = new CountedDirectory(verdict === "lead");
    directory.add(index, made);
    this.directories.push(made);
    return whenKnown(filter.enter(name, signal), (entered) => ({
      name,
      counting: { directory: made, filter: entered },
    }));
  }
}

/** Goes on with a value at once if it is known: most filters know, and awaiting them would take a turn of the queue for each directory. */
function whenKnown<Value, Result>(
  value: Promise<Value> | Value,
  goOn: (value: Value) => Promise<Result> | Result,
): Promise<Result> | Result {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
