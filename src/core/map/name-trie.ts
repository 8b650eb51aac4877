// The names of a directory as a tree of what they begin with. Each branch is a possible fold. A huge directory has a branch only
// where many names are behind it: there are never many more branches than a map could show.
import type { ByteString } from "../byte-string.ts";
import { STRIDE, type FoldGroups } from "./fold-groups.ts";
import type { PackedNames } from "./packed-names.ts";
import { isWordEnd } from "./word-end.ts";

/** How much is behind a branch, or a part of it. */
export interface Amount {
  /** How many entries of the directory. */
  count: number;
  /** How many entries, with those below them. */
  size: number;
  /** How likely it is that something in them is looked for. */
  weight: number;
}

/** Names that begin alike. */
export interface Branch {
  readonly prefix: ByteString;
  /** Undefined if they are not told apart any further. */
  readonly children: readonly TrieNode[] | undefined;
  /** What is behind it, for each group that is. */
  readonly amounts: readonly (Amount | undefined)[];
  /** Whether the prefix ends with a word in all of the names. */
  readonly isWord: boolean;
}

/** A name, by its index. */
export interface Leaf {
  readonly index: number;
  readonly group: number;
}

export type TrieNode = Branch | Leaf;

export function isLeaf(node: TrieNode): node is Leaf {
  return "index" in node;
}

export interface TrieSource {
  readonly names: PackedNames;
  readonly groups: FoldGroups;
  /** What an entry that is a directory stands for. */
  readonly amountOf: (index: number) => Omit<Amount, "count">;
  /** About how many branches there may be. */
  readonly mostBranches: number;
}

/** The tree of the names with these indexes, of which there must be one. Yields now and then, for other work. */
export function* buildTrie(source: TrieSource, indexes: Uint32Array): Generator<void, TrieNode> {
  const least = indexes.length <= source.mostBranches ? 2 : Math.ceil((2 * indexes.length) / source.mostBranches);
  return yield* buildNode(source, { indexes, isSorted: false }, 0, least);
}

/** So few names are sorted in one go. More are sorted byte by byte, and only as far as they are told apart. */
const SORTED_AT_ONCE = 4096;

interface Range {
  readonly indexes: Uint32Array;
  readonly isSorted: boolean;
}

function* buildNode(source: TrieSource, range: Range, depth: number, least: number): Generator<void, TrieNode> {
  const { names, groups } = source;
  const { indexes } = range;
  if (indexes.length === 1) {
    const index = indexes[0] as number;
    return { index, group: groups.groupOf[index] as number };
  }
  const isSorted = range.isSorted || indexes.length <= SORTED_AT_ONCE;
  if (isSorted && !range.isSorted) {
    indexes.sort((one, other) => names.compare(one, other));
    yield;
  }
  const length = isSorted
    ? commonLength(names, indexes[0] as number, indexes.at(-1) as number, depth)
    : yield* leastCommonLength(names, indexes, depth);
  const prefix = names.name(indexes[0] as number, 0, length);
  const amounts = yield* addAmounts(source, indexes);
  const buckets = isSorted ? splitSorted(names, indexes, length) : yield* partition(names, indexes, length);
  const before = prefix === "" ? 0 : prefix.charCodeAt(length - 1);
  const isWord = buckets.every(({ byte }) => isWordEnd(before, byte));
  if (indexes.length < least && !endsInsideCharacter(prefix)) {
    return { prefix, children: undefined, amounts, isWord };
  }
  const children: TrieNode[] = [];
  for (const { byte, part } of buckets) {
    if (byte === undefined) {
      // In a store a file and a directory may have the same name.
      children.push(...Array.from(part, (index) => ({ index, group: groups.groupOf[index] as number })));
    } else {
      children.push(yield* buildNode(source, { indexes: part, isSorted }, length + 1, least));
    }
  }
  return { prefix, children, amounts, isWord };
}

/** Whether a prefix ends with a part of a character: no fold can be written with it, but with the next bytes of the names. */
function endsInsideCharacter(prefix: ByteString): boolean {
  for (let back = 1; back <= Math.min(3, prefix.length); back += 1) {
    const byte = prefix.charCodeAt(prefix.length - back);
    if (byte < 0x80) {
      return false;
    }
    if (byte >= 0xc0) {
      return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2);
    }
  }
  return false;
}

/** How many bytes two names have in common. They have `depth` of them. */
function commonLength({ bytes, starts }: PackedNames, one: number, other: number, depth: number): number {
  const [a, b] = [starts[one] as number, starts[other] as number];
  const end = Math.min((starts[one + 1] as number) - a, (starts[other + 1] as number) - b);
  let length = depth;
  while (length < end && bytes[a + length] === bytes[b + length]) {
    length += 1;
  }
  return length;
}

/** The same for names in any order. */
function* leastCommonLength(names: PackedNames, indexes: Uint32Array, depth: number): Generator<void, number> {
  const first = indexes[0] as number;
  let least = names.lengthOf(first);
  for (let at = 1; at < indexes.length && least > depth; at += 1) {
    if (at % STRIDE === 0) {
      yield;
    }
    least = Math.min(least, commonLength(names, first, indexes[at] as number, depth));
  }
  return least;
}

function* addAmounts({ groups, amountOf }: TrieSource, indexes: Uint32Array): Generator<void, (Amount | undefined)[]> {
  const amounts: (Amount | undefined)[] = groups.groups.map(() => undefined);
  for (let at = 0; at < indexes.length; at += 1) {
    if (at % STRIDE === STRIDE - 1) {
      yield;
    }
    const index = indexes[at] as number;
    const group = groups.groupOf[index] as number;
    const amount = (amounts[group] ??= { count: 0, size: 0, weight: 0 });
    amount.count += 1;
    if (groups.groups[group]?.isDirectory === true) {
      const { size, weight } = amountOf(index);
      amount.size += size;
      amount.weight += weight;
    } else {
      amount.size += 1;
      amount.weight += 1;
    }
  }
  return amounts;
}

/** Names that have the same byte at one place, or end before it. */
interface Bucket {
  readonly byte: number | undefined;
  readonly part: Uint32Array;
}

/** The buckets of names that are in order. */
function splitSorted({ bytes, starts }: PackedNames, indexes: Uint32Array, at: number): Bucket[] {
  const byteOf = (place: number): number | undefined => {
    const index = indexes[place] as number;
    const from = (starts[index] as number) + at;
    return from < (starts[index + 1] as number) ? bytes[from] : undefined;
  };
  const buckets: Bucket[] = [];
  for (let start = 0; start < indexes.length;) {
    const byte = byteOf(start);
    let end = start + 1;
    while (end < indexes.length && byteOf(end) === byte) {
      end += 1;
    }
    buckets.push({ byte, part: indexes.subarray(start, end) });
    start = end;
  }
  return buckets;
}

/** Sorts the indexes, in place, by one byte of the names. */
function* partition(names: PackedNames, indexes: Uint32Array, at: number): Generator<void, Bucket[]> {
  const { bytes, starts } = names;
  const bucketOf = (index: number): number => {
    const place = (starts[index] as number) + at;
    return place < (starts[index + 1] as number) ? 1 + (bytes[place] as number) : 0;
  };
  const ends = new Uint32Array(258);
  for (let place = 0; place < indexes.length; place += 1) {
    if (place % STRIDE === STRIDE - 1) {
      yield;
    }
    const bucket = bucketOf(indexes[place] as number) + 1;
    ends[bucket] = (ends[bucket] as number) + 1;
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
    const index = indexes[place] as number;
    const bucket = bucketOf(index);
    sorted[next[bucket] as number] = index;
    next[bucket] = (next[bucket] as number) + 1;
  }
  indexes.set(sorted);
  const buckets: Bucket[] = [];
  for (let bucket = 0; bucket < 257; bucket += 1) {
    const [start, end] = [ends[bucket] as number, ends[bucket + 1] as number];
    if (end > start) {
      buckets.push({ byte: bucket === 0 ? undefined : bucket - 1, part: indexes.subarray(start, end) });
    }
  }
  return buckets;
}
