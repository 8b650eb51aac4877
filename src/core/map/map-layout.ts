// What a map shows, directory by directory, as it was chosen from the plans.
import type { FoldOption, NameOption, Plan, PlanBranch } from "./plan.ts";

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
  readonly node: PlanBranch | undefined;
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

/** Visits everything that a layout shows, in order, what is in an open directory behind it. A loop, since trees may be very deep. */
export function eachItem(layout: MapLayout, visit: (item: MapItem, layout: MapLayout) => void): void {
  const due = [{ layout, at: 0 }];
  for (let inside = due.at(-1); inside !== undefined; inside = due.at(-1)) {
    const item = inside.layout.items[inside.at];
    inside.at += 1;
    if (item === undefined) {
      due.pop();
      continue;
    }
    visit(item, inside.layout);
    if (item.kind === "open") {
      due.push({ layout: item.inside, at: 0 });
    }
  }
}

/** The layouts of all open directories, each behind the one that it is in. */
export function layoutsIn(layout: MapLayout): MapLayout[] {
  const layouts = [layout];
  eachItem(layout, (item) => {
    if (item.kind === "open") {
      layouts.push(item.inside);
    }
  });
  return layouts;
}
