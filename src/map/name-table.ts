// The names of a directory in order: what some of them in a row add up to, and how they go on after what they have in common.
import type { CountTokens } from "../text/map-text.ts";
import { isUncounted, type CountedDirectory, type CountedEntry } from "./counted-tree.ts";
import type { OpenedFold } from "./fold-glob.ts";

/** Of those who look for something in a directory, so many open a fold without a meaning although what they look for is not in it. */
const OPENED_BY_MISTAKE = 0.08;

/** How many entries a fold stands for. */
export interface Amount {
  readonly count: number;
  /** How many of them are directories, and how much is below these. */
  readonly directories: number;
  readonly below: number;
  readonly isBelowPartial: boolean;
  /** Whether there may be more of them, because the directory was not read to its end. */
  readonly isCut: boolean;
}

/** Names in a row that begin alike. */
export interface Run {
  readonly start: number;
  readonly end: number;
  /** How many characters (UTF-16 units) are known to be alike. */
  readonly length: number;
}

/** Those that go on with the same letter; an empty one if they end, `/` if they are directories and end. */
export interface BranchRun extends Run {
  readonly letter: string;
}

/** The names of a directory in order, or those in a fold of it that is opened, and what they add up to. */
export class NameTable {
  readonly countTokens: CountTokens;
  readonly budget: number;
  readonly entries: readonly CountedEntry[];
  readonly opened: OpenedFold;
  /** What those lose who open a fold without a meaning by mistake. */
  readonly mistakes: number;
  readonly #isCut: boolean;
  /** For each entry, how many directories come before it, how much is below these, and how many of them have uncounted entries. */
  readonly #directories: Float64Array;
  readonly #below: Float64Array;
  readonly #uncounted: Float64Array;

  constructor(directory: CountedDirectory, countTokens: CountTokens, budget: number, opened?: OpenedFold) {
    const { entries } = directory;
    this.countTokens = countTokens;
    this.budget = budget;
    this.entries = entries;
    this.opened = opened ?? { prefixLength: 0, suffix: "" };
    this.mistakes = OPENED_BY_MISTAKE * directory.below;
    // Whoever opens a fold of a single name wants to see that name.
    this.#isCut = directory.isCut && (opened === undefined || entries.length > 1);
    this.#directories = new Float64Array(entries.length + 1);
    this.#below = new Float64Array(entries.length + 1);
    this.#uncounted = new Float64Array(entries.length + 1);
    for (const [index, entry] of entries.entries()) {
      const isDirectory = entry.kind === "directory";
      this.#directories[index + 1] = (this.#directories[index] as number) + Number(isDirectory);
      this.#below[index + 1] = (this.#below[index] as number) + (entry.inside?.below ?? 0);
      this.#uncounted[index + 1] = (this.#uncounted[index] as number) + Number(isUncounted(entry));
    }
  }

  nameAt(index: number): string {
    return (this.entries[index] as CountedEntry).name;
  }

  amountOf(start: number, end: number): Amount {
    const between = (sums: Float64Array): number => (sums[end] as number) - (sums[start] as number);
    return {
      count: end - start,
      directories: between(this.#directories),
      below: between(this.#below),
      isBelowPartial: between(this.#uncounted) > 0,
      isCut: this.#isCut && end === this.entries.length,
    };
  }

  hasDirectories(start: number, end: number): boolean {
    return this.#directories[end] !== this.#directories[start];
  }

  sizeOf(start: number, end: number): number {
    return end - start + (this.#below[end] as number) - (this.#below[start] as number);
  }

  /** The character of a name at an index; at its end `/` for a directory, and nothing otherwise. */
  letterAt(index: number, length: number): string {
    const { name, kind } = this.entries[index] as CountedEntry;
    const code = name.codePointAt(length);
    if (code === undefined) {
      return kind === "directory" ? "/" : "";
    }
    return code > 0xffff ? String.fromCodePoint(code) : name.charAt(length);
  }

  /** The names of a run by how they go on. Those that end are each on their own: in a store two of them may be equal. */
  runsIn({ start, end, length }: Run): BranchRun[] {
    const runs: BranchRun[] = [];
    for (let from = start; from < end;) {
      const letter = this.letterAt(from, length);
      let to = from + 1;
      if (letter !== "" && letter !== "/") {
        for (let high = end; to < high;) {
          const middle = (to + high) >>> 1;
          [to, high] = this.letterAt(middle, length) === letter ? [middle + 1, high] : [to, middle];
        }
      }
      runs.push({ start: from, end: to, length: length + letter.length, letter });
      from = to;
    }
    return runs;
  }

  /** Whether all names of a run are so long that a prefix and the suffix of the opened fold don't overlap in them. */
  isLongEnough(start: number, end: number, prefixLength: number): boolean {
    const minLength = prefixLength + this.opened.suffix.length;
    for (let index = this.opened.suffix === "" ? end : start; index < end; index += 1) {
      if (this.nameAt(index).length < minLength) {
        return false;
      }
    }
    return true;
  }
}
