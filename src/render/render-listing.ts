// Writes a listing as text: the header, a line for each entry, and whether there is more.
import { splitPath, type ByteString } from "../core/byte-string.ts";
import type { Visit } from "../core/visit.ts";
import type { TreeLine } from "./arrange-as-tree.ts";
import { renderLabel } from "./entry-label.ts";
import { bytesOfEntry, type Listing, type ListingEntry } from "./listing.ts";
import { renderRoot } from "./shown-path.ts";

/** The line that distinguishes a directory with nothing to show from an empty one. */
export const NOTHING_MATCHES = "[no entry matches the filters]";

/** The line that says that a search did not look everywhere. */
export const NOT_SEARCHED = "[ignored directories were not searched]";

/** The text of a listing, without a newline at the end. */
export function renderListing({ root, entries, moreThan, filtered, passedBy }: Listing): string {
  const lines = toLines(entries).map((line) => indentation(line.indent + 1) + renderLineLabel(line));
  const ours = [...(filtered === true ? [NOTHING_MATCHES] : []), ...(passedBy === true ? [NOT_SEARCHED] : [])];
  return renderLines(renderRoot(root), [...lines, ...ours], moreThan);
}

/** Puts the lines that every profile has around those of the entries. */
export function renderLines(root: string, lines: readonly string[], moreThan: number | undefined): string {
  const end = moreThan === undefined ? [] : [renderMore(moreThan)];
  return [renderHeader(root), ...lines, ...end].join("\n");
}

/** The first line. */
export function renderHeader(root: string): string {
  return `Absolute path: ${root}`;
}

/** The last line, if there are more entries than these. */
export function renderMore(shown: number): string {
  return `More than ${shown} entries found`;
}

/** A line of a tree without its indentation. */
export function renderLineLabel({ visit, namesAbove }: Pick<TreeLine, "visit" | "namesAbove">): string {
  const last = labelOf(visit);
  if (visit.depth - namesAbove === 1) {
    return last;
  }
  const joined = splitPath(visit.path).slice(namesAbove, -1);
  return joined.map((name) => renderLabel(name, "directory")).join("") + last;
}

/** The line of an entry if every directory above it has a line of its own. */
export function renderVisit(visit: Visit): string {
  return indentation(visit.depth) + labelOf(visit);
}

/** The white space before an entry of this depth. */
export function indentation(depth: number): string {
  return "  ".repeat(depth - 1);
}

function labelOf({ path, kind, problem, ignored }: Visit): string {
  const name = path.slice(path.lastIndexOf("/") + 1) as ByteString;
  return renderLabel(name, kind, problem ?? (ignored === true ? "ignored" : undefined));
}

function toLines(entries: readonly ListingEntry[]): Omit<TreeLine, "isContext">[] {
  const lines: Omit<TreeLine, "isContext">[] = [];
  /** The depths of the lines that the next one can be nested under. */
  const above: number[] = [];
  let namesAbove: number | undefined;
  for (const entry of entries) {
    namesAbove ??= entry.depth - 1;
    if (entry.joined !== true) {
      while ((above.at(-1) ?? 0) > namesAbove) {
        above.pop();
      }
      lines.push({ visit: { ...entry, path: bytesOfEntry(entry) }, indent: above.length, namesAbove });
      above.push(entry.depth);
      namesAbove = undefined;
    }
  }
  return lines;
}
