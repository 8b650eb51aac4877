// Writes listings as text: the header, a line for each entry, and whether there is more. For faces that show more next to an entry, the
// lines one by one.
import { nameOf, splitPath, toByteString, toText, type ByteString } from "../core/byte-string.ts";
import { cutName, shownKind } from "../core/entry.ts";
import type { Visit } from "../core/visit.ts";
import type { TreeLine } from "./arrange-as-tree.ts";
import { bytesOfEntry, type ListDirEntry, type Listing, type ListingEntry } from "./listing.ts";
import { ELLIPSIS, renderEnd, renderHeader, renderMore } from "./our-words.ts";
import { KIND_SUFFIX, markerOf, renderDetails, renderLabel, quoteName } from "./quote-name.ts";
import { renderRoot } from "./shown-path.ts";

/** The text of a listing, without a newline at the end. */
export function renderListing({ root, entries, ...end }: Listing): string {
  const lines = toLines(entries);
  return joinLines(renderRoot(root), lines, lines.map(renderLineLabel), renderEnd(end));
}

/** Puts the header, the lines of the entries and those of our own together. `labels` are the lines without their indentation. */
export function joinLines(
  root: string,
  lines: readonly Pick<TreeLine, "indent" | "hasBefore" | "hasAfter">[],
  labels: readonly string[],
  end: readonly string[],
): string {
  // Not `flatMap`: an array for each line takes longer than all else here.
  const text = [renderHeader(root)];
  for (const [index, { indent, hasBefore, hasAfter }] of lines.entries()) {
    const space = indentation(indent + 1);
    if (hasBefore === true) {
      text.push(space + ELLIPSIS);
    }
    text.push(space + (labels[index] as string));
    if (hasAfter === true) {
      text.push(space + ELLIPSIS);
    }
  }
  return [...text, ...end].join("\n");
}

/** The text of a page of the profiles `codex-*`, as the original `list_dir` writes it: names decoded with loss and cut at 500 bytes. */
export function renderCodexListing(root: string, entries: readonly Visit[], moreThan: number | undefined): string {
  const end = moreThan === undefined ? [] : [renderMore(moreThan)];
  return [renderHeader(root), ...entries.map(renderCodexLine), ...end].join("\n");
}

/** The line of an entry. */
export function renderCodexLine({ path, kind, depth }: Visit): string {
  return indentation(depth) + toText(cutName(toByteString(toText(nameOf(path))))) + KIND_SUFFIX[shownKind(kind)];
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
  const own = kind === "file" && details !== undefined ? renderDetails(details) : undefined;
  return renderLabel(nameOf(path), shownKind(kind), markerOf(visit), shownDetails ?? own);
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

/** The line of an entry as a listing shows it. */
export function renderEntry(entry: ListDirEntry): string {
  return renderNamed(lastName(entry), entry);
}

/** The name of an entry with its suffix. */
export function renderName(entry: ListDirEntry): string {
  return renderLabel(lastName(entry), entry.kind);
}

/** The last name on the path of an entry. Only that is converted: `--all` writes a line for each of a million paths. */
function lastName({ path, pathBytes }: ListDirEntry): ByteString {
  return pathBytes === undefined
    ? toByteString(path.slice(path.lastIndexOf("/") + 1))
    : nameOf(toByteString(pathBytes));
}

/** The target of a link, quoted by the rule for names; undefined if none is known. */
export function renderTarget({ target, targetBytes }: ListDirEntry): string | undefined {
  return target === undefined ? undefined : quoteName(toByteString(targetBytes ?? target), undefined);
}

/** A path as a user typed it, safe to be shown. */
export function renderTypedPath(path: string): string {
  return quoteName(toByteString(path), undefined);
}
