// The first keys of an object store as a file system in memory. One request returns a thousand keys, whatever directories they are in,
// so maps and searches of a store first read its keys, then run on this as they would on a disk.
import { CallClock } from "../core/call-clock.ts";
import { byteKey, treeKey, type Entry } from "../core/entry.ts";
import { firstIndex } from "../core/first-index.ts";
import { withMembers, type DirectoryRead, type FileSystem, type KeyPage } from "../core/file-system.ts";
import { isMissingCode, readErrorCode } from "../core/problem.ts";
import type { TreeRequest } from "./tree.ts";

/** If there are more keys than may be read, this many requests are reserved for listing the rest of the root's own entries. */
const REQUESTS_FOR_ROOT = 2;

/** How much of a call's time may be spent on reading keys. The rest is for the answer that is made from them. */
const SHARE_OF_TIME = 0.75;

/** How much of a store was read. */
export interface KeysRead {
  readonly requests: number;
  /** Whether all keys were read. */
  readonly isComplete: boolean;
  /** Whether time ran out before all keys were read. */
  readonly isTimedOut: boolean;
}

/** The keys as a tree that can be read. */
export interface KeyTree extends KeysRead {
  /** Reads directories from the keys. A directory that may have more entries is `isPartial`. */
  readonly fileSystem: FileSystem;
}

/** Reads the first keys below a directory. `onRead` gets the numbers of requests and keys. Throws if the first request fails. */
export async function readKeyTree(request: TreeRequest, directory: string, maxRequests: number): Promise<KeyTree> {
  const reading = new KeyReading(request, directory, maxRequests);
  await reading.read();
  const { keys, requests, isTimedOut } = reading;
  const fileSystem = withMembers(request.fileSystem, {
    readDirectory: (location) => keys.readDirectory(toPrefix(location as string, directory)),
    readDetails: async () => [],
  });
  return { fileSystem, requests, isComplete: keys.isComplete, isTimedOut };
}

/** Reads keys, from the first on, until there are no more, or until the requests or the time are used up. */
class KeyReading {
  readonly keys = new SortedKeys();
  requests = 0;
  isTimedOut = false;
  readonly #request: TreeRequest;
  readonly #clock: CallClock;
  readonly #directory: string;
  readonly #maxRequests: number;

  constructor(request: TreeRequest, directory: string, maxRequests: number) {
    this.#request = request;
    this.#clock = new CallClock(request.clock.signal, SHARE_OF_TIME * request.clock.remaining);
    this.#directory = directory;
    this.#maxRequests = maxRequests;
  }

  async read(): Promise<void> {
    try {
      await this.#clock.check();
      await this.#readKeys();
      if (!this.keys.isComplete && !this.#isUsedUp()) {
        await this.#readRestOfRoot();
      }
    } catch (error) {
      this.#clock.signal?.throwIfAborted();
      // After the first request, a failure keeps what was read so far. That the directory is not there may be known only at the end.
      const code = readErrorCode(error);
      if (this.requests === 0 || code === undefined || isMissingCode(code)) {
        throw error;
      }
      this.isTimedOut = code === "ETIMEDOUT";
    }
  }

  async #readKeys(): Promise<void> {
    const store = this.#request.fileSystem as Required<FileSystem>;
    for await (const page of store.readKeys(this.#directory, this.#clock.wait)) {
      page.keys.filter(({ key }) => key !== "").forEach((key) => this.keys.add(key));
      this.keys.isComplete = page.isLast;
      this.#countRequest();
      if (page.isLast || this.#isUsedUp(REQUESTS_FOR_ROOT)) {
        return;
      }
      await this.#clock.check();
    }
  }

  /** Reads the root's own entries after the last key, as far as the remaining requests go. */
  async #readRestOfRoot(): Promise<void> {
    const after = this.keys.lastInRoot;
    const afterKey = byteKey(after);
    const { batches } = await this.#request.fileSystem.readDirectory(this.#directory, { ...this.#clock.wait, after });
    for await (const batch of batches) {
      batch.filter((entry) => treeKey(entry) > afterKey).forEach((entry) => this.keys.restOfRoot.push(entry));
      this.#countRequest();
      if (this.#isUsedUp()) {
        return;
      }
    }
    // Only a listing that ended by itself is known to be complete.
    this.keys.hasWholeRoot = true;
  }

  #countRequest(): void {
    this.requests += 1;
    this.#request.onRead?.(this.requests, this.keys.size);
  }

  #isUsedUp(reserved: number = 0): boolean {
    return this.requests >= Math.max(1, this.#maxRequests - reserved);
  }
}

/** The common prefix of the keys in a directory, relative to the root. Undoes `joinLocation`. */
function toPrefix(location: string, root: string): string {
  const path = location.slice(root.endsWith("/") ? root.length : root.length + 1);
  return path === "" || path.endsWith("/") ? path : `${path}/`;
}

type Key = KeyPage["keys"][number];

class SortedKeys {
  isComplete = false;
  /** Entries of the root that come after the last key. */
  readonly restOfRoot: Entry[] = [];
  hasWholeRoot = false;
  readonly #keys: Key[] = [];
  /** The sort keys of these keys. */
  readonly #order: string[] = [];

  get size(): number {
    return this.#keys.length;
  }

  /** The root's entry that is or contains the last key, in the form that `ReadDirectoryOptions.after` takes. */
  get lastInRoot(): string {
    const { key } = this.#keys.at(-1) ?? { key: "" };
    return key.slice(0, key.indexOf("/") + 1 || undefined);
  }

  add(added: Key): void {
    const place = byteKey(added.key);
    if (place <= (this.#order.at(-1) ?? "")) {
      throw new TypeError("readKeys must return keys in byte order, each once");
    }
    this.#keys.push(added);
    this.#order.push(place);
  }

  readDirectory(prefix: string): DirectoryRead {
    const entries: Entry[] = [];
    let index = this.#indexOf(prefix);
    for (let key = this.#keyAt(index); key?.startsWith(prefix) === true; key = this.#keyAt(index)) {
      const slash = key.indexOf("/", prefix.length);
      if (slash !== -1) {
        entries.push({ name: key.slice(prefix.length, slash), kind: "directory" });
        // `0` is the character after `/`.
        index = this.#indexOf(`${key.slice(0, slash)}0`);
        continue;
      }
      // A key equal to the prefix stands for the directory itself.
      if (key.length > prefix.length) {
        const { key: _key, ...details } = this.#keys[index] as Key;
        entries.push({ name: key.slice(prefix.length), kind: "file", details });
      }
      index += 1;
    }
    const isRoot = prefix === "";
    const isWhole = this.isComplete || (isRoot ? this.hasWholeRoot : index < this.size);
    return { isSorted: true, batches: [isRoot ? entries.concat(this.restOfRoot) : entries], isPartial: !isWhole };
  }

  #keyAt(index: number): string | undefined {
    return this.#keys[index]?.key;
  }

  /** The index of the first key that is equal to this one or comes after it. */
  #indexOf(key: string): number {
    const place = byteKey(key);
    return firstIndex(0, this.size, (index) => (this.#order[index] as string) >= place);
  }
}
