// Arranges the entries of a page as the lines of a tree: in tree order, each under its own directory, problems marked in place.
// A chain of directories is one line however long it is, so the cost depends only on the lengths of the paths.
import type { ByteString } from "../core/byte-string.ts";
import { markedEntries, type MetProblem, type Page } from "../walks/take-page.ts";
import type { Visit } from "../core/visit.ts";

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

/** A page, and whether it starts or ends in the middle of a directory. */
export interface ArrangedPage extends Pick<Page, "entries" | "problems" | "marks"> {
  readonly startsWithin?: boolean | undefined;
  readonly endsWithin?: boolean | undefined;
}

/** An entry of the page, or a directory above one. Its key is its path, with a `/` at the end for a directory. */
interface Item extends Pick<TreeLine, "visit" | "isContext"> {
  readonly key: string;
}

/** The lines of a page. */
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
  return withGaps(toLines(items, split), page);
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

function toLines(items: readonly Item[], split: ReadonlyMap<number, readonly Visit[]>): TreeLine[] {
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
