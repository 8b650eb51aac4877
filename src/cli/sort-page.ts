// `--sort`: orders what a page shows of each directory. The page itself is chosen by name, so that no more details are read than it
// shows.
import type { ListDirEntry, ListDirPage } from "../render/listing.ts";
import type { ListCommand } from "./parse-command.ts";

/** An entry with what the page shows below it. */
interface Branch {
  readonly entry: ListDirEntry;
  readonly inside: Branch[];
}

/** The page with the entries of each directory in this order. What has no size or time comes last, by name. */
export function sortPage(page: ListDirPage, by: ListCommand["sort"]): ListDirPage {
  if (by === "name") {
    return page;
  }
  const amountOf = ({ entry }: Branch) => (by === "size" ? entry.size : entry.modifiedMs) ?? -Infinity;
  // The difference of two that have no size or time is NaN: they keep their order.
  const compare = (one: Branch, other: Branch) => amountOf(other) - amountOf(one) || 0;
  const flatten = (branches: readonly Branch[]): ListDirEntry[] => {
    const sorted = branches.toSorted(compare);
    const isPart = branches.some(({ entry }) => entry.moreBefore === true || entry.moreAfter === true);
    return sorted.flatMap(({ entry, inside }, index) => {
      const { moreBefore: _before, moreAfter: _after, ...plain } = entry;
      // Other entries may come anywhere in this order, so the sign for them stands after the last one.
      return [isPart && index === sorted.length - 1 ? { ...plain, moreAfter: true } : plain, ...flatten(inside)];
    });
  };
  return { ...page, entries: flatten(toBranches(page.entries)) };
}

/** The line that says so, if entries on other pages could come before some of these. */
export function sortNote(page: ListDirPage, by: ListCommand["sort"]): string[] {
  const isPart = page.moreThan !== undefined || page.entries.some(({ moreBefore, context }) => moreBefore ?? context);
  return by !== "name" && isPart ? [`[sorted by ${by} within this page, which was chosen by name]`] : [];
}

function toBranches(entries: readonly ListDirEntry[]): Branch[] {
  const top: Branch[] = [];
  const above: Branch[] = [];
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
