// How well entries match guesses: by their own names, and by what they inherit from the directories above them.
import type { TreeEntry } from "../tree/directory.ts";
import type { Piece } from "./guess.ts";
import type { NameHits } from "./name-matcher.ts";
import type { SearchedDirectory } from "./search.ts";

/** A directory's name describes its contents, so its match counts a little more for its entries, and less for each further level. */
const IN_DIRECTORY = 1.1;
const FURTHER_DOWN = 0.9;

/** How well an entry matches a form of a guess. */
export interface Match {
  readonly form: number;
  /** 1 if a whole part of its own name matches. */
  readonly weight: number;
  /** Whether its own name matches. */
  readonly isOwn: boolean;
  /** Whether a directory above it matches better than its own name. */
  readonly isInherited: boolean;
}

/** How well an entry matches a piece by its own name (and, for a path, the names above it), 0 if it does not. */
export function strengthOf(
  { texts, onlyDirectories, glob }: Piece,
  directory: SearchedDirectory,
  entry: TreeEntry,
  nameHits: NameHits,
): number {
  const isDirectory = entry.kind === "directory";
  if (glob !== undefined) {
    return glob.matches(directory, entry.name, isDirectory) ? 1 : 0;
  }
  if (onlyDirectories && !isDirectory) {
    return 0;
  }
  let sum = 0;
  let strengths: ReadonlyMap<number, number> | undefined = nameHits.strengths;
  let above: SearchedDirectory | undefined = directory;
  for (let index = texts.length - 1; index >= 0; index -= 1) {
    const strength = strengths?.get((texts[index] as { index: number }).index);
    if (strength === undefined) {
      return 0;
    }
    sum += strength;
    strengths = above?.nameHits.strengths;
    above = above?.parent;
  }
  return sum / texts.length;
}

/** What the entries of a directory inherit from a match of the directory. */
export function toInherited({ form, weight, isInherited }: Match): Match {
  return { form, weight: weight * (isInherited ? FURTHER_DOWN : IN_DIRECTORY), isOwn: false, isInherited: true };
}

/** The better match for each form. */
export function mergeMatches(inherited: readonly Match[], own: readonly Match[]): readonly Match[] {
  if (inherited.length === 0 || own.length === 0) {
    return own.length === 0 ? inherited : own;
  }
  const merged = new Map(inherited.map((match) => [match.form, match]));
  for (const match of own) {
    const above = merged.get(match.form);
    merged.set(match.form, above === undefined || match.weight >= above.weight ? match : { ...above, isOwn: true });
  }
  return [...merged.values()];
}
