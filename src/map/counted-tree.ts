// Reads a tree for a map: the entries of each directory, and how many entries are below it.
import type { ReadKind } from "../core/entry.ts";
import type { Verdict } from "../core/filter.ts";
import type { Problem } from "../core/problem.ts";
import { isEnteredDirectory, type Directory } from "../tree/directory.ts";
import { scan } from "../tree/scan.ts";

/** The entries of a directory with more names are counted and not kept, except in the root. */
const MAX_NAMES = 20_000;

/** The same once a map has kept this many names, or this many characters of names. */
const MAX_NAMES_OF_MAP = 200_000;
const MAX_CHARACTERS_OF_MAP = 10_000_000;

export interface CountedEntry {
  readonly name: string;
  readonly kind: ReadKind;
  readonly verdict: Verdict;
  /** The contents of a directory that was entered, or would have been without limits. */
  readonly inside?: CountedDirectory;
}

export class CountedDirectory {
  /** In tree order. */
  entries: readonly CountedEntry[] = [];
  /** How many further entries it has, whose names were not kept, and whether more may be below those than was counted. */
  unnamed = 0;
  isUnnamedPartial = false;
  /** How many entries are below it, all levels together, as far as they were counted. */
  below = 0;
  /** Whether `below` may be too low. */
  isBelowPartial = false;
  /** Whether it was not read, or not to its end. */
  isPartial = true;
  /** Whether it has no entries at all, regardless of filters. */
  isEmpty = false;
  /** Whether nothing in it matches the filters: it has no entries, or only directories that can't be read, or that lead to such. */
  isUnmatched = false;
  problem: Problem | undefined;
  /** Whether it is shown only if something in it is shown: the filters let us through it, and no more. */
  readonly isPassThrough: boolean;

  constructor(isPassThrough: boolean) {
    this.isPassThrough = isPassThrough;
  }

  /** Whether a map can show its entries. */
  get canOpen(): boolean {
    return this.entries.length > 0 && this.unnamed === 0;
  }

  /** Whether the filters leave nothing to show. */
  get isFilteredOut(): boolean {
    const hasNothing = this.below === 0 && !this.isBelowPartial && this.problem === undefined;
    return hasNothing && (this.isPassThrough || !this.isEmpty);
  }
}

export interface CountedTree {
  readonly root: CountedDirectory;
  readonly isTimedOut: boolean;
}

/** Reads and counts the tree below a directory. Throws if the directory itself can't be read, or if the call was cancelled. */
export async function countTree(root: Directory, maxDirectories: number, maxDepth: number): Promise<CountedTree> {
  const top = new CountedDirectory(false);
  /** For all directories that are not read. What is in them is not known, so it does not matter whether they are only entered. */
  const unread = new CountedDirectory(false);
  unread.isBelowPartial = true;
  const counted: CountedDirectory[] = [top];
  const pending = new Map<Directory, CountedDirectory>([[root, top]]);
  let names = 0;
  let characters = 0;
  const take = (directory: Directory, inside: readonly Directory[], isPartial: boolean): void => {
    const target = pending.get(directory) as CountedDirectory;
    pending.delete(directory);
    target.problem = directory.problem;
    target.isEmpty = directory.isEmpty;
    target.isPartial = isPartial && directory.problem === undefined;
    const moreNames = names + directory.entries.length;
    const moreCharacters = directory.entries.reduce((sum, { name }) => sum + name.length, characters);
    const fits = moreNames <= MAX_NAMES_OF_MAP && moreCharacters <= MAX_CHARACTERS_OF_MAP;
    const isKept = target === top || (fits && directory.entries.length <= MAX_NAMES);
    if (isKept) {
      [names, characters] = [moreNames, moreCharacters];
    }
    const kept: CountedEntry[] = [];
    let next = 0;
    for (const entry of directory.entries) {
      let below: CountedDirectory | undefined;
      if (isEnteredDirectory(entry)) {
        const entered = inside[next];
        next += 1;
        below = entered === undefined ? unread : new CountedDirectory(!entry.verdict.isShown);
        if (entered !== undefined) {
          counted.push(below);
          pending.set(entered, below);
        }
      }
      const { name, kind, verdict } = entry;
      const own = below === undefined ? entry : { name, kind, verdict, inside: below };
      if (isKept || (below !== undefined && below !== unread)) {
        kept.push(own);
      } else {
        target.unnamed += 1;
        target.isUnnamedPartial ||= isUncounted(own);
      }
    }
    target.entries = kept;
    directory.dropEntries();
  };
  const stop = await scan(root, maxDirectories, maxDepth, {
    visitDirectory: (directory, inside) => take(directory, inside, directory.isPartial),
    // When the time is up, a directory may have been read in part.
    skipDirectory: (directory) => take(directory, [], true),
  });
  addUp(counted);
  return { root: top, isTimedOut: stop === "time" };
}

/** Adds up what is below each directory. Parents come before their subdirectories. */
function addUp(directories: readonly CountedDirectory[]): void {
  for (let index = directories.length - 1; index >= 0; index -= 1) {
    const directory = directories[index] as CountedDirectory;
    if (directory.entries.some(({ inside }) => inside?.isFilteredOut === true)) {
      directory.entries = directory.entries.filter(({ inside }) => inside?.isFilteredOut !== true);
    }
    directory.isBelowPartial = directory.isPartial || directory.isUnnamedPartial;
    directory.below = directory.entries.length + directory.unnamed;
    for (const entry of directory.entries) {
      directory.below += entry.inside?.below ?? 0;
      directory.isBelowPartial ||= isUncounted(entry);
    }
    directory.isUnmatched =
      directory.unnamed === 0 &&
      directory.entries.every(
        ({ inside }) => inside?.isPassThrough === true && inside.isUnmatched && !inside.isPartial,
      );
  }
}

/** Whether more may be below an entry than was counted. Ignored directories don't count. */
export function isUncounted({ kind, verdict, inside }: CountedEntry): boolean {
  if (kind !== "directory" || verdict.isIgnored) {
    return false;
  }
  return inside === undefined || inside.isBelowPartial || inside.problem !== undefined;
}

/** A chain of directories, each the only entry of the one before. */
export interface JoinedDirectory {
  /** The path from the first to the last one. */
  readonly path: string;
  readonly last: CountedEntry;
}

const NO_CONTENTS = new CountedDirectory(false);

/** Follows the chain that starts at a directory. The chain may be that directory alone. */
export function joinDirectories(first: CountedEntry): JoinedDirectory {
  const names = [first.name];
  let last = first;
  for (;;) {
    const { entries, unnamed, isPartial } = last.inside ?? NO_CONTENTS;
    const [only] = entries;
    if (only?.kind !== "directory" || entries.length > 1 || unnamed > 0 || isPartial) {
      return { path: names.join("/"), last };
    }
    last = only;
    names.push(last.name);
  }
}
