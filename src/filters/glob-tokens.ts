// The one reader of globs: splits a glob into characters, wildcards and character classes. There are two dialects. Callers write globs
// (`include`, `exclude`, deny rules) as minimatch reads them, by characters; ignore files have them as git reads them, by bytes.

export type Dialect = "caller" | "git";

/** A piece of a glob, and where it is written. */
export type GlobToken = { readonly at: number; readonly end: number } & (
  | { readonly kind: "literal"; readonly character: string; readonly isEscaped: boolean }
  | { readonly kind: "any" | "star" }
  | { readonly kind: "class"; readonly members: CharacterClass }
);

/** What a class says, `[!ab0-9[:alpha:]]`. Characters are code points, which in git's dialect are bytes. */
export interface CharacterClass {
  readonly isNegated: boolean;
  readonly characters: readonly number[];
  readonly ranges: readonly Range[];
  /** The names of named classes. */
  readonly named: readonly string[];
}

/** The first and the last of a range. */
export type Range = readonly [number, number];

const NAMED_CLASS = /\[:([^\]]*):\]/y;

const CALLER_CLASSES = new Set(
  "alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit".split(" "),
);
const GIT_CLASSES = new Set("alnum alpha blank cntrl digit graph lower print punct space upper xdigit".split(" "));

/**
 * The tokens of a glob. Undefined if it is malformed in git's dialect, where it matches nothing then. In the other one, a `[` that is not
 * closed is literal, and so is a `\` at the end.
 */
export function readGlob(glob: string, dialect: "caller"): GlobToken[];
export function readGlob(glob: string, dialect: Dialect): GlobToken[] | undefined;
export function readGlob(glob: string, dialect: Dialect): GlobToken[] | undefined {
  const tokens: GlobToken[] = [];
  for (let at = 0; at < glob.length; at = (tokens.at(-1) as GlobToken).end) {
    const token = readToken(glob, at, dialect);
    if (token === undefined) {
      return undefined;
    }
    tokens.push(token);
  }
  return tokens;
}

function readToken(glob: string, at: number, dialect: Dialect): GlobToken | undefined {
  const character = characterAt(glob, at);
  const found = character === "[" ? readClass(glob, at, dialect) : undefined;
  if (found !== undefined) {
    return { kind: "class", members: found.members, at, end: found.end };
  }
  const isAlone = character === "\\" && at + 1 === glob.length;
  if (dialect === "git" && (character === "[" || isAlone)) {
    return undefined;
  }
  if (character === "*" || character === "?") {
    return { kind: character === "*" ? "star" : "any", at, end: at + 1 };
  }
  const isEscaped = character === "\\" && !isAlone;
  const literal = isEscaped ? characterAt(glob, at + 1) : character;
  return { kind: "literal", character: literal, isEscaped, at, end: at + Number(isEscaped) + literal.length };
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) as number);
}

/**
 * The class that begins with the `[` at `start`, and where the glob continues after it; undefined if it is not closed, or if it is
 * malformed in git's dialect. In the other one a malformed class has no members and ends the component.
 */
function readClass(
  whole: string,
  start: number,
  dialect: Dialect,
): { readonly members: CharacterClass; readonly end: number } | undefined {
  const isGit = dialect === "git";
  // Callers' globs are split into components first.
  const slash = isGit ? -1 : whole.indexOf("/", start);
  const glob = slash === -1 ? whole : whole.slice(0, slash);
  const malformed = isGit ? undefined : { members: NO_MEMBERS, end: glob.length };
  const isNegated = glob[start + 1] === "!" || glob[start + 1] === "^";
  const first = start + (isNegated ? 2 : 1);
  const characters: number[] = [];
  const ranges: Range[] = [];
  const named: string[] = [];
  for (let at = first; at < glob.length;) {
    if (glob[at] === "]" && at > first) {
      const isEmpty = characters.length + ranges.length + named.length === 0;
      return isEmpty ? malformed : { members: { isNegated, characters, ranges, named }, end: at + 1 };
    }
    const name = namedClassAt(glob, at, dialect);
    if (name === "") {
      return malformed;
    }
    if (name !== undefined) {
      named.push(name);
      at += name.length + "[::]".length;
      continue;
    }
    const low = memberAt(glob, at);
    at = low.end;
    if (glob[at] !== "-" || glob[at + 1] === "]" || at + 1 >= glob.length) {
      characters.push(low.point);
      continue;
    }
    if (!isGit && namedClassAt(glob, at + 1, dialect) !== undefined) {
      return malformed;
    }
    const high = memberAt(glob, at + 1);
    at = high.end;
    // A range the wrong way round has no members, but git's has its first.
    characters.push(...(isGit ? [low.point] : []));
    ranges.push(...(low.point <= high.point ? [[low.point, high.point] as const] : []));
  }
  return undefined;
}

const NO_MEMBERS: CharacterClass = { isNegated: false, characters: [], ranges: [], named: [] };

/** The name in `[:name:]`; undefined if that is not what is written here, and empty if git does not know it. */
function namedClassAt(glob: string, at: number, dialect: Dialect): string | undefined {
  NAMED_CLASS.lastIndex = at;
  const name = NAMED_CLASS.exec(glob)?.[1];
  if (name === undefined || (dialect === "git" ? GIT_CLASSES : CALLER_CLASSES).has(name)) {
    return name;
  }
  return dialect === "git" ? "" : undefined;
}

/** The member of a class at a place: a character, which may be escaped. Past the end it is none, and the class is not closed. */
function memberAt(glob: string, at: number): { readonly point: number; readonly end: number } {
  const place = glob[at] === "\\" ? at + 1 : at;
  const point = glob.codePointAt(place) ?? 0;
  return { point, end: place + (point > 0xffff ? 2 : 1) };
}

/** The ranges of a class, one for each of its characters among them. */
export function rangesOf({ characters, ranges }: CharacterClass): Range[] {
  return [...characters.map((point): Range => [point, point]), ...ranges];
}

/** Ranges in order, of which none overlap: these, or those from 0 up to `last` that are not among these. */
export function mergeRanges(ranges: readonly Range[], isNegated: boolean, last: number): Range[] {
  const merged: [number, number][] = [];
  for (const [low, high] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (before !== undefined && low <= before[1] + 1) {
      before[1] = Math.max(before[1], high);
    } else {
      merged.push([low, high]);
    }
  }
  if (!isNegated) {
    return merged;
  }
  const starts = [0, ...merged.map(([, high]) => high + 1)];
  const ends = [...merged.map(([low]) => low - 1), last];
  return starts.map((start, index): Range => [start, ends[index] as number]).filter(([low, high]) => low <= high);
}

/** A glob without wildcards, classes and braces. */
const LITERAL = /^(?:[^*?[\]{}\\]|\\.)+$/s;

/** The glob that matches a text and nothing else. */
export function toLiteralGlob(text: string): string {
  return text.replaceAll(/[*?[\]{}()|,!\\]/g, "\\$&");
}

/** The text that a glob stands for; undefined if it may stand for others, too. */
export function readLiteralGlob(glob: string): string | undefined {
  return LITERAL.test(glob) ? glob.replaceAll(/\\(.)/gs, "$1") : undefined;
}
