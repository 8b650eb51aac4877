// Reads globs and matches them without regular expressions. A glob is split at its slashes, and each component becomes a test for one
// name. There are two dialects. Ours is forgiving: a `[` without its `]` and a `\` at the end stand for themselves, and empty components
// are skipped. In git's, such a glob matches nothing.

/** `git-any-case` is git's dialect where `core.ignoreCase` is set: the names are in lower case. */
export type Dialect = "ours" | "git" | "git-any-case";

/** A glob for paths relative to some directory. */
export interface Glob {
  readonly parts: readonly Part[];
  /** Whether it ends in a slash, and so matches directories only. */
  readonly directoriesOnly: boolean;
  /** How many steps it takes at most to test a name, for each character of the name. */
  readonly cost: number;
}

/** Whether a name fits one component of a glob. */
export type NameTest = (name: string) => boolean;

export type Part = NameTest | typeof ANY_DEPTH;

/** `**`: any number of directories, or none. It is never the last part of a glob. */
export const ANY_DEPTH: unique symbol = Symbol("**");

/** A code point, `STAR`, `ANY`, `ESCAPED_SLASH` or a class. */
type Token = number | CharacterClass;

const STAR = -1;
const ANY = -2;
const ESCAPED_SLASH = -3;
const SLASH = 0x2f;

const [CAPITAL_A, CAPITAL_Z, TO_SMALL] = [0x41, 0x5a, 0x20];

interface CharacterClass {
  readonly isNegated: boolean;
  /** The first and the last character of each range, one range after the other. */
  readonly ranges: readonly number[];
}

const matchAnyName: NameTest = () => true;

/**
 * Reads a glob; undefined if it can match nothing. One that is anchored matches paths from the top directory on, any other at any depth. By
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
  const parts: Part[] = isAnchored ? [] : [ANY_DEPTH];
  let cost = 0;
  for (const { tokens, itself } of components) {
    const isAnyDepth = tokens.length > 1 && tokens.every((token) => token === STAR);
    if (!isAnyDepth) {
      const test = toTest(tokens, itself);
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
  /** A name that fits although it would be read as a class: `[slug]` is a common name. */
  readonly itself?: string | undefined;
}

function readOurComponents(glob: string): Component[] {
  const components = glob.split("/").filter((source) => source !== "" && source !== ".");
  return components.map((source) => ({
    tokens: readTokens(source, "ours") as Token[],
    itself: source.includes("[") && !/[*?\\]/.test(source) ? source : undefined,
  }));
}

function readGitComponents(glob: string, dialect: Dialect): Component[] | undefined {
  const tokens = readTokens(glob, dialect);
  const components: Token[][] = [[]];
  for (const token of tokens ?? []) {
    const last = components.at(-1) as Token[];
    if (token !== SLASH && token !== ESCAPED_SLASH) {
      last.push(token);
      continue;
    }
    if (token === ESCAPED_SLASH && last.length > 1 && last.every((other) => other === STAR)) {
      // In git, `**` before an escaped slash stands for one directory at least.
      components.push([STAR, STAR]);
      last.length = 1;
    }
    components.push([]);
  }
  // No name is empty.
  const canMatch = tokens !== undefined && components.every(({ length }) => length > 0);
  return canMatch ? components.map((component) => ({ tokens: component })) : undefined;
}

/** The tokens of a glob, or undefined if it is malformed, which is only possible in git's dialect. */
function readTokens(glob: string, dialect: Dialect): Token[] | undefined {
  const tokens: Token[] = [];
  let hasOpenClass = false;
  for (let at = 0; at < glob.length;) {
    const character = glob[at];
    if (character === "*" || character === "?") {
      tokens.push(character === "*" ? STAR : ANY);
      at += 1;
      continue;
    }
    const found = character === "[" && !hasOpenClass ? readClass(glob, at + 1, dialect) : undefined;
    if (found !== undefined) {
      tokens.push(found.token);
      at = found.end;
      continue;
    }
    // What is not closed for one `[` is not closed for the next, and need not be searched again.
    hasOpenClass ||= character === "[";
    if (dialect !== "ours" && (character === "[" || (character === "\\" && at + 1 === glob.length))) {
      return undefined;
    }
    const { token, end, isEscaped } = readCharacter(glob, at);
    tokens.push(isEscaped && token === SLASH ? ESCAPED_SLASH : isEscaped ? token : foldPoint(token, dialect));
    at = end;
  }
  return tokens;
}

/** A token, and where the glob continues after it. */
interface Read<T> {
  readonly token: T;
  readonly end: number;
}

/** Reads a character that may be escaped. A `\` at the end stands for itself. */
function readCharacter(glob: string, at: number): Read<number> & { readonly isEscaped: boolean } {
  const isEscaped = glob[at] === "\\" && at + 1 < glob.length;
  const start = isEscaped ? at + 1 : at;
  const token = glob.codePointAt(start) as number;
  return { token, end: start + widthOf(token), isEscaped };
}

/** The first and last characters of each range in a named class. They are git's own tables: ASCII only, and a form feed is no space. */
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

/** Reads a class from after its `[`; undefined if it is not closed, or, in git's dialect, if it contains an unknown named class. */
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
    // The first character of a range belongs to it, even if the range is the wrong way round.
    ranges.push(low.token, Math.max(low.token, high.token));
    if (isRange && dialect === "git-any-case") {
      // Git compares names in lower case with single characters as they are, but with ranges in both cases.
      const [from, to] = [Math.max(low.token, CAPITAL_A), Math.min(high.token, CAPITAL_Z)];
      ranges.push(...(from <= to ? [from + TO_SMALL, to + TO_SMALL] : []));
    }
    at = high.end;
  }
  return undefined;
}

/** A letter as names have it if case does not count. Like git, it knows only those of ASCII. */
function foldPoint(point: number, dialect: Dialect): number {
  return dialect === "git-any-case" && point >= CAPITAL_A && point <= CAPITAL_Z ? point + TO_SMALL : point;
}

/** The test for one component. Most have no wildcard, or a single `*`. */
function toTest(
  tokens: readonly Token[],
  itself: string | undefined,
): { readonly fits: NameTest; readonly cost: number } {
  const star = tokens.indexOf(STAR);
  const [before, after] = star === -1 ? [tokens, []] : [tokens.slice(0, star), tokens.slice(star + 1)];
  const [prefix, suffix] = [literalText(before), literalText(after)];
  if (prefix === undefined || suffix === undefined) {
    const fits: NameTest = (name) => name === itself || fitsTokens(tokens, name);
    return { fits, cost: tokens.reduce<number>((sum, token) => sum + costOf(token), 0) };
  }
  if (star === -1) {
    return { fits: (name) => name === prefix, cost: 1 };
  }
  const shortest = prefix.length + suffix.length;
  const fits: NameTest = (name) => name.length >= shortest && name.endsWith(suffix) && name.startsWith(prefix);
  return { fits, cost: 1 };
}

/** The text that tokens stand for; undefined if they may stand for others, too. */
function literalText(tokens: readonly Token[]): string | undefined {
  const isLiteral = tokens.every((token) => typeof token === "number" && token >= 0);
  return isLiteral ? tokens.map((token) => String.fromCodePoint(token as number)).join("") : undefined;
}

function costOf(token: Token): number {
  return typeof token === "number" ? 1 : 1 + token.ranges.length / 2;
}

/** Goes back no further than to the last `*`, so it takes at most as many steps as there are tokens times characters. */
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
