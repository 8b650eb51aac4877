// The first keys of an object store as a file system in memory. One request returns a thousand keys, whatever directories they are in,
// so maps and searches of a store first read its keys, then run on this as they would on a disk.
import { CallClock } from "../core/call-clock.ts";
import { byteKey, treeKey, type Entry, type Location } from "../core/entry.ts";
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
export async function readKeyTree(
  { fileSystem, clock: callClock, onRead }: TreeRequest,
  directory: string,
  maxRequests: number,
): Promise<KeyTree> {
  const clock = new CallClock(callClock.signal, SHARE_OF_TIME * callClock.remaining);
  const keys = new SortedKeys();
  let requests = 0;
  let isTimedOut = false;
  const isUsedUp = (reserved = 0) => requests >= Math.max(1, maxRequests - reserved);
  const count = () => {
    requests += 1;
    onRead?.(requests, keys.size);
  };
  try {
    await clock.check();
    for await (const page of (fileSystem as Required<FileSystem>).readKeys(directory, clock.wait)) {
      page.keys.filter(({ key }) => key !== "").forEach((key) => keys.add(key));
      keys.isComplete = page.isLast;
      count();
      if (keys.isComplete || isUsedUp(REQUESTS_FOR_ROOT)) {
        break;
      }
      await clock.check();
    }
    if (!keys.isComplete && !isUsedUp()) {
      const after = keys.lastInRoot;
      const afterKey = byteKey(after);
      for await (const batch of (await fileSystem.readDirectory(directory, { ...clock.wait, after })).batches) {
        batch.filter((entry) => treeKey(entry) > afterKey).forEach((entry) => keys.restOfRoot.push(entry));
        count();
        if (isUsedUp()) {
          break;
        }
      }
      // Only a listing that ended by itself is known to be complete.
      keys.hasWholeRoot = !isUsedUp();
    }
  } catch (error) {
    clock.signal?.throwIfAborted();
    // After the first request, a failure keeps what was read so far. That the directory is not there may be known only at the end.
    const code = readErrorCode(error);
    if (requests === 0 || code === undefined || isMissingCode(code)) {
      throw error;
    }
    isTimedOut = code === "ETIMEDOUT";
  }
  const prefixOf = (location: Location) => toPrefix(location as string, directory);
  return {
    fileSystem: withMembers(fileSystem, {
      readDirectory: (location) => keys.readDirectory(prefixOf(location)),
      readDetails: async () => [],
    }),
    requests,
    isComplete: keys.isComplete,
    isTimedOut,
  };
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
