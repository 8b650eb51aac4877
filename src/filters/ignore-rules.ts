// The rules of one ignore file, as git reads them. Where they apply, and which file wins, is the filter's business.
import type { ByteString } from "../core/byte-string.ts";
import {
  ANY_BYTES,
  ANY_PATH,
  ESCAPED_SLASH,
  nameTest,
  readGlob,
  SLASH,
  type GlobToken,
  type NameToken,
} from "./ignore-glob.ts";
import { ANY_DEPTH, type NameTest, type PathPattern } from "./path-pattern.ts";

/** A larger ignore file counts as absent: reading and matching it would cost a listing too much. */
export const MAX_IGNORE_FILE_BYTES: number = 1024 * 1024;

/** What a rule says about the entries that its pattern matches. Of the rules of a file the last that matches decides. */
export interface IgnoreRule {
  /** Relative to the directory that the file stands for. */
  readonly pattern: PathPattern;
  /** What matches is not ignored. */
  readonly negated: boolean;
}

const BYTE_ORDER_MARK = "\xef\xbb\xbf";

const isAnyName: NameTest = () => true;

/**
 * The rules in the text of an ignore file, in their order. A line that can match nothing gives none, one that git reads
 * in two ways gives two.
 */
export function readIgnoreRules(text: ByteString): IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  const content = text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
  for (const line of content.split("\n")) {
    if (line !== "" && !line.startsWith("#")) {
      addRules(rules, trimSpaces(untilNul(line.endsWith("\r") ? line.slice(0, -1) : line)));
    }
  }
  return rules;
}

function addRules(rules: IgnoreRule[], line: string): void {
  const negated = line.startsWith("!");
  const written = negated ? line.slice(1) : line;
  const directoriesOnly = written.endsWith("/");
  const glob = directoriesOnly ? written.slice(0, -1) : written;
  for (const parts of toPaths(glob)) {
    rules.push({ pattern: { parts, directoriesOnly }, negated });
  }
}

type Parts = PathPattern["parts"];

/** A pattern as components. One without a slash is for names at any depth. */
function toPaths(glob: string): readonly Parts[] {
  const relative = glob.startsWith("/") ? glob.slice(1) : glob;
  const tokens = readGlob(relative);
  if (relative === "" || tokens === undefined) {
    return [];
  }
  if (!glob.includes("/")) {
    const name = tokens.map((token) => (token === ANY_PATH ? ANY_BYTES : token));
    return [[ANY_DEPTH, nameTest(name as NameToken[])]];
  }
  return expandGluedDepth(tokens)
    .map(toParts)
    .filter((parts) => parts !== undefined);
}

/** Git's lines are C strings. */
function untilNul(line: string): string {
  const nul = line.indexOf("\0");
  return nul === -1 ? line : line.slice(0, nul);
}

/** Spaces at the end do not count, unless a `\` stands before one: then that one and those before it do. */
function trimSpaces(text: string): string {
  let end = text.length;
  while (text[end - 1] === " ") {
    end -= 1;
  }
  let escapes = 0;
  while (text[end - 1 - escapes] === "\\") {
    escapes += 1;
  }
  return text.slice(0, escapes % 2 === 1 ? end + 1 : end);
}

// Git lets `**` go over slashes not only as a whole component but also right behind the plain bytes that a pattern
// begins with: `a**/b` matches `ab`, `a1/b` and `a1/2/b`. Written as components that is `ab`, or `a*`, any depth, `b`.
function expandGluedDepth(tokens: readonly GlobToken[]): readonly (readonly GlobToken[])[] {
  const glue = tokens.indexOf(ANY_PATH);
  const before = tokens[glue - 1];
  if (before === undefined || before === SLASH || before === ESCAPED_SLASH) {
    return [tokens];
  }
  const prefix = tokens.slice(0, glue);
  // Further `**` add nothing, but escaped slashes have to be there: each but the first is one more directory.
  let escapes = 0;
  let next = glue;
  while (tokens[next] === ANY_PATH && next + 1 < tokens.length) {
    escapes += tokens[next + 1] === ESCAPED_SLASH ? 1 : 0;
    next += 2;
  }
  const rest = tokens.slice(next);
  const endsInAnyPath = rest[0] === ANY_PATH;
  const deep: GlobToken[] = [...prefix, ANY_BYTES, SLASH];
  for (let count = 1; count < escapes; count += 1) {
    deep.push(ANY_PATH, ESCAPED_SLASH);
  }
  deep.push(ANY_PATH);
  const far: GlobToken[] = endsInAnyPath ? deep : [...deep, SLASH, ...rest];
  const near: GlobToken[] = endsInAnyPath ? [...prefix, ANY_BYTES] : [...prefix, ...rest];
  return escapes > 0 ? [far] : [near, far];
}

/** The components, or undefined where one is empty: no path has such a one. */
function toParts(tokens: readonly GlobToken[]): Parts | undefined {
  const parts: Parts[number][] = [];
  let component: GlobToken[] = [];
  for (const token of [...tokens, undefined]) {
    if (token !== undefined && token !== SLASH && token !== ESCAPED_SLASH) {
      component.push(token);
      continue;
    }
    if (component.length === 0) {
      return undefined;
    }
    if (component[0] === ANY_PATH) {
      addDepth(parts, token);
    } else {
      parts.push(nameTest(component as NameToken[]));
    }
    component = [];
  }
  return parts;
}

/** `**` and what stands behind it: a slash, which goes with it, or one that has to be there, or the end. */
function addDepth(parts: Parts[number][], behind: GlobToken | undefined): void {
  if (behind === ESCAPED_SLASH) {
    parts.push(isAnyName);
  }
  if (parts.at(-1) !== ANY_DEPTH) {
    parts.push(ANY_DEPTH);
  }
  if (behind === undefined) {
    parts.push(isAnyName);
  }
}
