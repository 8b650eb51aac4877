// Turns the choices of a search into a map that shows only these, and counts the matching entries that it accounts for.
import type { MapFold } from "../text/fold.ts";
import {
  toClosed,
  type MapClosedDirectory,
  type MapContents,
  type MapFile,
  type MapOpenDirectory,
} from "../text/map-text.ts";
import type { AnswerItem } from "./choose.ts";
import { MatchCount } from "./match-count.ts";
import type { SearchResult } from "./search-result.ts";
import type { Match, SearchedDirectory } from "./searched-directory.ts";

export interface AnswerLayout {
  /** Counts the entries that are named, or below a fold or a closed directory that is shown. */
  readonly accounted: MatchCount;
  readonly contents: MapContents;
  isOpen(directory: SearchedDirectory): boolean;
}

/** An open directory under construction. */
interface OpenDirectory {
  readonly directory: SearchedDirectory;
  readonly files: MapFile[];
  readonly folds: MapFold[];
  readonly closed: MapClosedDirectory[];
  readonly open: MapOpenDirectory[];
}

/** Not recursive, since a tree may be very deep. */
export function layOut(chosen: readonly AnswerItem[], result: SearchResult): AnswerLayout {
  const accounted = new MatchCount();
  const account = (matches: readonly Match[], entries: number) => {
    const readings = matches.map(({ reading }) => reading);
    accounted.add(readings, readings.length > 0 ? entries : 0);
  };
  const opened = openDirectories(chosen, result.root);
  for (const directory of opened.keys()) {
    account(result.matchesOf(directory), Number(directory.isEntry));
  }
  const named = new Set(chosen);
  for (const item of chosen) {
    const open = opened.get(item.directory) as OpenDirectory;
    const folded = item.kind === "fold" ? item.members.filter((member) => !named.has(member)) : [];
    if (item.kind === "fold" && folded.length > 1) {
      open.folds.push({ glob: item.glob, count: folded.length });
      folded.forEach((member) => account(member.matches, 1));
      continue;
    }
    // A fold of one entry would say less than its name.
    const entry = item.kind === "fold" ? folded[0] : item;
    if (entry === undefined || (entry.inside !== undefined && opened.has(entry.inside))) {
      continue;
    }
    const { name, kind, inside, isIgnored, matches } = entry;
    if (kind === "directory") {
      open.closed.push(toClosed(name, isIgnored, inside));
    } else {
      open.files.push({ name, kind });
    }
    account(matches, 1 + (inside?.below ?? 0));
  }
  const all = [...opened.values()];
  for (const open of all.slice(1).toReversed()) {
    attach(open, opened.get(open.directory.parent as SearchedDirectory) as OpenDirectory);
  }
  return { contents: all[0] as OpenDirectory, accounted, isOpen: (directory) => opened.has(directory) };
}

/** The directories in which something is shown, and those above them. Parents come before their subdirectories. */
function openDirectories(
  chosen: readonly AnswerItem[],
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
  if (files.length + folds.length > 0 || closed.length + open.length > 1) {
    above.open.push({ name, files, folds, closed, open });
    return;
  }
  closed.forEach((only) => above.closed.push({ ...only, name: `${name}/${only.name}` }));
  open.forEach((only) => above.open.push({ ...only, name: `${name}/${only.name}` }));
}
