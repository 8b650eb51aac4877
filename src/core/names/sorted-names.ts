// All entries of a directory, in the order of a tree, in little memory. Whoever has read a huge directory may keep these, so that
// the next page of it costs a search for its first entry, and no read.
import { bytesFrom, type ByteString } from "../byte-string.ts";
import type { Entry, ReadKind } from "../entry.ts";
import type { NameBytes } from "./sort-names.ts";

const KINDS: readonly ReadKind[] = ["file", "directory", "symlink", "other", "unknown"];
const DIRECTORY = KINDS.indexOf("directory");
const SLASH = 0x2f;

export class SortedNames {
  readonly #table: NameTable;
  readonly #order: Uint32Array;
  /** The indexes of the directories among the entries. */
  readonly #directories: Uint32Array;
  /** Whether the names alone, without the `/` of directories, are in order as well. */
  readonly isByName: boolean;

  /** `order` has the indexes of the entries in the table. */
  constructor(table: NameTable, order: Uint32Array) {
    this.#table = table;
    this.#order = order;
    const directories: number[] = [];
    for (let index = 0; index < order.length; index += 1) {
      if (table.isDirectory(order[index] as number)) {
        directories.push(index);
      }
    }
    this.#directories = Uint32Array.from(directories);
    // Only a directory can come after a name that sorts after its own: `a-b` is before `a/`, but after `a`.
    this.isByName = directories.every(
      (index) => index === 0 || this.entryAt(index - 1).name < this.entryAt(index).name,
    );
  }

  get length(): number {
    return this.#order.length;
  }

  /** The entry at an index, from 0. */
  entryAt(index: number): Entry {
    return this.#table.entryAt(this.#order[index] as number);
  }

  /** The index of the first entry whose key (its name, with a `/` for a directory) comes after this one. */
  indexAfter(key: string): number {
    return firstWhere(this.length, (index) => this.#table.isAfter(this.#order[index] as number, key));
  }

  /** The index of the first entry whose name comes after this one, if the names are in order. */
  indexAfterName(name: ByteString): number {
    return firstWhere(this.length, (index) => this.entryAt(index).name > name);
  }

  /** Some entries, from one index to another. */
  slice(start: number, end: number): Entry[] {
    return Array.from({ length: end - start }, (_, index) => this.entryAt(start + index));
  }

  /** The index of the first directory from an index on; undefined if there is none. */
  directoryFrom(index: number): number | undefined {
    const directories = this.#directories;
    return directories[firstWhere(directories.length, (at) => (directories[at] as number) >= index)];
  }
}

/** The first number below `count` for which something is true, if it is true for all after that; `count` if there is none. */
function firstWhere(count: number, isTrue: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isTrue(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/** The entries of a directory as numbers in a few arrays, in any order: 20 to 30 bytes for each, and nothing for the engine to collect. */
export class NameTable implements NameBytes {
  /** Directories have the `/` that they are sorted with. */
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly #kinds: Uint8Array;
  #length = 0;

  /** For so many entries, whose names have so many bytes in all, with the `/` of directories. */
  constructor(entries: number, bytes: number) {
    this.bytes = new Uint8Array(bytes);
    this.starts = new Uint32Array(entries + 1);
    this.#kinds = new Uint8Array(entries);
  }

  /** Adds the entry whose name is a part of a text of bytes. */
  add(kind: ReadKind, text: string, start: number, end: number): void {
    const { bytes } = this;
    let next = this.starts[this.#length] as number;
    for (let at = start; at < end; at += 1) {
      bytes[next] = text.charCodeAt(at);
      next += 1;
    }
    if (kind === "directory") {
      bytes[next] = SLASH;
      next += 1;
    }
    this.#kinds[this.#length] = KINDS.indexOf(kind);
    this.#length += 1;
    this.starts[this.#length] = next;
  }

  isDirectory(index: number): boolean {
    return this.#kinds[index] === DIRECTORY;
  }

  entryAt(index: number): Entry {
    const start = this.starts[index] as number;
    const end = (this.starts[index + 1] as number) - Number(this.isDirectory(index));
    return { name: bytesFrom(this.bytes, start, end), kind: KINDS[this.#kinds[index] as number] as ReadKind };
  }

  /** Whether an entry comes after a key: a name, with a `/` for a directory. */
  isAfter(index: number, key: string): boolean {
    const start = this.starts[index] as number;
    const length = (this.starts[index + 1] as number) - start;
    for (let at = 0; at < key.length; at += 1) {
      const difference = (at < length ? (this.bytes[start + at] as number) : -1) - key.charCodeAt(at);
      if (difference !== 0) {
        return difference > 0;
      }
    }
    return length > key.length;
  }
}
