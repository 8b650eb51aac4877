// How well entries fit guesses: by their own names, and by what they inherit from the directories above them.
import type { TreeEntry } from "../tree/directory.ts";
import type { Piece } from "./guess.ts";
import type { JudgedName } from "./judge-name.ts";
import type { SearchedDirectory } from "./search.ts";

/** A directory is named for all that is in it, so that its fit counts a little more for its entries, and less for each further level. */
const IN_DIRECTORY = 1.1;
const FURTHER_DOWN = 0.9;

/** How well an entry fits a form of a guess. */
export interface Fit {
  readonly form: number;
  /** 1 if a whole part of its own name fits. */
  readonly weight: number;
  /** Whether its own name fits. */
  readonly isOwn: boolean;
  /** Whether a directory above it fits better than its own name. */
  readonly isInherited: boolean;
}

/** How well an entry fits a piece by its own name, 0 if it does not. */
export function strengthOf(
  { texts, onlyDirectories, glob }: Piece,
  directory: SearchedDirectory,
  entry: TreeEntry,
  judged: JudgedName,
): number {
  const isDirectory = entry.kind === "directory";
  if (glob !== undefined) {
    return glob.matches(directory.path, entry.name, isDirectory) ? 1 : 0;
  }
  if (onlyDirectories && !isDirectory) {
    return 0;
  }
  let sum = 0;
  let hits: ReadonlyMap<number, number> | undefined = judged.hits;
  let above: SearchedDirectory | undefined = directory;
  for (let index = texts.length - 1; index >= 0; index -= 1) {
    const strength = hits?.get((texts[index] as { index: number }).index);
    if (strength === undefined) {
      return 0;
    }
    sum += strength;
    hits = above?.judged.hits;
    above = above?.parent;
  }
  return sum / texts.length;
}

/** What the entries of a directory inherit from a fit of it. */
export function toInherited({ form, weight, isInherited }: Fit): Fit {
  return { form, weight: weight * (isInherited ? FURTHER_DOWN : IN_DIRECTORY), isOwn: false, isInherited: true };
}

/** The better fit for each form. */
export function joinFits(inherited: readonly Fit[], own: readonly Fit[]): readonly Fit[] {
  if (inherited.length === 0 || own.length === 0) {
    return own.length === 0 ? inherited : own;
  }
  const joined = new Map(inherited.map((fit) => [fit.form, fit]));
  for (const fit of own) {
    const above = joined.get(fit.form);
    joined.set(fit.form, above === undefined || fit.weight >= above.weight ? fit : { ...above, isOwn: true });
  }
  return [...joined.values()];
}
