// A directory as a search knows it, an entry of it that may be shown, and what their paths have of the guesses.
import type { EntryKind } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";
import type { BestItems } from "./best-items.ts";
import type { Reading, Term } from "./guess.ts";

/** There may be hundreds of thousands, so it keeps nothing that others have, too. */
export class SearchedDirectory {
  readonly parent: SearchedDirectory | undefined;
  readonly name: string;
  /** How long its path is, with a separator at its end. */
  readonly pathLength: number;
  /** How many directories were found before it. */
  readonly place: number;
  /** Whether it counts as an entry itself. The root does not, nor does a directory that the filters only let us enter. */
  readonly isEntry: boolean;
  /** What its path matches, and what the paths of its entries match by that alone. */
  readonly fit: PathFit;
  readonly fitBelow: PathFit;
  /** How many entries are below it, all levels together; while the tree is read, only those in it. */
  below = 0;
  /** Whether something below it was not read. */
  isBelowPartial = false;
  /** Whether it has no entries at all, regardless of filters. */
  isEmpty = false;
  problem: Problem | undefined;

  constructor(
    parent: SearchedDirectory | undefined,
    name: string,
    place: number,
    { isEntry, fit, fitBelow }: { readonly isEntry: boolean; readonly fit: PathFit; readonly fitBelow: PathFit },
  ) {
    this.parent = parent;
    this.name = name;
    this.pathLength = parent === undefined ? 0 : parent.pathLength + name.length + 1;
    this.place = place;
    this.isEntry = isEntry;
    this.fit = fit;
    this.fitBelow = fitBelow;
  }
}

/** An entry that may be shown. */
export interface Candidate {
  readonly directory: SearchedDirectory;
  readonly name: string;
  readonly kind: EntryKind;
  /** Set if it is a directory that was entered. */
  readonly inside: SearchedDirectory | undefined;
  readonly isIgnored: boolean;
  readonly modifiedMs: number | undefined;
  readonly fit: PathFit;
}

/** How well a path matches a term. */
export interface TermFit {
  /** By the entry's own name: at most 1, and 0 if it does not match. */
  readonly own: number;
  /** By the names of the directories above it. */
  readonly above: number;
}

/** How well a path matches a reading of a guess. */
export interface Match {
  readonly reading: Reading;
  /** The terms that match: all of them, unless the reading takes the guess in part. */
  readonly terms: ReadonlyMap<Term, TermFit>;
  readonly isOwn: boolean;
}

export function strengthOf({ own, above }: TermFit): number {
  return Math.max(own, above);
}

/** What all entries have in common whose paths match the same terms equally well. */
export interface PathFit {
  readonly terms: ReadonlyMap<Term, TermFit>;
  /** The low-priority words on the path. */
  readonly lowPriorityWords: readonly string[];
  /** For each reading at most one. */
  readonly matches: readonly Match[];
  /** How many entries there are that may be shown, and the best of them. */
  entries: number;
  best: BestItems<Candidate> | undefined;
}
