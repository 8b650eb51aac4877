// The entries of a page as the lines of a tree: in tree order, each under its own directory, problems marked in place.
import type { ByteString } from "../core/byte-string.ts";
import type { MetProblem, Page } from "../core/take-page.ts";
import type { Visit } from "../core/visit.ts";

/** A line of the tree. */
export interface TreeLine extends Visit {
  /** Whether the line is no entry of the page but a directory above one, or one that turned out to be unreadable. */
  readonly isContext: boolean;
}

interface Keyed {
  readonly key: string;
  readonly line: TreeLine;
}

/** The lines of a page. */
export function arrangeAsTree({ entries, problems }: Pick<Page, "entries" | "problems">): TreeLine[] {
  const lines: TreeLine[] = [];
  // The directories shown last, one for each level: those that the next line can stand in.
  const directories: ByteString[] = [];
  for (const { line } of inTreeOrder(entries, problems)) {
    addDirectoriesAbove(line, directories, lines);
    lines.push(line);
    if (line.kind === "directory") {
      directories[line.depth - 1] = line.path;
    }
  }
  return lines;
}

function inTreeOrder(entries: readonly Visit[], problems: readonly MetProblem[]): Keyed[] {
  const keyed = entries.map((entry) => toKeyed(entry, false));
  // By key and not by path: an object store can hold a file and a directory of one name.
  const places = problems.length === 0 ? undefined : new Map(keyed.map(({ key }, index) => [key, index]));
  for (const { visit } of problems) {
    const place = places?.get(toKeyed(visit, true).key);
    if (place === undefined) {
      keyed.push(toKeyed(visit, true));
    } else {
      keyed[place] = toKeyed(visit, false);
    }
  }
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function toKeyed(visit: Visit, isContext: boolean): Keyed {
  return { key: visit.kind === "directory" ? `${visit.path}/` : visit.path, line: { ...visit, isContext } };
}

function addDirectoriesAbove({ path, depth }: Visit, directories: ByteString[], lines: TreeLine[]): void {
  if (depth === 1 || directories[depth - 2] === path.slice(0, path.lastIndexOf("/"))) {
    return;
  }
  let end = 0;
  for (let above = 1; above < depth; above += 1) {
    end = path.indexOf("/", end + 1);
    const directory = path.slice(0, end) as ByteString;
    if (directories[above - 1] !== directory) {
      directories[above - 1] = directory;
      lines.push({ path: directory, kind: "directory", depth: above, isContext: true });
    }
  }
}
