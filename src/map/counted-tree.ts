// Reads a tree for a map: the names in each directory, and how many entries are below it.
import { isEntered } from "../core/filter.ts";
import type { Problem } from "../core/problem.ts";
import type { Directory, TreeEntry } from "../tree/directory.ts";
import { scan } from "../tree/scan.ts";

/** The names of a directory with more entries are counted and not kept, except in the root. */
const MAX_NAMES = 20_000;

export interface CountedEntry extends TreeEntry {
  /** What is in a directory that was entered, or would have been. */
  readonly inside?: CountedDirectory;
}

export class CountedDirectory {
  /** In the order of a tree. */
  entries: readonly CountedEntry[] = [];
  /** How many more entries it has whose names were not kept. */
  unnamed = 0;
  /** How many entries are below it, all levels together, as far as they were counted. */
  below = 0;
  /** Whether something below it was not counted. */
  isPartial = false;
  /** Whether it has entries of its own that were not read, or was not read at all. */
  isCut = true;
  /** Whether it has no entries, whatever the filters. */
  isEmpty = false;
  /** Whether nothing in it matches the filters: it has no entries, or only directories that can't be read, or that lead to such. */
  isUnmatched = false;
  problem: Problem | undefined;
  /** Whether it is shown only above something else that is shown. */
  readonly isOnlyEntered: boolean;

  constructor(isOnlyEntered: boolean) {
    this.isOnlyEntered = isOnlyEntered;
  }

  /** Whether it can be shown with what is in it. */
  get canOpen(): boolean {
    return this.entries.length > 0 && this.unnamed === 0;
  }

  /** Whether the filters leave nothing of it. */
  get isLeftOut(): boolean {
    const isNothing = this.below === 0 && !this.isPartial && this.problem === undefined;
    return isNothing && (this.isOnlyEntered || !this.isEmpty);
  }
}

export interface CountedTree {
  readonly root: CountedDirectory;
  readonly isTimedOut: boolean;
}

/** Reads and counts the tree below a directory. Throws if the directory itself can't be read, or if the call was cancelled. */
export async function countTree(root: Directory, maxDirectories: number, maxDepth: number): Promise<CountedTree> {
  const top = new CountedDirectory(false);
  const counted: CountedDirectory[] = [top];
  const due = new Map<Directory, CountedDirectory>([[root, top]]);
  const take = (directory: Directory, inside: readonly Directory[], isCut: boolean): void => {
    const target = due.get(directory) as CountedDirectory;
    due.delete(directory);
    target.problem = directory.problem;
    target.isEmpty = directory.isEmpty;
    target.isCut = isCut && directory.problem === undefined;
    let next = 0;
    const entries = directory.entries.map((entry): CountedEntry => {
      if (entry.kind !== "directory" || !isEntered(entry.verdict)) {
        return entry;
      }
      const below = new CountedDirectory(entry.verdict === "enter");
      counted.push(below);
      const entered = inside[next];
      next += 1;
      if (entered !== undefined) {
        due.set(entered, below);
      }
      return { ...entry, inside: below };
    });
    const isKept = target === top || entries.length <= MAX_NAMES;
    target.entries = isKept ? entries : entries.filter(({ inside: below }) => below !== undefined);
    target.unnamed = entries.length - target.entries.length;
    directory.forget();
  };
  const stop = await scan(root, maxDirectories, maxDepth, {
    visit: (directory, inside) => take(directory, inside, directory.isPartial),
    // When the time is up, a directory may have been read in part.
    skip: (directory) => take(directory, [], true),
  });
  addUp(counted);
  return { root: top, isTimedOut: stop === "time" };
}

/** Adds up what is below each directory. Each comes after the one that it is in. */
function addUp(directories: readonly CountedDirectory[]): void {
  for (let index = directories.length - 1; index >= 0; index -= 1) {
    const directory = directories[index] as CountedDirectory;
    directory.entries = directory.entries.filter(({ inside }) => inside?.isLeftOut !== true);
    directory.isPartial = directory.isCut;
    directory.below = directory.entries.length + directory.unnamed;
    for (const entry of directory.entries) {
      directory.below += entry.inside?.below ?? 0;
      directory.isPartial ||= isUncounted(entry);
    }
    directory.isUnmatched =
      directory.unnamed === 0 &&
      directory.entries.every(({ inside }) => inside?.isOnlyEntered === true && inside.isUnmatched && !inside.isCut);
  }
}

/** Whether more may be below an entry than was counted. Ignored directories don't count. */
export function isUncounted({ kind, verdict, inside }: CountedEntry): boolean {
  if (kind !== "directory" || verdict === "ignored") {
    return false;
  }
  return inside === undefined || inside.isPartial || inside.problem !== undefined;
}

/** A directory, and the last one of those below it that are each the only entry of the one before. */
export interface JoinedDirectory {
  /** The path to the last one. */
  readonly path: string;
  readonly last: CountedEntry;
}

const NOTHING = new CountedDirectory(false);

export function joinDirectories(first: CountedEntry): JoinedDirectory {
  const names = [first.name];
  let last = first;
  for (;;) {
    const { entries, unnamed, isCut } = last.inside ?? NOTHING;
    const [only] = entries;
    if (only?.kind !== "directory" || entries.length > 1 || unnamed > 0 || isCut) {
      return { path: names.join("/"), last };
    }
    last = only;
    names.push(last.name);
  }
}
