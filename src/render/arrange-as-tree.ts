// The entries of a page as the lines of a tree: in tree order, each under its own directory, problems marked in place.
import type { ByteString } from "../core/byte-string.ts";
import type { Page } from "../core/take-page.ts";
import type { Visit } from "../core/visit.ts";

/** A line of the tree. */
export interface TreeLine extends Visit {
  /** Whether the line is no entry of the page but a directory above one, or one that turned out to be unreadable. */
  readonly isContext: boolean;
}

/** The lines of a page. */
export function arrangeAsTree({ entries, problems }: Pick<Page, "entries" | "problems">): TreeLine[] {
  // By key and not by path: an object store can hold a file and a directory of one name.
  const lines = new Map<string, TreeLine>();
  for (const entry of entries) {
    lines.set(keyOf(entry), { ...entry, isContext: false });
  }
  for (const problem of problems) {
    const isContext = lines.get(keyOf(problem))?.isContext ?? true;
    lines.set(keyOf(problem), { ...problem, isContext });
  }
  for (const line of lines.values()) {
    addDirectoriesAbove(line, lines);
  }
  return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

function addDirectoriesAbove({ path, depth }: Visit, lines: Map<string, TreeLine>): void {
  let end = path.lastIndexOf("/");
  for (let above = depth - 1; above > 0; above -= 1) {
    const key = path.slice(0, end + 1);
    if (lines.has(key)) {
      return;
    }
    lines.set(key, { path: path.slice(0, end) as ByteString, kind: "directory", depth: above, isContext: true });
    end = path.lastIndexOf("/", end - 1);
  }
}

function keyOf({ path, kind }: Visit): string {
  return kind === "directory" ? `${path}/` : path;
}
