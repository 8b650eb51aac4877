// What a map knows of a directory: its entries, and how many there are below it.
import type { ByteString } from "../core/byte-string.ts";
import { shownKind, type Entry } from "../core/entry.ts";
import { isEntered, type Verdict } from "../core/filter.ts";
import type { Pause } from "../core/pace.ts";
import type { Problem } from "../core/problem.ts";
import type { ClosedDirectory } from "./directory-map.ts";
import { CLOSED, DROPPED, IGNORED, PackedNames } from "./packed-names.ts";

export class CountedDirectory {
  /** Its entries; undefined if they were counted and not kept. */
  names: PackedNames | undefined = new PackedNames();
  /** The first of its directories, and all of them if there are several: a map takes more memory than the rest of a directory. */
  #first: CountedDirectory | undefined;
  #firstIndex = 0;
  #all: Map<number, CountedDirectory> | undefined;
  /** How many entries there are below it, all levels together, as far as they were counted. */
  below = 0;
  /** Whether something below it was not counted. */
  isPartial = false;
  /** Whether it has entries of its own that were not read. */
  isCut = false;
  /** Whether it is known to be empty, whatever the filters. */
  isBare = false;
  /** Why it could not be read. */
  problem: Problem | undefined;
  /** Whether it is not in the listing itself, but may lead to entries that are. */
  readonly isLeading: boolean;

  constructor(isLeading: boolean = false) {
    this.isLeading = isLeading;
  }

  /** Those of its directories that are counted themselves, by the indexes of their names. */
  get directories(): ReadonlyMap<number, CountedDirectory> {
    return this.#all ?? (this.#first === undefined ? NONE : new Map([[this.#firstIndex, this.#first]]));
  }

  /** The directory whose name has this index, if it is counted itself. */
  directoryAt(index: number): CountedDirectory | undefined {
    return this.#all === undefined ? (index === this.#firstIndex ? this.#first : undefined) : this.#all.get(index);
  }

  add(index: number, directory: CountedDirectory): void {
    if (this.#first === undefined) {
      this.#first = directory;
      this.#firstIndex = index;
    } else {
      this.#all ??= new Map([[this.#firstIndex, this.#first]]);
      this.#all.set(index, directory);
    }
  }
}

const NONE: ReadonlyMap<number, CountedDirectory> = new Map();

/** Adds an entry as its filter judged it. Returns its index if it is a directory that is entered. */
export function takeEntry(names: PackedNames, { name, kind }: Entry, verdict: Verdict): number | undefined {
  if (verdict === "hide" || verdict === "deny" || verdict === "skip") {
    return undefined;
  }
  if (kind !== "directory") {
    names.push(name, shownKind(kind));
    return undefined;
  }
  const isIgnored = verdict === "ignore" || verdict === "pass";
  const index = names.push(name, kind, isIgnored ? IGNORED : verdict === "whole" ? CLOSED : 0);
  return isEntered(verdict) ? index : undefined;
}

/** So many directories are added up in one go: about a millisecond. */
const STRIDE = 4096;

/** Adds up what is below each directory. `directories` has every directory after the one that it is in. */
export async function addUp(directories: readonly CountedDirectory[], pause: Pause): Promise<void> {
  for (let place = directories.length - 1; place >= 0; place -= 1) {
    const directory = directories[place] as CountedDirectory;
    for (const [index, inside] of directory.directories) {
      directory.isPartial ||= inside.isPartial || inside.problem !== undefined;
      directory.below += inside.below;
      if (inside.isLeading && inside.below === 0 && !inside.isPartial && inside.problem === undefined) {
        // Nothing in it is in the listing, so it isn't either.
        directory.names?.mark(index, DROPPED);
        directory.below -= 1;
      }
    }
    directory.isPartial ||= directory.isCut;
    if (place % STRIDE === 0) {
      await pause();
    }
  }
}

/** A directory, together with those that hold nothing but the next one, and whether the last of them is never opened. */
export function joinDirectories(
  above: CountedDirectory,
  namesAbove: PackedNames,
  first: number,
): { closed: ClosedDirectory; inside: CountedDirectory | undefined; staysClosed: boolean } {
  const path: ByteString[] = [];
  let [directory, names, index] = [above, namesAbove, first];
  for (;;) {
    path.push(names.name(index));
    const inside = directory.directoryAt(index);
    if (inside === undefined) {
      const isIgnored = names.has(index, IGNORED) ? { isIgnored: true as const } : {};
      const isPartial = names.has(index, IGNORED) ? {} : { isPartial: true as const };
      return { closed: { names: path, count: 0, ...isIgnored, ...isPartial }, inside, staysClosed: true };
    }
    const only = names.has(index, CLOSED) ? undefined : onlyDirectory(inside);
    if (inside.names === undefined || only === undefined) {
      const { below, isPartial, problem } = inside;
      const closed = { names: path, count: below, ...(isPartial && { isPartial }), ...(problem && { problem }) };
      return { closed, inside, staysClosed: names.has(index, CLOSED) };
    }
    [directory, names, index] = [inside, inside.names, only];
  }
}

/** The only entry of a directory, if it is one and a directory. */
function onlyDirectory({ names, isCut }: CountedDirectory): number | undefined {
  if (names === undefined || isCut) {
    return undefined;
  }
  let only: number | undefined;
  for (let index = 0; index < names.length; index += 1) {
    if (!names.has(index, DROPPED)) {
      if (only !== undefined || names.kindOf(index) !== "directory") {
        return undefined;
      }
      only = index;
    }
  }
  return only;
}
