// The lines of a page in parts, for a face that lays them out itself.
import { renderLineLabel, toLines } from "./render-listing.ts";
import { markerOf, renderLabel, type Marker } from "./entry-label.ts";
import { lastName } from "./render-entry.ts";
import { renderDetails } from "./render-details.ts";
import { quoteName } from "./quote-name.ts";
import { toByteString } from "../core/byte-string.ts";
import type { ListDirEntry } from "./list-dir-page.ts";

/** A line of a page. */
export interface ShownLine {
  readonly entry: ListDirEntry;
  /** How many lines it stands below. */
  readonly indent: number;
  /** The name with its suffix, behind those that share the line. */
  readonly label: string;
  /** What stands in brackets behind it. */
  readonly marker: Marker | undefined;
  /** Size and time of a file, if they are known. */
  readonly details: string | undefined;
  /** Whether entries of the same directory come before or after it, on other pages. */
  readonly hasBefore: boolean;
  readonly hasAfter: boolean;
}

/** The lines of the entries of a page. */
export function toShownLines(entries: readonly ListDirEntry[]): ShownLine[] {
  const last = entries.filter(({ joined }) => joined !== true);
  return toLines(entries).map(({ visit, indent, namesAbove, hasBefore, hasAfter }, index) => {
    const entry = last[index] as ListDirEntry;
    const { path, kind, depth } = visit;
    return {
      entry,
      indent,
      label: renderLineLabel({ visit: { path, kind, depth }, namesAbove }),
      marker: markerOf(entry),
      details: detailsOf(entry),
      hasBefore: hasBefore === true,
      hasAfter: hasAfter === true,
    };
  });
}

/** The line of an entry that shares it with no other, without what stands around it. */
export function toShownLine(entry: ListDirEntry): ShownLine {
  const label = renderLabel(lastName(entry), entry.kind);
  const marker = markerOf(entry);
  return { entry, indent: 0, label, marker, details: detailsOf(entry), hasBefore: false, hasAfter: false };
}

function detailsOf(entry: ListDirEntry): string | undefined {
  return entry.kind === "file" ? (entry.shownDetails ?? renderDetails(entry)) : undefined;
}

/** A path as a user typed it, safe to be shown. */
export function renderTypedPath(path: string): string {
  return quoteName(toByteString(path), undefined);
}
