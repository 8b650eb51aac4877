// What can be shown of one directory, and what that costs: its names, or folds of them, as a tree to choose from.
import type { ByteString } from "../byte-string.ts";
import type { CountedDirectory } from "./counted-directory.ts";
import type { ClosedDirectory, Fold, MapCosts } from "./directory-map.ts";
import type { Amount } from "./name-trie.ts";
import type { PackedNames } from "./packed-names.ts";
import type { FoldBounds } from "./write-fold.ts";

/** A fold that may be shown. */
export interface FoldOption {
  readonly fold: Fold;
  readonly tokens: number;
  /** How many calls it takes to find something in it, times how likely that is. */
  readonly loss: number;
  readonly weight: number;
  readonly isTelling: boolean;
}

/** An entry that may be named. */
export interface NameOption {
  readonly index: number;
  /** What it takes to name it. */
  readonly tokens: number;
  /** What was chosen last. */
  readonly choice: Choice;
  /** If it is a directory: how it is shown closed, and what is inside the last one, if that can be opened. */
  readonly directory?: DirectoryOption;
}

export interface DirectoryOption {
  readonly closed: ClosedDirectory;
  readonly loss: number;
  readonly weight: number;
  readonly inside: CountedDirectory | undefined;
  readonly openTokens: number;
}

/** A place in the tree of names: what can be shown for all names that begin alike. */
export interface PlanNode {
  /** Set for a single name. */
  readonly name: NameOption | undefined;
  readonly children: readonly PlanNode[];
  /** The groups that have names here. */
  readonly groups: readonly number[];
  /** What all of the names begin with; for a single name, all of it. */
  readonly prefix: ByteString;
  readonly amount: Amount;
  readonly directoriesOnly: boolean;
  /** The fold of everything here; undefined if none can be written. */
  readonly fold: FoldOption | undefined;
  /** The folds of single groups, where several have names here. */
  readonly groupFolds: readonly (FoldOption | undefined)[];
  /** The fewest tokens that it takes to show what is here, in any way, and to show it without the fold of everything. */
  readonly least: number;
  readonly leastSplit: number;
  /** The fewest for the names of each group, in any way, and without its fold. */
  readonly leastOfGroups: readonly number[];
  readonly leastGroupSplit: readonly number[];
  /** What was chosen last, of everything and of each group. */
  readonly choice: Choice;
  readonly groupChoices: Choice[];
}

/** What was chosen for a node. Kept with the node, because it is chosen hundreds of times for one map. */
export interface Choice {
  /** In which run it was chosen. */
  run: number;
  /** What it costs in all, and in tokens. */
  total: number;
  tokens: number;
  way: "fold" | "branches" | "groups" | "closed" | "open";
}

export function noChoice(): Choice {
  return { run: 0, total: 0, tokens: 0, way: "closed" };
}

export interface Plan {
  /** Undefined if there is nothing to show. */
  readonly root: PlanNode | undefined;
  /** Names that no glob matches are always shown. */
  readonly always: readonly NameOption[];
  /** What the entries are worth together. */
  readonly weight: number;
  readonly names: PackedNames;
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
