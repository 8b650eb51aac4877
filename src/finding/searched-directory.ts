// What a search knows of a directory: how well the names above its entries fit the words, and how much is below it.
import type { ByteString } from "../core/byte-string.ts";
import type { DirectoryFilter } from "../core/filter.ts";
import type { Problem } from "../core/problem.ts";

/** How well a name fits a word. */
export interface Fit {
  /** The index of the word. */
  readonly word: number;
  /** 1 if the word is a part of an entry's own name. */
  readonly worth: number;
}

export interface SearchedDirectory {
  /** None for the root. */
  readonly parent: SearchedDirectory | undefined;
  readonly name: ByteString;
  readonly path: ByteString;
  /** 0 for the root. */
  readonly depth: number;
  /** Whether it is an entry of what is searched. The root is none, nor is a directory that only leads to entries. */
  readonly isEntry: boolean;
  /** What the names up to here are worth to its entries, in the order of the words. */
  readonly inherited: readonly Fit[];
  /** For each word in pieces: a bit for each number of pieces that the names up to here end with. */
  readonly pieces: readonly number[];
  /** For each word that is a glob. */
  readonly globs: readonly DirectoryFilter[];
  /** Whether it is among tests, fixtures and the like. */
  readonly isAside: boolean;
  /** How many entries are below it, all levels together, as far as it was read. */
  below: number;
  /** Whether something below it was not read. */
  isPartial: boolean;
  /** Why it could not be read. */
  problem: Problem | undefined;
}
