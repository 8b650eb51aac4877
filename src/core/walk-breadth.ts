// The level-by-level walk: every entry of a level before the first of the next, in the order of their directories.
import { BreadthMarks } from "./breadth-marks.ts";
import { joinPath, type ByteString } from "./byte-string.ts";
import { PageCounter } from "./page-counter.ts";
import { isEntered, type KeptEntry } from "./filter.ts";
import { openDirectory } from "./open-directory.ts";
import type { Place } from "./place.ts";
import type { SiblingKey } from "./sibling-order.ts";
import { mostHeld } from "./sorted-read.ts";
import type { Visit, Visits } from "./visit.ts";
import { WaitingDirectories, type DueDirectory } from "./waiting-directories.ts";
import type { WalkSettings } from "./walk-settings.ts";

const ROOT: DueDirectory = { path: "" as ByteString, name: "" as ByteString, above: undefined };

export async function* walkBreadth(settings: WalkSettings, keyOf: SiblingKey): Visits {
  const counter = new PageCounter(settings.skip, settings.needed);
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
  #after: Place | undefined;
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
    const opened = await openDirectory(settings, {
      path,
      name,
      above,
      filter: this.#filter,
      keyOf,
      wants: this.#enters ? "all" : "shown",
      counter,
      passes: true,
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
