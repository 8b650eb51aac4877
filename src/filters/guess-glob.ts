// Globs among the guesses of a search. They match whole paths.
import { namesTo, type NestedDirectory } from "../core/entry.ts";
import { compileGlobs, GlobError } from "./compile-globs.ts";
import type { GlobSet } from "./glob-set.ts";

/** Whether a word of a guess is meant as a glob. */
export function isGlob(piece: string): boolean {
  return /[*{]|\?(?!$)/.test(piece);
}

/** Whether an entry of a directory matches. */
export type PathMatcher = (directory: NestedDirectory, name: string, isDirectory: boolean) => boolean;

/**
 * Compiles a glob with smart case; undefined if it can't be used. It matches at any depth, unless it begins with `/`.
 */
export function compileGuessGlob(glob: string): PathMatcher | undefined {
  const root = compileUnanchored(glob);
  if (root === undefined) {
    return undefined;
  }
  // Entries of the same directory usually come one after the other, and in a deep tree its subdirectory comes next.
  let lastDirectory: NestedDirectory | undefined;
  let lastMatcher = root;
  return (directory, name, isDirectory) => {
    if (directory !== lastDirectory) {
      const isNext = lastDirectory !== undefined && directory.parent === lastDirectory;
      lastMatcher = isNext
        ? lastMatcher.enter(directory.name)
        : namesTo(directory).reduce((matcher, above) => matcher.enter(above), root);
      lastDirectory = directory;
    }
    return lastMatcher.matches(name, isDirectory);
  };
}

function compileUnanchored(glob: string): GlobSet | undefined {
  try {
    return compileGlobs([glob], "smart", (text) => text.startsWith("/"));
  } catch (error) {
    if (error instanceof GlobError) {
      return undefined;
    }
    throw error;
  }
}
