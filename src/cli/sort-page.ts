// `--sort`: a page by size or time, the largest or the newest first within each directory.
import type { ListDirEntry, ListDirPage } from "../text/listing.ts";
import { refuseOffset } from "../tooling/function-call-error.ts";
import type { ToolArguments } from "./command-line.ts";

/** How many entries are read, and sorted, to choose a page by size or time. */
export const MAX_SORTED = 10_000;

/** An entry with what the page shows below it. */
interface Branch {
  readonly entry: ListDirEntry;
  readonly below: readonly Branch[];
}

/** A page of `limit` entries, the largest or newest first in each directory, chosen from the entries of `all`. */
export function sortPage(
  all: ListDirPage,
  by: "size" | "time",
  { offset = 1, limit, order }: ToolArguments & { readonly limit: number },
): ListDirPage {
  const amountOf = ({ entry }: Branch) => (by === "size" ? entry.size : entry.modifiedMs) ?? -Infinity;
  // The difference of two that have no size or time is NaN: they keep their order.
  const branches = sortBranches(toBranches(all.entries), (one, other) => amountOf(other) - amountOf(one) || 0);
  const entries = order === "tree" ? toEntries(branches) : byLevel(branches);
  const own = entries.filter(({ context }) => context !== true);
  const end = offset - 1 + limit;
  const chosen = new Set(own.slice(offset - 1, end));
  if (chosen.size === 0 && own.length > 0) {
    throw refuseOffset();
  }
  const { moreThan: _more, next: _next, nextOffset: _offset, ...rest } = all;
  const more = own.length > end ? { moreThan: chosen.size, nextOffset: end + 1 } : {};
  return { ...rest, entries: toEntries(keep(branches, chosen)), ...more };
}

/** The branches of the root. */
function toBranches(entries: readonly ListDirEntry[]): Branch[] {
  const top: Branch[] = [];
  const above: { readonly entry: ListDirEntry; readonly below: Branch[] }[] = [];
  for (const entry of entries) {
    while ((above.at(-1)?.entry.depth ?? 0) >= entry.depth) {
      above.pop();
    }
    const branch = { entry, below: [] };
    (above.at(-1)?.below ?? top).push(branch);
    above.push(branch);
  }
  return top;
}

function sortBranches(branches: readonly Branch[], compare: (one: Branch, other: Branch) => number): Branch[] {
  return branches.toSorted(compare).map(({ entry, below }) => ({ entry, below: sortBranches(below, compare) }));
}

/** The entries, each directory before its own. */
function toEntries(branches: readonly Branch[]): ListDirEntry[] {
  return branches.flatMap(({ entry, below }) => [entry, ...toEntries(below)]);
}

/** Every entry of a level before the first of the next. */
function byLevel(branches: readonly Branch[]): ListDirEntry[] {
  const levels: (readonly Branch[])[] = [];
  for (let level = branches; level.length > 0; level = level.flatMap(({ below }) => below)) {
    levels.push(level);
  }
  return levels.flat().map(({ entry }) => entry);
}

/** The chosen entries, below the directories that lead to them, and the directories that could not be read. */
function keep(branches: readonly Branch[], chosen: ReadonlySet<ListDirEntry>): Branch[] {
  return branches.flatMap((branch) => {
    const { moreBefore: _before, moreAfter: _after, ...entry } = branch.entry;
    const below = keep(branch.below, chosen);
    if (chosen.has(branch.entry)) {
      return [{ entry, below }];
    }
    const isUnreadable = entry.context === true && entry.problem !== undefined;
    return below.length > 0 || isUnreadable ? [{ entry: { ...entry, context: true }, below }] : [];
  });
}
