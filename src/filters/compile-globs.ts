// Turns the globs of callers and operators into matchers, within bounds on what they may cost.
import { expandBraces } from "./expand-braces.ts";
import { toLowerCase } from "./fold-name.ts";
import { GlobSet } from "./glob-set.ts";
import { parseGlob, type Glob } from "./glob.ts";

/** A glob that can't be used. The message is for whoever wrote it. */
export class GlobError extends Error {
  override readonly name = "GlobError";
}

const MAX_GLOBS = 100;

/** How many characters globs may have in all, once their braces are expanded. */
const MAX_LENGTH = 10_000;

const HAS_UPPER_CASE = /[\p{Lu}\p{Lt}]|\[:upper:\]/u;

/** Globs as seen from one directory. Some match names as they are, and some match folded names. */
export class GlobMatcher {
  readonly #exact: GlobSet;
  readonly #folded: GlobSet;
  readonly #fold: (name: string) => string;

  constructor(exact: GlobSet, folded: GlobSet, fold: (name: string) => string) {
    this.#exact = exact;
    this.#folded = folded;
    this.#fold = fold;
  }

  /** Whether nothing matches here or further down. */
  get isEmpty(): boolean {
    return this.#exact.isEmpty && this.#folded.isEmpty;
  }

  matches(name: string, isDirectory: boolean): boolean {
    return (
      this.#exact.lastMatch(name, isDirectory) !== undefined ||
      (!this.#folded.isEmpty && this.#folded.lastMatch(this.#fold(name), isDirectory) !== undefined)
    );
  }

  /** Whether anything can match below the directory `name`. */
  canMatchBelow(name: string): boolean {
    return this.#exact.canMatchBelow(name) || (!this.#folded.isEmpty && this.#folded.canMatchBelow(this.#fold(name)));
  }

  /** The globs as seen from the directory `name`. The same object if nothing changes. */
  enter(name: string): GlobMatcher {
    const exact = this.#exact.enter(name);
    const folded = this.#folded.isEmpty ? this.#folded : this.#folded.enter(this.#fold(name));
    return exact === this.#exact && folded === this.#folded ? this : new GlobMatcher(exact, folded, this.#fold);
  }
}

/**
 * Compiles globs. `smart` case: a glob without an upper-case letter matches names of either case. `isAnchored`: whether a glob matches only
 * from the root on; by default, one with a slash does. Throws a `GlobError`.
 */
export function compileGlobs(
  globs: readonly string[],
  letterCase: "exact" | "smart",
  isAnchored?: (glob: string) => boolean,
): GlobMatcher {
  const exact: Glob[] = [];
  const folded: Glob[] = [];
  for (const expanded of expandGlobs(globs)) {
    const isExact = letterCase === "exact" || expanded.some((glob) => HAS_UPPER_CASE.test(glob));
    for (const glob of expanded) {
      (isExact ? exact : folded).push(readGlob(isExact ? glob : toLowerCase(glob), isAnchored?.(glob)));
    }
  }
  return new GlobMatcher(GlobSet.of(exact), GlobSet.of(folded), toLowerCase);
}

/** Throws a `GlobError` for globs that can't be used. */
export function checkGlobs(globs: readonly string[]): void {
  compileGlobs(globs, "exact");
}

/** What each glob stands for once its braces are expanded. Throws a `GlobError` if that is too much. */
export function expandGlobs(globs: readonly string[]): string[][] {
  if (globs.length > MAX_GLOBS) {
    throw new GlobError(`${globs.length} globs are too many; give at most ${MAX_GLOBS}`);
  }
  let remaining = MAX_LENGTH;
  return globs.map((glob) => {
    const expanded = expandBraces(glob, remaining);
    if (expanded === undefined) {
      throw new GlobError(
        `the globs are too long; with their braces expanded they may have ${MAX_LENGTH} characters in all`,
      );
    }
    remaining -= expanded.join("").length;
    return expanded.some(Boolean) ? expanded.filter(Boolean) : [""];
  });
}

/** Reads a glob without braces, or throws a `GlobError`. `isAnchored` is as for `parseGlob`. */
export function readGlob(glob: string, isAnchored?: boolean): Glob {
  const read = parseGlob(glob, "ours", isAnchored);
  if (read === undefined) {
    throw new GlobError(`${JSON.stringify(glob)} matches nothing; give a glob such as "*.ts" or "src/**"`);
  }
  return read;
}
