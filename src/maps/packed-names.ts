// The names of a directory's entries as bytes in one buffer: a million of them take some twenty megabytes this way, and a hundred
// as strings.
import { bytesFrom, type ByteString } from "../core/byte-string.ts";
import type { EntryKind } from "../core/entry.ts";

const KINDS: readonly EntryKind[] = ["file", "directory", "symlink", "other"];

/** What may be said of an entry besides its kind. Bits above those of the kind. */
export const IGNORED = 4;
/** A directory that stays closed, although what is in it is counted. */
export const CLOSED = 8;
/** An entry that turned out to have no place on the map. */
export const DROPPED = 16;

const KIND_BITS = 3;

/** So few names are kept as strings: packing them would take longer than it saves. */
const FEW = 512;

/** Making an array takes as long as keeping ten names, even if it is empty. */
const NO_BYTES = new Uint8Array();
const NO_STARTS = new Uint32Array();
const NO_STRINGS: ByteString[] = [];
const NO_KINDS: number[] = [];

export class PackedNames {
  /** Names that are not packed yet. */
  #strings: ByteString[] = NO_STRINGS;
  #isPacked = false;
  #bytes = NO_BYTES;
  #starts = NO_STARTS;
  #few: number[] = NO_KINDS;
  #many = NO_BYTES;
  #count = 0;

  get length(): number {
    return this.#count;
  }

  /** About how much memory the names take. */
  get size(): number {
    return this.#isPacked ? this.#bytes.length + this.#starts.byteLength + this.#many.length : 48 * this.#count;
  }

  /** Adds a name. Returns its index. */
  push(name: ByteString, kind: EntryKind, flags: number = 0): number {
    const index = this.#count;
    if (index === FEW) {
      this.pack();
    }
    const kinds = KINDS.indexOf(kind) | flags;
    if (this.#isPacked) {
      this.#append(name, kinds);
    } else if (index === 0) {
      // Of the many directories of a store most hold one name. An array that grows has room for 17 at once.
      this.#strings = [name];
      this.#few = [kinds];
    } else {
      this.#strings.push(name);
      this.#few.push(kinds);
    }
    this.#count += 1;
    return index;
  }

  kindOf(index: number): EntryKind {
    return KINDS[this.#kindsOf(index) & KIND_BITS] as EntryKind;
  }

  has(index: number, flag: number): boolean {
    return (this.#kindsOf(index) & flag) !== 0;
  }

  mark(index: number, flag: number): void {
    (this.#isPacked ? this.#many : this.#few)[index] = this.#kindsOf(index) | flag;
  }

  /** The name, or the part of it from `from` to `to`. */
  name(index: number, from: number = 0, to: number = Infinity): ByteString {
    if (!this.#isPacked) {
      const name = this.#strings[index] as ByteString;
      return from === 0 && to === Infinity ? name : (name.slice(from, to) as ByteString);
    }
    const start = this.#starts[index] as number;
    const end = Math.min(this.#starts[index + 1] as number, start + to);
    return bytesFrom(this.#bytes, start + from, end);
  }

  /** One byte of a name; undefined behind its end. */
  byteAt(index: number, at: number): number | undefined {
    if (!this.#isPacked) {
      const name = this.#strings[index] as ByteString;
      return at < name.length ? name.charCodeAt(at) : undefined;
    }
    const place = (this.#starts[index] as number) + at;
    return place < (this.#starts[index + 1] as number) ? this.#bytes[place] : undefined;
  }

  lengthOf(index: number): number {
    if (!this.#isPacked) {
      return (this.#strings[index] as ByteString).length;
    }
    return (this.#starts[index + 1] as number) - (this.#starts[index] as number);
  }

  /** Whether a name has a letter that may have another form without regard to case: a capital, or a character beyond ASCII. */
  mayHaveCase(index: number): boolean {
    const end = this.lengthOf(index);
    for (let at = 0; at < end; at += 1) {
      const byte = this.byteAt(index, at) as number;
      if (byte >= 0x80 || (byte >= 0x41 && byte <= 0x5a)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a name begins with these bytes and ends with those after them. */
  isAround(index: number, prefix: ByteString, suffix: ByteString): boolean {
    const end = this.lengthOf(index) - suffix.length;
    if (end < prefix.length) {
      return false;
    }
    for (let at = 0; at < prefix.length; at += 1) {
      if (this.byteAt(index, at) !== prefix.charCodeAt(at)) {
        return false;
      }
    }
    for (let at = 0; at < suffix.length; at += 1) {
      if (this.byteAt(index, end + at) !== suffix.charCodeAt(at)) {
        return false;
      }
    }
    return true;
  }

  /** Compares two names byte by byte. */
  compare(one: number, other: number): number {
    if (!this.#isPacked) {
      const [a, b] = [this.#strings[one] as ByteString, this.#strings[other] as ByteString];
      return a < b ? -1 : Number(a > b);
    }
    let a = this.#starts[one] as number;
    let b = this.#starts[other] as number;
    const [endA, endB] = [this.#starts[one + 1] as number, this.#starts[other + 1] as number];
    while (a < endA && b < endB) {
      const difference = (this.#bytes[a] as number) - (this.#bytes[b] as number);
      if (difference !== 0) {
        return difference;
      }
      a += 1;
      b += 1;
    }
    return endA - a - (endB - b);
  }

  /** Packs the names, even if they are few. */
  pack(): void {
    if (this.#isPacked) {
      return;
    }
    const [strings, few] = [this.#strings, this.#few];
    const room = this.#count + 1;
    this.#isPacked = true;
    this.#bytes = new Uint8Array(strings.reduce((sum, { length }) => sum + length, 0));
    this.#starts = new Uint32Array(room);
    this.#many = new Uint8Array(room);
    this.#strings = NO_STRINGS;
    this.#few = NO_KINDS;
    this.#count = 0;
    for (const [index, name] of strings.entries()) {
      this.#append(name, few[index] as number);
      this.#count += 1;
    }
  }

  #kindsOf(index: number): number {
    return (this.#isPacked ? this.#many : this.#few)[index] as number;
  }

  #append(name: ByteString, kinds: number): void {
    const index = this.#count;
    const start = this.#starts[index] as number;
    const end = start + name.length;
    if (end > this.#bytes.length) {
      this.#bytes = grow(this.#bytes, new Uint8Array(Math.max(end, grownLength(this.#bytes.length))));
    }
    if (index + 2 > this.#starts.length) {
      this.#starts = grow(this.#starts, new Uint32Array(grownLength(this.#starts.length)));
      this.#many = grow(this.#many, new Uint8Array(this.#starts.length));
    }
    const bytes = this.#bytes;
    for (let at = 0; at < name.length; at += 1) {
      bytes[start + at] = name.charCodeAt(at);
    }
    this.#many[index] = kinds;
    this.#starts[index + 1] = end;
  }
}

function grownLength(length: number): number {
  return 64 + Math.ceil(length * 1.5);
}

function grow<Numbers extends Uint8Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
