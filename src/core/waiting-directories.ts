// The directories that a level-by-level walk still has to enter, grouped by parent directory. If a level is too wide to keep in
// memory, its directories are found again by reading the level above it.
import { joinPath, type ByteString } from "./byte-string.ts";
import { PageCounter } from "./page-counter.ts";
import type { DirectoryFilter } from "./filter.ts";
import { openDirectory, type DirectoryToOpen } from "./open-directory.ts";
import type { Place } from "./place.ts";
import type { Problem } from "./problem.ts";
import type { SiblingKey } from "./sibling-order.ts";
import { mostHeld } from "./sorted-read.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** How many of the next directories a file system gets, to prefetch if it wants. */
const SOON = 8;

/** A directory whose turn has come. */
export interface DueDirectory extends Pick<DirectoryToOpen, "path" | "name" | "above" | "filter" | "next"> {
  /** Set if this directory was read before and can't be read again: the directories in it are unknown. */
  readonly problem?: Problem;
}

/** A directory that contains directories to enter. */
export interface Parent extends Pick<DirectoryToOpen, "path" | "name" | "above" | "filter"> {
  /** Their names, in order; undefined if they are read when their turn comes. */
  readonly names?: readonly ByteString[] | undefined;
}

export class WaitingDirectories {
  readonly #most: number;
  #above: WaitingDirectories | undefined;
  #parents: Parent[] = [];
  #names = 0;
  #isTooWide = false;

  /** For the directories inside those of `above`; without `above`, for those in the root. `most` limits what is kept. */
  constructor(most: number, above?: WaitingDirectories) {
    this.#most = most;
    this.#above = above;
  }

  get isEmpty(): boolean {
    return this.#parents.length === 0 && !this.#isTooWide;
  }

  add(parent: Parent): void {
    const count = parent.names?.length;
    if (count === 0 || this.#isTooWide) {
      return;
    }
    const isHeld = count !== undefined && this.#names + count <= 4 * this.#most;
    this.#names += isHeld ? count : 0;
    this.#parents.push(isHeld ? parent : { ...parent, names: undefined });
    if (this.#parents.length > this.#most && this.#above !== undefined) {
      this.#isTooWide = true;
      this.#parents = [];
    }
  }

  /** All of them, in order, those of one parent together: waiting for each by itself would take longer than some take to read. */
  async *directories(settings: WalkSettings, keyOf: SiblingKey): AsyncGenerator<Iterable<DueDirectory>, void> {
    if (!this.#isTooWide) {
      // It is no longer needed, and it may be large.
      this.#above = undefined;
    }
    let index = 0;
    for await (const parents of this.#above?.directories(settings, keyOf) ?? [this.#parents]) {
      for (const parent of parents as Iterable<Parent>) {
        index += 1;
        if (parent.names !== undefined) {
          yield this.#due(parent.path, parent.filter, parent.names, index);
          continue;
        }
        for await (const part of readParts(settings, keyOf, parent)) {
          if (typeof part !== "string") {
            yield this.#due(parent.path, part.filter, part.names, index);
          } else if (!this.#isTooWide) {
            yield [{ path: parent.path, name: parent.name, above: parent.above, problem: part }];
          }
        }
      }
    }
  }

  *#due(
    directory: ByteString,
    above: DirectoryFilter | undefined,
    names: readonly ByteString[],
    nextParent: number,
  ): Generator<DueDirectory, void> {
    for (const [index, name] of names.entries()) {
      const next = () => this.#soon(directory, names.slice(index + 1, index + 1 + SOON), nextParent);
      yield { path: joinPath(directory, name), name, above, next };
    }
  }

  #soon(directory: ByteString, names: readonly ByteString[], nextParent: number): ByteString[] {
    const soon = names.map((name) => joinPath(directory, name));
    for (let index = nextParent; index < this.#parents.length && soon.length < SOON; index += 1) {
      const { path, names: others = [] } = this.#parents[index] as Parent;
      soon.push(...others.slice(0, SOON - soon.length).map((name) => joinPath(path, name)));
    }
    return soon;
  }
}

/** Some of the directories in a directory. */
interface Part {
  readonly filter: DirectoryFilter;
  readonly names: readonly ByteString[];
}

/** The directories to enter in a directory, as many at a time as may be kept. */
async function* readParts(
  settings: WalkSettings,
  keyOf: SiblingKey,
  { path, name, above, filter }: Parent,
): AsyncGenerator<Part | Problem, void> {
  const counter = new PageCounter(0, mostHeld(settings) / 2);
  let after: Place | undefined;
  do {
    const read = { path, name, above, filter, keyOf, wants: "entered", counter, passes: false, after } as const;
    const outcome = await openDirectory(settings, read);
    if (typeof outcome === "string") {
      yield outcome;
      return;
    }
    yield { filter: outcome.filter, names: outcome.entries.map((entry) => entry.name) };
    after = outcome.rest;
  } while (after !== undefined);
}
