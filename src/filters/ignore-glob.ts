// The wildcards of ignore patterns as git reads them, byte by byte: what a pattern is made of, and the test of a name.
import type { NameTest } from "./path-pattern.ts";

/** `*`: any bytes, none included. */
export const ANY_BYTES: unique symbol = Symbol("any bytes");

/** `**` where git lets it go over slashes. */
export const ANY_PATH: unique symbol = Symbol("any path");

/** What parts components. After `**` an escaped one is not the same: `**\/a` does not match `a`. */
export const SLASH: unique symbol = Symbol("slash");
export const ESCAPED_SLASH: unique symbol = Symbol("escaped slash");

/** One byte of a name: the ranges it may lie in, as pairs of first and last byte. */
type ByteRanges = string;

export type NameToken = ByteRanges | typeof ANY_BYTES;

export type GlobToken = NameToken | typeof ANY_PATH | typeof SLASH | typeof ESCAPED_SLASH;

const ANY_BYTE: ByteRanges = "\0\xff";

/** Git's own tables: ASCII whatever the locale, and neither vertical tab nor form feed is a space. */
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

/** What a pattern is made of, or undefined where it is malformed and so matches nothing. */
export function readGlob(pattern: string): GlobToken[] | undefined {
  const tokens: GlobToken[] = [];
  let at = 0;
  while (at < pattern.length) {
    const byte = pattern.charAt(at);
    if (byte === "[") {
      const set = readClass(pattern, at + 1);
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
      tokens.push(escaped === "/" ? ESCAPED_SLASH : escaped + escaped);
      at += 2;
    } else {
      tokens.push(byte === "/" ? SLASH : byte === "?" ? ANY_BYTE : byte + byte);
      at += 1;
    }
  }
  return tokens;
}

/** The longest name that a file system has, in bytes. */
const LONGEST_NAME = 255;

/** How many steps it may take at the most to test names against these tokens. */
export function globCost(tokens: readonly GlobToken[]): number {
  // Bytes in a row that are not known are looked for place by place.
  const isSearched =
    tokens.some((token) => token === ANY_BYTES || token === ANY_PATH) &&
    tokens.some((token) => typeof token === "string" && !isOneByte(token));
  return isSearched ? tokens.length * LONGEST_NAME : tokens.length;
}

/** The class whose first byte behind `[` stands at `start`, and where the pattern goes on. */
function readClass(pattern: string, start: number): { ranges: ByteRanges; end: number } | undefined {
  const isNegated = pattern[start] === "!" || pattern[start] === "^";
  const first = isNegated ? start + 1 : start;
  const members = new Uint8Array(256);
  // The byte that a range can start from; none behind a range or a named class.
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
        addRanges(members, ranges);
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
    previous = isRange ? "" : byte;
  }
  return undefined;
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

/** Bytes in a row, with no `*` among them: the text where there is but one, else what those may be that can't be all. */
type Run = string | { readonly length: number; readonly limits: readonly { offset: number; ranges: ByteRanges }[] };

/**
 * The test for names that fit these tokens from end to end. It takes at most as many steps as the name has bytes for each
 * token: the runs between two `*` are found one after the other, and none is looked for again.
 */
export function nameTest(tokens: readonly NameToken[]): NameTest {
  const between: Run[] = [];
  let run: ByteRanges[] = [];
  let first: Run | undefined;
  for (const token of tokens) {
    if (token !== ANY_BYTES) {
      run.push(token);
    } else {
      if (first === undefined) {
        first = toRun(run);
      } else if (run.length > 0) {
        between.push(toRun(run));
      }
      run = [];
    }
  }
  const last = toRun(run);
  return first === undefined ? fitsWhole(last) : fitsAround(first, between, last);
}

function toRun(bytes: readonly ByteRanges[]): Run {
  if (bytes.every(isOneByte)) {
    return bytes.map((ranges) => ranges.charAt(0)).join("");
  }
  const limits = bytes.map((ranges, offset) => ({ offset, ranges })).filter(({ ranges }) => ranges !== ANY_BYTE);
  return { length: bytes.length, limits };
}

function isOneByte(ranges: ByteRanges): boolean {
  return ranges.length === 2 && ranges[0] === ranges[1];
}

function fitsWhole(run: Run): NameTest {
  return typeof run === "string" ? (name) => name === run : (name) => name.length === run.length && fits(run, name, 0);
}

function fitsAround(first: Run, between: readonly Run[], last: Run): NameTest {
  const shortest = between.reduce((sum, { length }) => sum + length, first.length + last.length);
  return (name) => {
    const end = name.length - last.length;
    if (name.length < shortest || !fits(last, name, end) || !fits(first, name, 0)) {
      return false;
    }
    let at = first.length;
    for (const run of between) {
      at = find(run, name, at, end - run.length);
      if (at === -1) {
        return false;
      }
      at += run.length;
    }
    return true;
  };
}

function fits(run: Run, name: string, at: number): boolean {
  if (typeof run === "string") {
    return name.startsWith(run, at);
  }
  for (const { offset, ranges } of run.limits) {
    if (!isWithin(ranges, name.charCodeAt(at + offset))) {
      return false;
    }
  }
  return true;
}

/** Where a run first stands at or behind `from` and no further than `to`; -1 for nowhere. */
function find(run: Run, name: string, from: number, to: number): number {
  if (typeof run === "string") {
    const at = name.indexOf(run, from);
    return at > to ? -1 : at;
  }
  for (let at = from; at <= to; at += 1) {
    if (fits(run, name, at)) {
      return at;
    }
  }
  return -1;
}

function isWithin(ranges: ByteRanges, byte: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) {
    if (ranges.charCodeAt(index) <= byte && byte <= ranges.charCodeAt(index + 1)) {
      return true;
    }
  }
  return false;
}
