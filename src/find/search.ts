// Visits every entry while the tree is read: matches its path with the guesses, counts it, and keeps it if it is among the best.
import { namesTo, shownKind, type EntryDetails } from "../core/entry.ts";
import { problemOf, type ReadOutcome } from "../tree/directory.ts";
import type { ScanStop, ScanVisitor } from "../tree/scan.ts";
import type { TreeEntry } from "../tree/tree.ts";
import type { FindRequest } from "./find-request.ts";
import type { Guess } from "./guess.ts";
import { KeptEntries } from "./kept-entries.ts";
import { NameMatcher } from "./name-matcher.ts";
import { PathFits } from "./path-fits.ts";
import { weightOf } from "./rank.ts";
import { SearchedDirectory, type PathFit } from "./searched-directory.ts";
import { SearchResult } from "./search-result.ts";

/** How many entries with the same fit are kept, and how many of the newest. */
const MAX_BEST = 2000;
const MAX_NEWEST = 20_000;

export class Search implements ScanVisitor<SearchedDirectory> {
  readonly #request: FindRequest;
  readonly #guesses: readonly Guess[];
  readonly #fits: PathFits;
  readonly #kept: KeptEntries;
  /** Whether only files and links are answers, because the newest are asked for, or those of a certain age. */
  readonly #needsTime: boolean;
  readonly root: SearchedDirectory;
  /** All that were entered; parents come before their subdirectories. */
  readonly #directories: SearchedDirectory[] = [];
  #searchedEntries = 0;
  #hasOlder = false;

  constructor(request: FindRequest, guesses: readonly Guess[]) {
    const readings = guesses.flatMap((guess) => guess.readings);
    const { newest, since, budget } = request;
    this.#request = request;
    this.#guesses = guesses;
    this.#fits = new PathFits(readings, new NameMatcher([...new Set(readings.flatMap(({ terms }) => terms))]));
    // Every line of the newest takes at least one token.
    this.#kept = new KeptEntries(newest ? Math.min(budget, MAX_NEWEST) : MAX_BEST);
    this.#needsTime = newest || since !== undefined;
    this.root = this.#add(undefined, "", false, this.#fits.nothing);
  }

  enter(parent: SearchedDirectory, { name, verdict }: TreeEntry): SearchedDirectory {
    return this.#add(parent, name, verdict.isShown && !this.#needsTime, this.#fits.of(parent, name, true));
  }

  visitEntry(parent: SearchedDirectory, entry: TreeEntry, inside: SearchedDirectory | undefined): boolean {
    const { name, kind, verdict } = entry;
    const fit = inside?.fit ?? this.#fits.of(parent, name, kind === "directory");
    if (!verdict.isShown || (this.#needsTime && kind !== "file" && kind !== "symlink")) {
      return false;
    }
    this.#searchedEntries += 1;
    if (this.#needsTime) {
      return this.#mayBeFound(fit);
    }
    parent.below += 1;
    if (this.#mayBeFound(fit)) {
      this.#keep(parent, entry, fit, inside, undefined);
    }
    return false;
  }

  visitDetails(parent: SearchedDirectory, entry: TreeEntry, details: EntryDetails | undefined): void {
    const { since } = this.#request;
    const modifiedMs = details?.modifiedMs;
    if (since !== undefined && (modifiedMs === undefined || modifiedMs < since)) {
      this.#hasOlder = true;
      return;
    }
    this.#keep(parent, entry, this.#fits.of(parent, entry.name, false), undefined, modifiedMs);
  }

  /** Records how the read of a directory ended. */
  leave(directory: SearchedDirectory, outcome: ReadOutcome | undefined, _children: unknown, isWhole: boolean): void {
    directory.isBelowPartial = !isWhole;
    directory.problem = outcome && problemOf(outcome);
    directory.isEmpty = outcome?.isEmpty === true;
  }

  /** What was found, once everything was visited. `stop`: why not everything was read. */
  finish(stop: ScanStop | undefined): SearchResult {
    for (const { parent, below, isBelowPartial } of this.#directories.toReversed()) {
      if (parent !== undefined) {
        parent.below += below;
        parent.isBelowPartial ||= isBelowPartial;
      }
    }
    return new SearchResult({
      request: this.#request,
      guesses: this.#guesses,
      fits: this.#fits,
      stop,
      root: this.root,
      unreadable: this.#directories.flatMap((directory) => {
        const { problem } = directory;
        return problem === undefined ? [] : { path: namesTo(directory).join("/"), problem };
      }),
      searchedEntries: this.#searchedEntries,
      hasOlder: this.#hasOlder,
    });
  }

  #mayBeFound({ matches }: PathFit): boolean {
    return matches.length > 0 || this.#request.words.length === 0;
  }

  #add(parent: SearchedDirectory | undefined, name: string, isEntry: boolean, fit: PathFit): SearchedDirectory {
    const fits = { isEntry, fit, fitBelow: this.#fits.below(fit) };
    const searched = new SearchedDirectory(parent, name, this.#directories.length, fits);
    this.#directories.push(searched);
    return searched;
  }

  #keep(
    directory: SearchedDirectory,
    { name, key, kind: readKind, verdict }: TreeEntry,
    fit: PathFit,
    inside: SearchedDirectory | undefined,
    modifiedMs: number | undefined,
  ): void {
    fit.entries += 1;
    const kind = shownKind(readKind);
    const item = { directory, name, kind, inside, isIgnored: verdict.isIgnored, modifiedMs, fit };
    const score = this.#request.newest
      ? (modifiedMs ?? -Infinity)
      : weightOf(directory.pathLength + name.length, kind === "directory");
    this.#kept.keep(fit, { item, score, place: directory.place, key });
  }
}
