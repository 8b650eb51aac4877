// Counts what is in an object store by its keys: a request shows a thousand of them, whatever directories they are in. The first
// request begins at the first key. If that is not all, the next ones ask what the root holds, then each of its directories gets one
// in turn, so that the first of them does not use up all requests.
import { joinPath, type ByteString } from "../byte-string.ts";
import type { FileSystem, KeyPage } from "../file-system.ts";
import { isEntered, type DirectoryFilter } from "../filter.ts";
import { keepPace } from "../pacing.ts";
import { readErrorCode, toProblem, type Problem } from "../problem.ts";
import { countTree } from "./count-tree.ts";
import { addUp, CountedDirectory } from "./counted-directory.ts";
import { flagsOf } from "./entry-taker.ts";
import type { MapSettings } from "./map-settings.ts";

/** How many requests may ask what the root holds. */
const MOST_FOR_ROOT = 4;

/** A directory of the tree while it is counted. */
interface Counting {
  readonly directory: CountedDirectory;
  readonly filter: DirectoryFilter;
  /** What is known of its entries: a directory that is entered, or only that there is such an entry, or that it is hidden. */
  readonly entries: Map<string, Counting | "entry" | "hidden">;
}

/** How far the keys of a directory were read. */
interface Reading {
  /** The directory, and what its keys begin with in the root. An empty name is a directory, too, and not the root. */
  readonly path: ByteString;
  readonly name: ByteString | undefined;
  last: ByteString | undefined;
  isComplete: boolean;
  /** Set if it can't be read, or not any further. */
  problem?: Problem;
}

/** The root of the counted tree. Throws if the root can't be read. */
export async function countKeys(settings: MapSettings, fileSystem: FileSystem): Promise<CountedDirectory> {
  const keys = new KeyCount(settings, fileSystem, await settings.rootFilter());
  const all: Reading = { path: "" as ByteString, name: undefined, last: undefined, isComplete: false };
  const first = await keys.read(all).catch((error: unknown) => {
    // Some users may only list by directory. Any other fault will show up again there.
    if (readErrorCode(error) === undefined || settings.timeLeft() <= 0) {
      throw error;
    }
    return undefined;
  });
  if (first?.keys.length === 0 && first.isLast && first.isThere === true) {
    return keys.finish(true);
  }
  if (first === undefined || first.keys.length === 0) {
    // What can't be listed by its keys must be read once, or there is no answer.
    const left = Math.max(1, settings.maxRequests - 1);
    return countTree({ ...settings, maxDirectories: left }, left);
  }
  if (!all.isComplete) {
    await keys.readRoot();
    await keys.readDirectories(all.last as ByteString);
  }
  return keys.finish();
}

/** Whether there is more to read. */
function goesOn({ isComplete, problem }: Reading): boolean {
  return !isComplete && problem === undefined;
}

class KeyCount {
  readonly #settings: MapSettings;
  readonly #fileSystem: FileSystem;
  readonly #root: Counting;
  readonly #directories: CountedDirectory[];
  readonly #readings: Reading[] = [];
  #requests = 0;

  constructor(settings: MapSettings, fileSystem: FileSystem, filter: DirectoryFilter) {
    this.#settings = settings;
    this.#fileSystem = fileSystem;
    this.#root = { directory: new CountedDirectory(), filter, entries: new Map() };
    this.#directories = [this.#root.directory];
  }

  get #isOver(): boolean {
    return this.#requests >= this.#settings.maxRequests || this.#settings.timeLeft() <= 0;
  }

  /** Reads on in a directory, by one request. */
  async read(reading: Reading): Promise<KeyPage> {
    const { path, name, last } = reading;
    const page = await this.#ask(path, last, false);
    for (const key of page.keys) {
      await this.#add(name === undefined ? key : (`${name}/${key}` as ByteString));
    }
    reading.last = page.keys.at(-1) ?? last;
    reading.isComplete = page.isLast;
    return page;
  }

  /** Finds out which entries the root has. */
  async readRoot(): Promise<void> {
    let last: ByteString | undefined;
    let isLast = false;
    for (let page = 0; page < MOST_FOR_ROOT && !isLast && !this.#isOver; page += 1) {
      const answer = await this.#ask("" as ByteString, last, true).catch((error: unknown) => this.#pass(error));
      if (answer === undefined) {
        break;
      }
      for (const key of answer.keys) {
        await this.#add(key);
      }
      last = answer.keys.at(-1) ?? last;
      ({ isLast } = answer);
    }
    this.#root.directory.isCut = !isLast;
  }

  /** Reads the directories of the root, each once and then again in turn. Those that come before `last` are known. */
  async readDirectories(last: ByteString): Promise<void> {
    for (const [name, entry] of this.#root.entries) {
      // `0` is the character behind `/`: no key in the directory comes after this.
      if (typeof entry !== "string" && `${name}0` > last) {
        const known = last.startsWith(`${name}/`) ? (last.slice(name.length + 1) as ByteString) : undefined;
        const path = joinPath("" as ByteString, name as ByteString);
        this.#readings.push({ path, name: name as ByteString, last: known, isComplete: false });
      }
    }
    while (!this.#isOver && this.#readings.some(goesOn)) {
      for (const reading of this.#readings) {
        if (goesOn(reading) && !this.#isOver) {
          await this.read(reading).catch((error: unknown) => {
            this.#pass(error);
            reading.problem = toProblem(error);
          });
        }
      }
    }
  }

  finish(isBare = false): CountedDirectory {
    this.#root.directory.isBare = isBare;
    for (const { name, last, isComplete, problem } of this.#readings) {
      const counting = this.#root.entries.get(name as string);
      if (problem !== undefined && last === undefined && typeof counting === "object") {
        counting.directory.problem = problem;
      } else if (!isComplete) {
        this.#cut(name as ByteString, last);
      }
    }
    for (const directory of this.#directories) {
      directory.below = directory.names?.length ?? 0;
    }
    addUp(this.#directories);
    return this.#root.directory;
  }

  /** One directory that can't be read does not cost the map. Throws what is no such failure. */
  #pass(error: unknown): undefined {
    this.#settings.signal?.throwIfAborted();
    toProblem(error);
  }

  /** Everything behind a key of a directory is unknown. */
  #cut(first: ByteString, last: ByteString | undefined): void {
    let counting = this.#root.entries.get(first);
    for (const name of last?.split("/") ?? []) {
      if (counting === undefined || typeof counting === "string") {
        return;
      }
      counting.directory.isCut = true;
      counting = counting.entries.get(name);
    }
    if (counting !== undefined && typeof counting !== "string") {
      counting.directory.isPartial = true;
    }
  }

  async #ask(path: ByteString, after: ByteString | undefined, byDirectory: boolean): Promise<KeyPage> {
    const { root, signal, timeLeft } = this.#settings;
    await keepPace(this.#settings);
    this.#requests += 1;
    const options = { after, byDirectory, signal, timeoutMs: timeLeft() / 2 };
    const page = await (this.#fileSystem as Required<FileSystem>).readKeys(root, path, options);
    signal?.throwIfAborted();
    return page;
  }

  /** Adds a key, and the directories that it is in. A key that ends in `/` is a directory's. */
  async #add(key: ByteString): Promise<void> {
    const names = key.split("/") as ByteString[];
    const last = names.pop() as ByteString;
    let inside: Counting | undefined = this.#root;
    for (const [depth, name] of names.entries()) {
      if (inside === undefined || depth >= this.#settings.depth) {
        break;
      }
      inside = await this.#enter(inside, name);
    }
    if (inside === undefined || last === "") {
      return;
    }
    if (names.length >= this.#settings.depth) {
      // It is deeper than may be listed.
      inside.directory.isPartial = true;
      return;
    }
    // A file and a directory may have the same name.
    const known = inside.entries.get(`${last}\0`);
    if (known === undefined) {
      const verdict = inside.filter.judge({ name: last, kind: "file" });
      const isShown = verdict !== "hide" && verdict !== "deny" && verdict !== "skip";
      inside.entries.set(`${last}\0`, isShown ? "entry" : "hidden");
      if (isShown) {
        inside.directory.names?.push(last, "file");
      }
    }
  }

  async #enter(above: Counting, name: ByteString): Promise<Counting | undefined> {
    const known = above.entries.get(name);
    if (known !== undefined) {
      return typeof known === "string" ? undefined : known;
    }
    const verdict = above.filter.judge({ name, kind: "directory" });
    if (verdict === "hide" || verdict === "deny" || verdict === "skip") {
      above.entries.set(name, "hidden");
      return undefined;
    }
    const index = above.directory.names?.push(name, "directory", flagsOf(verdict)) as number;
    if (!isEntered(verdict)) {
      above.entries.set(name, "entry");
      return undefined;
    }
    const directory = new CountedDirectory(verdict === "lead");
    above.directory.directories.set(index, directory);
    this.#directories.push(directory);
    const filter = await above.filter.enter(name, this.#settings.signal);
    const counting: Counting = { directory, filter, entries: new Map() };
    above.entries.set(name, counting);
    return counting;
  }
}
