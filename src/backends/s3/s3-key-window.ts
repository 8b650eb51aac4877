// A stretch of a bucket's keys that was read without regard to directories. It tells of every directory in it what it holds:
// a bucket of many small directories takes one request this way, and one for each of them otherwise.
import type { ByteString } from "../../core/byte-string.ts";
import type { Entry } from "../../core/entry.ts";

/** What a window tells of a directory. */
export interface WindowView {
  readonly entries: readonly Entry[];
  /** Whether the directory holds no more than these. */
  readonly isComplete: boolean;
  /** Whether any key was seen that begins as those of the directory do. */
  readonly isThere: boolean;
}

export class KeyWindow {
  readonly #keys: readonly ByteString[];
  readonly #start: ByteString;
  readonly #scope: ByteString;
  readonly #isLast: boolean;

  /** All keys after `start` that begin with `scope`, to the last of `keys`, or to the last there is. */
  constructor(keys: readonly ByteString[], start: ByteString, scope: ByteString, isLast: boolean) {
    this.#keys = keys;
    this.#start = start;
    this.#scope = scope;
    this.#isLast = isLast;
  }

  /** What is known of the directory `prefix` behind `after`, a key in it; nothing where its beginning is not in the window. */
  find(prefix: ByteString, after: ByteString | undefined): WindowView | undefined {
    const begin = after === undefined ? prefix : behindKey(after);
    const last = this.#keys.at(-1);
    const isBegun = prefix.startsWith(this.#scope) && this.#start < begin;
    if (!isBegun || !(this.#isLast || (last !== undefined && begin <= last))) {
      return undefined;
    }
    const entries: Entry[] = [];
    let index = this.#firstFrom(begin);
    const first = index;
    for (let key = this.#keys[index]; key?.startsWith(prefix) === true; key = this.#keys[index]) {
      const slash = key.indexOf("/", prefix.length);
      const isDirectory = slash !== -1;
      const name = key.slice(prefix.length, isDirectory ? slash : undefined) as ByteString;
      if (isDirectory) {
        entries.push({ name, kind: "directory" });
        index = this.#firstFrom(behindKey(key.slice(0, slash + 1) as ByteString));
      } else {
        // The key of the directory itself stands for it where it is empty, and is none of its entries.
        if (name !== "") {
          entries.push({ name, kind: "file" });
        }
        index += 1;
      }
    }
    const isComplete = index < this.#keys.length || this.#isLast;
    return { entries, isComplete, isThere: index > first };
  }

  /** The place of the first key that is not before this one. */
  #firstFrom(key: ByteString): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle] as ByteString) < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

/** What all keys behind this one are not before, those in it included where it is a directory's. */
function behindKey(key: ByteString): ByteString {
  return (key.endsWith("/") ? `${key.slice(0, -1)}0` : `${key}\0`) as ByteString;
}
