// A listing to text: the header, a line for each entry, and whether there is more.
import type { ByteString } from "../core/byte-string.ts";
import { renderLabel } from "./entry-label.ts";
import { renderRoot } from "./shown-path.ts";
import { bytesOfEntry, type Listing, type ListingEntry } from "./listing.ts";

/** The line that tells a directory with nothing to show from one with nothing in it. */
export const NOTHING_MATCHES = "[no entry matches the filters]";

/** The text of a listing, without a newline at the end. */
export function renderListing({ root, entries, moreThan, filtered }: Listing): string {
  return renderLines(renderRoot(root), filtered === true ? [NOTHING_MATCHES] : entries.map(renderLine), moreThan);
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
