// Parts the names of a directory by what they begin with. Works on indexes of packed names, so that a million names cost no
// strings, and sorts them only as far as they have to be told apart.
import { STRIDE } from "./fold-groups.ts";
import type { PackedNames } from "./packed-names.ts";
import { isDigit, isWordEnd, type PrefixEnd } from "./word-end.ts";

/** Names that have the same byte at one place, or end before it. */
export interface NameRange {
  readonly byte: number | undefined;
  readonly indexes: Uint32Array;
}

/** How many bytes all of the names have in common. They have `depth` of them. Yields now and then, for other work. */
export function* commonLength(names: PackedNames, indexes: Uint32Array, depth: number): Generator<void, number> {
  const first = indexes[0] as number;
  let least = names.lengthOf(first);
  for (let at = 1; at < indexes.length && least > depth; at += 1) {
    if (at % STRIDE === 0) {
      yield;
    }
    least = Math.min(least, commonLengthOfTwo(names, first, indexes[at] as number, depth));
  }
  return least;
}

/** The same for names that are in order: then the first and the last have the least in common. */
export function commonLengthOfTwo(names: PackedNames, one: number, other: number, depth: number): number {
  const end = Math.min(names.lengthOf(one), names.lengthOf(other));
  let length = depth;
  while (length < end && names.byteAt(one, length) === names.byteAt(other, length)) {
    length += 1;
  }
  return length;
}

/**
 * How a beginning of `at` bytes ends in the names at the places from `start` to `end`. `known`: how it ends in others that have
 * it, too.
 */
export function prefixEnd(
  names: PackedNames,
  indexes: Uint32Array,
  start: number,
  end: number,
  at: number,
  known?: PrefixEnd,
): PrefixEnd {
  const before = at === 0 ? 0 : (names.byteAt(indexes[start] as number, at - 1) as number);
  let found = known;
  for (let place = start; place < end && found !== "letters"; place += 1) {
    const after = names.byteAt(indexes[place] as number, at);
    const isNumber = after !== undefined && isDigit(after);
    const here = isNumber && (isDigit(before) || isWordEnd(before, after)) ? "number" : endOf(before, after);
    // Some names go on with a number, and others don't: within a number that is the end of no word.
    found = found === undefined || found === here ? here : isDigit(before) || here === "letters" ? "letters" : "word";
  }
  return found ?? "word";
}

function endOf(before: number, after: number | undefined): PrefixEnd {
  return isWordEnd(before, after) ? "word" : "letters";
}

/** Parts names in any order by one byte. Sorts the indexes by that byte, in place. */
export function* splitUnsorted(names: PackedNames, indexes: Uint32Array, at: number): Generator<void, NameRange[]> {
  /** The bucket of each name: 0 if it ends here, else one more than its byte. */
  const buckets = new Uint16Array(indexes.length);
  const ends = new Uint32Array(258);
  for (let place = 0; place < indexes.length; place += 1) {
    if (place % STRIDE === STRIDE - 1) {
      yield;
    }
    const byte = names.byteAt(indexes[place] as number, at);
    const bucket = byte === undefined ? 0 : byte + 1;
    buckets[place] = bucket;
    ends[bucket + 1] = (ends[bucket + 1] as number) + 1;
  }
  for (let bucket = 1; bucket < ends.length; bucket += 1) {
    ends[bucket] = (ends[bucket] as number) + (ends[bucket - 1] as number);
  }
  const next = ends.slice();
  const sorted = new Uint32Array(indexes.length);
  for (let place = 0; place < indexes.length; place += 1) {
    if (place % STRIDE === STRIDE - 1) {
      yield;
    }
    const bucket = buckets[place] as number;
    sorted[next[bucket] as number] = indexes[place] as number;
    next[bucket] = (next[bucket] as number) + 1;
  }
  indexes.set(sorted);
  const ranges: NameRange[] = [];
  for (let bucket = 0; bucket < 257; bucket += 1) {
    const [start, end] = [ends[bucket] as number, ends[bucket + 1] as number];
    if (end > start) {
      ranges.push({ byte: bucket === 0 ? undefined : bucket - 1, indexes: indexes.subarray(start, end) });
    }
  }
  return ranges;
}

/** Indexes of names, which are put in order when that is needed. */
export interface NameList {
  readonly indexes: Uint32Array;
  isSorted: boolean;
}

/** Where the names end that have the same byte at one place as the first one. They are in order, so not all are looked at. */
export function endOfRun(names: PackedNames, indexes: Uint32Array, first: number, end: number, at: number): number {
  const byte = names.byteAt(indexes[first] as number, at);
  const isSame = (place: number) => names.byteAt(indexes[place] as number, at) === byte;
  let last = first;
  let step = 1;
  while (last + step < end && isSame(last + step)) {
    last += step;
    step *= 2;
  }
  let behind = Math.min(last + step, end);
  while (behind - last > 1) {
    const middle = (last + behind) >> 1;
    if (isSame(middle)) {
      last = middle;
    } else {
      behind = middle;
    }
  }
  return behind;
}

/** Puts the names of a list in order. */
export function sortList(list: NameList, names: PackedNames): void {
  if (!list.isSorted) {
    // Small directories come in order from most disks.
    if (!areSorted(list.indexes, names)) {
      list.indexes.sort((one, other) => names.compare(one, other));
    }
    list.isSorted = true;
  }
}

function areSorted(indexes: Uint32Array, names: PackedNames): boolean {
  for (let at = 1; at < indexes.length; at += 1) {
    if (names.compare(indexes[at - 1] as number, indexes[at] as number) > 0) {
      return false;
    }
  }
  return true;
}
