// The entries of a page as the lines of a tree: in tree order, each under its own directory, problems marked in place.
import type { ByteString } from "../core/byte-string.ts";
import type { MetProblem, Page } from "../core/take-page.ts";
import type { Visit } from "../core/visit.ts";

/** A line of the tree. */
export interface TreeLine {
  readonly visit: Visit;
  /** Whether the line is no entry of the page but a directory above one, or one that turned out to be unreadable. */
  readonly isContext: boolean;
  /** Where it stands: its path, a directory's ending in `/`. */
  readonly key: string;
}

/** The lines of a page. */
export function arrangeAsTree({ entries, problems }: Pick<Page, "entries" | "problems">): TreeLine[] {
  const lines: TreeLine[] = [];
  // The directories shown last, one for each level: those that the next line can stand in.
  const directories: ByteString[] = [];
  for (const line of inTreeOrder(entries, problems)) {
    const { path, kind, depth } = line.visit;
    addDirectoriesAbove(path, depth, directories, lines);
    lines.push(line);
    if (kind === "directory") {
      directories[depth - 1] = path;
    }
  }
  return lines;
}

function inTreeOrder(entries: readonly Visit[], problems: readonly MetProblem[]): TreeLine[] {
  const lines = entries.map((visit) => toLine(visit, false));
  // By key and not by path: an object store can hold a file and a directory of one name.
  const places = problems.length === 0 ? undefined : new Map(lines.map(({ key }, index) => [key, index]));
  for (const { visit } of problems) {
    const line = toLine(visit, true);
    const place = places?.get(line.key);
    if (place === undefined) {
      lines.push(line);
    } else {
      lines[place] = toLine(visit, false);
    }
  }
  return lines.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function toLine(visit: Visit, isContext: boolean): TreeLine {
  return { visit, isContext, key: visit.kind === "directory" ? `${visit.path}/` : visit.path };
}

function addDirectoriesAbove(path: ByteString, depth: number, directories: ByteString[], lines: TreeLine[]): void {
  if (depth === 1 || directories[depth - 2] === path.slice(0, path.lastIndexOf("/"))) {
    return;
  }
  let end = 0;
  for (let above = 1; above < depth; above += 1) {
    end = path.indexOf("/", end + 1);
    const directory = path.slice(0, end) as ByteString;
    if (directories[above - 1] !== directory) {
      directories[above - 1] = directory;
      lines.push(toLine({ path: directory, kind: "directory", depth: above }, true));
    }
  }
}
