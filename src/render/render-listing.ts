// Writes listings as text: the header, a line for each entry, and whether there is more. The lines of a page are those of a tree: in tree
// order, each entry under its own directory, problems marked in place. For faces that show more next to an entry, the lines one by one.
import { nameOf, splitPath, toByteString, toText, type ByteString } from "../core/byte-string.ts";
import { cutName, shownKind } from "../core/entry.ts";
import type { Visit } from "../core/visit.ts";
import { markedEntries, type MetProblem, type Page } from "../walks/take-page.ts";
import { bytesOfEntry, type ListDirEntry, type Listing, type ListingEntry } from "./listing.ts";
import { renderRoot, ELLIPSIS, renderEnd, renderHeader, renderMore } from "./our-words.ts";
import { KIND_SUFFIX, markerOf, renderDetails, renderLabel, quoteName } from "./entry-label.ts";

/** A line of the tree. */
export interface TreeLine {
  /** The entry that the line shows; for a context line, the last of its directories. */
  readonly visit: Visit;
  /** Whether the line is not an entry of the page but directories above one, or a directory that turned out to be unreadable. */
  readonly isContext: boolean;
  /** How many lines it is nested under. */
  readonly indent: number;
  /** How many names of its path are on lines above. The others are on this line: only a context line has more than one. */
  readonly namesAbove: number;
  /** Whether a line before this one says that entries of the same directory come before it. */
  readonly hasBefore?: true | undefined;
  /** Whether a line after this one says that entries of the same directory come after it. */
  readonly hasAfter?: true | undefined;
}

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

/** A page, and whether it starts or ends in the middle of a directory. */
export interface ArrangedPage extends Pick<Page, "entries" | "problems" | "marks"> {
  readonly startsWithin?: boolean | undefined;
  readonly endsWithin?: boolean | undefined;
}

/** An entry of the page, or a directory above one. Its key is its path, with a `/` at the end for a directory. */
interface Item extends Pick<TreeLine, "visit" | "isContext"> {
  readonly key: string;
}

/** The lines of a page. A chain of directories is one line however long it is, so the cost depends only on the lengths of the paths. */
export function arrangeAsTree(page: ArrangedPage): TreeLine[] {
  const items: Item[] = [];
  /** Directories that turned out to need a line of their own before the item at this index, the deepest first. */
  const split = new Map<number, Visit[]>();
  /** The directories on the path of the last item that have a line, by the number of their names. */
  const open: { readonly depth: number; readonly place: number }[] = [];
  const add = (item: Item): void => {
    if (item.visit.kind === "directory") {
      open.push({ depth: item.visit.depth, place: items.length });
    }
    items.push(item);
  };
  let before: Item | undefined;
  for (const item of inTreeOrder(markedEntries(page), page.problems)) {
    const { visit, isContext } = item;
    const shared = sharedDepth(before, item);
    let closed: number | undefined;
    while ((open.at(-1)?.depth ?? 0) > shared) {
      closed = open.pop()?.place;
    }
    if (closed !== undefined && (open.at(-1)?.depth ?? 0) < shared) {
      // A chain that led to one place now leads to two, and splits here.
      const directories = split.get(closed) ?? [];
      directories.push(directoryAbove(visit, shared));
      split.set(closed, directories);
      open.push({ depth: shared, place: closed });
    }
    if (!isContext && (open.at(-1)?.depth ?? 0) < visit.depth - 1) {
      add(toItem(directoryAbove(visit, visit.depth - 1), true));
    }
    add(item);
    before = item;
  }
  return withGaps(nestLines(items, split), page);
}

/** The directories on the same line before the one that the line is about. */
export function joinedDirectories({ visit: { path, depth }, namesAbove }: TreeLine): Visit[] {
  const directories: Visit[] = [];
  if (depth - namesAbove === 1) {
    return directories;
  }
  let end = 0;
  for (let names = 1; names < depth; names += 1) {
    end = path.indexOf("/", end + 1);
    if (names > namesAbove) {
      directories.push({ path: path.slice(0, end) as ByteString, kind: "directory", depth: names });
    }
  }
  return directories;
}

function inTreeOrder(entries: readonly Visit[], problems: readonly MetProblem[]): Item[] {
  const items = entries.map((visit) => toItem(visit, false));
  // By key and not by path: an object store can contain a file and a directory with the same name.
  const places = problems.length === 0 ? undefined : new Map(items.map(({ key }, index) => [key, index]));
  for (const { visit } of problems) {
    const item = toItem(visit, true);
    const place = places?.get(item.key);
    if (place === undefined) {
      items.push(item);
    } else {
      items[place] = toItem(visit, false);
    }
  }
  return items.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function toItem(visit: Visit, isContext: boolean): Item {
  return { visit, isContext, key: visit.kind === "directory" ? `${visit.path}/` : visit.path };
}

/** How many directories an item has in common with the one before it. */
function sharedDepth(before: Item | undefined, { visit, key }: Item): number {
  const last = before?.visit;
  if (before === undefined || last === undefined || visit.depth === 1) {
    return 0;
  }
  const end = Math.min(before.key.length, key.length);
  let depth = 0;
  for (let index = 0; index < end && key.charCodeAt(index) === before.key.charCodeAt(index); index += 1) {
    // A slash at the start does not end a name: a path whose first name is empty has an extra slash.
    depth += Number(index > 0 && key[index] === "/");
  }
  return depth;
}

/** The directory on the path of a visit that has this many names. */
function directoryAbove({ path }: Visit, depth: number): Visit {
  let end = 0;
  for (let names = 0; names < depth; names += 1) {
    end = path.indexOf("/", end + 1);
  }
  return { path: path.slice(0, end) as ByteString, kind: "directory", depth };
}

function nestLines(items: readonly Item[], split: ReadonlyMap<number, readonly Visit[]>): TreeLine[] {
  const lines: TreeLine[] = [];
  const above: Visit[] = [];
  const add = (visit: Visit, isContext: boolean): void => {
    while (above.length > 0 && !isBelow(visit, above.at(-1) as Visit)) {
      above.pop();
    }
    lines.push({ visit, isContext, indent: above.length, namesAbove: above.at(-1)?.depth ?? 0 });
    if (visit.kind === "directory") {
      above.push(visit);
    }
  };
  for (const [place, { visit, isContext }] of items.entries()) {
    split
      .get(place)
      ?.toReversed()
      .forEach((directory) => add(directory, true));
    add(visit, isContext);
  }
  return lines;
}

/** The lines, with those around which entries of their directory are missing. */
function withGaps(lines: TreeLine[], { entries, startsWithin, endsWithin }: ArrangedPage): TreeLine[] {
  const placeOf = (visit: Visit | undefined) =>
    lines.findIndex((line) => line.visit.path === visit?.path && line.visit.kind === visit.kind);
  if (startsWithin === true) {
    const first = placeOf(entries[0]);
    lines[first] = { ...(lines[first] as TreeLine), hasBefore: true };
  }
  if (endsWithin === true) {
    const last = placeOf(entries.at(-1));
    const { indent } = lines[last] as TreeLine;
    const next = lines[last + 1];
    // A line between two others belongs to the one below it, so that it reads back in one way only.
    if (next?.indent === indent) {
      lines[last + 1] = { ...next, hasBefore: true };
    } else {
      lines[last] = { ...(lines[last] as TreeLine), hasAfter: true };
    }
  }
  return lines;
}

function isBelow({ path }: Visit, directory: Visit): boolean {
  return path[directory.path.length] === "/" && path.startsWith(directory.path);
}
