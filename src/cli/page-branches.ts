// The entries of a page as branches of a tree, so that each directory can be put in an order of its own.
import type { ListDirEntry, ListDirPage } from "../render/listing.ts";

/** An entry with what the page shows below it. */
export interface Branch {
  readonly entry: ListDirEntry;
  readonly inside: readonly Branch[];
}

/** The branches of the root. */
export function toBranches(entries: readonly ListDirEntry[]): Branch[] {
  const top: Branch[] = [];
  const above: { readonly entry: ListDirEntry; readonly inside: Branch[] }[] = [];
  for (const entry of entries) {
    while ((above.at(-1)?.entry.depth ?? 0) >= entry.depth) {
      above.pop();
    }
    const branch = { entry, inside: [] };
    (above.at(-1)?.inside ?? top).push(branch);
    above.push(branch);
  }
  return top;
}

/** The branches with those of each directory in the order that `arrange` gives them. */
export function arrangeBranches(
  branches: readonly Branch[],
  arrange: (siblings: readonly Branch[]) => readonly Branch[],
): Branch[] {
  return arrange(branches).map(({ entry, inside }) => ({ entry, inside: arrangeBranches(inside, arrange) }));
}

/** The entries, each directory before its own. */
export function toEntries(branches: readonly Branch[]): ListDirEntry[] {
  return branches.flatMap(({ entry, inside }) => [entry, ...toEntries(inside)]);
}

/** Of a directory that does not fit on the page, directories stand before files, as the page was chosen. */
export function directoriesFirst(page: ListDirPage): ListDirPage {
  const branches = arrangeBranches(toBranches(page.entries), (siblings) => {
    const isPart = siblings.some(({ entry }) => entry.moreBefore === true || entry.moreAfter === true);
    return isPart ? siblings.toSorted((one, other) => rankOf(one) - rankOf(other)) : siblings;
  });
  return { ...page, entries: toEntries(branches) };
}

function rankOf({ entry }: Branch): number {
  return entry.kind === "directory" ? 0 : 1;
}
