// The globs among the guesses of a search. They match whole paths.
import { splitPath } from "../core/entry.ts";
import { compileGlobs, GlobError } from "./compile-globs.ts";
import type { GlobSet } from "./glob-set.ts";

/** Whether a piece of a guess is meant as a glob. */
export function isGlob(piece: string): boolean {
  return /[*{]|\?(?!$)/.test(piece);
}

export interface PathMatcher {
  /** Whether a path relative to the root matches. */
  matches(path: string, isDirectory: boolean): boolean;
}

/**
 * Compiles a glob; undefined if it can't be used. Smart case. It matches at any depth, unless a `/` at its beginning ties it to the root.
 */
export function compileGuessGlob(glob: string): PathMatcher | undefined {
  const root = compileUnanchored(glob);
  if (root === undefined) {
    return undefined;
  }
  // The entries of a directory mostly come one after the other.
  let lastDirectory = "";
  let lastMatcher = root;
  return {
    matches(path, isDirectory) {
      const end = path.lastIndexOf("/");
      const directory = path.slice(0, Math.max(end, 0));
      if (directory !== lastDirectory) {
        lastMatcher = splitPath(directory).reduce((matcher, name) => matcher.enter(name), root);
        lastDirectory = directory;
      }
      return lastMatcher.matches(path.slice(end + 1), isDirectory);
    },
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
