// A listing to text: the header, a line for each entry, and whether there is more.
import type { ByteString } from "../core/byte-string.ts";
import type { Visit } from "../core/visit.ts";
import { renderLabel } from "./entry-label.ts";
import { bytesOfEntry, type Listing } from "./listing.ts";
import { renderRoot } from "./shown-path.ts";

/** The line that tells a directory with nothing to show from one with nothing in it. */
export const NOTHING_MATCHES = "[no entry matches the filters]";

/** The text of a listing, without a newline at the end. */
export function renderListing({ root, entries, moreThan, filtered }: Listing): string {
  const lines = entries.map((entry) => renderVisit({ ...entry, path: bytesOfEntry(entry) }));
  return renderLines(renderRoot(root), filtered === true ? [NOTHING_MATCHES] : lines, moreThan);
}

/** The lines that every profile has, around those of the entries. */
export function renderLines(root: string, lines: readonly string[], moreThan: number | undefined): string {
  const end = moreThan === undefined ? [] : [`More than ${moreThan} entries found`];
  return [`Absolute path: ${root}`, ...lines, ...end].join("\n");
}

/** The line of an entry. */
export function renderVisit(visit: Visit): string {
  const { path, depth, kind, problem, ignored } = visit;
  const name = path.slice(path.lastIndexOf("/") + 1) as ByteString;
  return indentation(depth) + renderLabel(name, kind, problem ?? (ignored === true ? "ignored" : undefined));
}

/** The white space before an entry of this depth. */
export function indentation(depth: number): string {
  return "  ".repeat(depth - 1);
}
