// A page as a tree: each entry under its own directory, as data and as text.
import { byteKey, compareByKey, directoryOf, nameOf, shownKind, type EntryKind } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";
import type { PageEntry, PagePart } from "../list/page.ts";
import { ELLIPSIS, renderEnd, renderHeader, renderRoot, type PageEnd } from "./closing-lines.ts";
import { escapeLines, markOf, renderDetails, renderLabel } from "./entry-label.ts";
import { renderPathForJson } from "./shown-path.ts";

/** An entry of a listing. */
export interface ListingEntry {
  /**
   * The path below the listing root, joined with `/` on every platform. It is empty, or begins or ends with `/`, only if an object store
   * has empty names.
   */
  readonly path: string;
  readonly kind: EntryKind;
  /** 1 for the root's own entries. */
  readonly depth: number;
  /** Why this directory could not be read, if that was tried. */
  readonly problem?: Problem;
  /** Set if git ignores this entry. A directory was not entered then. */
  readonly ignored?: true;
  /** Set if this is a directory that was opened and has nothing in it. */
  readonly mark?: "empty";
  /** Size and time of a file as they are shown, if the text was asked for them. */
  readonly shownDetails?: string;
  /** Set if entries of the same directory come before this one, on other pages. */
  readonly moreBefore?: true;
  /** Set if entries of the same directory come after this one, on other pages. */
  readonly moreAfter?: true;
  /**
   * Set if this is a directory above others whose only child on the page is the next entry, also a directory: both are on one
   * line.
   */
  readonly joined?: true;
}

/** A listing: what `renderListing` writes. */
export interface Listing extends PageEnd {
  /** The listing root as the first line shows it. */
  readonly root: string;
  readonly entries: readonly ListingEntry[];
}

/** An entry of a page of `listDir`. */
export interface ListDirEntry extends ListingEntry {
  /** Set if this is not an entry of the page but a directory above one, or one that could not be read. */
  readonly context?: true;
  /** The size of a file in bytes, if details were asked for. */
  readonly size?: number;
  /** When the entry was last changed, in whole milliseconds since 1970, if details were asked for. */
  readonly modifiedMs?: number;
}

/** A page of `listDir`. */
export interface ListDirPage extends PageEnd {
  /** The listing root as the first line of the text shows it. */
  readonly root: string;
  /** The entries as a tree: each directory before its own entries. */
  readonly entries: readonly ListDirEntry[];
}

/** An entry of a page as data. Fields without a value are left out. */
export function toListDirEntry(entry: PageEntry): ListDirEntry {
  const { path, kind, depth, problem, ignored, isEmpty, details } = entry;
  const plain = { path: path.startsWith("/") ? path.slice(1) : path, kind: shownKind(kind), depth };
  // A shortcut for most entries: spreading optional fields costs as much as reading the entry.
  if (problem === undefined && ignored === undefined && isEmpty === undefined && details === undefined) {
    return plain;
  }
  const { size, modifiedMs } = details ?? {};
  return {
    ...plain,
    ...(problem !== undefined && { problem }),
    ...(ignored === true && { ignored }),
    ...(problem === undefined && isEmpty === true && { mark: "empty" as const }),
    ...(size !== undefined && { size }),
    ...(modifiedMs !== undefined && { modifiedMs }),
  };
}

/** The path of an entry as `joinPath` makes it: with an extra slash if the first name is empty, because the empty path is the root. */
export function toTreePath({ path }: { readonly path: string }): string {
  return path === "" || path.startsWith("/") ? `/${path}` : path;
}

/** An entry of the page, or a directory above one. */
interface Node {
  readonly path: string;
  readonly depth: number;
  /** Sorts it among its siblings. */
  readonly key: string;
  /** An entry of the page, or a directory that could not be read. Undefined if this is only a directory above others. */
  entry: PageEntry | undefined;
  isContext: boolean;
  readonly children: Node[];
}

/** The entries of a page in tree order, with the directories above them. `endsMidDirectory`: the page ends in the middle of a directory. */
export function arrangeAsTree(page: PagePart, endsMidDirectory: boolean): ListDirEntry[] {
  const root: Node = { path: "", depth: 0, key: "", entry: undefined, isContext: true, children: [] };
  const directories = new Map([["", root]]);
  for (const { entry } of page.problems) {
    insert(directories, entry, true);
  }
  for (const entry of page.entries) {
    insert(directories, entry, false);
  }
  const arranged: ListDirEntry[] = [];
  const [first, last] = [page.entries[0], page.entries.at(-1)];
  const pending = inReverseOrder(root);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { entry, isContext, path, depth } = node;
    const below = inReverseOrder(node);
    below.forEach((child) => pending.push(child));
    const shown = toListDirEntry(entry ?? { path, depth, kind: "directory" });
    if (!isContext) {
      const moreBefore = page.startsMidDirectory && entry === first && { moreBefore: true as const };
      const moreAfter = endsMidDirectory && entry === last && { moreAfter: true as const };
      arranged.push(moreBefore || moreAfter ? { ...shown, ...moreBefore, ...moreAfter } : shown);
      continue;
    }
    // A chain of directories with only one child each is shown on one line.
    const [only] = below;
    const isJoined = entry === undefined && below.length === 1 && only?.isContext === true;
    arranged.push({ ...shown, context: true, ...(isJoined && { joined: true as const }) });
  }
  return arranged;
}

/** Adds an entry to the tree whose directories, by their paths, are known so far. */
function insert(directories: Map<string, Node>, entry: PageEntry, isContext: boolean): void {
  const { path, kind } = entry;
  const node =
    kind === "directory"
      ? findDirectory(directories, path)
      : addChild(findDirectory(directories, directoryOf(path)), path, nameOf(path));
  node.entry = entry;
  node.isContext = isContext;
}

/** The node of a directory. Adds it and those above it if they are not there yet. */
function findDirectory(directories: Map<string, Node>, path: string): Node {
  const missing: string[] = [];
  let known = path;
  let node = directories.get(known);
  while (node === undefined) {
    missing.push(known);
    known = directoryOf(known);
    node = directories.get(known);
  }
  for (const next of missing.toReversed()) {
    node = addChild(node, next, `${nameOf(next)}/`);
    directories.set(next, node);
  }
  return node;
}

function addChild(parent: Node, path: string, name: string): Node {
  const key = byteKey(name);
  const child: Node = { path, depth: parent.depth + 1, key, entry: undefined, isContext: true, children: [] };
  parent.children.push(child);
  return child;
}

/** The children of a node in reverse order, for a stack. */
function inReverseOrder({ children }: Node): Node[] {
  return children.sort((a, b) => compareByKey(b, a));
}

/** A line of a listing. */
export interface ListingLine {
  readonly entry: ListDirEntry;
  /** How many lines it is nested under. */
  readonly indent: number;
  /** The names on the line with their suffixes, without marks. */
  readonly label: string;
}

/** The lines of entries. */
export function toLines(entries: readonly ListDirEntry[]): ListingLine[] {
  const lines: ListingLine[] = [];
  /** The depths of the lines that the next one can be nested under. */
  const above: number[] = [];
  let joined = "";
  let firstDepth: number | undefined;
  for (const entry of entries) {
    const { kind, depth } = entry;
    firstDepth ??= depth;
    joined += renderLabel(nameOf(toTreePath(entry)), kind);
    if (entry.joined === true) {
      continue;
    }
    while ((above.at(-1) ?? 0) >= firstDepth) {
      above.pop();
    }
    lines.push({ entry, indent: above.length, label: joined });
    above.push(depth);
    joined = "";
    firstDepth = undefined;
  }
  return lines;
}

/** The text of a listing, without a newline at the end. */
export function renderListing({ root, entries, ...end }: Listing): string {
  const lines = [renderHeader(renderRoot(root))];
  for (const { entry, indent, label } of toLines(entries)) {
    const space = "  ".repeat(indent);
    if (entry.moreBefore === true) {
      lines.push(space + ELLIPSIS);
    }
    lines.push(space + label + renderMarks(entry));
    if (entry.moreAfter === true) {
      lines.push(space + ELLIPSIS);
    }
  }
  return [...lines, ...renderEnd(end)].join("\n");
}

/** How many bytes that text has. It is not rendered for this: the indentation of a deep tree can be longer than all its names. */
export function measureListing({ root, entries, ...end }: Listing): number {
  let bytes = Buffer.byteLength([renderHeader(renderRoot(root)), ...renderEnd(end)].join("\n"));
  for (const { entry, indent, label } of toLines(entries)) {
    const gaps = Number(entry.moreBefore === true) + Number(entry.moreAfter === true);
    bytes += 1 + 2 * indent + Buffer.byteLength(label + renderMarks(entry)) + gaps * (4 + 2 * indent);
  }
  return bytes;
}

/** What is after a name, each in brackets: details, and a mark. */
export function renderMarks(entry: ListDirEntry): string {
  return renderOwnDetails(entry) + renderMark(entry);
}

/** The details after the name of a file, if they were asked for. */
export function renderOwnDetails(entry: ListDirEntry): string {
  const details = entry.shownDetails ?? (entry.kind === "file" ? renderDetails(entry) : undefined);
  return details === undefined ? "" : ` [${details}]`;
}

/** The mark of an entry, if it has one. */
export function renderMark(entry: ListDirEntry): string {
  const mark = markOf(entry);
  return mark === undefined ? "" : ` [${mark}]`;
}

/** The name of an entry with its suffix. */
export function renderName(entry: ListDirEntry): string {
  return renderLabel(nameOf(toTreePath(entry)), entry.kind);
}

/** A page as one line of JSON, for the command line. */
export function renderPageJson(page: ListDirPage): string {
  return escapeLines(JSON.stringify({ ...page, entries: page.entries.map(toPlainEntry) }));
}

/** An entry as one line of JSON. */
export function renderEntryJson(entry: ListDirEntry): string {
  return escapeLines(JSON.stringify(toPlainEntry(entry)));
}

function toPlainEntry(entry: ListDirEntry): ListDirEntry {
  return { ...entry, path: renderPathForJson(toTreePath(entry)) };
}
