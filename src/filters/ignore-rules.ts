// The rules of one ignore file, as git reads them. Where they apply, and which file wins, is the filter's business.
import type { ByteString } from "../core/byte-string.ts";
import {
  ANY_BYTES,
  ANY_PATH,
  ESCAPED_SLASH,
  globCost,
  nameTest,
  readGlob,
  SLASH,
  type GlobToken,
  type NameToken,
} from "./ignore-glob.ts";
import { ANY_DEPTH, type NameTest, type PathPattern } from "./path-pattern.ts";

/** A larger ignore file counts as absent: reading and matching it would cost a listing too much. */
export const MAX_IGNORE_FILE_BYTES: number = 128 * 1024;

/** What a rule says about the entries that its pattern matches. Of the rules of a file the last that matches decides. */
export interface IgnoreRule {
  /** Relative to the directory that the file stands for. */
  readonly pattern: PathPattern;
  /** What matches is not ignored. */
  readonly negated: boolean;
  /** How many steps it may take at the most to test a name. */
  readonly cost: number;
}

const BYTE_ORDER_MARK = "\xef\xbb\xbf";

const isAnyName: NameTest = () => true;

/** The rules in the text of an ignore file, in their order. A line that can match nothing gives none. */
export function readIgnoreRules(text: ByteString): IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  const content = text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
  for (const line of content.split("\n")) {
    const rule = line === "" || line.startsWith("#") ? undefined : readRule(line);
    if (rule !== undefined) {
      rules.push(rule);
    }
  }
  return rules;
}

function readRule(line: string): IgnoreRule | undefined {
  const text = trimSpaces(untilNul(line.endsWith("\r") ? line.slice(0, -1) : line));
  const negated = text.startsWith("!");
  const written = negated ? text.slice(1) : text;
  const directoriesOnly = written.endsWith("/");
  const glob = directoriesOnly ? written.slice(0, -1) : written;
  const tokens = readGlob(glob.startsWith("/") ? glob.slice(1) : glob);
  const parts = tokens && toParts(glob, tokens);
  return parts && { pattern: { parts, directoriesOnly }, negated, cost: globCost(tokens) };
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

type Parts = PathPattern["parts"];

/** A pattern as components, or undefined where it matches nothing. One without a slash is for names at any depth. */
function toParts(glob: string, tokens: readonly GlobToken[]): Parts | undefined {
  if (tokens.length === 0) {
    return undefined;
  }
  if (!glob.includes("/")) {
    const name = tokens.map((token) => (token === ANY_PATH ? ANY_BYTES : token));
    return [ANY_DEPTH, nameTest(name as NameToken[])];
  }
  return toComponents(tokens);
}

/** The components, or undefined where one is empty: no path has such a one. */
function toComponents(tokens: readonly GlobToken[]): Parts | undefined {
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
