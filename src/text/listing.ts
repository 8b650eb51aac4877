// A page as a tree: each entry under its own directory, as data and as text.
import { byteKey, compareByKey, directoryOf, nameOf } from "../core/entry.ts";
import type { ListingEntry, Page } from "../list/page.ts";
import { renderEnd, renderHeader, type PageEnd } from "./closing-lines.ts";
import { ELLIPSIS, type Line, markOf, plain, renderLabel, renderRoot, type Span } from "./entry-label.ts";
import { renderDetails } from "./amounts.ts";

/** An entry of a page of `listDir`. */
export interface ListDirEntry extends ListingEntry {
  /** Set if this is not an entry of the page, but a directory above one, or a directory that could not be read. */
  readonly context?: true;
  /** Set if entries of the same directory come before this one, on other pages. */
  readonly moreBefore?: true;
  /** Set if entries of the same directory come after this one, on other pages. */
  readonly moreAfter?: true;
  /**
   * Set if this directory is context, and its only child on the page is the next entry, also a directory: both share a
   * line.
   */
  readonly joined?: true;
}

/** A page of `listDir`: what `renderListing` writes. */
export interface ListDirPage extends PageEnd {
  /** The listing root as the first line of the text shows it. */
  readonly root: string;
  /** The entries as a tree: each directory before its own entries. */
  readonly entries: readonly ListDirEntry[];
}

/** An entry of the page, or a directory above one. */
interface TreeNode {
  readonly path: string;
  readonly depth: number;
  /** Sorts it among its siblings. */
  readonly key: string;
  /** An entry of the page, or a directory that could not be read. Undefined if this is only a directory above others. */
  entry: ListingEntry | undefined;
  isContext: boolean;
  readonly children: TreeNode[];
}

/** The entries of a page in tree order, with the directories above them. `endsMidDirectory`: the page ends in the middle of a directory. */
export function arrangeAsTree(page: Page, endsMidDirectory: boolean): ListDirEntry[] {
  const root: TreeNode = { path: "", depth: 0, key: "", entry: undefined, isContext: true, children: [] };
  const directories: Directories = new Map([[undefined, root]]);
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
    const shown: ListingEntry = entry ?? { path, kind: "directory", depth };
    if (!isContext) {
      const moreBefore = page.startsMidDirectory && entry === first && { moreBefore: true as const };
      const moreAfter = endsMidDirectory && entry === last && { moreAfter: true as const };
      arranged.push(moreBefore || moreAfter ? { ...shown, ...moreBefore, ...moreAfter } : shown);
      continue;
    }
    // Directories with only one child each share a line.
    const [only] = below;
    const isJoined = entry === undefined && below.length === 1 && only?.isContext === true;
    arranged.push({ ...shown, context: true, ...(isJoined && { joined: true as const }) });
  }
  return arranged;
}

/** The directories so far by their paths, and the root. */
type Directories = Map<string | undefined, TreeNode>;

/** Adds an entry to the tree. */
function insert(directories: Directories, entry: ListingEntry, isContext: boolean): void {
  const { path, kind } = entry;
  const node =
    kind === "directory"
      ? findDirectory(directories, path)
      : addChild(findDirectory(directories, directoryOf(path)), path, nameOf(path));
  node.entry = entry;
  node.isContext = isContext;
}

/** The node of a directory. Adds it and those above it if they are not there yet. */
function findDirectory(directories: Directories, path: string | undefined): TreeNode {
  const missing: string[] = [];
  let known = path;
  for (; known !== undefined && !directories.has(known); known = directoryOf(known)) {
    missing.push(known);
  }
  let node = directories.get(known) as TreeNode;
  for (const next of missing.toReversed()) {
    node = addChild(node, next, `${nameOf(next)}/`);
    directories.set(next, node);
  }
  return node;
}

function addChild(parent: TreeNode, path: string, name: string): TreeNode {
  const key = byteKey(name);
  const child: TreeNode = { path, depth: parent.depth + 1, key, entry: undefined, isContext: true, children: [] };
  parent.children.push(child);
  return child;
}

/** The children of a node in reverse order, for a stack. */
function inReverseOrder({ children }: TreeNode): TreeNode[] {
  return children.sort((a, b) => compareByKey(b, a));
}

/** A line of a listing: the names of an entry, or `…` for entries that are on other pages. */
export interface ListingLine {
  /** How many lines it is nested under. */
  readonly indent: number;
  readonly spans: Line;
}

/** The lines of entries. */
export function toLines(entries: readonly ListDirEntry[]): ListingLine[] {
  const lines: ListingLine[] = [];
  /** The depths of the lines above the next one. */
  const above: number[] = [];
  let joined = "";
  let firstDepth: number | undefined;
  for (const entry of entries) {
    const { kind, depth } = entry;
    firstDepth ??= depth;
    joined += renderLabel(nameOf(entry.path), kind);
    if (entry.joined === true) {
      continue;
    }
    while ((above.at(-1) ?? 0) >= firstDepth) {
      above.pop();
    }
    const indent = above.length;
    const others = { indent, spans: [{ text: ELLIPSIS, role: "note" }] } as const;
    lines.push(
      ...(entry.moreBefore === true ? [others] : []),
      { indent, spans: entrySpans(entry, joined) },
      ...(entry.moreAfter === true ? [others] : []),
    );
    above.push(depth);
    joined = "";
    firstDepth = undefined;
  }
  return lines;
}

/**
 * The text of a listing, without a newline at the end. A text that exceeds `maxBytes` may end anywhere beyond that: the indentation of a
 * deep tree can be longer than all its names.
 */
export function renderListing({ root, entries, ...end }: ListDirPage, maxBytes: number = Infinity): string {
  const lines = [renderHeader(renderRoot(root))];
  let length = 0;
  for (const { indent, spans } of toLines(entries)) {
    const line = "  ".repeat(indent) + plain(spans);
    lines.push(line);
    length += line.length;
    if (length > maxBytes) {
      break;
    }
  }
  return [...lines, ...renderEnd(end)].join("\n");
}

/** An entry with its details and its mark. `label` is its name with its suffix, or several names that share a line. */
export function entrySpans(entry: ListDirEntry, label: string): Line {
  const { kind, size, modifiedMs, problem } = entry;
  const spans: Span[] = [{ text: label, role: kind }];
  const details = size === undefined && modifiedMs === undefined ? undefined : renderDetails(entry);
  if (details !== undefined && kind === "file") {
    spans.push({ text: ` [${details}]`, role: "note" });
  }
  const mark = markOf(entry);
  if (mark !== undefined) {
    spans.push({ text: ` [${mark}]`, role: problem === undefined ? "note" : "problem" });
  }
  return spans;
}
