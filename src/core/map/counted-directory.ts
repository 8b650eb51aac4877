// What a map knows of a directory: its entries, and how many there are below it.
import type { Problem } from "../problem.ts";
import { DROPPED, PackedNames } from "./packed-names.ts";

export class CountedDirectory {
  /** Its entries; undefined if they were counted and not kept. */
  names: PackedNames | undefined = new PackedNames();
  /** Those of its directories that are counted themselves, by the indexes of their names. */
  readonly directories: Map<number, CountedDirectory> = new Map();
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
}

/** Adds up what is below each directory. `directories` has every directory behind the one that it is in. */
export function addUp(directories: readonly CountedDirectory[]): void {
  for (const directory of directories.toReversed()) {
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
  }
}
