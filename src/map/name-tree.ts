// The names of a directory as a tree of common prefixes (a trie). Each node can be shown as one fold or by its branches. Nodes are created
// lazily, so a directory of a million names costs little more than one of a thousand.
import { shownKind } from "../core/entry.ts";
import {
  alphabetOf,
  commonPrefix,
  extensionOf,
  isMeaningful,
  isWordEnd,
  writeFold,
  writeFoldGlob,
  type FoldShape,
  type MapFold,
} from "../text/fold.ts";
import { toClosed, writeClosed, writeName, writePath, type MapClosedDirectory } from "../text/map-text.ts";
import { joinDirectories, type CountedDirectory, type CountedEntry } from "./counted-tree.ts";
import { callsToFind, lossOf, type Cost } from "./cost.ts";
import { findLookalikes } from "./lookalikes.ts";
import { NameTable, type BranchRun, type Run } from "./name-table.ts";

/** A fold that may be shown. */
export interface PlannedFold extends Cost {
  readonly fold: MapFold;
  /** The part of the loss that comes from readers who open it by mistake. */
  readonly misopenCost: number;
}

/** How deep nodes and directories may be nested. The code is recursive, and the stack is limited. */
const MAX_LEVELS = 300;

/** An entry that is shown by its name. */
export class PlannedName implements Cost {
  readonly entry: CountedEntry;
  readonly tokens: number;
  readonly loss: number;
  /** How a directory is shown closed; undefined for anything else. */
  readonly closed: MapClosedDirectory | undefined;
  /** How many tokens the directory's own line takes if it is open. */
  readonly openTokens: number;
  readonly #inside: CountedDirectory | undefined;
  readonly #table: NameTable;
  readonly #level: number;
  #names: NameNode | undefined;

  constructor(entry: CountedEntry, table: NameTable, level: number) {
    this.entry = entry;
    this.#table = table;
    this.#level = level;
    const { countTokens, budget } = table.terms;
    if (entry.kind !== "directory") {
      this.tokens = countTokens(` ${writeName(entry.name, shownKind(entry.kind))}`);
      this.loss = 0;
      this.openTokens = 0;
      return;
    }
    const chain = joinDirectories(entry);
    const path = chain.map(({ name }) => name).join("/");
    const last = chain.at(-1) as CountedEntry;
    this.closed = toClosed(path, last.verdict.isIgnored, last.inside);
    this.tokens = countTokens(` ${writeClosed(this.closed)}`);
    this.#inside = last.inside?.canOpen === true && level < MAX_LEVELS ? last.inside : undefined;
    this.loss = this.#inside === undefined ? 0 : callsToFind(this.#inside.below, budget);
    this.openTokens = this.#inside === undefined ? 0 : countTokens(`\n   ${writePath(path)}`);
  }

  /** Whether it is a directory that can be shown with its contents. */
  get canOpen(): boolean {
    return this.#inside !== undefined;
  }

  /** The names in a directory that can be opened. */
  get names(): NameNode {
    this.#names ??= planNames(new NameTable(this.#inside as CountedDirectory, this.#table.terms), this.#level + 1);
    return this.#names;
  }
}

/** The root of the tree. */
export function planNames(table: NameTable, level: number = 0): NameNode {
  return new NameNode(table, { start: 0, end: table.entries.length, length: 0, letter: "" }, undefined, level);
}

/** One name, or several with a common prefix. */
export class NameNode {
  readonly start: number;
  readonly end: number;
  readonly prefix: string;
  readonly #table: NameTable;
  readonly #level: number;
  readonly #run: BranchRun;
  readonly #above: NameNode | undefined;
  #name: PlannedName | undefined;
  #fold: { readonly planned: PlannedFold | undefined } | undefined;
  #isMeaningful: boolean | undefined;
  #foundLookalikes: readonly Run[] | undefined;
  #runs: readonly BranchRun[] | undefined;
  #branches: readonly NameNode[] | undefined;
  #alphabets: readonly (RegExp | undefined)[] | undefined;
  #rangeTokens: readonly number[] | undefined;

  /** `above`: the node of which it is a branch. */
  constructor(table: NameTable, run: BranchRun, above: NameNode | undefined, level: number) {
    const { start, end, length } = run;
    this.start = start;
    this.end = end;
    this.#table = table;
    this.#level = level;
    this.#run = run;
    this.#above = above;
    this.prefix = start === end ? "" : commonPrefix(table.nameAt(start), table.nameAt(end - 1), length);
  }

  get count(): number {
    return this.end - this.start;
  }

  /** The number of entries, including those below them. */
  get size(): number {
    return this.#table.sizeOf(this.start, this.end);
  }

  /** The name, if there is only one. The last name of an incomplete directory is shown as a fold instead, to say that there may be more. */
  get name(): PlannedName | undefined {
    if (this.count !== 1 || (this.#table.isPartialAt(this.end) && this.fold !== undefined)) {
      return undefined;
    }
    this.#name ??= new PlannedName(this.#table.entries[this.start] as CountedEntry, this.#table, this.#level);
    return this.#name;
  }

  /** How many tokens it takes to name everything. */
  get nameTokens(): number {
    if (this.count === 1) {
      return ((this.name ?? this.fold) as Cost).tokens;
    }
    return this.branches.reduce((sum, branch) => sum + branch.nameTokens, 0);
  }

  get branchCount(): number {
    return this.#branchRuns.length;
  }

  get #isPrefixMeaningful(): boolean {
    this.#isMeaningful ??= isMeaningful(this.prefix + this.#table.foldSuffix);
    return this.#isMeaningful;
  }

  get #branchRuns(): readonly BranchRun[] {
    const all = { start: this.start, end: this.end, length: this.prefix.length };
    this.#runs ??= this.#level < MAX_LEVELS ? this.#table.runsIn(all) : singleRuns(all);
    return this.#runs;
  }

  /** The names, split by the letter after the prefix. */
  get branches(): readonly NameNode[] {
    this.#branches ??= this.#branchRuns.map((run) => new NameNode(this.#table, run, this, this.#level + 1));
    return this.#branches;
  }

  /** Other names that the fold's glob would match as well, because it has `?` in place of some characters. */
  get #lookalikes(): readonly Run[] {
    const above = this.#above;
    this.#foundLookalikes ??=
      above === undefined
        ? []
        : findLookalikes(this.#table, this.#run, this.prefix, above.#branchRuns, above.#lookalikes);
    return this.#foundLookalikes;
  }

  /** Whether a fold with this prefix and `more` characters after it can match exactly the names of this node. */
  #canFold(more: number): boolean {
    const { foldPrefixLength: prefixLength } = this.#table;
    return this.#lookalikes.length === 0 && (prefixLength === 0 || [...this.prefix].length + more >= prefixLength);
  }

  /** One fold for all names of the node; undefined if no glob matches exactly these. */
  get fold(): PlannedFold | undefined {
    this.#fold ??= { planned: this.#planFold() };
    return this.#fold.planned;
  }

  #planFold(): PlannedFold | undefined {
    const { start, end, prefix } = this;
    if (this.#level > MAX_LEVELS || !this.#canFold(0) || !this.#table.isLongEnough(start, end, prefix.length)) {
      return undefined;
    }
    const planned = this.#toFold(start, end, this.#suffix());
    // A fold of one name contains the whole name, so nothing is hidden.
    return this.count === 1 ? { ...planned, loss: 0, misopenCost: 0 } : planned;
  }

  /** If the prefix is meaningless, an extension that all names share. */
  #suffix(): string {
    const { foldSuffix: suffix } = this.#table;
    const extension = this.#isPrefixMeaningful || suffix !== "" ? "" : extensionOf(this.#table.nameAt(this.start));
    if (extension === "") {
      return suffix;
    }
    const minLength = this.prefix.length + extension.length;
    for (let index = this.start; index < this.end; index += 1) {
      const { name, kind } = this.#table.entries[index] as CountedEntry;
      if (kind === "directory" || name.length < minLength || !name.endsWith(extension)) {
        return suffix;
      }
    }
    return extension;
  }

  /** For each branch, the alphabet of its letter: neighbours with the same one can share a fold. Undefined if a branch can't be in one. */
  get alphabets(): readonly (RegExp | undefined)[] {
    this.#alphabets ??= this.#canFold(1)
      ? this.#branchRuns.map(({ letter, start, end, length }) =>
          this.#table.isLongEnough(start, end, length) ? alphabetOf(letter) : undefined,
        )
      : [];
    return this.#alphabets;
  }

  /** How many names consecutive branches have. */
  countOf(first: number, last: number): number {
    return (this.#branchRuns[last] as Run).end - (this.#branchRuns[first] as Run).start;
  }

  /** About what one fold for consecutive branches costs. */
  rangeCost(first: number, last: number): Cost {
    const [{ start }, { end }] = [this.#branchRuns[first] as Run, this.#branchRuns[last] as Run];
    this.#rangeTokens ??= [false, true].map((hasDirectories) => {
      const sample = { count: this.count, ...(hasDirectories && { below: 1000 }) };
      return this.#tokensOf({ glob: this.#glob(this.#table.foldSuffix, false, ["a", "z"]), ...sample });
    });
    const tokens = this.#rangeTokens[Number(this.#table.directoriesIn(start, end) > 0)] as number;
    return { tokens, loss: lossOf(this.#table, start, end, this.#isPrefixMeaningful, true) };
  }

  /** One fold for consecutive branches. */
  foldRange(first: number, last: number): PlannedFold {
    const [from, to] = [this.#branchRuns[first] as BranchRun, this.#branchRuns[last] as BranchRun];
    return this.#toFold(from.start, to.end, this.#table.foldSuffix, [from.letter, to.letter]);
  }

  #toFold(start: number, end: number, suffix: string, range?: FoldShape["range"]): PlannedFold {
    const table = this.#table;
    const count = end - start;
    const directories = table.directoriesIn(start, end);
    const fold: MapFold = {
      glob: this.#glob(suffix, directories === count, range),
      count,
      ...(table.isPartialAt(end) && { partial: true }),
      ...(directories > 0 && { below: table.belowIn(start, end) }),
      ...(table.isUncountedIn(start, end) && { belowPartial: true }),
    };
    const isInWord = range !== undefined || !this.#endsWithWord();
    const isFoldMeaningful = isMeaningful(this.prefix + suffix);
    const loss = lossOf(table, start, end, isFoldMeaningful, isInWord);
    return { fold, tokens: this.#tokensOf(fold), loss, misopenCost: isFoldMeaningful ? 0 : table.misopenCost };
  }

  #glob(suffix: string, directoriesOnly: boolean, range?: FoldShape["range"]): string {
    return writeFoldGlob({ prefix: this.prefix, range, suffix, directoriesOnly });
  }

  #tokensOf(fold: MapFold): number {
    return this.#table.terms.countTokens(` ${writeFold(fold)}`);
  }

  #endsWithWord(): boolean {
    const before = this.prefix.slice(-1);
    return this.#branchRuns.every(({ letter }) => isWordEnd(before, letter));
  }
}

/** Each name as a run of its own. None of them can be in a fold, since they have no letters to tell them apart. */
function singleRuns({ start, end, length }: Run): BranchRun[] {
  return Array.from({ length: end - start }, (_, index) => ({
    start: start + index,
    end: start + index + 1,
    length,
    letter: "",
  }));
}
