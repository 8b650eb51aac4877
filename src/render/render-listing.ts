// A listing to text: the header, a line for each entry, and whether there is more.
import type { ByteString } from "../core/byte-string.ts";
import { renderLabel } from "./entry-label.ts";
import { bytesOfEntry, type Listing, type ListingEntry } from "./listing.ts";

/** The text of a listing, without a newline at the end. */
export function renderListing({ root, entries, moreThan }: Listing): string {
  return renderLines(root, entries.map(renderLine), moreThan);
}

/** The lines that every profile has, around those of the entries. */
export function renderLines(root: string, lines: readonly string[], moreThan: number | undefined): string {
  const end = moreThan === undefined ? [] : [`More than ${moreThan} entries found`];
  return [`Absolute path: ${root}`, ...lines, ...end].join("\n");
}

/** The white space before an entry of this depth. */
export function indentation(depth: number): string {
  return "  ".repeat(depth - 1);
}

function renderLine(entry: ListingEntry): string {
  const bytes = bytesOfEntry(entry);
  const name = bytes.slice(bytes.lastIndexOf("/") + 1) as ByteString;
  return indentation(entry.depth) + renderLabel({ ...entry, name });
}
