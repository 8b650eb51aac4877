// What `find_files` found, as rows like those of a listing: each directory before what was found in it.
import type { ListDirEntry, ListDirPage } from "../../text/listing.ts";
import type { ListingEnd } from "../../text/closing-lines.ts";

/** What `findFiles` gives, as far as it is shown. */
export interface Found extends ListingEnd {
  readonly root: string;
  readonly files: readonly Pick<ListDirEntry, "path" | "kind" | "ignored">[];
}

/** The rows of what was found, with the directories above. */
export function toFoundListing({ root, files, ...end }: Found): ListDirPage {
  // By their paths, a directory's ending in a slash: sorted, they are a tree.
  const rows = new Map<string, Omit<ListDirEntry, "depth">>();
  for (const { path, kind, ignored } of files) {
    rows.set(kind === "directory" ? `${path}/` : path, { path, kind, ...(ignored && { ignored }) });
  }
  for (const { path } of files) {
    for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
      const above = path.slice(0, slash);
      if (!rows.has(`${above}/`)) {
        rows.set(`${above}/`, { path: above, kind: "directory", context: true });
      }
    }
  }
  const sorted = [...rows].sort(([one], [other]) => (one < other ? -1 : 1));
  return { root, entries: sorted.map(([, row]) => ({ ...row, depth: row.path.split("/").length })), ...end };
}

/** If there are several words, only entries with all of them in their paths, as long as there are any: each word narrows a search. */
export function narrowToWords(listing: ListDirPage, typed: string): ListDirPage {
  const words = typed
    .split(/\s+/)
    .map(lettersOf)
    .filter((word) => word !== "");
  const { entries } = listing;
  const kept = entries.filter(({ path, context }) => {
    const letters = lettersOf(path);
    return context !== true && words.every((word) => letters.includes(word));
  });
  if (words.length < 2 || kept.length === 0) {
    return listing;
  }
  const isAbove = ({ path }: ListDirEntry) => kept.some((one) => one.path.startsWith(`${path}/`));
  return { ...listing, entries: entries.filter((entry) => kept.includes(entry) || isAbove(entry)) };
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "");
}
