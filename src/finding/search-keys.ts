// Searches an object store by its keys, in their order: a request brings a thousand of them, whatever directories they are in. The tree
// that they make is then searched like any other.
import { joinPath, type ByteString } from "../core/byte-string.ts";
import type { Entry } from "../core/entry.ts";
import type { FileSystem } from "../core/file-system.ts";
import { readErrorCode } from "../core/problem.ts";
import { startRange, VisibleKeys } from "../maps/visible-keys.ts";
import type { FileSearch } from "./file-search.ts";
import { searchTree, type SearchEnd, type SearchSettings } from "./search-tree.ts";

/** Keys that were read are searched for at least this long, though the time is up. Usual words take a tenth of it. */
const SEARCH_MS = 2000;

/** Searches a store. Throws if the root can't be read. */
export async function searchKeys(settings: SearchSettings, search: FileSearch): Promise<SearchEnd> {
  const { fileSystem, signal, timeLeft } = settings;
  const tree = new KeyTree();
  const isRead = await readKeys(settings, tree).catch((error: unknown) => {
    signal?.throwIfAborted();
    // Some users may only list by directory. Any other fault will show up again there.
    if (readErrorCode(error) === undefined || timeLeft() <= 0) {
      throw error;
    }
    return false;
  });
  if (!isRead) {
    return searchByDirectory(settings, search);
  }
  // What was read in time is searched in any case, unless the words make that very slow.
  const extra = Math.max(0, SEARCH_MS - timeLeft());
  const inMemory = { ...settings, timeLeft: () => timeLeft() + extra, fileSystem: tree.around(fileSystem) };
  const end = await searchTree(inMemory, search);
  return tree.stopped === undefined || end.stopped !== undefined ? end : { ...end, isBare: false, ...tree.stopped };
}

/** Searches a store directory by directory. Each batch of entries is a request. */
async function searchByDirectory(settings: SearchSettings, search: FileSearch): Promise<SearchEnd> {
  const { fileSystem, maxRequests, timeLeft } = settings;
  // The one for keys that was refused, and another by which the store finds out that it can't read ahead.
  let requests = 2;
  let at = "" as ByteString;
  const counting: FileSystem = {
    ...fileSystem,
    async *readDirectory(root, path, options) {
      for await (const batch of fileSystem.readDirectory(root, path, options)) {
        requests += 1;
        const last = batch.entries.at(-1);
        at = last === undefined ? path : joinPath(path, last.name);
        yield batch;
      }
    },
  };
  // The walk ends as if its time were up.
  const mayAsk = () => (requests > 2 && requests >= maxRequests ? 0 : timeLeft());
  const end = await searchTree({ ...settings, fileSystem: counting, timeLeft: mayAsk }, search);
  return end.stopped === "time" && timeLeft() > 0 ? { ...end, stopped: { requests, at } } : end;
}

/** Reads the keys of the root, as far as the settings allow. Returns whether there is such a directory. */
async function readKeys(settings: SearchSettings, tree: KeyTree): Promise<boolean> {
  const keys = new VisibleKeys(settings, settings.fileSystem);
  const range = startRange("" as ByteString, settings.denied);
  for (let requests = 1; ; requests += 1) {
    const page = await keys.read(range, settings.takesTimes);
    for (const key of page.keys) {
      tree.add(key, page.times?.get(key));
    }
    if (page.isLast) {
      return !tree.isEmpty || page.isThere === true;
    }
    if (keys.isOver) {
      const last = page.keys.at(-1) ?? ("" as ByteString);
      // As `joinPath` writes a path whose first name is empty.
      const at = (last.startsWith("/") ? `/${last}` : last) as ByteString;
      tree.stopped = settings.timeLeft() <= 0 ? { stopped: "time" } : { stopped: { requests, at } };
      return true;
    }
  }
}

/** A directory of the tree that keys stand for: its entries, and the times of its files. */
interface KeyDirectory {
  readonly entries: Entry[];
  readonly times: Map<ByteString, number>;
}

class KeyTree {
  /** Set if there are more keys than were read. */
  stopped: Pick<SearchEnd, "stopped"> | undefined;
  readonly #directories = new Map<ByteString, KeyDirectory>([["" as ByteString, newDirectory()]]);

  get isEmpty(): boolean {
    return this.#directories.get("" as ByteString)?.entries.length === 0;
  }

  add(key: ByteString, modifiedMs: number | undefined): void {
    const names = key.split("/") as ByteString[];
    const file = names.pop() as ByteString;
    let path = "" as ByteString;
    for (const name of names) {
      const below = joinPath(path, name);
      if (!this.#directories.has(below)) {
        this.#directories.get(path)?.entries.push({ name, kind: "directory" });
        this.#directories.set(below, newDirectory());
      }
      path = below;
    }
    const directory = this.#directories.get(path) as KeyDirectory;
    // A key that ends in `/` is a directory's.
    if (file !== "") {
      directory.entries.push({ name: file, kind: "file" });
      if (modifiedMs !== undefined) {
        directory.times.set(file, modifiedMs);
      }
    }
  }

  /** A file system that reads from here what was read, and has everything else of the store's. */
  around(store: FileSystem): FileSystem {
    const directoryAt = (path: ByteString): KeyDirectory => this.#directories.get(path) ?? newDirectory();
    return {
      ...store,
      readDirectory: (_, path) => {
        const whole = { entries: directoryAt(path).entries, isWhole: true };
        return {
          whole,
          async *[Symbol.asyncIterator]() {
            yield whole;
          },
        };
      },
      readDetails: async (_, path, names) => {
        const { times } = directoryAt(path);
        return names.map((name) => ({ modifiedMs: times.get(name) as number }));
      },
    };
  }
}

function newDirectory(): KeyDirectory {
  return { entries: [], times: new Map() };
}
