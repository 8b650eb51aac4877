// A range of a bucket's keys, read without regard to directories. It shows what every directory in it contains: a bucket of
// many small directories takes one request this way, instead of one for each of them.
import type { ByteString } from "../../core/byte-string.ts";
import type { Entry } from "../../core/entry.ts";

/** What a window shows of a directory. */
export interface WindowView {
  readonly entries: readonly Entry[];
  /** Whether the directory has no entries after these. */
  readonly isComplete: boolean;
  /** Whether the window has any key that begins with the directory's prefix. */
  readonly isThere: boolean;
}

export class KeyWindow {
  readonly #keys: readonly ByteString[];
  readonly #start: ByteString;
  readonly #scope: ByteString;
  readonly #isLast: boolean;

  /** All keys after `start` that begin with `scope`, up to the last of `keys`, or to the very end if `isLast`. */
  constructor(keys: readonly ByteString[], start: ByteString, scope: ByteString, isLast: boolean) {
    this.#keys = keys;
    this.#start = start;
    this.#scope = scope;
    this.#isLast = isLast;
  }

  /**
   * What we know about the directory `prefix` after `after`, a key in it; undefined if the window does not cover its beginning.
   */
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
        // The directory's own key stands for the directory when it is empty. It is not one of its entries.
        if (name !== "") {
          entries.push({ name, kind: "file" });
        }
        index += 1;
      }
    }
    const isComplete = index < this.#keys.length || this.#isLast;
    return { entries, isComplete, isThere: index > first };
  }

  /** The index of the first key that is not before this one. */
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

/** A lower bound for all keys after this one. If this one is a directory's, the bound is after everything in it. */
function behindKey(key: ByteString): ByteString {
  return (key.endsWith("/") ? `${key.slice(0, -1)}0` : `${key}\0`) as ByteString;
}
