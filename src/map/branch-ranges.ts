// Folds for some of the branches of a node, `test-[a-f]*`: which branches can share one, and what it costs.
import { getOrAdd } from "../core/get-or-add.ts";
import { alphabetOf, isMeaningful, writeFoldGlob } from "../text/fold.ts";
import { lossOf, type Cost } from "./cost.ts";
import type { BranchRun, NameTable } from "./name-table.ts";
import { planFold, tokensOfFold, type PlannedFold } from "./planned-fold.ts";

/** A fold of several branches has at most this share of the names, so that opening folds repeatedly soon leads to names. */
const MAX_SHARE = 0.75;

/** With more branches than this, only every second, third, ... is tried as the end of a range. */
const MAX_ENDS = 64;

/** A fold of directories is taken to have about this many entries below it: how many digits they take matters little. */
const TYPICAL_BELOW = 1000;

/** Ranges of branches: consecutive ones, from `first` up to, but not including, `end`. */
export class BranchRanges {
  readonly #table: NameTable;
  readonly #prefix: string;
  readonly #branches: readonly BranchRun[];
  /** Where each branch begins, and where the last one ends: they follow one another. */
  readonly #bounds: readonly number[];
  readonly #isMeaningful: boolean;
  readonly #firstsByEnd: readonly (readonly number[])[];
  /** What a range takes without and with directories in it. */
  readonly #tokens = new Map<boolean, number>();

  /** `prefix`: what all names of the branches begin with. */
  constructor(table: NameTable, prefix: string, branches: readonly BranchRun[]) {
    this.#table = table;
    this.#prefix = prefix;
    this.#branches = branches;
    this.#bounds = [...branches.map(({ start }) => start), branches.at(-1)?.end ?? 0];
    this.#isMeaningful = isMeaningful(prefix + table.foldSuffix);
    this.#firstsByEnd = this.#findRanges();
  }

  /** For each end, where ranges begin. Neighbours can share a fold if their letters are of the same alphabet: each range is within a row of these. */
  #findRanges(): number[][] {
    const alphabets = this.#branches.map(({ letter, start, end, length }) =>
      this.#table.isLongEnough(start, end, length) ? alphabetOf(letter) : undefined,
    );
    const maxCount = MAX_SHARE * this.countOf(0, alphabets.length);
    const step = Math.ceil(alphabets.length / MAX_ENDS);
    let row = 0;
    return alphabets.map((alphabet, index) => {
      const end = index + 1;
      row = alphabet === alphabets[index - 1] ? row : index;
      const isEnd = alphabet !== alphabets[end] || (end - row) % step === 0;
      const firsts: number[] = [];
      if (alphabet !== undefined && isEnd) {
        // Ranges begin whole steps after the first of the row.
        let first = row + Math.floor((end - row - 2) / step) * step;
        for (; first >= row && this.countOf(first, end) <= maxCount; first -= step) {
          firsts.push(first);
        }
      }
      return firsts;
    });
  }

  /** Where the ranges with this end begin, the shortest first. Each has at least two branches. */
  firstsOf(end: number): readonly number[] {
    return this.#firstsByEnd[end - 1] as readonly number[];
  }

  /** How many names the branches have. */
  countOf(first: number, end: number): number {
    return (this.#bounds[end] as number) - (this.#bounds[first] as number);
  }

  /** About what one fold for the branches costs. There are too many ranges to write each. */
  costOf(first: number, end: number): Cost {
    const [from, to] = [this.#bounds[first] as number, this.#bounds[end] as number];
    const hasDirectories = this.#table.directoriesIn(from, to) > 0;
    return {
      tokens: getOrAdd(this.#tokens, hasDirectories, () => this.#estimateTokens(hasDirectories)),
      loss: lossOf(this.#table, from, to, this.#isMeaningful, true),
    };
  }

  #estimateTokens(hasDirectories: boolean): number {
    const glob = writeFoldGlob({ prefix: this.#prefix, range: ["a", "z"], suffix: this.#table.foldSuffix }, false);
    const count = this.countOf(0, this.#branches.length);
    return tokensOfFold(this.#table, { glob, count, ...(hasDirectories && { below: TYPICAL_BELOW }) });
  }

  /** One fold for the branches. */
  foldOf(first: number, end: number): PlannedFold {
    const [one, other] = [this.#branches[first] as BranchRun, this.#branches[end - 1] as BranchRun];
    const shape = { prefix: this.#prefix, range: [one.letter, other.letter], suffix: this.#table.foldSuffix } as const;
    return planFold(this.#table, one.start, other.end, shape, true);
  }
}
