// Reads the rules of one ignore file as git does. The filter decides where they apply and which file wins.
import type { ByteString } from "../../core/byte-string.ts";
import { keepPace, type Pace } from "../../core/pace.ts";
import { mergeRanges, rangesOf, readGlob, type CharacterClass, type GlobToken } from "../glob-tokens.ts";
import { ANY_BYTE, ANY_BYTES, nameTest, toByteRanges, type CostlyTest, type NameToken } from "../name-test.ts";
import { ANY_DEPTH, PatternSet, type PathPattern } from "../pattern-set.ts";

/** A larger ignore file counts as absent: reading and matching it would cost a listing too much. */
export const MAX_IGNORE_FILE_BYTES: number = 128 * 1024;

/** How many steps the rules may take to test a name: some milliseconds. */
export const MAX_COST = 500_000;

/** A longer line counts as absent. */
const LONGEST_LINE = 4096;

/** The base cost of testing a rule, in steps. */
const COST_OF_RULE = 15;

/** The extra cost for each component with a wildcard, and for each component but the last: mostly memory. */
const COST_OF_WILDCARD = 25;
const COST_OF_COMPONENT = 10;

/** After this many bytes of rules, yield to other work: a millisecond or two. */
const BYTES_BETWEEN_PAUSES = 1024;

/** The rules of a file. The last one that matches an entry decides. */
export interface IgnoreRules {
  /** Relative to the directory that the file applies to. */
  readonly patterns: PatternSet;
  /** For each pattern, whether a match means *not* ignored. */
  readonly negated: readonly boolean[];
  /** Whether they are for names in lower case, of names in any case. */
  readonly ignoresCase: boolean;
}

/** A name as rules for any case match it. Like git, they know only the letters of ASCII. */
export function toLowerCase(name: ByteString): ByteString {
  return /[A-Z]/.test(name) ? (name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) as ByteString) : name;
}

interface IgnoreRule {
  readonly pattern: Required<Omit<PathPattern, "sources">>;
  readonly negated: boolean;
}

const BYTE_ORDER_MARK = "\xef\xbb\xbf";

const ANY_NAME: CostlyTest = { fits: () => true, cost: 1 };

/**
 * Parses the rules of an ignore file, in order. Skips lines that can't match anything. Returns undefined if there are no rules,
 * or so many that testing a name would take too long. `ignoresCase`: they match names in any case.
 */
export async function readIgnoreRules(
  text: ByteString,
  pacing: Pace,
  ignoresCase = false,
): Promise<IgnoreRules | undefined> {
  const patterns = new PatternSet();
  const negated: boolean[] = [];
  const content = text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
  let cost = 0;
  let bytes = 0;
  for (const line of content.split("\n")) {
    bytes += line.length + 1;
    if (bytes > BYTES_BETWEEN_PAUSES) {
      bytes = 0;
      await keepPace(pacing);
    }
    const isRule = line !== "" && !line.startsWith("#") && line.length <= LONGEST_LINE;
    const rule = isRule ? readRule(line, ignoresCase) : undefined;
    if (rule !== undefined) {
      patterns.add(rule.pattern);
      negated.push(rule.negated);
      cost += rule.pattern.cost;
      if (cost > MAX_COST) {
        return undefined;
      }
    }
  }
  return negated.length === 0 ? undefined : { patterns, negated, ignoresCase };
}

function readRule(line: string, ignoresCase: boolean): IgnoreRule | undefined {
  const text = trimSpaces(untilNul(line.endsWith("\r") ? line.slice(0, -1) : line));
  const negated = text.startsWith("!");
  const written = negated ? text.slice(1) : text;
  const directoriesOnly = written.endsWith("/");
  const parts = toParts(directoriesOnly ? written.slice(0, -1) : written, ignoresCase);
  return parts && { pattern: toPattern(parts, directoriesOnly), negated };
}

function toPattern(parts: readonly Part[], directoriesOnly: boolean): Required<Omit<PathPattern, "sources">> {
  let cost = COST_OF_RULE + (parts.length - 1) * COST_OF_COMPONENT;
  const tests = parts.map((part) => {
    if (part === ANY_DEPTH) {
      // It needs no test, and most rules begin with one.
      cost -= COST_OF_COMPONENT;
      return part;
    }
    cost += part.cost + (part.isWord === true ? 0 : COST_OF_WILDCARD);
    return part.fits;
  });
  return { parts: tests, directoriesOnly, cost };
}

/** Git's lines are C strings. */
function untilNul(line: string): string {
  const nul = line.indexOf("\0");
  return nul === -1 ? line : line.slice(0, nul);
}

/** Drops trailing spaces. A space escaped with `\` stays, and so do the spaces before it. */
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

type Part = CostlyTest | typeof ANY_DEPTH;

/**
 * The components of a glob; undefined if it matches nothing: it is malformed, or has an empty component, as no path has. Without a
 * slash it matches at any depth.
 */
function toParts(glob: string, ignoresCase: boolean): Part[] | undefined {
  const tokens = readGlob(glob.startsWith("/") ? glob.slice(1) : glob, "git");
  if (tokens === undefined || tokens.length === 0) {
    return undefined;
  }
  if (!glob.includes("/")) {
    return [ANY_DEPTH, nameTest(toNameTokens(tokens, ignoresCase))];
  }
  const parts: Part[] = [];
  let component: GlobToken[] = [];
  for (const token of [...tokens, undefined]) {
    if (token !== undefined && !isSlash(token)) {
      component.push(token);
      continue;
    }
    if (component.length === 0) {
      return undefined;
    }
    if (component.length > 1 && component.every(({ kind }) => kind === "star")) {
      addDepth(parts, token);
    } else {
      parts.push(nameTest(toNameTokens(component, ignoresCase)));
    }
    component = [];
  }
  return parts;
}

function isSlash(token: GlobToken): token is GlobToken & { kind: "literal" } {
  return token.kind === "literal" && token.character === "/";
}

/** Adds `**` and what comes after it: a slash that belongs to it, an escaped slash, which `**` does not match, or the end. */
function addDepth(parts: Part[], after: (GlobToken & { kind: "literal" }) | undefined): void {
  if (after?.isEscaped === true) {
    parts.push(ANY_NAME);
  }
  if (parts.at(-1) !== ANY_DEPTH) {
    parts.push(ANY_DEPTH);
  }
  if (after === undefined) {
    parts.push(ANY_NAME);
  }
}

/**
 * The tokens as bytes. If case does not count, they are for names in lower case. Git puts the glob in lower case, too, but not what
 * is escaped or in a class, so a capital letter there fits nothing.
 */
function toNameTokens(tokens: readonly GlobToken[], ignoresCase: boolean): NameToken[] {
  const several = tokens.filter(({ kind }, index) => kind !== "star" || tokens[index - 1]?.kind !== "star");
  return several.map((token) => {
    if (token.kind === "class") {
      return toBytesOfClass(token.members, ignoresCase);
    }
    if (token.kind !== "literal") {
      return token.kind === "star" ? ANY_BYTES : ANY_BYTE;
    }
    const { character, isEscaped } = token;
    const isCapital = ignoresCase && /[A-Z]/.test(character);
    const byte = isCapital ? (isEscaped ? "" : character.toLowerCase()) : character;
    return byte + byte;
  });
}

/** Git's own tables: ASCII in any locale, and neither vertical tab nor form feed is a space. */
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

const [CAPITAL_A, CAPITAL_Z, TO_SMALL] = [0x41, 0x5a, 0x20];

function toBytesOfClass(given: CharacterClass, ignoresCase: boolean): string {
  const { isNegated, ranges, named } = given;
  const members = rangesOf(given);
  for (const name of named) {
    const pairs = NAMED_CLASSES.get(ignoresCase && name === "upper" ? "lower" : name) ?? "";
    for (let index = 0; index < pairs.length; index += 2) {
      members.push([pairs.charCodeAt(index), pairs.charCodeAt(index + 1)]);
    }
  }
  for (const [low, high] of ignoresCase ? ranges : []) {
    // The small letters whose capitals are in the range.
    const [first, last] = [Math.max(low, CAPITAL_A), Math.min(high, CAPITAL_Z)];
    members.push(...(first <= last ? [[first + TO_SMALL, last + TO_SMALL] as const] : []));
  }
  return toByteRanges(mergeRanges(members, isNegated, 0xff));
}
