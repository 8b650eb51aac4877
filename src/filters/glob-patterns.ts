// Compiles the globs that callers write (`**`, `*`, `?`, classes, braces) into patterns. What globs can cost is limited before
// they are compiled, by what their braces expand to. The matching itself does not backtrack.
import { toByteString, toText, type ByteString } from "../core/byte-string.ts";
import { AT_ANY_PACE, keepPace, type Pace } from "../core/pace.ts";
import { foldCase } from "../core/names/fold-case.ts";
import { hasUpperCase, readComponent, spelledName } from "./glob-component.ts";
import { writeOutNumbers } from "./number-globs.ts";
import { ANY_DEPTH, type PathPattern } from "./pattern-set.ts";

/** Thrown to refuse a glob. The message says why. */
export class GlobError extends Error {
  override readonly name = "GlobError";
  /** What is wrong with the glob, if it is written as in other tools. */
  readonly mistake: GlobMistake | undefined;

  constructor(message: string, mistake?: GlobMistake) {
    super(message);
    this.mistake = mistake;
  }
}

/** A glob that is written as in other tools, and what to write instead. */
export interface GlobMistake {
  readonly glob: string;
  readonly what: string;
  /** The globs to write instead; of `negated`, in the other option, `exclude` instead of `include`. */
  readonly kept: readonly string[];
  readonly negated: readonly string[];
  /** What to write if nothing was wrong, and when that is the case. */
  readonly unless: GlobUnless | undefined;
}

export interface GlobUnless {
  readonly glob: string;
  readonly meaning: string;
}

const MOST_GLOBS = 100;
const LONGEST_GLOB = 1000;
/** How many patterns the braces of one glob may expand to. */
const MOST_ALTERNATIVES = 256;

/** How deep the braces of a glob may be nested: the expansion rereads each level. */
const DEEPEST_BRACES = 50;

/** How many patterns all globs together may expand to, and the total length of those. */
const MOST_PATTERNS = 1000;
const MOST_CHARACTERS = 32_768;

/** How many steps it may take to test a name against all patterns: some milliseconds. */
const MOST_STEPS = 500_000;

/** The base cost of testing a pattern, in steps. */
const STEPS_OF_PATTERN = 20;

/** After compiling this many characters, yield to other work: a millisecond or two. */
const CHARACTERS_BETWEEN_PAUSES = 512;

/**
 * What globs are matched against. `relative`: paths below the listing root; a glob without a slash matches at any depth.
 * `absolute`: whole paths; a glob that does not start with `/` matches at any depth.
 */
export type GlobBase = "relative" | "absolute";

/** Throws a `GlobError` for globs that are obviously wrong. Their braces are checked only when they are compiled. */
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

export interface CompileOptions {
  /**
   * The absolute path of the listing root. A glob that begins with it is matched as written, which is relative to the root,
   * and as an absolute one.
   * @default none: globs are matched as written
   */
  readonly root?: ByteString | undefined;
  /**
   * Whether a glob without an upper-case letter matches names of either case. Each glob is asked by itself, with all that its braces
   * stand for, and only about its part below the root.
   * @default false: globs match as written
   */
  readonly smartCase?: boolean | undefined;
  /** @default AT_ANY_PACE */
  readonly pacing?: Pace | undefined;
}

/** Compiles globs into patterns, or throws a `GlobError`. */
export async function compileGlobs(
  globs: readonly string[],
  base: GlobBase,
  { root, smartCase = false, pacing = AT_ANY_PACE }: CompileOptions = {},
): Promise<PathPattern[]> {
  checkGlobs(globs);
  if (globs.length === 0) {
    return [];
  }
  const textOf = rememberLast(toText);
  const foldedOf = rememberLast((name: ByteString) => {
    const text = textOf(name);
    // Text as long as its UTF-8 is ASCII, but for bytes that are no UTF-8, which have no case.
    return text.length === name.length ? text.toLowerCase() : foldCase(text);
  });
  const patterns: PathPattern[] = [];
  let cost = 0;
  let characters = 0;
  for (const { glob, isExact, sources } of await expandBraces(globs, root, smartCase, pacing)) {
    const pattern = toPattern(glob, base, textOf, isExact ? undefined : foldedOf);
    patterns.push({ ...pattern, sources });
    cost += pattern.cost;
    if (cost > MOST_STEPS) {
      throw new GlobError("the globs take too long to match; give fewer of them, or some with fewer wildcards");
    }
    characters += glob.length;
    if (characters > CHARACTERS_BETWEEN_PAUSES) {
      characters = 0;
      await keepPace(pacing);
    }
  }
  return patterns;
}

/** A glob without braces, in one of its two readings. */
interface Reading {
  readonly glob: string;
  /** Whether it matches only as it is written. */
  readonly isExact: boolean;
  /** The numbers of the globs that stand for it. */
  readonly sources: number[];
}

/** Expands the braces of globs, and adds the relative form of absolute ones, without duplicates. */
async function expandBraces(
  globs: readonly string[],
  root: ByteString | undefined,
  smartCase: boolean,
  pacing: Pace,
): Promise<Iterable<Reading>> {
  const expanded = new Map<string, Reading>();
  let characters = 0;
  for (const [source, given] of globs.entries()) {
    const alternatives = given.includes("{") ? await alternativesOf(given) : [given];
    for (const { glob, isExact } of bothReadings(alternatives, root, smartCase)) {
      const key = `${isExact ? "=" : "~"}${glob}`;
      const known = expanded.get(key);
      characters += known === undefined ? glob.length : 0;
      expanded.set(key, { glob, isExact, sources: [...(known?.sources ?? []), source] });
    }
    if (expanded.size > MOST_PATTERNS || characters > MOST_CHARACTERS) {
      throw new GlobError(
        `the globs stand for too much: with braces written out, at most ${MOST_PATTERNS} globs of ${MOST_CHARACTERS} ` +
          "characters in all; give fewer or shorter ones, or use wildcards instead of braces",
      );
    }
    await keepPace(pacing);
  }
  return expanded.values();
}

/** The alternatives of a glob as they are written, and those of them that are below the root also as relative ones. */
function bothReadings(
  alternatives: readonly string[],
  root: ByteString | undefined,
  smartCase: boolean,
): Omit<Reading, "sources">[] {
  const below = alternatives.map((glob) => (root === undefined ? undefined : globBelow(root, glob)));
  const isExact = !smartCase || alternatives.some((glob, index) => hasUpperCase(below[index] ?? glob));
  return alternatives.flatMap((glob, index) => {
    const relative = below[index];
    return relative === undefined
      ? [{ glob, isExact }]
      : [
          { glob, isExact: isExact || hasUpperCase(glob) },
          { glob: relative, isExact },
        ];
  });
}

/** What comes before the first name of an absolute path: a slash, the scheme of a store, or a Windows drive. */
const TOP = /^(?:\/|[a-z][a-z0-9+.-]+:\/\/|[A-Za-z]:[\\/])/;

/** The top of a path on a Windows drive. Elsewhere `\` is an ordinary character of a name. */
const DRIVE = /^[A-Z]:\/$/;

/**
 * The glob relative to the listing root, with a slash before it; undefined if it is not an absolute glob below the root. The
 * root must be spelled out: a wildcard that also matches names above the listing would show or hide everything in it.
 */
export function globBelow(root: ByteString, glob: string): string | undefined {
  const top = topOf(root);
  if (top === undefined || topOf(glob) !== top) {
    return undefined;
  }
  const path = DRIVE.test(top) ? root.replaceAll("\\", "/") : root;
  const above = namesIn(path).filter((name) => name !== "");
  const names = namesIn(glob);
  const below = names.slice(above.length);
  const isBelow = above.every((name, index) => toByteString(spelledName(names[index] ?? "") ?? "") === name);
  return isBelow && below.join("") !== "" ? `/${below.join("/")}` : undefined;
}

function topOf(path: string): string | undefined {
  return TOP.exec(path)?.[0]
    .replaceAll(/[\\/]+/g, "/")
    .toUpperCase();
}

/** The names in an absolute path or glob, an empty one at the end if it ends in a slash. Globs don't tell `//` from `/`. */
function namesIn(path: string): string[] {
  return path
    .replace(TOP, "/")
    .replace(/^\/+/, "")
    .split(/\/+/)
    .filter((name) => name !== ".");
}

async function alternativesOf(glob: string): Promise<string[]> {
  if (depthOfBraces(glob) > DEEPEST_BRACES) {
    throw new GlobError(`the braces of a glob are more than ${DEEPEST_BRACES} deep; give them one by one`);
  }
  // Loaded on demand: otherwise the command would start a tenth slower, and most listings have no braces.
  const { braceExpand } = await import("minimatch");
  const alternatives = braceExpand(writeOutNumbers(glob), { braceExpandMax: MOST_ALTERNATIVES + 1 });
  if (alternatives.length > MOST_ALTERNATIVES) {
    throw new GlobError(`the braces of a glob stand for more than ${MOST_ALTERNATIVES} globs; give them one by one`);
  }
  return alternatives.filter((alternative) => alternative !== "");
}

function depthOfBraces(glob: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of glob) {
    depth += Number(character === "{") - Number(character === "}" && depth > 0);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

type TextOf = (name: ByteString) => string;

function toPattern(
  glob: string,
  base: GlobBase,
  textOf: TextOf,
  foldedOf: TextOf | undefined,
): Required<Omit<PathPattern, "sources">> {
  const components = glob.split(/\/+/);
  const directoriesOnly = components.length > 1 && components.at(-1) === "";
  const slashes = components.length - (directoriesOnly ? 2 : 1);
  const startsAnywhere = base === "relative" ? slashes === 0 : components[0] !== "";
  const parts: PathPattern["parts"][number][] = startsAnywhere ? [ANY_DEPTH] : [];
  let cost = STEPS_OF_PATTERN;
  for (const component of components.filter((name) => name !== "" && name !== ".")) {
    if (component !== "**") {
      const read = readComponent(component, textOf, foldedOf);
      parts.push(read.fits);
      cost += read.cost;
    } else if (parts.at(-1) !== ANY_DEPTH) {
      parts.push(ANY_DEPTH);
    }
  }
  // A trailing `**` matches everything below, but not the directory itself.
  if (parts.at(-1) === ANY_DEPTH) {
    parts.push(() => true);
  }
  return { parts, directoriesOnly, cost };
}

/** Wraps a function to remember its last answer: a name is decoded for one pattern after another. */
function rememberLast<Given, Answer>(answer: (given: Given) => Answer): (given: Given) => Answer {
  let last: { readonly given: Given; readonly answer: Answer } | undefined;
  return (given) => {
    if (last === undefined || last.given !== given) {
      last = { given, answer: answer(given) };
    }
    return last.answer;
  };
}
