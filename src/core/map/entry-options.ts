// What the entries of one directory can be shown as: each named, or some of them folded.
import type { ByteString } from "../byte-string.ts";
import type { CountedDirectory } from "./counted-directory.ts";
import { DIRECTORIES, type FoldGroup, type FoldGroups } from "./fold-groups.ts";
import { callsFor, toFoldOption } from "./fold-option.ts";
import { joinDirectories } from "./join-directories.ts";
import type { PackedNames } from "./packed-names.ts";
import { noChoice, startChoice, type Choice } from "./choice.ts";
import {
  addAmount,
  noAmount,
  type Amount,
  type FoldOption,
  type NameOption,
  type PlanBranch,
  type PlanSettings,
} from "./plan.ts";
import { isTelling, type PrefixEnd } from "./word-end.ts";
import { writeFold } from "./write-fold.ts";

/** How much less a directory is worth than its number of entries: most of a large one is alike. */
const WEIGHT_EXPONENT = 0.9;

const NONE = "" as ByteString;

/** What an entry that is no directory is worth. */
const ONE: Worth = { size: 1, weight: 1 };

const NO_FOLDS: readonly undefined[] = [];

type Worth = Pick<Amount, "size" | "weight">;

export class EntryOptions {
  readonly names: PackedNames;
  readonly groups: readonly FoldGroup[];
  readonly #directory: CountedDirectory;
  readonly #groupOf: Uint8Array;
  readonly #onlyGroups: number[][] = [];
  #named: Map<number, Choice> | undefined;
  readonly #settings: PlanSettings;

  constructor(directory: CountedDirectory, names: PackedNames, groups: FoldGroups, settings: PlanSettings) {
    this.names = names;
    this.groups = groups.groups;
    this.#directory = directory;
    this.#groupOf = groups.groupOf;
    this.#settings = settings;
  }

  groupOf(index: number): number {
    return this.#groupOf[index] as number;
  }

  /** A list of one group. There may be very many names in it. */
  onlyGroup(group: number): readonly number[] {
    return (this.#onlyGroups[group] ??= [group]);
  }

  /** What an entry stands for. */
  worthOf(index: number): Worth {
    const inside = this.groupOf(index) === DIRECTORIES ? this.#directory.directoryAt(index) : undefined;
    const size = 1 + (inside?.below ?? 0);
    return size === 1 ? ONE : { size, weight: size ** WEIGHT_EXPONENT };
  }

  /** An entry as it can be named. */
  nameOption(index: number): NameOption {
    const { names } = this;
    const { costs, budget } = this.#settings;
    const kind = names.kindOf(index);
    if (kind !== "directory") {
      const tokens = costs.name(names.name(index), kind);
      return { index, tokens, directory: undefined, choice: this.#namedFor(tokens) };
    }
    const { weight } = this.worthOf(index);
    const { closed, inside } = joinDirectories(this.#directory, names, index);
    const canOpen = inside?.names !== undefined && closed.count > 0;
    const directory = {
      closed,
      loss: closed.count === 0 ? 0 : weight * callsFor(closed.count, budget),
      weight,
      inside: canOpen ? inside : undefined,
      openTokens: canOpen ? costs.open(closed) : Infinity,
    };
    const tokens = costs.closed(closed);
    return { index, tokens, directory, choice: canOpen ? noChoice() : startChoice("closed", tokens, directory.loss) };
  }

  /** The choice for a name that can't be opened. Most take the same few numbers of tokens, and there may be very many. */
  #namedFor(tokens: number): Choice {
    this.#named ??= new Map();
    const known = this.#named.get(tokens);
    const choice = known ?? startChoice("closed", tokens, 0);
    if (known === undefined) {
      this.#named.set(tokens, choice);
    }
    return choice;
  }

  /**
   * The folds of names that begin alike, of all of them and of each group. `own`: how many bytes no other names begin with, so
   * that a fold may be written with only these. `end`: how the beginning ends.
   */
  foldsOf(
    prefix: ByteString,
    own: number,
    amounts: readonly (Amount | undefined)[],
    end: PrefixEnd,
  ): Pick<PlanBranch, "fold" | "groupFolds" | "groups" | "amount"> {
    const present: number[] = [];
    for (let group = 0; group < amounts.length; group += 1) {
      if (amounts[group] !== undefined) {
        present.push(group);
      }
    }
    const groups = present.length === 1 ? this.onlyGroup(present[0] as number) : present;
    const amount = sumOf(amounts, groups);
    const directoriesOnly = groups.length === 1 && groups[0] === DIRECTORIES;
    const { within } = this.#settings;
    const outer = within?.suffix ?? NONE;
    const letters = this.#spell(prefix, Math.max(own, within?.prefixLength ?? 0));
    if (letters === undefined || amount.shortest < letters.length + outer.length) {
      return { groups, amount, fold: undefined, groupFolds: NO_FOLDS };
    }
    const isShort = letters === "" || letters.length < prefix.length;
    const shownEnd = isShort ? "word" : end;
    if (groups.length === 1) {
      // An extension says something where the beginning of the names says little.
      const { suffix } = this.groups[groups[0] as number] as FoldGroup;
      const shown = isTelling(letters) || amount.shortest < letters.length + suffix.length ? NONE : suffix;
      const ending = shown.length < outer.length ? outer : shown;
      const fold = this.#foldOption(letters, ending, directoriesOnly, amount, shownEnd);
      return { groups, amount, fold, groupFolds: NO_FOLDS };
    }
    const fold = this.#foldOption(letters, outer, false, amount, shownEnd);
    const groupFolds: (FoldOption | undefined)[] = [];
    for (const group of groups) {
      const part = amounts[group] as Amount;
      const { suffix, isDirectory } = this.groups[group] as FoldGroup;
      if (part.count > 1 && part.shortest >= letters.length + suffix.length && !this.#clashes(group, groups)) {
        groupFolds[group] = this.#foldOption(letters, suffix, isDirectory, part, shownEnd);
      }
    }
    return { groups, amount, fold, groupFolds };
  }

  /** Whether no fold can begin with this and more: what can't be spelled is not just a character that goes on. */
  mustName(prefix: ByteString): boolean {
    return prefix !== "" && prefix.charCodeAt(prefix.length - 1) < 0x80 && !this.#settings.costs.canSpell(prefix);
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

  #foldOption(
    prefix: ByteString,
    suffix: ByteString,
    directoriesOnly: boolean,
    amount: Amount,
    end: PrefixEnd,
  ): FoldOption {
    const fold = { glob: writeFold(prefix, suffix, directoriesOnly), count: amount.count };
    return toFoldOption(fold, amount, this.#settings, end, isTelling(prefix + suffix));
  }

  /** Whether the fold of a group would match names of other groups that are present. */
  #clashes(group: number, present: readonly number[]): boolean {
    const { suffix } = this.groups[group] as FoldGroup;
    return (
      group !== DIRECTORIES &&
      present.some(
        (other) => other !== group && (suffix === "" || this.groups[other]?.suffix.endsWith(suffix) === true),
      )
    );
  }
}

/** What some groups are together. */
function sumOf(amounts: readonly (Amount | undefined)[], groups: readonly number[]): Amount {
  if (groups.length === 1) {
    return amounts[groups[0] as number] as Amount;
  }
  const sum = noAmount();
  for (const group of groups) {
    addAmount(sum, amounts[group] as Amount);
  }
  return sum;
}
