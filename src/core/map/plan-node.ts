// The tree of a directory's names. A place in it parts its names only when it is asked for its children: most never are.
import type { ByteString } from "../byte-string.ts";
import { noChoice, type Choice } from "./choice.ts";
import type { EntryOptions } from "./entry-options.ts";
import { STRIDE } from "./fold-groups.ts";
import { commonLength, commonLengthOfTwo, prefixEnd, splitUnsorted } from "./name-ranges.ts";
import type { PackedNames } from "./packed-names.ts";
import { noAmount, type Amount, type PlanNode } from "./plan.ts";
import { runNow } from "./yielding-work.ts";
import { isTelling, type PrefixEnd } from "./word-end.ts";

/** So few names are sorted in one go. More are parted byte by byte, right away, with pauses. */
const SORTED_AT_ONCE = 4096;

/** The tree of the names with these indexes, of which there must be one. Yields now and then, for other work. */
export function* toPlanNode(options: EntryOptions, indexes: Uint32Array, depth = 0): Generator<void, PlanNode> {
  const { names } = options;
  if (indexes.length <= SORTED_AT_ONCE) {
    return toSmallNode(options, { indexes, isSorted: false }, 0, indexes.length, depth);
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
  const prefix = names.name(indexes[0] as number, 0, length);
  const part = () => partMany(options, indexes, length);
  // Nobody parts numbers behind a word, unless that is all there is.
  const isNumbered = depth > 0 && end === "number" && isTelling(prefix);
  const known = isNumbered ? undefined : yield* part();
  return new Branch(
    options.foldsOf(prefix, depth, amounts, end ?? "word"),
    prefix,
    amounts,
    options,
    () => known ?? runNow(part()),
  );
}

/** A branch, with its folds. Its children are found out when they are asked for. */
class Branch implements PlanNode {
  readonly name = undefined;
  readonly prefix: ByteString;
  readonly groups: readonly number[];
  readonly amount: Amount;
  readonly amounts: readonly (Amount | undefined)[];
  readonly directoriesOnly: boolean;
  readonly namesOnly: boolean;
  readonly fold: PlanNode["fold"];
  readonly groupFolds: PlanNode["groupFolds"];
  readonly choice = noChoice();
  readonly groupChoices: Choice[] = [];
  readonly #part: () => readonly PlanNode[];
  #children: readonly PlanNode[] | undefined;

  constructor(
    folds: ReturnType<EntryOptions["foldsOf"]>,
    prefix: ByteString,
    amounts: readonly (Amount | undefined)[],
    options: EntryOptions,
    part: () => readonly PlanNode[],
  ) {
    this.prefix = prefix;
    this.groups = folds.groups;
    this.amount = folds.amount;
    this.amounts = amounts;
    this.directoriesOnly = folds.directoriesOnly;
    this.namesOnly = options.mustName(prefix);
    this.fold = folds.fold;
    this.groupFolds = folds.groupFolds;
    this.#part = part;
  }

  get children(): readonly PlanNode[] {
    this.#children ??= this.#part();
    return this.#children;
  }
}

/** Parts many names by the byte at one place. */
function* partMany(options: EntryOptions, indexes: Uint32Array, at: number): Generator<void, PlanNode[]> {
  const children: PlanNode[] = [];
  for (const range of yield* splitUnsorted(options.names, indexes, at)) {
    if (range.byte === undefined) {
      children.push(...Array.from(range.indexes, (index) => toLeaf(options, index)));
    } else {
      children.push(yield* toPlanNode(options, range.indexes, at + 1));
    }
  }
  return children;
}

/** Indexes of names, which are put in order when that is needed. */
interface FewNames {
  readonly indexes: Uint32Array;
  isSorted: boolean;
}

/** The tree of some of few names: those at the places from `start` to `end`, which begin with the same `depth` bytes. */
function toSmallNode(options: EntryOptions, few: FewNames, start: number, end: number, depth: number): PlanNode {
  const { names } = options;
  const { indexes } = few;
  const first = indexes[start] as number;
  if (end - start === 1) {
    return toLeaf(options, first);
  }
  const length = few.isSorted
    ? commonLengthOfTwo(names, first, indexes[end - 1] as number, depth)
    : runNow(commonLength(names, indexes, depth));
  const prefix = names.name(first, 0, length);
  const amounts: (Amount | undefined)[] = [];
  addAmounts(options, indexes, start, end, amounts);
  const folds = options.foldsOf(prefix, depth, amounts, prefixEnd(names, indexes, start, end, length));
  return new Branch(folds, prefix, amounts, options, () => split(options, few, start, end, length));
}

/** Parts names that are in order by the byte at one place. */
function split(options: EntryOptions, few: FewNames, start: number, end: number, at: number): PlanNode[] {
  const { names } = options;
  sortFew(few, names);
  const { indexes } = few;
  const children: PlanNode[] = [];
  for (let from = start; from < end;) {
    const byte = names.byteAt(indexes[from] as number, at);
    let to = from + 1;
    // In a store a file and a directory may have the same name. Both end here, and each is on its own.
    const last = byte === undefined ? to : end;
    while (to < last && names.byteAt(indexes[to] as number, at) === byte) {
      to += 1;
    }
    children.push(toSmallNode(options, few, from, to, at + 1));
    from = to;
  }
  return children;
}

function sortFew(few: FewNames, names: PackedNames): void {
  if (!few.isSorted) {
    // Small directories come in order from most disks.
    if (!areSorted(few.indexes, names)) {
      few.indexes.sort((one, other) => names.compare(one, other));
    }
    few.isSorted = true;
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

function toLeaf(options: EntryOptions, index: number): PlanNode {
  const name = options.nameOption(index);
  const { size, weight } = options.worthOf(index);
  const bytes = options.names.lengthOf(index);
  return {
    name,
    prefix: options.names.name(index),
    groups: [options.groupOf(index)],
    amount: { count: 1, size, weight, bytes, shortest: bytes },
    amounts: [],
    directoriesOnly: name.directory !== undefined,
    namesOnly: false,
    fold: undefined,
    groupFolds: [],
    choice: name.choice,
    groupChoices: [],
    children: [],
  };
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
