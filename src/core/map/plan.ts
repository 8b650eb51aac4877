// What can be shown of one directory, and what that costs: its names, or folds of them, as a tree to choose from.
import type { ByteString } from "../byte-string.ts";
import type { Choice } from "./choice.ts";
import type { CountedDirectory } from "./counted-directory.ts";
import type { ClosedDirectory, Fold, MapCosts } from "./directory-map.ts";
import type { PackedNames } from "./packed-names.ts";
import type { FoldBounds } from "./write-fold.ts";

/** How much there is of something. */
export interface Amount {
  /** How many entries of the directory. */
  count: number;
  /** How many entries, with those below them. */
  size: number;
  /** How likely it is that something in them is looked for. */
  weight: number;
  /** How long their names are together, and the shortest of them, in bytes. */
  bytes: number;
  shortest: number;
}

/** Nothing yet, to add to. */
export function noAmount(): Amount {
  return { count: 0, size: 0, weight: 0, bytes: 0, shortest: Infinity };
}

/** Adds one amount to another. */
export function addAmount(sum: Amount, { count, size, weight, bytes, shortest }: Amount): void {
  sum.count += count;
  sum.size += size;
  sum.weight += weight;
  sum.bytes += bytes;
  sum.shortest = Math.min(sum.shortest, shortest);
}

/** A fold that may be shown. */
export interface FoldOption {
  readonly fold: Fold;
  readonly tokens: number;
  /** How many calls it takes to find something in it, times how likely that is. */
  readonly loss: number;
  readonly isTelling: boolean;
  /** What is in it. */
  readonly amount: Amount;
}

/** An entry that may be named. */
export interface NameOption {
  readonly index: number;
  /** What it takes to name it. */
  readonly tokens: number;
  /** Set for a directory. */
  readonly directory: DirectoryOption | undefined;
  /** What was chosen last; if it can't be opened, all there is to choose. */
  readonly choice: Choice;
}

export interface DirectoryOption {
  readonly closed: ClosedDirectory;
  /** How many calls it takes to find something in it while it is closed, times how likely that is. */
  readonly loss: number;
  readonly weight: number;
  /** What it holds, if it can be opened. */
  readonly inside: CountedDirectory | undefined;
  /** What its line takes if it is open. */
  readonly openTokens: number;
}

/** A place in the tree of names: what can be shown for all names that begin alike. */
export type PlanNode = PlanLeaf | PlanBranch;

/** What is known of every place. */
interface PlanPlace {
  /** The groups that have names here. */
  readonly groups: readonly number[];
  /** What all of the names begin with; for a single name, all of it. */
  readonly prefix: ByteString;
  readonly amount: Amount;
  readonly directoriesOnly: boolean;
}

/** A single name. */
export interface PlanLeaf extends PlanPlace {
  readonly name: NameOption;
}

/** Several names. */
export interface PlanBranch extends PlanPlace {
  readonly name: undefined;
  /** The names parted by how they go on. Found out when they are asked for: most of them never are. */
  readonly children: readonly PlanNode[];
  readonly isParted: boolean;
  /** Finds out the children. Yields now and then, for other work. */
  part(): Generator<void, void>;
  /** Drops the children until they are asked for again. */
  forget(): void;
  /** The amount of each group, where several have names here. */
  readonly amounts: readonly (Amount | undefined)[];
  /** Whether no fold can be written of only some of the names: their beginning has what no fold may have. */
  readonly namesOnly: boolean;
  /** The fold of everything here; undefined if none can be written. */
  readonly fold: FoldOption | undefined;
  /** The folds of single groups, where several have names here. */
  readonly groupFolds: readonly (FoldOption | undefined)[];
  /** What was chosen last, of everything and of each group that was asked for. */
  readonly choice: Choice;
  groupChoices: (Choice | undefined)[] | undefined;
}

/** The entries of a directory, each on its own. */
export interface PlanEntries {
  readonly names: PackedNames;
  /** An entry as it can be named. */
  nameOption(index: number): NameOption;
  /** What an entry stands for. */
  worthOf(index: number): Pick<Amount, "size" | "weight">;
}

export interface Plan {
  /** Undefined if there is nothing to show. */
  readonly root: PlanNode | undefined;
  /** Names that no glob matches are always shown. */
  readonly always: readonly NameOption[];
  /** What the entries are worth together. */
  readonly weight: number;
  readonly names: PackedNames;
  readonly entries: PlanEntries;
  /** The entries behind the root, in any order. */
  readonly indexes: Uint32Array;
  readonly isEmpty: boolean;
  /** Whether the directory was not read to its end. */
  readonly isCut: boolean;
}

/** How a directory is to be planned. */
export interface PlanSettings {
  readonly costs: MapCosts;
  readonly budget: number;
  /** Set if only what a fold stands for is planned. */
  readonly within?: FoldBounds | undefined;
}
