// Turns the choices of a search into a map that shows only these, and counts the matching entries that it accounts for.
import {
  toClosed,
  type MapClosedDirectory,
  type MapContents,
  type MapFile,
  type MapOpenDirectory,
} from "../text/map-text.ts";
import { MatchCount, type SearchResult } from "./search-result.ts";
import type { Candidate, PathFit, SearchedDirectory } from "./searched-directory.ts";

export interface AnswerLayout {
  /** Counts the entries that are named, or below a closed directory that is shown. */
  readonly accounted: MatchCount;
  readonly contents: MapContents;
  isOpen(directory: SearchedDirectory): boolean;
}

/** An open directory under construction. */
interface OpenDirectory {
  readonly directory: SearchedDirectory;
  readonly files: MapFile[];
  readonly folds: [];
  readonly closed: MapClosedDirectory[];
  readonly open: MapOpenDirectory[];
}

/** Not recursive, since a tree may be very deep. */
export function layOut(chosen: readonly Candidate[], result: SearchResult): AnswerLayout {
  const accounted = new MatchCount();
  const account = (fit: PathFit, entries: number) => {
    const matches = result.matchesOf(fit);
    accounted.add(matches, matches.length > 0 ? entries : 0);
  };
  const opened = openDirectories(chosen, result.facts.root);
  for (const directory of opened.keys()) {
    account(directory.fit, Number(directory.isEntry));
  }
  for (const { directory, name, kind, inside, isIgnored, fit } of chosen) {
    if (inside !== undefined && opened.has(inside)) {
      continue;
    }
    const open = opened.get(directory) as OpenDirectory;
    if (kind === "directory") {
      open.closed.push(toClosed(name, isIgnored, inside));
    } else {
      open.files.push({ name, kind });
    }
    account(fit, 1 + (inside?.below ?? 0));
  }
  const all = [...opened.values()];
  for (const open of all.slice(1).toReversed()) {
    attach(open, opened.get(open.directory.parent as SearchedDirectory) as OpenDirectory);
  }
  return { contents: all[0] as OpenDirectory, accounted, isOpen: (directory) => opened.has(directory) };
}

/** The directories in which something is shown, and those above them. Parents come before their subdirectories. */
function openDirectories(
  chosen: readonly Candidate[],
  root: SearchedDirectory,
): ReadonlyMap<SearchedDirectory, OpenDirectory> {
  const opened = new Map([[root, newDirectory(root)]]);
  for (const { directory } of chosen) {
    const missing: SearchedDirectory[] = [];
    for (let above = directory; !opened.has(above); above = above.parent as SearchedDirectory) {
      missing.push(above);
    }
    missing.toReversed().forEach((next) => opened.set(next, newDirectory(next)));
  }
  return opened;
}

function newDirectory(directory: SearchedDirectory): OpenDirectory {
  return { directory, files: [], folds: [], closed: [], open: [] };
}

/** Attaches a directory to its parent. If it shows only one subdirectory, both share a line. */
function attach({ directory, files, folds, closed, open }: OpenDirectory, above: OpenDirectory): void {
  const { name } = directory;
  if (files.length > 0 || closed.length + open.length > 1) {
    above.open.push({ name, files, folds, closed, open });
    return;
  }
  closed.forEach((only) => above.closed.push({ ...only, name: `${name}/${only.name}` }));
  open.forEach((only) => above.open.push({ ...only, name: `${name}/${only.name}` }));
}
