// What the entries of one directory can be shown as: each named, or some of them folded.
import type { ByteString } from "../core/byte-string.ts";
import { Choice } from "./choice.ts";
import { joinDirectories, type CountedDirectory } from "./counted-directory.ts";
import { DIRECTORIES, EVERYTHING, type FoldGroup, type FoldGroups } from "./fold-groups.ts";
import { IGNORED, type PackedNames } from "./packed-names.ts";
import {
  addAmount,
  callsFor,
  lossOfFold,
  noAmount,
  toFoldOption,
  type Amount,
  type FoldOption,
  type Kept,
  type NameOption,
  type PlanSettings,
  type Worth,
} from "./plan.ts";
import { isTelling, spell, writeFold, writeRange, type PrefixEnd } from "./write-fold.ts";

/** How much less a directory is worth than its number of entries: most of a large one is alike. */
const WEIGHT_EXPONENT = 0.9;

/** How many of those who look for something in the directory open a fold in vain if it does not tell what it is about. */
const IN_VAIN = 0.06;

const NONE = "" as ByteString;

/** What an entry that is no directory is worth. */
const ONE: Worth = { size: 1, directories: 0, isPartial: false, weight: 1 };

/** What a directory is worth that is not counted: an ignored one, and one for which the bounds left nothing. */
const IGNORED_DIRECTORY: Worth = { ...ONE, directories: 1 };
const UNCOUNTED_DIRECTORY: Worth = { ...IGNORED_DIRECTORY, isPartial: true };

/** Names that begin alike: all of them, or those of one group. */
export interface NamePart extends Kept {
  readonly amount: Amount;
  /** The fold of all of them; undefined if none can be written. */
  readonly fold: FoldOption | undefined;
}

/** Names that begin alike, and what each group has of them. */
export interface NameParts extends Pick<NamePart, "amount" | "fold"> {
  /** The groups that have names. */
  readonly groups: readonly number[];
  /** The names of each group, if there are several groups. */
  readonly parts: readonly (NamePart | undefined)[];
}

/** What folds of some branches of a node cost, by their letters. */
export interface RangeCosts {
  /** Whether such folds can be written. */
  readonly canSpell: boolean;
  readonly isTelling: boolean;
  /** More or less. */
  readonly tokensOf: (directories: number) => number;
  readonly lossOf: (size: number, weight: number) => number;
}

/** Letters that a range may have. Nobody knows by heart what is between a sign and a letter. */
const ALPHABETS: readonly (readonly [string, string])[] = [
  ["a", "z"],
  ["A", "Z"],
  ["0", "9"],
];

const NO_PARTS: readonly undefined[] = [];

export class EntryOptions {
  readonly names: PackedNames;
  readonly #groups: readonly FoldGroup[];
  readonly #directory: CountedDirectory;
  readonly #groupOf: Uint8Array;
  readonly #onlyGroups: (readonly number[])[] = [];
  readonly #named = new Map<number, Choice>();
  readonly #settings: PlanSettings;

  constructor(
    directory: CountedDirectory,
    names: PackedNames,
    { groups, groupOf }: FoldGroups,
    settings: PlanSettings,
  ) {
    this.names = names;
    this.#groups = groups;
    this.#directory = directory;
    this.#groupOf = groupOf;
    this.#settings = { ...settings, inVain: IN_VAIN * directory.below ** WEIGHT_EXPONENT };
  }

  groupOf(index: number): number {
    return this.#groupOf[index] as number;
  }

  /** What an entry stands for. */
  worthOf(index: number): Worth {
    if (this.groupOf(index) !== DIRECTORIES) {
      return ONE;
    }
    const inside = this.#directory.directoryAt(index);
    if (inside === undefined) {
      return this.names.has(index, IGNORED) ? IGNORED_DIRECTORY : UNCOUNTED_DIRECTORY;
    }
    const size = 1 + inside.below;
    const isPartial = inside.isPartial || inside.problem !== undefined;
    return { size, directories: 1, isPartial, weight: size ** WEIGHT_EXPONENT };
  }

  /** An entry as it can be named. */
  nameOption(index: number): NameOption {
    const { names } = this;
    const { costs, budget } = this.#settings;
    const kind = names.kindOf(index);
    if (kind !== "directory") {
      return { index, closed: this.#namedFor(costs.name(names.name(index), kind)), directory: undefined };
    }
    const { weight } = this.worthOf(index);
    const { closed, inside, staysClosed } = joinDirectories(this.#directory, names, index);
    const canOpen = !staysClosed && inside?.names !== undefined && closed.count > 0;
    const directory = {
      closed,
      weight,
      inside: canOpen ? inside : undefined,
      openTokens: canOpen ? costs.open(closed) : Infinity,
      choice: undefined,
      owner: undefined,
    };
    const loss = closed.count === 0 ? 0 : weight * callsFor(closed.count, budget);
    return { index, closed: new Choice("closed", costs.closed(closed), loss), directory };
  }

  /** A name that can't be opened. Most take the same few numbers of tokens, and there may be very many. */
  #namedFor(tokens: number): Choice {
    let choice = this.#named.get(tokens);
    if (choice === undefined) {
      choice = new Choice("closed", tokens, 0);
      this.#named.set(tokens, choice);
    }
    return choice;
  }

  /**
   * Names that begin alike, with their folds: of all of them, and of each group if there are several. `own`: how many bytes no other
   * names begin with, so that a fold may be written with only these. `end`: how the beginning ends.
   */
  partsOf(prefix: ByteString, own: number, amounts: readonly (Amount | undefined)[], end: PrefixEnd): NameParts {
    const { within, costs } = this.#settings;
    const outer = within?.suffix ?? NONE;
    const groups = this.#groupsIn(amounts);
    const only = groups.length === 1 ? (groups[0] as number) : undefined;
    const amount = only === undefined ? sumOf(amounts, groups) : (amounts[only] as Amount);
    const letters = spell(prefix, Math.max(own, within?.prefixLength ?? 0), costs.canSpell);
    if (letters === undefined || amount.shortest < letters.length + outer.length) {
      const parts = only === undefined ? amounts.map((part) => part && toPart(part)) : NO_PARTS;
      return { groups, amount, fold: undefined, parts };
    }
    const shownEnd = letters === "" || letters.length < prefix.length ? "word" : end;
    if (only !== undefined) {
      const { suffix, isDirectory } = this.#groups[only] as FoldGroup;
      // An extension says something where the beginning of the names says little.
      const shown = isTelling(letters) || amount.shortest < letters.length + suffix.length ? NONE : suffix;
      const ending = shown.length < outer.length ? outer : shown;
      const fold = this.#foldOption(letters, ending, isDirectory, amount, shownEnd);
      return { groups, amount, fold, parts: NO_PARTS };
    }
    const fold = this.#foldOption(letters, outer, false, amount, shownEnd);
    const parts: NamePart[] = [];
    for (const group of groups) {
      const part = amounts[group] as Amount;
      const { suffix, isDirectory } = this.#groups[group] as FoldGroup;
      const canFold =
        part.count > 1 && part.shortest >= letters.length + suffix.length && !this.#clashes(group, groups);
      parts[group] = toPart(part, canFold ? this.#foldOption(letters, suffix, isDirectory, part, shownEnd) : undefined);
    }
    return { groups, amount, fold, parts };
  }

  /** The groups that have names. */
  #groupsIn(amounts: readonly (Amount | undefined)[]): readonly number[] {
    const groups: number[] = [];
    for (let group = 0; group < amounts.length; group += 1) {
      if (amounts[group] !== undefined) {
        groups.push(group);
      }
    }
    // There may be very many branches of a single group, which share their list.
    return groups.length === 1 ? (this.#onlyGroups[groups[0] as number] ??= groups) : groups;
  }

  /** Whether no fold can begin with this and more: what can't be spelled is not just a character that goes on. */
  mustName(prefix: ByteString): boolean {
    return prefix !== "" && prefix.charCodeAt(prefix.length - 1) < 0x80 && !this.#settings.costs.canSpell(prefix);
  }

  #foldOption(
    prefix: ByteString,
    suffix: ByteString,
    directoriesOnly: boolean,
    amount: Amount,
    end: PrefixEnd,
  ): FoldOption {
    const glob = writeFold(prefix, suffix, directoriesOnly);
    return toFoldOption(glob, amount, this.#settings, end, isTelling(prefix + suffix));
  }

  /** Which alphabet the letter is from with which names go on after so many bytes; undefined if they can be in no range of letters. */
  alphabetOf(prefix: ByteString, length: number, shortest: number): string | undefined {
    const { within } = this.#settings;
    const letter = prefix.charAt(length);
    const least = Math.max(length + 1, within?.prefixLength ?? 0);
    if (letter === "" || length + 1 < least || shortest < least + (within?.suffix.length ?? 0)) {
      return undefined;
    }
    return ALPHABETS.find(([first, last]) => letter >= first && letter <= last)?.[0];
  }

  /** What folds of some names cost that begin with a prefix, by the next letter. */
  rangeCosts(prefix: ByteString): RangeCosts {
    const { costs, within } = this.#settings;
    const glob = writeRange(prefix, ["a", "z"] as [ByteString, ByteString], within?.suffix ?? NONE, false);
    const ofFiles = costs.fold({ glob, count: 10 });
    const ofDirectories = costs.fold({ glob, count: 10, below: 1000 });
    const tells = isTelling(prefix);
    return {
      canSpell: costs.canSpell(prefix),
      isTelling: tells,
      tokensOf: (directories) => (directories === 0 ? ofFiles : ofDirectories),
      lossOf: (size, weight) => lossOfFold({ size, weight }, this.#settings, "letters", tells),
    };
  }

  /** The fold of the names of a group that begin with a prefix and one of the letters from `low` to `high`. */
  rangeOption(prefix: ByteString, letters: [ByteString, ByteString], group: number, amount: Amount): FoldOption {
    const own = group === EVERYTHING ? NONE : (this.#groups[group] as FoldGroup).suffix;
    const outer = this.#settings.within?.suffix ?? NONE;
    const suffix = own.length < outer.length ? outer : own;
    const glob = writeRange(prefix, letters, suffix, amount.directories === amount.count);
    return toFoldOption(glob, amount, this.#settings, "letters", isTelling(prefix + suffix));
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

function toPart(amount: Amount, fold?: FoldOption): NamePart {
  return { amount, fold, choice: undefined, owner: undefined };
}

/** What some groups are together. */
function sumOf(amounts: readonly (Amount | undefined)[], groups: readonly number[]): Amount {
  const sum = noAmount();
  for (const group of groups) {
    addAmount(sum, amounts[group] as Amount);
  }
  return sum;
}
