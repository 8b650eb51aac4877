// Sorts the entries of a directory into groups that a fold can distinguish by how names end: directories, and files by their
// extensions. `*.snap` is a fold of one group; `chat_*` one of all groups.
import type { ByteString } from "../core/byte-string.ts";
import type { PackedNames } from "./packed-names.ts";
import { isDigit } from "./write-fold.ts";
import { inTurns } from "./yielding-work.ts";

/** Names that end alike. */
export interface FoldGroup {
  readonly isDirectory: boolean;
  /** How the names end; empty if they have nothing in common. */
  readonly suffix: ByteString;
}

/** All groups together, the group of directories, and that of files without an extension of their own. Extensions follow. */
export const EVERYTHING = 0;
export const DIRECTORIES = 1;
export const OTHERS = 2;

/** How many extensions get a group of their own, and the least share of the files that must have one. */
const MOST_SUFFIXES = 6;
const LEAST_SHARE = 0.04;

/** Of more suffixes than this, those that fewer than this share of the files have are not counted on. */
const MOST_COUNTED = 4096;
const COUNTED_SHARE = LEAST_SHARE / 4;

const DOT = 0x2e;

export interface FoldGroups {
  readonly groups: readonly FoldGroup[];
  /** The group of each entry. */
  readonly groupOf: Uint8Array;
}

/** The groups of a directory's entries. Yields now and then, for other work. */
export function* toFoldGroups(
  names: PackedNames,
  canSpell: (part: ByteString) => boolean,
): Generator<void, FoldGroups> {
  const groupOf = new Uint8Array(names.length);
  let files = 0;
  yield* inTurns(names.length, (index) => {
    const isDirectory = names.kindOf(index) === "directory";
    groupOf[index] = isDirectory ? DIRECTORIES : OTHERS;
    files += Number(!isDirectory);
  });
  const counts = yield* countSuffixes(names, groupOf);
  const least = Math.max(2, files * LEAST_SHARE);
  let suffixes = [...counts]
    .filter(([suffix, count]) => count >= least && canSpell(suffix as ByteString))
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, MOST_SUFFIXES)
    .map(([suffix]) => suffix as ByteString)
    // The longest that fits is a name's group.
    .sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
  if (suffixes.length > 0 && files < names.length) {
    // A fold of files must not match a directory.
    yield* inTurns(names.length, (index) => {
      if (groupOf[index] === DIRECTORIES) {
        suffixes = suffixes.filter((suffix) => !endsWith(names, index, suffix));
      }
    });
  }
  if (suffixes.length > 0) {
    yield* inTurns(names.length, (index) => {
      if (groupOf[index] === OTHERS) {
        groupOf[index] = OTHERS + 1 + suffixes.findIndex((suffix) => endsWith(names, index, suffix));
      }
    });
  }
  const none = { isDirectory: false, suffix: "" as ByteString };
  const groups = [
    none,
    { ...none, isDirectory: true },
    none,
    ...suffixes.map((suffix) => ({ isDirectory: false, suffix })),
  ];
  return { groups, groupOf };
}

/** How many files have each suffix, and the last part of each. `known`: only these are counted. */
function* countSuffixes(
  names: PackedNames,
  groupOf: Uint8Array,
  known?: ReadonlyMap<string, number>,
): Generator<void, Map<string, number>> {
  const counts = new Map<string, number>();
  const add = (suffix: string) => {
    if (known === undefined || known.has(suffix)) {
      counts.set(suffix, (counts.get(suffix) ?? 0) + 1);
    }
  };
  let isCut = false;
  let files = 0;
  let last = "" as ByteString;
  let short = "";
  yield* inTurns(names.length, (index) => {
    if (groupOf[index] !== OTHERS) {
      return;
    }
    files += 1;
    const length = suffixLength(names, index);
    // Most names end like the one before, and then need no new string.
    if (length !== last.length || !endsWith(names, index, last)) {
      last = names.name(index, names.lengthOf(index) - length);
      short = last.slice(last.lastIndexOf("."));
    }
    if (length > 0) {
      add(last);
    }
    if (short !== last) {
      add(short);
    }
    if (counts.size > MOST_COUNTED) {
      const least = files * COUNTED_SHARE;
      counts.forEach((count, suffix) => count < least && counts.delete(suffix));
      isCut = true;
    }
  });
  // What was dropped on the way may have been counted in part.
  return isCut ? yield* countSuffixes(names, groupOf, counts) : counts;
}

/** Whether a name ends with a suffix, or is the suffix: `*.ts` matches `.ts`, too. */
function endsWith(names: PackedNames, index: number, suffix: ByteString): boolean {
  const from = names.lengthOf(index) - suffix.length;
  if (from < 0) {
    return false;
  }
  for (let at = 0; at < suffix.length; at += 1) {
    if (names.byteAt(index, from + at) !== suffix.charCodeAt(at)) {
      return false;
    }
  }
  return true;
}

/** How long `.test.ts` or `.ts` is: the last one or two extensions that begin with a letter, with something before them. */
function suffixLength(names: PackedNames, index: number): number {
  const end = names.lengthOf(index);
  let length = 0;
  let dots = 0;
  for (let at = end - 1; at > 0 && dots < 2; at -= 1) {
    const byte = names.byteAt(index, at) as number;
    if (byte === DOT) {
      if (at + 1 === end || !isLetter(names.byteAt(index, at + 1) as number)) {
        break;
      }
      length = end - at;
      dots += 1;
    } else if (!isLetter(byte) && !isDigit(byte)) {
      break;
    }
  }
  return length;
}

function isLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}
