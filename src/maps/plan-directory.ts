// Plans what can be shown of a directory: a tree of its names by what they begin with. A branch of it splits its names only when it
// is asked for its children, and sorts them only as far as that takes: most are never looked at, and there may be a million.
import type { ByteString } from "../core/byte-string.ts";
import type { Choice } from "./choice.ts";
import type { CountedDirectory } from "./counted-directory.ts";
import { EntryOptions, type NamePart, type NameParts, type RangeCosts } from "./entry-options.ts";
import { EVERYTHING, toFoldGroups } from "./fold-groups.ts";
import { DROPPED, PackedNames } from "./packed-names.ts";
import {
  addAmount,
  addEntry,
  noAmount,
  type Amount,
  type FoldOption,
  type NameOption,
  type PlanSettings,
} from "./plan.ts";
import { isDigit, prefixEndBetween, type PrefixEnd } from "./write-fold.ts";
import { inTurns, runNow, STRIDE } from "./yielding-work.ts";

export interface Plan {
  /** Undefined if there is nothing to show but `always`. */
  readonly root: PlanNode | undefined;
  /** Names that no glob matches are always shown. */
  readonly always: readonly NameOption[];
  /** What the entries are worth together. */
  readonly weight: number;
  readonly entries: EntryOptions;
  /** The entries at the root, in any order. */
  readonly indexes: Uint32Array;
  /** Whether the directory was not read to its end. */
  readonly isCut: boolean;
}

/** A place in the tree of names: a single name, or several that begin alike. */
export type PlanNode = Leaf | Branch;

/** Only object stores have such names. No wildcard matches them. */
const UNMATCHED: ReadonlySet<string> = new Set(["", ".", ".."]);

/** The plan of a directory whose names are known. Yields now and then, for other work. */
export function* planDirectory(directory: CountedDirectory, settings: PlanSettings): Generator<void, Plan> {
  const names = directory.names ?? new PackedNames();
  const groups = yield* toFoldGroups(names, settings.costs.canSpell);
  const entries = new EntryOptions(directory, names, groups, settings);
  const always: NameOption[] = [];
  const all = new Uint32Array(names.length);
  let count = 0;
  yield* inTurns(names.length, (index) => {
    if (names.has(index, DROPPED)) {
      return;
    }
    if (names.lengthOf(index) <= 2 && UNMATCHED.has(names.name(index))) {
      always.push(entries.nameOption(index));
    } else {
      all[count] = index;
      count += 1;
    }
  });
  const indexes = all.subarray(0, count);
  const run = { order: indexes, start: 0, end: count, depth: 0, isSorted: false };
  const root =
    count > 1 ? yield* toBranch(entries, run) : count === 1 ? new Leaf(entries, indexes[0] as number) : undefined;
  const weight = Math.max(1, always.length + (root?.amount.weight ?? 0));
  return { root, always, weight, entries, indexes, isCut: directory.isCut };
}

/** So few names are sorted in one go. */
const SORTED_AT_ONCE = 4096;

/** How much there is in each group. */
type Amounts = (Amount | undefined)[];

/** Names that begin alike: those at the places from `start` to `end` of a list of the directory's names. */
interface NameRun {
  readonly order: Uint32Array;
  readonly start: number;
  readonly end: number;
  /** How many bytes they are known to have in common, and no other names begin with. */
  readonly depth: number;
  readonly isSorted: boolean;
}

/** The branch of a run of names. Yields now and then, for other work. */
function* toBranch(entries: EntryOptions, run: NameRun): Generator<void, Branch> {
  const { order, start, end, isSorted } = run;
  const { names } = entries;
  let length = Infinity;
  // Where names are in order, the first and the last have the least in common.
  for (let from = isSorted ? end - 1 : start; from < end; from += STRIDE) {
    if (from > start && !isSorted) {
      yield;
    }
    length = Math.min(length, commonLength(names, run, from, Math.min(from + STRIDE, end)));
  }
  const amounts: Amounts = [];
  let prefixEnd: PrefixEnd | undefined;
  for (let from = start; from < end; from += STRIDE) {
    if (from > start) {
      yield;
    }
    const to = Math.min(from + STRIDE, end);
    addAmounts(entries, order, from, to, amounts);
    prefixEnd = endOfPrefix(names, order, from, to, length, prefixEnd);
  }
  return new Branch(entries, run, length, amounts, prefixEnd);
}

/** How many bytes the names at some places of a run have in common with its first name. */
function commonLength(names: PackedNames, { order, start, depth }: NameRun, from: number, to: number): number {
  const first = order[start] as number;
  let length = names.lengthOf(first);
  for (let place = from; place < to && length > depth; place += 1) {
    const index = order[place] as number;
    const most = Math.min(length, names.lengthOf(index));
    length = depth;
    while (length < most && names.byteAt(first, length) === names.byteAt(index, length)) {
      length += 1;
    }
  }
  return length;
}

/** Adds up what the names at some places are, by their groups. */
function addAmounts(entries: EntryOptions, order: Uint32Array, start: number, end: number, amounts: Amounts): void {
  for (let place = start; place < end; place += 1) {
    const index = order[place] as number;
    const amount = (amounts[entries.groupOf(index)] ??= noAmount());
    addEntry(amount, entries.worthOf(index), entries.names.lengthOf(index));
  }
}

/** How a beginning of `at` bytes ends in the names at some places. `known`: how it ends in others that have it, too. */
function endOfPrefix(
  names: PackedNames,
  order: Uint32Array,
  start: number,
  end: number,
  at: number,
  known?: PrefixEnd,
): PrefixEnd | undefined {
  const before = at === 0 ? 0 : (names.byteAt(order[start] as number, at - 1) as number);
  let found = known;
  for (let place = start; place < end && found !== "letters"; place += 1) {
    const here = prefixEndBetween(before, names.byteAt(order[place] as number, at));
    // Some names go on with a number, and others don't: within a number that is the end of no word.
    found = found === undefined || found === here ? here : isDigit(before) || here === "letters" ? "letters" : "word";
  }
  return found;
}

/** A single name. There may be ten thousands of them, so nothing is kept that is easily found out again. */
class Leaf {
  readonly name: NameOption;
  readonly #entries: EntryOptions;

  constructor(entries: EntryOptions, index: number) {
    this.name = entries.nameOption(index);
    this.#entries = entries;
  }

  get prefix(): ByteString {
    return this.#entries.names.name(this.name.index);
  }

  get amount(): Amount {
    const amount = noAmount();
    addEntry(amount, this.#entries.worthOf(this.name.index), this.#entries.names.lengthOf(this.name.index));
    return amount;
  }

  get indexes(): readonly number[] {
    return [this.name.index];
  }

  has(group: number): boolean {
    return group === EVERYTHING || group === this.#entries.groupOf(this.name.index);
  }
}

/** Several names that begin alike. */
export class Branch implements NamePart {
  readonly name = undefined;
  readonly amount: Amount;
  readonly fold: FoldOption | undefined;
  choice: Choice | undefined = undefined;
  owner: object | undefined = undefined;
  /** The groups that have names here. */
  readonly groups: readonly number[];
  /** Whether no fold can be written of only some of the names: their beginning has what no fold may have. */
  readonly namesOnly: boolean;
  readonly #parts: NameParts["parts"];
  readonly #entries: EntryOptions;
  readonly #order: Uint32Array;
  readonly #start: number;
  readonly #end: number;
  /** How many bytes the names have in common. */
  readonly #length: number;
  #isSorted: boolean;
  #children: readonly PlanNode[] | undefined = undefined;
  #rangeCosts: RangeCosts | undefined = undefined;

  constructor(
    entries: EntryOptions,
    { order, start, end, depth, isSorted }: NameRun,
    length: number,
    amounts: Amounts,
    prefixEnd: PrefixEnd = "word",
  ) {
    this.#entries = entries;
    this.#order = order;
    this.#start = start;
    this.#end = end;
    this.#length = length;
    this.#isSorted = isSorted;
    const { prefix } = this;
    const { amount, fold, groups, parts } = entries.partsOf(prefix, depth, amounts, prefixEnd);
    this.amount = amount;
    this.fold = fold;
    this.groups = groups;
    this.namesOnly = entries.mustName(prefix);
    this.#parts = parts;
  }

  /** What all of the names begin with. */
  get prefix(): ByteString {
    return this.#entries.names.name(this.#order[this.#start] as number, 0, this.#length);
  }

  get indexes(): Uint32Array {
    return this.#order.subarray(this.#start, this.#end);
  }

  has(group: number): boolean {
    return group === EVERYTHING || this.groups.includes(group);
  }

  /** Its names of a group. */
  partOf(group: number): NamePart {
    return group === EVERYTHING || this.groups.length === 1 ? this : (this.#parts[group] as NamePart);
  }

  /** What folds of some of its branches cost, by their letters. */
  get rangeCosts(): RangeCosts {
    this.#rangeCosts ??= this.#entries.rangeCosts(this.prefix);
    return this.#rangeCosts;
  }

  /** Which alphabet the letter of a branch is from; undefined if no range of letters can have it. */
  alphabetOf({ prefix }: PlanNode, { shortest }: Amount): string | undefined {
    return this.#entries.alphabetOf(prefix, this.#length, shortest);
  }

  /** The fold of some branches that follow each other, or of their names of a group, by their letters. */
  rangeOf(branches: readonly PlanNode[], group: number): FoldOption {
    const amount = noAmount();
    branches.forEach((branch) => addAmount(amount, amountOf(branch, group)));
    const letters = [branches[0], branches.at(-1)].map((branch) => branch?.prefix.charAt(this.#length));
    return this.#entries.rangeOption(this.prefix, letters as [ByteString, ByteString], group, amount);
  }

  get isSplit(): boolean {
    return this.#children !== undefined;
  }

  /** The names by how they go on. */
  get children(): readonly PlanNode[] {
    if (this.#children === undefined) {
      runNow(this.split());
    }
    return this.#children as readonly PlanNode[];
  }

  /** Finds out the children. Yields now and then, for other work. */
  *split(): Generator<void, void> {
    const { names } = this.#entries;
    const [order, start, end, at] = [this.#order, this.#start, this.#end, this.#length];
    const isSorted = end - start <= SORTED_AT_ONCE;
    if (!isSorted) {
      yield* sortByByte(names, this.indexes, at);
    } else if (!this.#isSorted) {
      sortNames(names, this.indexes);
      this.#isSorted = true;
    }
    const children: PlanNode[] = [];
    for (let from = start; from < end;) {
      const byte = names.byteAt(order[from] as number, at);
      // In a store a file and a directory may have the same name. Both end here, and each is on its own.
      const to = byte === undefined ? from + 1 : endOfRun(names, order, from, end, at);
      if (to - from === 1) {
        children.push(new Leaf(this.#entries, order[from] as number));
      } else {
        const run = { order, start: from, end: to, depth: at + 1, isSorted };
        children.push(yield* toBranch(this.#entries, run));
      }
      from = to;
    }
    this.#children = children;
  }

  /** Drops the children until they are asked for again. */
  forget(): void {
    this.#children = undefined;
  }
}

/** How much a node has of a group. */
export function amountOf(node: PlanNode, group: number): Amount {
  return node.name === undefined ? node.partOf(group).amount : node.amount;
}

/** Where the names end that have the same byte at one place as the first one. They are in order, so not all are looked at. */
function endOfRun(names: PackedNames, order: Uint32Array, first: number, end: number, at: number): number {
  const byte = names.byteAt(order[first] as number, at);
  const isSame = (place: number) => names.byteAt(order[place] as number, at) === byte;
  let last = first;
  let step = 1;
  while (last + step < end && isSame(last + step)) {
    last += step;
    step *= 2;
  }
  let after = Math.min(last + step, end);
  while (after - last > 1) {
    const middle = (last + after) >> 1;
    if (isSame(middle)) {
      last = middle;
    } else {
      after = middle;
    }
  }
  return after;
}

/** Sorts names, unless they are in order: small directories come like that from most disks. */
function sortNames(names: PackedNames, indexes: Uint32Array): void {
  if (indexes.some((index, place) => place > 0 && names.compare(indexes[place - 1] as number, index) > 0)) {
    indexes.sort((one, other) => names.compare(one, other));
  }
}

/** Sorts many names by one byte, with pauses. Those that end before it come first. */
function* sortByByte(names: PackedNames, indexes: Uint32Array, at: number): Generator<void, void> {
  const bucketOf = (index: number) => 1 + (names.byteAt(index, at) ?? -1);
  /** Where the next name of each bucket goes. */
  const next = new Uint32Array(258);
  yield* inTurns(indexes.length, (place) => {
    const bucket = bucketOf(indexes[place] as number);
    next[bucket + 1] = (next[bucket + 1] as number) + 1;
  });
  for (let bucket = 1; bucket < next.length; bucket += 1) {
    next[bucket] = (next[bucket] as number) + (next[bucket - 1] as number);
  }
  const sorted = new Uint32Array(indexes.length);
  yield* inTurns(indexes.length, (place) => {
    const index = indexes[place] as number;
    const bucket = bucketOf(index);
    sorted[next[bucket] as number] = index;
    next[bucket] = (next[bucket] as number) + 1;
  });
  indexes.set(sorted);
}
