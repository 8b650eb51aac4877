// Reads a fold of a map or a search, `walk-*`, to find out which entries of a directory it stands for.
import { GlobError } from "./compile-globs.ts";
import { parseGlob, type NameTest } from "./glob.ts";

/** Whether a fold stands for an entry. Case counts. Throws a `GlobError` if it is no fold. */
export function compileFold(fold: string): (name: string, isDirectory: boolean) => boolean {
  const glob = /^[^/]+\/?$/.test(fold) ? parseGlob(fold, "ours", true) : undefined;
  const fits = glob?.parts.at(-1) as NameTest | undefined;
  if (glob === undefined || fits === undefined) {
    throw new GlobError('it is one word as a map of this directory shows it, such as "test-*"');
  }
  return (name, isDirectory) => (isDirectory || !glob.directoriesOnly) && fits(name);
}
