// The tree of a directory's names. A place in it parts its names only when it is asked for its children: most never are.
import type { ByteString } from "../byte-string.ts";
import { noChoice } from "./choice.ts";
import type { EntryOptions } from "./entry-options.ts";
import { DIRECTORIES, STRIDE } from "./fold-groups.ts";
import {
  commonLength,
  commonLengthOfTwo,
  endOfRun,
  prefixEnd,
  sortList,
  splitUnsorted,
  type NameList,
} from "./name-ranges.ts";
import { noAmount, type Amount, type NameOption, type PlanBranch, type PlanLeaf, type PlanNode } from "./plan.ts";
import { runNow } from "./yielding-work.ts";
import type { PrefixEnd } from "./word-end.ts";

/** So few names are sorted in one go. More are parted byte by byte, with pauses. */
const SORTED_AT_ONCE = 4096;

/** The tree of the names with these indexes, of which there must be one. Yields now and then, for other work. */
export function* toPlanNode(options: EntryOptions, indexes: Uint32Array, depth = 0): Generator<void, PlanNode> {
  const { names } = options;
  const list = { indexes, isSorted: false };
  if (indexes.length <= SORTED_AT_ONCE) {
    return toSmallNode(options, list, 0, indexes.length, depth);
  }
  const length = yield* commonLength(names, indexes, depth);
  const amounts: (Amount | undefined)[] = [];
  for (let start = 0; start < indexes.length; start += STRIDE) {
    addAmounts(options, indexes, start, Math.min(start + STRIDE, indexes.length), amounts);
    yield;
  }
  let end: PrefixEnd | undefined;
  for (let start = 0; start < indexes.length; start += STRIDE) {
    end = prefixEnd(names, indexes, start, Math.min(start + STRIDE, indexes.length), length, end);
    yield;
  }
  return new Branch(options, list, { start: 0, end: indexes.length, length, depth }, amounts, end ?? "word");
}

/** Which names of a list a branch stands for: those at the places from `start` to `end`. */
interface BranchPlace {
  readonly start: number;
  readonly end: number;
  /** How many bytes they have in common, and how many of these are theirs alone. */
  readonly length: number;
  readonly depth: number;
}

/** A branch, with its folds. There may be ten thousands of them: what can be told from its place is not kept. */
class Branch implements PlanBranch {
  readonly groups: readonly number[];
  readonly amount: Amount;
  readonly amounts: readonly (Amount | undefined)[];
  readonly fold: PlanBranch["fold"];
  readonly groupFolds: PlanBranch["groupFolds"];
  readonly namesOnly: boolean;
  readonly choice = noChoice();
  groupChoices: PlanBranch["groupChoices"] = undefined;
  readonly #options: EntryOptions;
  readonly #list: NameList;
  readonly #start: number;
  readonly #end: number;
  readonly #length: number;
  #children: readonly PlanNode[] | undefined;

  constructor(
    options: EntryOptions,
    list: NameList,
    { start, end, length, depth }: BranchPlace,
    amounts: readonly (Amount | undefined)[],
    prefixEnds: PrefixEnd,
  ) {
    this.#options = options;
    this.#list = list;
    this.#start = start;
    this.#end = end;
    this.#length = length;
    const { prefix } = this;
    const { groups, amount, fold, groupFolds } = options.foldsOf(prefix, depth, amounts, prefixEnds);
    this.groups = groups;
    this.amount = amount;
    this.amounts = groups.length === 1 ? NONE : amounts;
    this.fold = fold;
    this.groupFolds = groupFolds;
    this.namesOnly = options.mustName(prefix);
  }

  get name(): undefined {
    return undefined;
  }

  get prefix(): ByteString {
    return this.#options.names.name(this.#list.indexes[this.#start] as number, 0, this.#length);
  }

  get directoriesOnly(): boolean {
    return this.groups.length === 1 && this.groups[0] === DIRECTORIES;
  }

  get isParted(): boolean {
    return this.#children !== undefined;
  }

  get children(): readonly PlanNode[] {
    if (this.#children === undefined) {
      runNow(this.part());
    }
    return this.#children as readonly PlanNode[];
  }

  *part(): Generator<void, void> {
    this.#children =
      this.#end - this.#start > SORTED_AT_ONCE
        ? yield* partMany(this.#options, this.#list.indexes, this.#length)
        : split(this.#options, this.#list, this.#start, this.#end, this.#length);
  }

  forget(): void {
    this.#children = undefined;
  }
}

const NONE: readonly never[] = [];

/** Parts many names by the byte at one place. */
function* partMany(options: EntryOptions, indexes: Uint32Array, at: number): Generator<void, PlanNode[]> {
  const children: PlanNode[] = [];
  for (const range of yield* splitUnsorted(options.names, indexes, at)) {
    if (range.byte === undefined) {
      children.push(...Array.from(range.indexes, (index) => new Leaf(options, index)));
    } else {
      children.push(yield* toPlanNode(options, range.indexes, at + 1));
    }
  }
  return children;
}

/** The tree of some of few names: those at the places from `start` to `end`, which begin with the same `depth` bytes. */
function toSmallNode(options: EntryOptions, list: NameList, start: number, end: number, depth: number): PlanNode {
  const { names } = options;
  const { indexes } = list;
  const first = indexes[start] as number;
  if (end - start === 1) {
    return new Leaf(options, first);
  }
  const length = list.isSorted
    ? commonLengthOfTwo(names, first, indexes[end - 1] as number, depth)
    : runNow(commonLength(names, indexes, depth));
  const amounts: (Amount | undefined)[] = [];
  addAmounts(options, indexes, start, end, amounts);
  const ends = prefixEnd(names, indexes, start, end, length);
  return new Branch(options, list, { start, end, length, depth }, amounts, ends);
}

/** Parts names that are in order by the byte at one place. */
function split(options: EntryOptions, list: NameList, start: number, end: number, at: number): PlanNode[] {
  const { names } = options;
  sortList(list, names);
  const { indexes } = list;
  const children: PlanNode[] = [];
  for (let from = start; from < end;) {
    const byte = names.byteAt(indexes[from] as number, at);
    // In a store a file and a directory may have the same name. Both end here, and each is on its own.
    const to = byte === undefined ? from + 1 : endOfRun(names, indexes, from, end, at);
    children.push(toSmallNode(options, list, from, to, at + 1));
    from = to;
  }
  return children;
}

class Leaf implements PlanLeaf {
  readonly name: NameOption;
  readonly #options: EntryOptions;

  constructor(options: EntryOptions, index: number) {
    this.name = options.nameOption(index);
    this.#options = options;
  }

  get prefix(): ByteString {
    return this.#options.names.name(this.name.index);
  }

  get groups(): readonly number[] {
    return this.#options.onlyGroup(this.#options.groupOf(this.name.index));
  }

  get amount(): Amount {
    const bytes = this.#options.names.lengthOf(this.name.index);
    return { count: 1, ...this.#options.worthOf(this.name.index), bytes, shortest: bytes };
  }

  get directoriesOnly(): boolean {
    return this.name.directory !== undefined;
  }
}

/** Adds up what is behind each group. */
function addAmounts(
  options: EntryOptions,
  indexes: Uint32Array,
  start: number,
  end: number,
  amounts: (Amount | undefined)[],
): void {
  const { names } = options;
  for (let at = start; at < end; at += 1) {
    const index = indexes[at] as number;
    const group = options.groupOf(index);
    const amount = (amounts[group] ??= noAmount());
    const { size, weight } = options.worthOf(index);
    amount.count += 1;
    amount.size += size;
    amount.weight += weight;
    const length = names.lengthOf(index);
    amount.bytes += length;
    amount.shortest = Math.min(amount.shortest, length);
  }
}
