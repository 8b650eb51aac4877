// Globs as callers write them to patterns: `**`, `*`, `?`, classes, braces. What a glob can cost is bounded before it is
// compiled; the matching itself does not backtrack.
import type { ParseReturnFiltered } from "minimatch";

import { toByteString, toText } from "../core/byte-string.ts";
import { ANY_DEPTH, type NameTest, type PathPattern } from "./path-pattern.ts";

/** A glob that is refused, with the reason. */
export class GlobError extends Error {
  override readonly name = "GlobError";
}

const MOST_GLOBS = 100;
const LONGEST_GLOB = 1000;
/** How many patterns the braces of one glob may stand for. */
const MOST_ALTERNATIVES = 256;

const OPTIONS = {
  dot: true,
  noext: true,
  nocomment: true,
  nonegate: true,
  // The same on every platform: `\` escapes, and paths are joined with `/`.
  platform: "linux",
  // Does not read `a/../b` as `b`.
  optimizationLevel: 0,
  braceExpandMax: MOST_ALTERNATIVES + 1,
} as const;

/**
 * What globs are matched against. `relative`: paths below the listing root; a glob without a slash matches at any depth.
 * `absolute`: whole paths; a glob that does not start with `/` matches at any depth.
 */
export type GlobBase = "relative" | "absolute";

/** Refuses globs that are wrong at first sight with a `GlobError`: what their braces stand for shows when they are compiled. */
export function checkGlobs(globs: readonly string[]): void {
  if (globs.length > MOST_GLOBS) {
    throw new GlobError(`${globs.length} globs are too many; give at most ${MOST_GLOBS}`);
  }
  for (const glob of globs) {
    if (glob === "") {
      throw new GlobError('a glob is empty; give one such as "*.ts", or none');
    }
    if (glob.length > LONGEST_GLOB) {
      throw new GlobError(`a glob of ${glob.length} characters is too long; give at most ${LONGEST_GLOB}`);
    }
  }
}

/** The patterns that globs stand for, or a `GlobError`. */
export async function compileGlobs(globs: readonly string[], base: GlobBase): Promise<PathPattern[]> {
  checkGlobs(globs);
  if (globs.length === 0) {
    return [];
  }
  // Loaded when it is needed: the command would start a tenth slower, and most listings have no globs.
  const { Minimatch } = await import("minimatch");
  return globs.flatMap((glob) => {
    const alternatives = new Minimatch(glob, OPTIONS).set;
    if (alternatives.length > MOST_ALTERNATIVES) {
      throw new GlobError(`the braces of a glob stand for more than ${MOST_ALTERNATIVES} globs; give them one by one`);
    }
    return alternatives.map((components) => toPattern(components, base));
  });
}

function toPattern(components: readonly ParseReturnFiltered[], base: GlobBase): PathPattern {
  const directoriesOnly = components.length > 1 && components.at(-1) === "";
  const slashes = components.length - (directoriesOnly ? 2 : 1);
  const startsAnywhere = base === "relative" ? slashes === 0 : components[0] !== "";
  const names = components.filter((component) => component !== "" && component !== ".");
  const parts: PathPattern["parts"][number][] = startsAnywhere ? [ANY_DEPTH] : [];
  for (const component of names) {
    if (typeof component !== "symbol") {
      parts.push(toNameTest(component));
    } else if (parts.at(-1) !== ANY_DEPTH) {
      parts.push(ANY_DEPTH);
    }
  }
  // A last `**` is everything below, but not the directory itself.
  if (parts.at(-1) === ANY_DEPTH) {
    parts.push(() => true);
  }
  return { parts, directoriesOnly };
}

/** Names come as bytes. A plain word is compared with them as they are; a wildcard stands for characters, not for bytes. */
function toNameTest(component: Exclude<ParseReturnFiltered, symbol>): NameTest {
  if (typeof component !== "string") {
    return (name) => component.test(toText(name));
  }
  const bytes = toByteString(component);
  return (name) => name === bytes;
}
