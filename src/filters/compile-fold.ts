// Parses a fold as a map or a search shows it, such as `walk-*`, into a test for the entries that it stands for.
import { GlobError } from "./compile-globs.ts";
import { parseGlob, type NameTest } from "./glob.ts";

/** No fold of ours is as long: names have 255 characters. */
const MAX_LENGTH = 1000;

/** Returns a test whether a fold stands for an entry. Case-sensitive. Throws a `GlobError` if the text is not a fold. */
export function compileFold(fold: string): (name: string, isDirectory: boolean) => boolean {
  const glob = fold.length <= MAX_LENGTH && /^[^/]+\/?$/.test(fold) ? parseGlob(fold, "ours", true) : undefined;
  const matches = glob?.parts.at(-1) as NameTest | undefined;
  if (glob === undefined || matches === undefined) {
    throw new GlobError('it is one word as a map of this directory shows it, such as "test-*"');
  }
  return (name, isDirectory) => (isDirectory || !glob.directoriesOnly) && matches(name);
}
