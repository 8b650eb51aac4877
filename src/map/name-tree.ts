// The names of a directory as a tree of common prefixes (a trie). Each node can be shown as one fold or by its branches. Nodes are created
// lazily, so a directory of a million names costs little more than one of a thousand.
import { shownKind } from "../core/entry.ts";
import { commonPrefix, extensionOf, isMeaningful, isWordEnd } from "../text/fold.ts";
import { toClosed, writeClosed, writeName, writePath, type MapClosedDirectory } from "../text/map-text.ts";
import { BranchRanges } from "./branch-ranges.ts";
import { joinDirectories, type CountedDirectory, type CountedEntry } from "./counted-tree.ts";
import { callsToFind, type Cost } from "./cost.ts";
import { findLookalikes } from "./lookalikes.ts";
import { NameTable, type BranchRun, type Run } from "./name-table.ts";
import { planFold, type PlannedFold } from "./planned-fold.ts";

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
  readonly #table: NameTable;
  readonly #level: number;
  readonly #run: BranchRun;
  readonly #prefix: string;
  readonly #above: NameNode | undefined;
  #name: PlannedName | undefined;
  #fold: { readonly planned: PlannedFold | undefined } | undefined;
  #foundLookalikes: readonly Run[] | undefined;
  #runs: readonly BranchRun[] | undefined;
  #branches: readonly NameNode[] | undefined;
  #ranges: BranchRanges | undefined;

  /** `above`: the node of which it is a branch. */
  constructor(table: NameTable, run: BranchRun, above: NameNode | undefined, level: number) {
    const { start, end, length } = run;
    this.#table = table;
    this.#level = level;
    this.#run = run;
    this.#prefix = start === end ? "" : commonPrefix(table.nameAt(start), table.nameAt(end - 1), length);
    this.#above = above;
  }

  get count(): number {
    return this.#run.end - this.#run.start;
  }

  /** The number of entries, including those below them. */
  get size(): number {
    return this.#table.sizeOf(this.#run.start, this.#run.end);
  }

  /** The name, if there is only one. The last name of an incomplete directory is shown as a fold instead, to say that there may be more. */
  get name(): PlannedName | undefined {
    if (this.count !== 1 || (this.#table.isPartialAt(this.#run.end) && this.fold !== undefined)) {
      return undefined;
    }
    this.#name ??= new PlannedName(this.#table.entries[this.#run.start] as CountedEntry, this.#table, this.#level);
    return this.#name;
  }

  /** How many tokens it takes to name everything. */
  get nameTokens(): number {
    if (this.count === 1) {
      return ((this.name ?? this.fold) as Cost).tokens;
    }
    return this.branches.reduce((sum, branch) => sum + branch.nameTokens, 0);
  }

  /** The runs of names that the branches stand for: split by the letter after the prefix, or one by one if the tree may not be deeper. */
  get #branchRuns(): readonly BranchRun[] {
    const all = { ...this.#run, length: this.#prefix.length };
    this.#runs ??= this.#level < MAX_LEVELS ? this.#table.runsIn(all) : singleRuns(all);
    return this.#runs;
  }

  /** A node for each run. Not made until they are needed: most nodes are only counted. */
  get branches(): readonly NameNode[] {
    this.#branches ??= this.#branchRuns.map((run) => new NameNode(this.#table, run, this, this.#level + 1));
    return this.#branches;
  }

  get branchCount(): number {
    return this.#branchRuns.length;
  }

  /** Other names that the fold's glob would match as well, because it has `?` in place of some characters. */
  get #lookalikes(): readonly Run[] {
    const above = this.#above;
    this.#foundLookalikes ??= above
      ? findLookalikes(this.#table, this.#run, this.#prefix, above.#branchRuns, above.#lookalikes)
      : [];
    return this.#foundLookalikes;
  }

  /** Whether a fold with this prefix and `more` characters after it can match exactly the names of this node. */
  #canFold(more: number): boolean {
    const { foldPrefixLength } = this.#table;
    const isLongEnough = foldPrefixLength === 0 || [...this.#prefix].length + more >= foldPrefixLength;
    return isLongEnough && this.#lookalikes.length === 0;
  }

  /** One fold for all names of the node; undefined if no glob matches exactly these. */
  get fold(): PlannedFold | undefined {
    this.#fold ??= { planned: this.#planFold() };
    return this.#fold.planned;
  }

  #planFold(): PlannedFold | undefined {
    const { start, end } = this.#run;
    const prefix = this.#prefix;
    if (this.#level > MAX_LEVELS || !this.#canFold(0) || !this.#table.isLongEnough(start, end, prefix.length)) {
      return undefined;
    }
    const isInWord = !this.#branchRuns.every(({ letter }) => isWordEnd(prefix.slice(-1), letter));
    const planned = planFold(this.#table, start, end, { prefix, suffix: this.#suffix() }, isInWord);
    // A fold of one name contains the whole name, so nothing is hidden.
    return this.count === 1 ? { ...planned, loss: 0, misopenCost: 0 } : planned;
  }

  /** What the fold ends with: if the prefix is meaningless, an extension that all names share. */
  #suffix(): string {
    const { foldSuffix } = this.#table;
    if (foldSuffix !== "" || isMeaningful(this.#prefix)) {
      return foldSuffix;
    }
    const { start, end } = this.#run;
    const extension = extensionOf(this.#table.nameAt(start));
    const minLength = this.#prefix.length + extension.length;
    const names = this.#table.entries.slice(start, end);
    const isShared = names.every(
      ({ name, kind }) => kind !== "directory" && name.length >= minLength && name.endsWith(extension),
    );
    return isShared ? extension : "";
  }

  /** Folds for some of the branches; undefined if no glob matches exactly their names. */
  get ranges(): BranchRanges | undefined {
    if (this.#canFold(1)) {
      this.#ranges ??= new BranchRanges(this.#table, this.#prefix, this.#branchRuns);
    }
    return this.#ranges;
  }
}

/** Each name as a run of its own. No two of them can share a fold, since they have no letters to tell them apart. */
function singleRuns({ start, end, length }: Run): BranchRun[] {
  return Array.from({ length: end - start }, (_, offset) => {
    return { start: start + offset, end: start + offset + 1, length, letter: "" };
  });
}
