// A directory as a search knows it, an entry of it that matches, and how well.
import type { EntryKind } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";
import type { Reading, Term } from "./guess.ts";
import { addLowPriorityWords } from "./name-words.ts";

/** There may be hundreds of thousands, so it keeps nothing that a directory above it knows. */
export class SearchedDirectory {
  readonly parent: SearchedDirectory | undefined;
  readonly name: string;
  readonly depth: number;
  /** How many directories were found before it. */
  readonly place: number;
  /** Whether it counts as an entry itself. The root does not, nor does a directory that the filters only let us enter. */
  readonly isEntry: boolean;
  /** The nearest directory, this one or one above it, whose name matches something. */
  readonly nearestMatching: SearchedDirectory | undefined;
  /** The low-priority words in this name and those above it. */
  readonly lowPriorityWords: readonly string[];
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
    { isEntry, isMatching }: { readonly isEntry: boolean; readonly isMatching: boolean },
  ) {
    this.parent = parent;
    this.name = name;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.place = place;
    this.isEntry = isEntry;
    this.nearestMatching = isMatching ? this : parent?.nearestMatching;
    this.lowPriorityWords = addLowPriorityWords(parent?.lowPriorityWords ?? [], name);
  }
}

/** How well an entry matches a reading of a guess. */
export interface Match {
  readonly reading: Reading;
  /** 1 if a whole word of its own name matches. */
  readonly matchScore: number;
  /** Whether its own name matches. */
  readonly isOwn: boolean;
  /** Whether a directory above it matches better than its own name. */
  readonly isInherited: boolean;
  /** Which of the reading's terms match. */
  readonly terms: readonly Term[];
}

/** An entry that matches a guess. */
export interface Candidate {
  readonly directory: SearchedDirectory;
  readonly name: string;
  readonly kind: EntryKind;
  /** Set if it is a directory that was entered. */
  readonly inside: SearchedDirectory | undefined;
  readonly isIgnored: boolean;
  readonly modifiedMs: number | undefined;
  readonly matches: readonly Match[];
}
