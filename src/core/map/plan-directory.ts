// Plans what can be shown of a directory: a tree of its names, with the folds that can be written and what everything costs.
import type { ByteString } from "../byte-string.ts";
import type { CountedDirectory } from "./counted-directory.ts";
import { DIRECTORIES, toFoldGroups, type FoldGroup } from "./fold-groups.ts";
import { callsFor, toFoldOption } from "./fold-option.ts";
import { joinDirectories } from "./join-directories.ts";
import { leastOf } from "./least-tokens.ts";
import { buildTrie, isLeaf, type Amount, type TrieNode } from "./name-trie.ts";
import { DROPPED, PackedNames } from "./packed-names.ts";
import { noChoice, type FoldOption, type NameOption, type Plan, type PlanNode, type PlanSettings } from "./plan.ts";
import { isTelling } from "./word-end.ts";
import { overlap, writeFold } from "./write-fold.ts";

/** How much less a directory is worth than its number of entries: most of a large one is alike. */
const WEIGHT_EXPONENT = 0.9;

/** Only object stores have such names. No wildcard matches them. */
const UNMATCHED: ReadonlySet<string> = new Set(["", ".", ".."]);

const NONE = "" as ByteString;

/** The plan of a directory whose names are known. Yields now and then, for other work. */
export function* planDirectory(directory: CountedDirectory, settings: PlanSettings): Generator<void, Plan> {
  const names = directory.names ?? new PackedNames();
  const groups = yield* toFoldGroups(names, settings.costs.canSpell);
  const planner = new Planner(directory, names, groups.groups, settings);
  const always: NameOption[] = [];
  const indexes = new Uint32Array(names.length);
  let count = 0;
  for (let index = 0; index < names.length; index += 1) {
    if (names.has(index, DROPPED)) {
      continue;
    }
    if (names.lengthOf(index) <= 2 && UNMATCHED.has(names.name(index))) {
      always.push(planner.nameOption(index));
    } else {
      indexes[count] = index;
      count += 1;
    }
  }
  const mostBranches = Math.min(Math.max(BRANCHES_PER_TOKEN * settings.budget, LEAST_BRANCHES), MOST_BRANCHES);
  const source = { names, groups, amountOf: (index: number) => planner.amountOf(index), mostBranches };
  const trie = count === 0 ? undefined : yield* buildTrie(source, indexes.subarray(0, count));
  const root = trie && planner.toNode(trie, settings.within?.prefixLength ?? 0);
  const weight = Math.max(1, always.length + (root?.amount.weight ?? 0));
  return { root, always, weight, names, isEmpty: root === undefined && always.length === 0, isCut: directory.isCut };
}

const BRANCHES_PER_TOKEN = 4;
const LEAST_BRANCHES = 1024;
const MOST_BRANCHES = 65_536;

class Planner {
  readonly #directory: CountedDirectory;
  readonly #names: PackedNames;
  readonly #groups: readonly FoldGroup[];
  readonly #settings: PlanSettings;

  constructor(directory: CountedDirectory, names: PackedNames, groups: readonly FoldGroup[], settings: PlanSettings) {
    this.#directory = directory;
    this.#names = names;
    this.#groups = groups;
    this.#settings = settings;
  }

  /** What a directory among the entries stands for. */
  amountOf(index: number): Omit<Amount, "count"> {
    const size = 1 + (this.#directory.directories.get(index)?.below ?? 0);
    return { size, weight: size ** WEIGHT_EXPONENT };
  }

  /** `own`: how many bytes no other names begin with. A fold may be written with only these. */
  toNode(node: TrieNode, own: number): PlanNode {
    if (isLeaf(node)) {
      const name = this.nameOption(node.index);
      const isDirectory = name.directory !== undefined;
      const least = Math.min(name.tokens, name.directory?.openTokens ?? Infinity);
      return {
        name,
        children: [],
        groups: [node.group],
        prefix: this.#names.name(node.index),
        amount: { count: 1, ...(isDirectory ? this.amountOf(node.index) : { size: 1, weight: 1 }) },
        directoriesOnly: isDirectory,
        fold: undefined,
        groupFolds: [],
        least,
        leastSplit: least,
        leastOfGroups: [],
        leastGroupSplit: [],
        choice: noChoice(),
        groupChoices: [],
      };
    }
    const { prefix, amounts, isWord } = node;
    const children = (node.children ?? []).map((child) => this.toNode(child, prefix.length + 1));
    const present = amounts.flatMap((amount, group) => (amount === undefined ? [] : [group]));
    const amount = addAll(amounts);
    const directoriesOnly = present.every((group) => this.#groups[group]?.isDirectory === true);
    const groupChoices = present.length === 1 ? [] : amounts.map(noChoice);
    const common = { name: undefined, children, groups: present, prefix, amount, directoriesOnly };
    const base = { ...common, choice: noChoice(), groupChoices };
    const outer = this.#settings.within?.suffix ?? NONE;
    const letters = this.#spell(prefix, own);
    if (letters === undefined || overlap(letters, outer)) {
      return { ...base, fold: undefined, groupFolds: [], ...leastOf(children, present, [], undefined) };
    }
    const isTold = isWord || letters === "" || letters.length < prefix.length;
    const option = (part: Amount, ending: ByteString, isOfDirectories: boolean): FoldOption => {
      const fold = { glob: writeFold(letters, ending, isOfDirectories), count: part.count };
      return toFoldOption(fold, part, { ...this.#settings, isWord: isTold, isTelling: isTelling(letters + ending) });
    };
    const [only] = present as [number];
    const alone = present.length === 1 ? this.#groups[only] : undefined;
    // An extension says something where the beginning of the names says little.
    const suffix = alone !== undefined && !isTelling(letters) && !overlap(letters, alone.suffix) ? alone.suffix : NONE;
    const fold = option(amount, suffix.length < outer.length ? outer : suffix, directoriesOnly);
    const groupFolds = amounts.map((part, group) => {
      const { suffix: ending, isDirectory } = this.#groups[group] as FoldGroup;
      const isOne = part === undefined || part.count < 2 || alone !== undefined;
      const isExact = !isOne && !overlap(letters, ending) && !this.#clashes(group, present);
      return isExact ? option(part, ending, isDirectory) : undefined;
    });
    return { ...base, fold, groupFolds, ...leastOf(children, present, groupFolds, fold) };
  }

  /** As many letters of a prefix as a fold may have, but not fewer than `least`. */
  #spell(prefix: ByteString, least: number): ByteString | undefined {
    for (let end = prefix.length; end >= least; end -= 1) {
      const letters = prefix.slice(0, end) as ByteString;
      if (this.#settings.costs.canSpell(letters)) {
        return letters;
      }
    }
    return undefined;
  }

  /** An entry as it can be named. */
  nameOption(index: number): NameOption {
    const names = this.#names;
    const kind = names.kindOf(index);
    const { costs, budget } = this.#settings;
    if (kind !== "directory") {
      return { index, tokens: costs.name(names.name(index), kind), choice: noChoice() };
    }
    const { weight } = this.amountOf(index);
    const { closed, inside } = joinDirectories(this.#directory, names, index);
    const loss = closed.count === 0 ? 0 : weight * callsFor(closed.count, budget);
    const canOpen = inside?.names !== undefined && closed.count > 0;
    const openTokens = canOpen ? costs.open(closed) : Infinity;
    const directory = { closed, loss, weight, inside: canOpen ? inside : undefined, openTokens };
    return { index, tokens: costs.closed(closed), choice: noChoice(), directory };
  }

  /** Whether the fold of a group would match names of other groups that are present. */
  #clashes(group: number, present: readonly number[]): boolean {
    const { suffix } = this.#groups[group] as FoldGroup;
    return (
      group !== DIRECTORIES &&
      present.some(
        (other) => other !== group && (suffix === "" || this.#groups[other]?.suffix.endsWith(suffix) === true),
      )
    );
  }
}

export function addAll(amounts: readonly (Amount | undefined)[]): Amount {
  const all = { count: 0, size: 0, weight: 0 };
  for (const amount of amounts) {
    all.count += amount?.count ?? 0;
    all.size += amount?.size ?? 0;
    all.weight += amount?.weight ?? 0;
  }
  return all;
}
