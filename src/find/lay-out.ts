// Turns the choices of a search into a map that shows only these, and counts how many matching entries it accounts for.
import type { MapFold } from "../text/fold.ts";
import type { MapClosedDirectory, MapFile, MapOpenDirectory, MapContents } from "../text/map-text.ts";
import type { Choice } from "./choose.ts";
import type { Candidate, SearchedDirectory } from "./searched-directory.ts";

export interface Layout {
  readonly contents: MapContents;
  /** How many matching entries are shown, counted in a fold, or below a directory that says how many more there are. */
  readonly accounted: number;
  /** How many entries below a directory are neither shown nor in a fold. */
  readonly moreIn: (directory: SearchedDirectory) => number;
}

/** An open directory under construction. */
interface OpenDirectory {
  readonly directory: SearchedDirectory;
  readonly isMatch: boolean;
  readonly files: MapFile[];
  readonly folds: MapFold[];
  readonly closed: MapClosedDirectory[];
  readonly open: MapOpenDirectory[];
  /** How many entries below it are named, or counted by a fold or a closed directory. */
  shown: number;
  accounted: number;
}

/** `matchesByName`: whether a directory's own name matches a guess. Not recursive, since a tree may be very deep. */
export function layOut(
  chosen: readonly Choice[],
  top: SearchedDirectory,
  matchesByName: (directory: SearchedDirectory) => boolean,
): Layout {
  const opened = new OpenDirectories(top, chosen, matchesByName);
  const named = new Set(chosen.map(({ candidate }) => candidate));
  for (const { directory, candidate, fold } of chosen) {
    const open = opened.get(directory);
    const folded = fold?.members.filter((member) => !named.has(member.candidate)) ?? [];
    if (candidate?.kind === "directory") {
      addClosed(open, candidate, opened);
    } else if (candidate !== undefined) {
      open.files.push({ name: candidate.name, kind: candidate.kind as MapFile["kind"] });
      count(open, 1);
    } else if (fold !== undefined && folded.length > 0) {
      open.folds.push({ glob: fold.glob, count: folded.length });
      count(open, folded.length);
    }
  }
  const root = opened.finish();
  const moreIn = (directory: SearchedDirectory) =>
    directory.below - (opened.has(directory) ? opened.get(directory).shown : 0);
  return { contents: root, accounted: root.accounted, moreIn };
}

function count(open: OpenDirectory, entries: number): void {
  open.shown += entries;
  open.accounted += entries;
}

/** Adds a directory that was chosen, unless it is open anyway. */
function addClosed(open: OpenDirectory, { name, inside, isIgnored }: Candidate, opened: OpenDirectories): void {
  if (inside !== undefined && opened.has(inside)) {
    return;
  }
  count(open, 1 + (inside?.below ?? 0));
  if (inside?.problem !== undefined) {
    open.closed.push({ name, problem: inside.problem });
  } else if (isIgnored) {
    open.closed.push({ name, ignored: true });
  } else {
    const isPartial = inside === undefined || inside.isPartial;
    open.closed.push({ name, count: inside?.below ?? 0, ...(isPartial && { partial: true }) });
  }
}

/** The directories in which something is shown. Parents come before their subdirectories. */
class OpenDirectories {
  readonly #open = new Map<SearchedDirectory, OpenDirectory>();

  constructor(
    top: SearchedDirectory,
    chosen: readonly Choice[],
    matchesByName: (directory: SearchedDirectory) => boolean,
  ) {
    this.#add(top, false);
    for (const { directory } of chosen) {
      const chain: SearchedDirectory[] = [];
      let next: SearchedDirectory | undefined = directory;
      for (; next !== undefined && !this.#open.has(next); next = next.parent) {
        chain.push(next);
      }
      for (const each of chain.toReversed()) {
        this.#add(each, matchesByName(each));
      }
    }
  }

  has(directory: SearchedDirectory): boolean {
    return this.#open.has(directory);
  }

  get(directory: SearchedDirectory): OpenDirectory {
    return this.#open.get(directory) as OpenDirectory;
  }

  #add(directory: SearchedDirectory, isMatch: boolean): void {
    const lists = { files: [], folds: [], closed: [], open: [] };
    this.#open.set(directory, { directory, isMatch, ...lists, shown: 0, accounted: 0 });
  }

  /** Attaches each directory to its parent, the innermost first, and returns the root. */
  finish(): OpenDirectory {
    const all = [...this.#open.values()];
    for (const open of all.slice(1).toReversed()) {
      const { directory, shown, isMatch } = open;
      const above = this.get(directory.parent as SearchedDirectory);
      above.shown += Number(directory.isEntry) + shown;
      above.accounted += isMatch ? Number(directory.isEntry) + directory.below : open.accounted;
      attach(open, above);
    }
    return all[0] as OpenDirectory;
  }
}

/** Attaches a directory to its parent. If it does not match itself and shows only one subdirectory, both share a line. */
function attach({ directory, isMatch, files, folds, closed, open, shown }: OpenDirectory, above: OpenDirectory): void {
  const { name, below, isPartial } = directory;
  const isLone = !isMatch && files.length + folds.length === 0 && closed.length + open.length === 1;
  for (const only of isLone ? closed : []) {
    above.closed.push({ ...only, name: `${name}/${only.name}` });
  }
  for (const only of isLone ? open : []) {
    above.open.push({ ...only, name: `${name}/${only.name}` });
  }
  if (!isLone) {
    const more = isMatch && { more: below - shown, ...(isPartial && { morePartial: true as const }) };
    above.open.push({ name, files, folds, closed, open, ...more });
  }
}
