// What `find_files` found, as rows like those of a listing: each directory before what was found in it.
import { bytesOfName, type DirectoryMap, type MapContents, type MapName } from "../../render/directory-map.ts";
import { toListingEntry, type Listing, type ListingEntry } from "../../render/listing.ts";

type Visit = Parameters<typeof toListingEntry>[0];

/** The rows of a map of what was found. A loop, since a tree may be very deep. */
export function toFoundListing({ root, files, folds, closed, open, ...end }: DirectoryMap): Listing {
  const entries: ListingEntry[] = [];
  const due: { readonly above: string; readonly contents: MapContents; readonly directory?: MapName }[] = [
    { above: "", contents: { files, folds, closed, open } },
  ];
  for (let next = due.pop(); next !== undefined; next = due.pop()) {
    const { contents, directory } = next;
    const rows = directory === undefined ? [] : toRows(next.above, directory, { kind: "directory" });
    const above = directory === undefined ? "" : `${next.above}${bytesOfName(directory)}/`;
    entries.push(
      ...rows,
      ...contents.files.flatMap((file) => toRows(above, file, { kind: file.kind })),
      ...contents.closed.flatMap((each) => {
        const { problem, ignored } = each;
        return toRows(above, each, {
          kind: "directory",
          ...(problem !== undefined && { problem }),
          ...(ignored === true && { ignored }),
        });
      }),
    );
    due.push(...contents.open.map((each) => ({ above, contents: each, directory: each })).toReversed());
  }
  return { root, entries, ...end };
}

/** Only what has all of several words in its path, if there is any: each further word narrows a search. */
export function narrowToWords(listing: Listing, typed: string): Listing {
  const words = typed
    .split(/\s+/)
    .map(lettersOf)
    .filter((word) => word !== "");
  const { entries } = listing;
  const kept = entries.filter((entry, index) => {
    const letters = lettersOf(entry.path);
    return !isAbove(entry, entries[index + 1]) && words.every((word) => letters.includes(word));
  });
  if (words.length < 2 || kept.length === 0) {
    return listing;
  }
  return { ...listing, entries: entries.filter((entry) => kept.some((one) => one === entry || isAbove(entry, one))) };
}

/** Whether an entry is a directory above another one. */
function isAbove({ path }: ListingEntry, other: ListingEntry | undefined): boolean {
  return other?.path.startsWith(`${path}/`) === true;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

/** A row for each name; what is known of the last one stands there alone. */
function toRows(above: string, name: MapName, last: Omit<Visit, "path" | "depth">): ListingEntry[] {
  const names = bytesOfName(name).split("/");
  const depth = above.split("/").length;
  return names.map((_, index) => {
    const path = (above + names.slice(0, index + 1).join("/")) as Visit["path"];
    const own = index === names.length - 1 ? last : { kind: "directory" as const };
    return toListingEntry({ ...own, path, depth: depth + index });
  });
}
