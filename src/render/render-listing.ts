// Writes a listing as text: the header, a line for each entry, and whether there is more.
import { splitPath, type ByteString } from "../core/byte-string.ts";
import { shownKind } from "../core/entry.ts";
import type { Visit } from "../core/visit.ts";
import type { TreeLine } from "./arrange-as-tree.ts";
import { markerOf, renderLabel } from "./entry-label.ts";
import { bytesOfEntry, type Listing, type ListingEntry } from "./listing.ts";
import { renderEnd, renderMore } from "./page-end.ts";
import { renderDetails } from "./render-details.ts";
import { renderRoot } from "./shown-path.ts";

/** Stands for entries of a directory that are on other pages. */
export const ELLIPSIS = "…";

/** The text of a listing, without a newline at the end. */
export function renderListing({ root, entries, ...end }: Listing): string {
  const lines = toLines(entries).flatMap((line) => {
    const indent = indentation(line.indent + 1);
    const before = line.hasBefore === true ? [indent + ELLIPSIS] : [];
    const after = line.hasAfter === true ? [indent + ELLIPSIS] : [];
    return [...before, indent + renderLineLabel(line), ...after];
  });
  return [renderHeader(renderRoot(root)), ...lines, ...renderEnd(end)].join("\n");
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

/** A line of a tree without its indentation. */
export function renderLineLabel({ visit, namesAbove }: Pick<TreeLine, "visit" | "namesAbove">): string {
  const last = labelOf(visit);
  if (visit.depth - namesAbove === 1) {
    return last;
  }
  const joined = splitPath(visit.path).slice(namesAbove, -1);
  return joined.map((name) => renderLabel(name, "directory")).join("") + last;
}

/** The white space before an entry of this depth. */
export function indentation(depth: number): string {
  return "  ".repeat(depth - 1);
}

/** The line of an entry with this name, if every directory above it has a line of its own. */
export function renderNamed(name: ByteString, entry: ListingEntry): string {
  return indentation(entry.depth) + renderLabel(name, entry.kind, markerOf(entry), entry.shownDetails);
}

function labelOf(visit: LabelledVisit): string {
  const { path, kind, shownDetails, details } = visit;
  const name = path.slice(path.lastIndexOf("/") + 1) as ByteString;
  const own = kind === "file" && details !== undefined ? renderDetails(details) : undefined;
  return renderLabel(name, shownKind(kind), markerOf(visit), shownDetails ?? own);
}

/** A visit of a walk, or an entry that was read from a text. */
type LabelledVisit = Visit & Pick<ListingEntry, "shownDetails">;

/** The lines of entries, with what joins them to one line and what stands around them. */
export function toLines(entries: readonly ListingEntry[]): Omit<TreeLine, "isContext">[] {
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
      const { moreBefore: hasBefore, moreAfter: hasAfter } = entry;
      const visit = { ...entry, path: bytesOfEntry(entry) };
      lines.push({ visit, indent: above.length, namesAbove, hasBefore, hasAfter });
      above.push(entry.depth);
      namesAbove = undefined;
    }
  }
  return lines;
}
