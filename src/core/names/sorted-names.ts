// All entries of a directory, in the order of a tree, in little memory. Whoever has read a huge directory may keep these, so that
// the next page of it costs a search for its first entry, and no read.
import type { ByteString } from "../byte-string.ts";
import type { Entry } from "../entry.ts";
import type { NameTable } from "./name-table.ts";

export class SortedNames {
  readonly #table: NameTable;
  readonly #order: Uint32Array;
  /** The places of the directories among the entries. */
  readonly #directories: Uint32Array;
  /** Whether the names alone, without the `/` of directories, are in order as well. */
  readonly isByName: boolean;

  /** `order` has the indexes of the entries in the table. */
  constructor(table: NameTable, order: Uint32Array) {
    this.#table = table;
    this.#order = order;
    const directories: number[] = [];
    for (let place = 0; place < order.length; place += 1) {
      if (table.isDirectory(order[place] as number)) {
        directories.push(place);
      }
    }
    this.#directories = Uint32Array.from(directories);
    // Only a directory can be behind a name that comes after its own: `a-b` is before `a/`, but after `a`.
    this.isByName = directories.every(
      (place) => place === 0 || this.entryAt(place - 1).name < this.entryAt(place).name,
    );
  }

  get length(): number {
    return this.#order.length;
  }

  /** The entry at a place, from 0. */
  entryAt(place: number): Entry {
    return this.#table.entryAt(this.#order[place] as number);
  }

  /** The place of the first entry whose key (its name, with a `/` for a directory) comes after this one. */
  placeAfter(key: string): number {
    return firstWhere(this.length, (place) => this.#table.isAfter(this.#order[place] as number, key));
  }

  /** The place of the first entry whose name comes after this one, if the names are in order. */
  placeAfterName(name: ByteString): number {
    return firstWhere(this.length, (place) => this.entryAt(place).name > name);
  }

  /** Some entries, from one place to another. */
  slice(start: number, end: number): Entry[] {
    return Array.from({ length: end - start }, (_, index) => this.entryAt(start + index));
  }

  /** The place of the first directory from a place on; undefined if there is none. */
  directoryFrom(place: number): number | undefined {
    const directories = this.#directories;
    return directories[firstWhere(directories.length, (index) => (directories[index] as number) >= place)];
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
