// The lines of a page in parts, for a face that lays them out itself.
import { renderLineLabel, toLines } from "./render-listing.ts";
import { renderLabel } from "./entry-label.ts";
import { lastName } from "./render-entry.ts";
import { quoteName } from "./quote-name.ts";
import { toByteString } from "../core/byte-string.ts";
import type { ListDirEntry } from "./list-dir-page.ts";

/** A line of a page. */
export interface ShownLine {
  readonly entry: ListDirEntry;
  /** How many lines it stands below. */
  readonly indent: number;
  /** The name with its suffix, after those that share the line. */
  readonly label: string;
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
      hasBefore: hasBefore === true,
      hasAfter: hasAfter === true,
    };
  });
}

/** The name of an entry with its suffix. */
export function renderName(entry: ListDirEntry): string {
  return renderLabel(lastName(entry), entry.kind);
}

/** A path as a user typed it, safe to be shown. */
export function renderTypedPath(path: string): string {
  return quoteName(toByteString(path), undefined);
}
