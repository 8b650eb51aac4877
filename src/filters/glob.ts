// Parses globs and matches them without regular expressions. A glob is split at its slashes, and each component becomes a test for one
// name. There are two dialects. Ours is forgiving: an unclosed `[` and a trailing `\` are literal, and empty components are skipped. In
// git's dialect, such a glob matches nothing.

/** `git-any-case` is git's dialect with `core.ignoreCase`: it expects names in lower case. */
export type Dialect = "ours" | "git" | "git-any-case";

/** A parsed glob for paths relative to some directory. */
export interface Glob {
  readonly parts: readonly GlobPart[];
  /** Whether it ends in a slash, and so matches directories only. */
  readonly directoriesOnly: boolean;
  /** The maximum number of steps to test a name, for each character of the name. */
  readonly cost: number;
}

/** Whether a name matches one component of a glob. */
export type NameTest = (name: string) => boolean;

/** What a glob has between two slashes. */
export type GlobPart = NameTest | typeof ANY_DEPTH;

/** `**`: any number of directories, or none. It is never the last part of a glob. */
export const ANY_DEPTH: unique symbol = Symbol("**");

/** A code point, `STAR`, `ANY` or a class. */
type Token = number | CharacterClass;

const STAR = -1;
const ANY = -2;
const SLASH = 0x2f;

const [CAPITAL_A, CAPITAL_Z, TO_LOWER] = [0x41, 0x5a, 0x20];

interface CharacterClass {
  readonly isNegated: boolean;
  /** The first and the last character of each range, one range after the other. */
  readonly ranges: readonly number[];
}

const matchAnyName: NameTest = () => true;

/**
 * Parses a glob; undefined if it can match nothing. An anchored glob matches paths from the top directory on, any other at any depth. By
 * default a slash anywhere but at the end anchors a glob.
 */
export function parseGlob(
  glob: string,
  dialect: Dialect,
  isAnchored: boolean = glob.slice(0, -1).includes("/"),
): Glob | undefined {
  const directoriesOnly = glob.endsWith("/");
  const body = glob.slice(glob.startsWith("/") ? 1 : 0, directoriesOnly ? -1 : undefined);
  const components = dialect === "ours" ? readOurComponents(body) : readGitComponents(body, dialect);
  if (components === undefined || components.length === 0) {
    return undefined;
  }
  const parts: GlobPart[] = isAnchored ? [] : [ANY_DEPTH];
  let cost = 0;
  for (const { tokens, literalName } of components) {
    const isAnyDepth = tokens.length > 1 && tokens.every((token) => token === STAR);
    if (!isAnyDepth) {
      const test = toTest(tokens, literalName);
      parts.push(test.fits);
      cost += test.cost;
    } else if (parts.at(-1) !== ANY_DEPTH) {
      parts.push(ANY_DEPTH);
    }
  }
  if (parts.at(-1) === ANY_DEPTH) {
    parts.push(matchAnyName);
  }
  return { parts, directoriesOnly, cost: cost + 1 };
}

interface Component {
  readonly tokens: readonly Token[];
  /** The component's own text, which matches as well: `[slug]` is a common file name. */
  readonly literalName?: string | undefined;
}

function readOurComponents(glob: string): Component[] {
  const components = glob.split("/").filter((source) => source !== "" && source !== ".");
  return components.map((source) => ({
    tokens: readTokens(source, "ours") as Token[],
    literalName: source.includes("[") && !/[*?\\]/.test(source) ? source : undefined,
  }));
}

function readGitComponents(glob: string, dialect: Dialect): Component[] | undefined {
  const tokens = readTokens(glob, dialect);
  const components: Token[][] = [[]];
  for (const token of tokens ?? []) {
    if (token === SLASH) {
      components.push([]);
    } else {
      components.at(-1)?.push(token);
    }
  }
  // An empty component matches nothing, because no name is empty.
  const canMatch = tokens !== undefined && components.every(({ length }) => length > 0);
  return canMatch ? components.map((component) => ({ tokens: component })) : undefined;
}

/** The tokens of a glob; undefined if it is malformed, which is possible only in git's dialect. */
function readTokens(glob: string, dialect: Dialect): Token[] | undefined {
  const tokens: Token[] = [];
  let hasUnclosedClass = false;
  for (let at = 0; at < glob.length;) {
    const character = glob[at];
    if (character === "*" || character === "?") {
      tokens.push(character === "*" ? STAR : ANY);
      at += 1;
      continue;
    }
    const characterClass = character === "[" && !hasUnclosedClass ? readClass(glob, at + 1, dialect) : undefined;
    if (characterClass !== undefined) {
      tokens.push(characterClass.token);
      at = characterClass.end;
      continue;
    }
    // If one `[` has no `]`, later ones have none either. Searching again would take quadratic time.
    hasUnclosedClass ||= character === "[";
    if (dialect !== "ours" && (character === "[" || (character === "\\" && at + 1 === glob.length))) {
      return undefined;
    }
    const { token, end, isEscaped } = readCharacter(glob, at);
    tokens.push(isEscaped ? token : toLowerPoint(token, dialect));
    at = end;
  }
  return tokens;
}

/** A token, and where the glob continues after it. */
interface Read<T> {
  readonly token: T;
  readonly end: number;
}

/** Reads a character that may be escaped. A trailing `\` is literal. */
function readCharacter(glob: string, at: number): Read<number> & { readonly isEscaped: boolean } {
  const isEscaped = glob[at] === "\\" && at + 1 < glob.length;
  const start = isEscaped ? at + 1 : at;
  const token = glob.codePointAt(start) as number;
  return { token, end: start + widthOf(token), isEscaped };
}

/** The first and last character of each range in a named class, as in git's own tables: ASCII only, and a form feed is not a space. */
const NAMED_CLASSES: ReadonlyMap<string, string> = new Map([
  ["alnum", "09AZaz"],
  ["alpha", "AZaz"],
  ["blank", "\t\t  "],
  ["cntrl", "\0\x1f\x7f\x7f"],
  ["digit", "09"],
  ["graph", "!~"],
  ["lower", "az"],
  ["print", " ~"],
  ["punct", "!/:@[`{~"],
  ["space", "\t\n\r\r  "],
  ["upper", "AZ"],
  ["xdigit", "09AFaf"],
]);

const NAMED_CLASS = /\[:([^\]]{0,20}):\]/y;

/** Reads a class that starts after its `[`; undefined if it is not closed, or, in git's dialect, if it contains an unknown named class. */
function readClass(glob: string, start: number, dialect: Dialect): Read<CharacterClass> | undefined {
  const isNegated = glob[start] === "!" || glob[start] === "^";
  const first = isNegated ? start + 1 : start;
  const ranges: number[] = [];
  for (let at = first; at < glob.length;) {
    if (glob[at] === "]" && at > first) {
      return { token: { isNegated, ranges }, end: at + 1 };
    }
    NAMED_CLASS.lastIndex = at;
    const name = glob.startsWith("[:", at) ? NAMED_CLASS.exec(glob)?.[1] : undefined;
    const named = name === undefined ? undefined : NAMED_CLASSES.get(name);
    if (name !== undefined && named !== undefined) {
      const ends = name === "upper" && dialect === "git-any-case" ? "az" : named;
      ranges.push(...Array.from(ends, (end) => end.charCodeAt(0)));
      at += name.length + "[::]".length;
      continue;
    }
    if (name !== undefined && dialect !== "ours") {
      return undefined;
    }
    const low = readCharacter(glob, at);
    const isRange = glob[low.end] === "-" && glob[low.end + 1] !== "]" && low.end + 1 < glob.length;
    const high = isRange ? readCharacter(glob, low.end + 1) : low;
    // Even a reversed range matches its first character.
    ranges.push(low.token, Math.max(low.token, high.token));
    if (isRange && dialect === "git-any-case") {
      // Git compares the lower-case name with single characters as they are, but with ranges in both cases.
      const [from, to] = [Math.max(low.token, CAPITAL_A), Math.min(high.token, CAPITAL_Z)];
      ranges.push(...(from <= to ? [from + TO_LOWER, to + TO_LOWER] : []));
    }
    at = high.end;
  }
  return undefined;
}

/** In the dialect that ignores case, the lower-case form of a letter. Like git, ASCII only. */
function toLowerPoint(point: number, dialect: Dialect): number {
  return dialect === "git-any-case" && point >= CAPITAL_A && point <= CAPITAL_Z ? point + TO_LOWER : point;
}

/** The test for one component. Most have no wildcard, or a single `*`. */
function toTest(
  tokens: readonly Token[],
  literalName: string | undefined,
): { readonly fits: NameTest; readonly cost: number } {
  const star = tokens.indexOf(STAR);
  const [before, after] = star === -1 ? [tokens, []] : [tokens.slice(0, star), tokens.slice(star + 1)];
  const [prefix, suffix] = [literalText(before), literalText(after)];
  if (prefix === undefined || suffix === undefined) {
    const fits: NameTest = (name) => name === literalName || fitsTokens(tokens, name);
    return { fits, cost: tokens.reduce<number>((sum, token) => sum + costOf(token), 0) };
  }
  if (star === -1) {
    return { fits: (name) => name === prefix, cost: 1 };
  }
  const minLength = prefix.length + suffix.length;
  const fits: NameTest = (name) => name.length >= minLength && name.endsWith(suffix) && name.startsWith(prefix);
  return { fits, cost: 1 };
}

/** The text of tokens without wildcards; undefined if there is a wildcard. */
function literalText(tokens: readonly Token[]): string | undefined {
  const isLiteral = tokens.every((token) => typeof token === "number" && token >= 0);
  return isLiteral ? tokens.map((token) => String.fromCodePoint(token as number)).join("") : undefined;
}

function costOf(token: Token): number {
  return typeof token === "number" ? 1 : 1 + token.ranges.length / 2;
}

/** Backtracks only to the last `*`, so it takes at most (tokens × characters) steps. */
function fitsTokens(tokens: readonly Token[], name: string): boolean {
  let next = 0;
  let afterStar = 0;
  let starEnd = 0;
  for (let at = 0; at < name.length;) {
    const token = tokens[next];
    const point = name.codePointAt(at) as number;
    if (token === point || token === ANY || (typeof token === "object" && isInClass(token, point))) {
      next += 1;
      at += widthOf(point);
    } else if (token === STAR) {
      next += 1;
      afterStar = next;
      starEnd = at;
    } else if (afterStar > 0) {
      next = afterStar;
      starEnd += widthOf(name.codePointAt(starEnd) as number);
      at = starEnd;
    } else {
      return false;
    }
  }
  while (tokens[next] === STAR) {
    next += 1;
  }
  return next === tokens.length;
}

function isInClass({ isNegated, ranges }: CharacterClass, point: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) {
    if ((ranges[index] as number) <= point && point <= (ranges[index + 1] as number)) {
      return !isNegated;
    }
  }
  return isNegated;
}

function widthOf(point: number): number {
  return point > 0xffff ? 2 : 1;
}
