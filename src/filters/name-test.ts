// Tests a name against bytes, byte ranges and `*`. It does not backtrack.
import type { Range } from "./glob-tokens.ts";
import type { NameTest } from "./pattern-set.ts";

/** `*`: any bytes, or none. */
export const ANY_BYTES: unique symbol = Symbol("any bytes");

/** The ranges that one byte of a name may be in, as pairs of first and last byte. */
export type ByteRanges = string;

export type NameToken = ByteRanges | typeof ANY_BYTES;

export const ANY_BYTE: ByteRanges = "\0\xff";

export function toByteRanges(ranges: readonly Range[]): ByteRanges {
  return ranges.map((range) => String.fromCharCode(...range)).join("");
}

/** The longest name on a disk, in bytes. */
const LONGEST_NAME = 255;

/** The cost of searching a name for known bytes, in steps. */
const COST_OF_SEARCH = 1500;

/** A test, and the most steps it may take. */
export interface CostlyTest {
  readonly fits: NameTest;
  readonly cost: number;
  /** Whether only one name fits. */
  readonly isWord?: boolean;
}

/** Consecutive bytes without `*`: a string if all are known, otherwise the ranges of each. */
type Run = string | readonly ByteRanges[];

/**
 * The test for names that fit these tokens as a whole. For each token it takes at most as many steps as the name has bytes: it
 * finds the runs between two `*` one after the other, and never searches for one again.
 */
export function nameTest(tokens: readonly NameToken[]): CostlyTest {
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
  if (first !== undefined) {
    return { fits: fitsAround(first, between, last), cost: tokens.length + costOfSearch(between) };
  }
  return { fits: fitsWhole(last), cost: tokens.length, isWord: typeof last === "string" };
}

/** The cost of finding runs one after the other. A run with unknown bytes is tried at every position. */
function costOfSearch(runs: readonly Run[]): number {
  const unknown = runs.map((run) => (typeof run === "string" ? 0 : run.length));
  return runs.length === 0 ? 0 : Math.max(COST_OF_SEARCH, LONGEST_NAME * Math.max(...unknown));
}

function toRun(bytes: readonly ByteRanges[]): Run {
  return bytes.every(isOneByte) ? bytes.map((ranges) => ranges.charAt(0)).join("") : bytes;
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
  return run.every((ranges, offset) => isWithin(ranges, name.charCodeAt(at + offset)));
}

/** The first position of a run from `from` up to and including `to`, or -1. */
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
