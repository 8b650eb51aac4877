// Parses the wildcards of ignore patterns as git reads them, byte by byte.
import { ANY_BYTE, ANY_BYTES, type ByteRanges, type NameToken } from "../name-test.ts";

/** `**` where git lets it match across slashes. */
export const ANY_PATH: unique symbol = Symbol("any path");

/** Separates components. After `**` an escaped slash is different: `**\/a` does not match `a`. */
export const SLASH: unique symbol = Symbol("slash");
export const ESCAPED_SLASH: unique symbol = Symbol("escaped slash");

export type GlobToken = NameToken | typeof ANY_PATH | typeof SLASH | typeof ESCAPED_SLASH;

/** Git's own tables: ASCII in any locale, and neither vertical tab nor form feed is a space. */
const CLASSES: ReadonlyMap<string, ByteRanges> = new Map([
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

/** What no byte fits. */
const NO_BYTE: ByteRanges = "";

/**
 * The tokens of a pattern, or undefined if it is malformed and so matches nothing. `ignoresCase`: they are for names in lower case. Git
 * puts the pattern in lower case, too, but not what is escaped or in a class, so a capital letter there fits nothing.
 */
export function readGlob(pattern: string, ignoresCase = false): GlobToken[] | undefined {
  const tokens: GlobToken[] = [];
  let at = 0;
  while (at < pattern.length) {
    const byte = pattern.charAt(at);
    if (byte === "[") {
      const set = readClass(pattern, at + 1, ignoresCase);
      if (set === undefined) {
        return undefined;
      }
      tokens.push(set.ranges);
      at = set.end;
    } else if (byte === "*") {
      let end = at + 1;
      while (pattern[end] === "*") {
        end += 1;
      }
      const begins = at === 0 || pattern[at - 1] === "/";
      const ends = end === pattern.length || pattern[end] === "/" || pattern.startsWith("\\/", end);
      tokens.push(end - at > 1 && begins && ends ? ANY_PATH : ANY_BYTES);
      at = end;
    } else if (byte === "\\") {
      if (at + 1 === pattern.length) {
        return undefined;
      }
      const escaped = pattern.charAt(at + 1);
      const ranges = ignoresCase && isCapital(escaped) ? NO_BYTE : escaped + escaped;
      tokens.push(escaped === "/" ? ESCAPED_SLASH : ranges);
      at += 2;
    } else {
      const literal = ignoresCase && isCapital(byte) ? byte.toLowerCase() : byte;
      tokens.push(byte === "/" ? SLASH : byte === "?" ? ANY_BYTE : literal + literal);
      at += 1;
    }
  }
  return tokens;
}

/** The class whose first byte after `[` is at `start`, and where the pattern continues. */
function readClass(
  pattern: string,
  start: number,
  ignoresCase: boolean,
): { ranges: ByteRanges; end: number } | undefined {
  const isNegated = pattern[start] === "!" || pattern[start] === "^";
  const first = isNegated ? start + 1 : start;
  const members = new Uint8Array(256);
  // The byte that a range can start from; none after a range or a named class.
  let previous = "";
  for (let at = first; at < pattern.length; at += 1) {
    let byte = pattern.charAt(at);
    if (byte === "]" && at > first) {
      return { ranges: toRanges(members, isNegated), end: at + 1 };
    }
    if (byte === "[" && pattern[at + 1] === ":") {
      const close = pattern.indexOf("]", at + 2);
      if (close === -1) {
        return undefined;
      }
      if (close > at + 2 && pattern[close - 1] === ":") {
        const ranges = CLASSES.get(pattern.slice(at + 2, close - 1));
        if (ranges === undefined) {
          return undefined;
        }
        addRanges(members, ignoresCase && ranges === "AZ" ? "az" : ranges);
        previous = "";
        at = close;
        continue;
      }
    }
    const next = pattern[at + 1];
    const isRange = byte === "-" && previous !== "" && next !== undefined && next !== "]";
    if (isRange) {
      at += 1;
      byte = pattern.charAt(at);
    }
    if (byte === "\\") {
      at += 1;
      byte = pattern.charAt(at);
    }
    addRanges(members, (isRange ? previous : byte) + byte);
    if (isRange && ignoresCase) {
      addLowerCase(members, previous, byte);
    }
    previous = isRange ? "" : byte;
  }
  return undefined;
}

/** The small letters whose capitals are in a range. */
function addLowerCase(members: Uint8Array, low: string, high: string): void {
  const first = low < "A" ? "A" : low;
  const last = high > "Z" ? "Z" : high;
  if (first <= last) {
    addRanges(members, (first + last).toLowerCase());
  }
}

function isCapital(byte: string): boolean {
  return byte >= "A" && byte <= "Z";
}

function addRanges(members: Uint8Array, ranges: ByteRanges): void {
  for (let index = 0; index + 1 < ranges.length; index += 2) {
    const [low, high] = [ranges.charCodeAt(index), ranges.charCodeAt(index + 1)];
    if (low <= high) {
      members.fill(1, low, high + 1);
    }
  }
}

function toRanges(members: Uint8Array, isNegated: boolean): ByteRanges {
  const wanted = isNegated ? 0 : 1;
  let ranges = "";
  let start = members.indexOf(wanted);
  while (start !== -1) {
    const next = members.indexOf(1 - wanted, start);
    const end = next === -1 ? members.length : next;
    ranges += String.fromCharCode(start, end - 1);
    start = members.indexOf(wanted, end);
  }
  return ranges;
}
