// What a map shows, directory by directory, as it was chosen from the plans.
import type { FoldOption, NameOption, Plan, PlanNode } from "./plan.ts";

/** Something that a map shows of a directory. */
export type MapItem = NameItem | FoldItem | OpenItem;

/** A name; if it is a directory, a closed one. */
export interface NameItem {
  readonly kind: "name";
  readonly name: NameOption;
}

export interface FoldItem {
  readonly kind: "fold";
  readonly option: FoldOption;
  /** What it stands for; undefined if that can't be shown in any other way. */
  readonly node: PlanNode | undefined;
  /** The group that it is a fold of; undefined if it is one of everything at the node. */
  readonly group: number | undefined;
}

export interface OpenItem {
  readonly kind: "open";
  readonly name: NameOption;
  readonly inside: MapLayout;
}

/** What a map shows of a directory. */
export interface MapLayout {
  readonly plan: Plan;
  readonly items: MapItem[];
  /** What one unit of weight in this directory is worth at the root. */
  readonly scale: number;
}
