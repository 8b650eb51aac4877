// The level-by-level walk: every entry of a level before the first of the next, in the order of their directories.
import { joinPath, type ByteString } from "../core/byte-string.ts";
import { isEntered, type DirectoryFilter, type KeptEntry } from "../core/filter.ts";
import { BreadthMarks } from "./marks.ts";
import type { Problem } from "../core/problem.ts";
import { readEntries } from "../reading/read-entries.ts";
import { mostHeld, PageCounter, type WalkSettings, type WantedEntries } from "../reading/selection.ts";
import type { Position, SiblingKey } from "../core/entry.ts";
import type { Visit, Visits } from "../core/visit.ts";

/** How many of the next directories a file system gets, to prefetch if it wants. */
const SOON = 8;

const ROOT: DueDirectory = { path: "" as ByteString, name: "" as ByteString, above: undefined };

export async function* walkBreadth(settings: WalkSettings, keyOf: SiblingKey): Visits {
  const counter = new PageCounter(settings);
  const marks = settings.marks === true ? new BreadthMarks() : undefined;
  const walk: Walk = { settings, keyOf, counter, marks };
  let level: WaitingDirectories | undefined;
  for (let depth = 1; depth <= settings.depth && level?.isEmpty !== true; depth += 1) {
    const below: WaitingDirectories = new WaitingDirectories(mostHeld(settings), level);
    for await (const group of level?.directories(settings, keyOf) ?? [[ROOT]]) {
      for (const due of group) {
        const directory = new ReadDirectory(walk, due, depth);
        do {
          yield await directory.readOn();
          if (counter.isMet) {
            return;
          }
        } while (directory.hasMore);
        directory.leaveTo(below);
      }
    }
    level = below;
  }
  yield marks?.finish() ?? [];
}

interface Walk {
  readonly settings: WalkSettings;
  readonly keyOf: SiblingKey;
  readonly counter: PageCounter;
  readonly marks: BreadthMarks | undefined;
}

/** A directory as the walk reads it: in one part, or in several if it is huge. */
class ReadDirectory {
  readonly #walk: Walk;
  readonly #due: DueDirectory;
  /** The depth of its entries. */
  readonly #depth: number;
  /** Whether the walk enters the directories in it. */
  readonly #enters: boolean;
  #filter: DueDirectory["filter"];
  /** The names of the directories to enter; undefined if they are read when their turn comes. */
  #names: ByteString[] | undefined;
  #after: Position | undefined;
  /** Whether there is another part to read. */
  hasMore = false;

  constructor(walk: Walk, due: DueDirectory, depth: number) {
    this.#walk = walk;
    this.#due = due;
    this.#depth = depth;
    this.#enters = depth < walk.settings.depth;
    this.#filter = due.filter;
    this.#names = this.#enters ? [] : undefined;
    walk.marks?.enter();
  }

  /** What the next part gives. */
  async readOn(): Promise<Visit[]> {
    const { settings, keyOf, counter, marks } = this.#walk;
    const { path, name, above, next, problem } = this.#due;
    this.hasMore = false;
    if (problem !== undefined) {
      marks?.found(path);
      return [{ path, kind: "directory", depth: this.#depth - 2, problem }];
    }
    const opened = await readEntries(settings, {
      path,
      name,
      above,
      filter: this.#filter,
      keyOf,
      wants: this.#enters ? "all" : "shown",
      counter,
      skips: true,
      takesApart: true,
      after: this.#after,
      next,
    });
    if (typeof opened === "string") {
      marks?.found(path);
      return [{ path, kind: "directory", depth: this.#depth - 1, problem: opened }];
    }
    marks?.read(opened);
    this.#filter = opened.filter;
    const isApart = opened.isApart === true;
    if (isApart) {
      this.#names = undefined;
    }
    const visits: Visit[] = [];
    for (const entry of opened.entries) {
      this.#take(entry, visits);
    }
    if (this.#names !== undefined && this.#names.length > mostHeld(settings)) {
      this.#names = undefined;
    }
    this.#after = opened.rest;
    this.hasMore = opened.rest !== undefined;
    if (!this.hasMore && marks !== undefined) {
      visits.push(...marks.leave(path, this.#depth - 1, isApart));
    }
    return visits;
  }

  #take({ name, kind, verdict }: KeptEntry, visits: Visit[]): void {
    const { counter, marks } = this.#walk;
    const depth = this.#depth;
    if (verdict === "skip") {
      marks?.passBy();
      visits.push({ path: joinPath(this.#due.path, name), kind, depth, passedBy: true });
      return;
    }
    if (verdict === "lead") {
      marks?.lead();
    } else if (counter.admit()) {
      const path = joinPath(this.#due.path, name);
      const visit: Visit = verdict === "ignore" ? { path, kind, depth, ignored: true } : { path, kind, depth };
      visits.push(marks?.show(visit, this.#enters && kind === "directory") ?? visit);
    } else {
      marks?.skip();
    }
    if (kind === "directory" && isEntered(verdict)) {
      this.#names?.push(name);
    }
  }

  /** Hands the directories in it to the next level. */
  leaveTo(below: WaitingDirectories): void {
    if (this.#enters && this.#filter !== undefined) {
      const { path, name, above } = this.#due;
      below.add({ path, name, above, filter: this.#filter, names: this.#names });
    }
  }
}

/** A directory whose turn has come. */
interface DueDirectory extends Pick<WantedEntries, "path" | "name" | "above" | "filter" | "next"> {
  /** Set if this directory was read before and can't be read again: the directories in it are unknown. */
  readonly problem?: Problem;
}

/** A directory that contains directories to enter. */
interface Parent extends Pick<WantedEntries, "path" | "name" | "above" | "filter"> {
  /** Their names, in order; undefined if they are read when their turn comes. */
  readonly names?: readonly ByteString[] | undefined;
}

/**
 * The directories that the walk still has to enter at one level, grouped by parent directory. If a level is too wide to keep in memory,
 * its directories are found again by reading the level above it.
 */
class WaitingDirectories {
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
  const counter = new PageCounter({ skip: 0, needed: mostHeld(settings) / 2 });
  let after: Position | undefined;
  do {
    const read = { path, name, above, filter, keyOf, wants: "entered", counter, skips: false, after } as const;
    const outcome = await readEntries(settings, read);
    if (typeof outcome === "string") {
      yield outcome;
      return;
    }
    yield { filter: outcome.filter, names: outcome.entries.map((entry) => entry.name) };
    after = outcome.rest;
  } while (after !== undefined);
}
