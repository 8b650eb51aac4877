// `--sort`: a page by size or time, the largest or the newest first within each directory.
import type { ListDirEntry, ListDirPage } from "../text/listing.ts";
import { offsetError } from "../tooling/function-call-error.ts";
import type { ToolArguments } from "./command-line.ts";

/** How many entries are read, and sorted, to choose a page by size or time. */
export const MAX_SORTED = 10_000;

/** An entry with what is below it. */
export interface Branch {
  readonly entry: ListDirEntry;
  readonly below: Branch[];
}

/** A page of `limit` entries, the largest or newest first in each directory, chosen from the entries of `all`. */
export function sortPage(
  all: ListDirPage,
  by: "size" | "time",
  { offset = 1, limit = MAX_SORTED, order }: ToolArguments,
): ListDirPage {
  const amountOf = ({ entry }: Branch) => (by === "size" ? entry.size : entry.modifiedMs) ?? -Infinity;
  // The difference of two that have no size or time is NaN: they keep their order.
  const sorted = toEntries(toBranches(all.entries), (one, other) => amountOf(other) - amountOf(one) || 0);
  const levels = order === "tree" ? sorted : sorted.toSorted((one, other) => one.depth - other.depth);
  const own = levels.filter(({ context }) => context !== true);
  const end = offset - 1 + limit;
  const chosen = new Set(own.slice(offset - 1, end));
  if (chosen.size === 0 && own.length > 0) {
    throw offsetError();
  }
  const { moreThan: _more, next: _next, nextOffset: _offset, ...rest } = all;
  const more = own.length > end ? { moreThan: chosen.size, nextOffset: end + 1 } : {};
  return { ...rest, entries: withContext(sorted, chosen), ...more };
}

/** The branches of the root. Each entry comes after the directory that it is in. */
export function toBranches(entries: readonly ListDirEntry[]): Branch[] {
  const top: Branch[] = [];
  /** The branches that entries of each depth are added to. */
  const lists = [top];
  for (const entry of entries) {
    const branch: Branch = { entry, below: [] };
    lists[entry.depth - 1]?.push(branch);
    lists[entry.depth] = branch.below;
  }
  return top;
}

/** The entries, sorted in each directory, and each directory before its own. */
function toEntries(branches: readonly Branch[], compare: (one: Branch, other: Branch) => number): ListDirEntry[] {
  return branches.toSorted(compare).flatMap(({ entry, below }) => [entry, ...toEntries(below, compare)]);
}

/** The chosen entries, the directories that lead to them, and the directories that could not be read. Made from the last entry up. */
function withContext(entries: readonly ListDirEntry[], chosen: ReadonlySet<ListDirEntry>): ListDirEntry[] {
  const kept: ListDirEntry[] = [];
  /** The depth of the directory that leads to the last entry that was kept. */
  let above = 0;
  for (const entry of entries.toReversed()) {
    const isUnreadable = entry.context === true && entry.problem !== undefined;
    if (chosen.has(entry) || isUnreadable || entry.depth === above) {
      const { moreBefore: _before, moreAfter: _after, ...shown } = entry;
      kept.push(chosen.has(entry) ? shown : { ...shown, context: true });
      above = entry.depth - 1;
    }
  }
  return kept.toReversed();
}
