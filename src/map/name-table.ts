// The sorted names of a directory: totals for any run of them, and how the names of a run branch after their common prefix.
import { firstIndex } from "../core/first-index.ts";
import type { OpenedFold } from "../text/fold.ts";
import type { CountTokens } from "../text/map-text.ts";
import { isUncounted, type CountedDirectory, type CountedEntry } from "./counted-tree.ts";

/** The share of readers who open a meaningless fold although what they look for is elsewhere in the directory. */
const MISOPEN_SHARE = 0.08;

/** What holds for a whole map. */
export interface MapTerms {
  readonly countTokens: CountTokens;
  readonly budget: number;
}

/** Consecutive names with a common prefix. */
export interface Run {
  readonly start: number;
  readonly end: number;
  /** The known length of the common prefix, in UTF-16 units. */
  readonly length: number;
}

/** The names of a run that continue with the same letter; empty at the end of a file name, `/` at the end of a directory name. */
export interface BranchRun extends Run {
  readonly letter: string;
}

/** The names of a directory, or those in an opened fold of it. */
export class NameTable {
  readonly terms: MapTerms;
  readonly entries: readonly CountedEntry[];
  /** In an opened fold: how many characters folds must have before their `*`, and what they must end with. */
  readonly foldPrefixLength: number;
  readonly foldSuffix: string;
  /** Calls wasted by readers who open a meaningless fold by mistake. */
  readonly misopenCost: number;
  readonly #isPartial: boolean;
  /**
   * Prefix sums: for each index, the directories before it, the entries below those, below large ones, and how many of them have uncounted
   * entries. None reaches four billion.
   */
  readonly #directories: Uint32Array;
  readonly #below: Uint32Array;
  readonly #belowLarge: Uint32Array;
  readonly #uncounted: Uint32Array;

  /** A directory with more than `largeSize` entries below it is large. */
  constructor(directory: CountedDirectory, terms: MapTerms, opened?: OpenedFold, largeSize: number = Infinity) {
    const { entries } = directory;
    this.terms = terms;
    this.entries = entries;
    this.foldPrefixLength = opened?.prefixLength ?? 0;
    this.foldSuffix = opened?.suffix ?? "";
    this.misopenCost = MISOPEN_SHARE * directory.below;
    // Of an incomplete directory the last name is shown as a fold, but not if the caller opened a fold to see that one name.
    this.#isPartial = directory.isPartial && (opened === undefined || entries.length > 1);
    const sumsOf = (valueOf: (entry: CountedEntry) => number): Uint32Array => {
      const sums = new Uint32Array(entries.length + 1);
      entries.forEach((entry, index) => (sums[index + 1] = (sums[index] as number) + valueOf(entry)));
      return sums;
    };
    this.#directories = sumsOf(({ kind }) => Number(kind === "directory"));
    this.#below = sumsOf(belowOf);
    this.#belowLarge = sumsOf((entry) => (belowOf(entry) > largeSize ? belowOf(entry) : 0));
    this.#uncounted = sumsOf((entry) => Number(isUncounted(entry)));
  }

  nameAt(index: number): string {
    return (this.entries[index] as CountedEntry).name;
  }

  directoriesIn(start: number, end: number): number {
    return sumOf(this.#directories, start, end);
  }

  belowIn(start: number, end: number): number {
    return sumOf(this.#below, start, end);
  }

  belowLargeIn(start: number, end: number): number {
    return sumOf(this.#belowLarge, start, end);
  }

  sizeOf(start: number, end: number): number {
    return end - start + this.belowIn(start, end);
  }

  isUncountedIn(start: number, end: number): boolean {
    return sumOf(this.#uncounted, start, end) > 0;
  }

  /** Whether more names may follow, because the directory was not read to its end. */
  isPartialAt(end: number): boolean {
    return this.#isPartial && end === this.entries.length;
  }

  /** The character of a name after `length` UTF-16 units; at the end of the name `/` for a directory, and empty otherwise. */
  letterAt(index: number, length: number): string {
    const { name, kind } = this.entries[index] as CountedEntry;
    const code = name.codePointAt(length);
    if (code === undefined) {
      return kind === "directory" ? "/" : "";
    }
    return code > 0xffff ? String.fromCodePoint(code) : name.charAt(length);
  }

  /** Splits a run by the next letter. Names that end here are runs of their own: in a store two of them may be equal. */
  runsIn({ start, end, length }: Run): BranchRun[] {
    const runs: BranchRun[] = [];
    for (let from = start; from < end;) {
      const letter = this.letterAt(from, length);
      const isEnd = letter === "" || letter === "/";
      const to = isEnd ? from + 1 : firstIndex(from + 1, end, (index) => this.letterAt(index, length) !== letter);
      runs.push({ start: from, end: to, length: length + letter.length, letter });
      from = to;
    }
    return runs;
  }

  /** Whether all names of a run are long enough for the prefix and the suffix of the opened fold not to overlap. */
  isLongEnough(start: number, end: number, prefixLength: number): boolean {
    const minLength = prefixLength + this.foldSuffix.length;
    for (let index = this.foldSuffix === "" ? end : start; index < end; index += 1) {
      if (this.nameAt(index).length < minLength) {
        return false;
      }
    }
    return true;
  }
}

function sumOf(sums: Uint32Array, start: number, end: number): number {
  return (sums[end] as number) - (sums[start] as number);
}

function belowOf({ inside }: CountedEntry): number {
  return inside?.below ?? 0;
}
