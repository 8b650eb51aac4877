// Reads a tree for a map: the entries of each directory, and how many entries are below it.
import type { ReadKind } from "../core/entry.ts";
import type { Verdict } from "../core/filter.ts";
import type { Problem } from "../core/problem.ts";
import { isEnteredDirectory, problemOf, type Directory, type ReadOutcome } from "../tree/directory.ts";
import { scan, type ScanBounds, type ScanVisitor } from "../tree/scan.ts";
import type { TreeEntry } from "../tree/tree.ts";

/** The entries of a directory with more names are counted and not kept, except in the root. */
const MAX_NAMES = 20_000;

/** The same once a map has kept this many names, or this many characters of names. */
const MAX_NAMES_OF_MAP = 200_000;
const MAX_CHARACTERS_OF_MAP = 10_000_000;

export interface CountedEntry {
  readonly name: string;
  readonly kind: ReadKind;
  readonly verdict: Verdict;
  /** What is known of the contents of a directory that is entered; none if a limit left it out. */
  readonly inside?: CountedDirectory;
}

export class CountedDirectory {
  /** In tree order. */
  entries: readonly CountedEntry[] = [];
  /** How many more entries it has, whose names were not kept, and whether there may be more below those than was counted. */
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

  /** The directory that is known to be its only entry, if any is. */
  get onlyDirectory(): CountedEntry | undefined {
    const [only] = this.entries;
    const hasOthers = this.entries.length > 1 || this.unnamed > 0 || this.isPartial;
    return only?.kind === "directory" && !hasOthers ? only : undefined;
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
export async function countTree(root: Directory, bounds: ScanBounds): Promise<CountedTree> {
  const counter = new TreeCounter();
  const stop = await scan(root, counter.root, bounds, counter);
  addUp(counter.directories);
  return { root: counter.root, isTimedOut: stop === "time" };
}

/** Takes the entries of each directory once it was read. */
class TreeCounter implements ScanVisitor<CountedDirectory> {
  readonly root = new CountedDirectory(false);
  /** Parents come before their subdirectories. */
  readonly directories = [this.root];
  /** How many names were kept, and how many characters they have. */
  #names = 0;
  #characters = 0;

  enter(_parent: CountedDirectory, { verdict }: TreeEntry): CountedDirectory {
    const inside = new CountedDirectory(!verdict.isShown);
    this.directories.push(inside);
    return inside;
  }

  /** When the time is up, a directory may have been read in part. */
  leave(target: CountedDirectory, outcome: ReadOutcome | undefined, children: readonly CountedDirectory[]): void {
    const entries = outcome?.entries ?? [];
    const nextChild = children.values();
    target.problem = outcome && problemOf(outcome);
    target.isEmpty = outcome?.isEmpty === true;
    target.isPartial = outcome === undefined || outcome.isPartial;
    const isKept = this.#keepsNames(target, entries);
    const counted = entries.map((entry): CountedEntry => {
      const inside = isEnteredDirectory(entry) ? nextChild.next().value : undefined;
      return inside === undefined ? entry : { name: entry.name, kind: entry.kind, verdict: entry.verdict, inside };
    });
    // Without their names, those that are not entered are only counted.
    const unnamed = isKept ? [] : counted.filter(({ inside }) => inside === undefined);
    target.entries = isKept ? counted : counted.filter(({ inside }) => inside !== undefined);
    target.unnamed = unnamed.length;
    target.isUnnamedPartial = unnamed.some(isUncounted);
  }

  /** Whether the names of a directory are kept. Counts them if they are. */
  #keepsNames(target: CountedDirectory, entries: readonly TreeEntry[]): boolean {
    const names = this.#names + entries.length;
    const characters = entries.reduce((sum, { name }) => sum + name.length, this.#characters);
    const fits = entries.length <= MAX_NAMES && names <= MAX_NAMES_OF_MAP && characters <= MAX_CHARACTERS_OF_MAP;
    const isKept = fits || target === this.root;
    if (isKept) {
      [this.#names, this.#characters] = [names, characters];
    }
    return isKept;
  }
}

/** Adds up what is below each directory. Parents come before their subdirectories. */
function addUp(directories: readonly CountedDirectory[]): void {
  for (let index = directories.length - 1; index >= 0; index -= 1) {
    const directory = directories[index] as CountedDirectory;
    // Perf: no copy of a million entries for nothing.
    if (directory.entries.some(isFilteredOut)) {
      directory.entries = directory.entries.filter((entry) => !isFilteredOut(entry));
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

function isFilteredOut({ inside }: CountedEntry): boolean {
  return inside?.isFilteredOut === true;
}

/** Whether more may be below an entry than was counted. Ignored directories don't count. */
export function isUncounted({ kind, verdict, inside }: CountedEntry): boolean {
  if (kind !== "directory" || verdict.isIgnored) {
    return false;
  }
  return inside === undefined || inside.isBelowPartial || inside.problem !== undefined;
}

/** A directory, and those that share its line: each the only entry of the one before. */
export function joinDirectories(first: CountedEntry): readonly CountedEntry[] {
  const chain = [first];
  for (let next = first.inside?.onlyDirectory; next !== undefined; next = next.inside?.onlyDirectory) {
    chain.push(next);
  }
  return chain;
}
