// All entries of a directory, in the order of a tree, in little memory. Whoever has read a huge directory may keep these, so that
// the next page of it costs a search for its first entry, and no read.
import type { ByteString } from "./byte-string.ts";
import type { Entry } from "./entry.ts";
import { PackedNames } from "./map/packed-names.ts";
import type { Pause } from "./pause.ts";
import { sortNames } from "./sort-names.ts";

/** Some entries of a directory as they are read, until they are sorted. A directory is kept with the `/` that it sorts with. */
export class UnsortedNames {
  readonly #names = new PackedNames();
  #directories = 0;
  #steps: Generator<void, Uint32Array> | undefined;
  #sorted: SortedNames | undefined;

  get length(): number {
    return this.#names.length;
  }

  /** About how much memory they take, sorted or not. */
  get size(): number {
    return this.#names.size + 4 * (this.#names.length + this.#directories);
  }

  add(entries: readonly Entry[]): void {
    for (const { name, kind } of entries) {
      const isDirectory = kind === "directory";
      this.#directories += Number(isDirectory);
      this.#names.push(isDirectory ? (`${name}/` as ByteString) : name, kind);
    }
  }

  entryAt(index: number): Entry {
    return toEntry(this.#names, index);
  }

  /** Gives back the memory that was kept for more of them. */
  trim(): void {
    this.#names.trim();
  }

  /**
   * Sorts them, once, when somebody first asks. After that none may be added. Several callers may ask at once: they do the work
   * together, so one whose `pause` throws leaves the rest of it to the others.
   */
  async sort(pause: Pause): Promise<SortedNames> {
    this.#steps ??= sortNames(this.#names.trim());
    while (this.#sorted === undefined) {
      const { done, value } = this.#steps.next();
      if (done === true) {
        this.#sorted = new SortedNames(this.#names, value);
      } else {
        await pause();
      }
    }
    return this.#sorted;
  }
}

export class SortedNames {
  readonly #names: PackedNames;
  readonly #order: Uint32Array;
  /** The places of the directories among the entries. */
  readonly #directories: Uint32Array;
  /** Whether the names alone, without the `/` of directories, are in order as well. */
  readonly isByName: boolean;

  constructor(names: PackedNames, order: Uint32Array) {
    this.#names = names;
    this.#order = order;
    const directories: number[] = [];
    for (let place = 0; place < order.length; place += 1) {
      if (names.kindOf(order[place] as number) === "directory") {
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
    return toEntry(this.#names, this.#order[place] as number);
  }

  /** The place of the first entry whose key (its name, with a `/` for a directory) comes after this one. */
  placeAfter(key: string): number {
    return firstWhere(this.length, (place) => isAfter(this.#names, this.#order[place] as number, key));
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

function toEntry(names: PackedNames, index: number): Entry {
  const kind = names.kindOf(index);
  return { name: names.name(index, 0, kind === "directory" ? names.lengthOf(index) - 1 : Infinity), kind };
}

function isAfter(names: PackedNames, index: number, key: string): boolean {
  for (let at = 0; at < key.length; at += 1) {
    const difference = (names.byteAt(index, at) ?? -1) - key.charCodeAt(at);
    if (difference !== 0) {
      return difference > 0;
    }
  }
  return names.lengthOf(index) > key.length;
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
