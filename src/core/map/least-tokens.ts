// The fewest tokens that it takes to show something: where even these cost too much, nobody need look closer.
import type { FoldOption, PlanNode } from "./plan.ts";

type Least = Pick<PlanNode, "least" | "leastSplit" | "leastOfGroups" | "leastGroupSplit">;

/** The fewest tokens for what is behind a branch. */
export function leastOf(
  children: readonly PlanNode[],
  groups: readonly number[],
  groupFolds: PlanNode["groupFolds"],
  fold: FoldOption | undefined,
): Least {
  const isWhole = children.length === 0;
  const byBranch = isWhole ? Infinity : children.reduce((sum, { least }) => sum + least, 0);
  const leastOfGroups: number[] = [];
  const leastGroupSplit: number[] = [];
  let byGroup = groups.length === 1 ? Infinity : 0;
  for (const group of groups.length === 1 ? [] : groups) {
    const split = isWhole ? Infinity : children.reduce((sum, child) => sum + leastInGroup(child, group), 0);
    leastGroupSplit[group] = split;
    leastOfGroups[group] = Math.min(split, groupFolds[group]?.tokens ?? Infinity);
    byGroup += leastOfGroups[group];
  }
  const leastSplit = Math.min(byBranch, byGroup);
  return { least: Math.min(leastSplit, fold?.tokens ?? Infinity), leastSplit, leastOfGroups, leastGroupSplit };
}

function leastInGroup({ groups, least, leastOfGroups }: PlanNode, group: number): number {
  if (groups.length === 1) {
    return groups[0] === group ? least : 0;
  }
  return leastOfGroups[group] ?? 0;
}
