// Compiles the globs of callers and operators, with limits on their number and length.
import type { Entry } from "../core/entry.ts";
import type { Verdict } from "../core/filter.ts";
import { expandBraces, lengthOf } from "./expand-braces.ts";
import { toLowerCase } from "./case-fold.ts";
import { GlobSet } from "./glob-set.ts";
import { ANY_DEPTH, parseGlob, type Glob, type GlobPart } from "./glob.ts";

/** A glob that can't be used. The message is for its author. */
export class GlobError extends Error {
  override readonly name = "GlobError";
  readonly code = "invalid_option";
}

/** `smart`: a glob without an upper-case letter ignores case. */
export type LetterCase = "exact" | "smart";

/** How many globs one list may have. */
const MAX_GLOBS = 100;

/** How many characters the globs of one list may have in all, once their braces are expanded. */
const MAX_LENGTH = 10_000;

/** A list of globs that a caller gave, compiled. It can tell which of them match nothing in a whole tree. */
export class GlobList {
  readonly texts: readonly string[];
  readonly set: GlobSet;
  readonly #letterCase: LetterCase;
  /** For each text, what it was compiled to. */
  readonly #compiled: readonly (readonly Glob[])[];
  readonly #noted = new Set<Glob>();

  /** Throws a `GlobError`. */
  constructor(texts: readonly string[], letterCase: LetterCase) {
    this.texts = texts;
    this.#compiled = compileEach(texts, letterCase);
    this.set = GlobSet.of(this.#compiled.flat());
    this.#letterCase = letterCase;
  }

  /** Those of several that match nothing of what `note` was given. */
  get unmatched(): readonly string[] {
    const isUnmatched = (_: string, index: number) => !this.#compiled[index]?.some((glob) => this.#noted.has(glob));
    return this.texts.length > 1 ? [...new Set(this.texts.filter(isUnmatched))] : [];
  }

  /**
   * Notes which globs match an entry that is shown, and which may match something in a directory that is not entered because git ignores it.
   * `set`: the list as seen from the entry's directory. A single glob needs no notes.
   */
  note(set: GlobSet, { name, kind }: Entry, { isShown, isIgnored }: Verdict): void {
    if (this.texts.length > 1) {
      const isDirectory = kind === "directory";
      const matching = isShown ? set.allMatches(name, isDirectory) : [];
      const maybe = isDirectory && isIgnored && name !== ".git" ? set.allBelow(name) : [];
      [...matching, ...maybe].forEach((glob) => this.#noted.add(glob));
    }
  }

  /** The list with each glob rewritten; the same list if that changes none. */
  map(rewrite: (glob: string) => string): GlobList {
    const texts = this.texts.map(rewrite);
    return texts.every((text, index) => text === this.texts[index]) ? this : new GlobList(texts, this.#letterCase);
  }
}

/**
 * Compiles globs. `isAnchored`: whether a glob matches only from the root on; by default, one with a slash does. Throws a `GlobError`.
 */
export function compileGlobs(
  globs: readonly string[],
  letterCase: LetterCase,
  isAnchored?: (glob: string) => boolean,
): GlobSet {
  return GlobSet.of(compileEach(globs, letterCase, isAnchored).flat());
}

/** For each text, the globs without braces that it stands for. */
function compileEach(
  globs: readonly string[],
  letterCase: LetterCase,
  isAnchored?: (glob: string) => boolean,
): Glob[][] {
  const lower = rememberLast(toLowerCase);
  const upperCase = new RegExp(String.raw`[\p{Lu}\p{Lt}]|\[:upper:\]`, "u");
  return expandGlobs(globs).map((expanded) => {
    const isExact = letterCase === "exact" || expanded.some((glob) => upperCase.test(glob));
    return expanded.map((glob) =>
      isExact
        ? readGlob(glob, isAnchored?.(glob))
        : withFoldedNames(readGlob(toLowerCase(glob), isAnchored?.(glob)), lower),
    );
  });
}

/** The same glob, but each name is folded before it is tested. */
export function withFoldedNames(glob: Glob, fold: (name: string) => string): Glob {
  const parts = glob.parts.map((part): GlobPart => (part === ANY_DEPTH ? part : (name) => part(fold(name))));
  return { ...glob, parts };
}

/** A function that remembers its last result: the same name is tested against one glob after the other. */
export function rememberLast(fold: (name: string) => string): (name: string) => string {
  let lastName = "";
  let folded = fold(lastName);
  return (name) => {
    if (name !== lastName) {
      [lastName, folded] = [name, fold(name)];
    }
    return folded;
  };
}

/** Expands the braces of each glob. Throws a `GlobError` if there are too many globs, or too many characters in them. */
export function expandGlobs(globs: readonly string[]): string[][] {
  if (globs.length > MAX_GLOBS) {
    throw new GlobError(`too many globs: ${globs.length}; at most ${MAX_GLOBS} are allowed`);
  }
  let remaining = MAX_LENGTH;
  return globs.map((glob) => {
    const expanded = expandBraces(glob, remaining);
    if (expanded === undefined) {
      throw new GlobError(
        `the globs are too long; with their braces expanded they may have ${MAX_LENGTH} characters in all`,
      );
    }
    remaining -= lengthOf(expanded);
    return expanded.some(Boolean) ? expanded.filter(Boolean) : [""];
  });
}

/** Parses a glob without braces, or throws a `GlobError`. `isAnchored` is as for `parseGlob`. */
export function readGlob(glob: string, isAnchored?: boolean): Glob {
  const parsed = parseGlob(glob, "ours", isAnchored);
  if (parsed === undefined) {
    throw new GlobError(`${JSON.stringify(glob)} matches nothing; give a glob such as "*.ts" or "src/**"`);
  }
  return parsed;
}
