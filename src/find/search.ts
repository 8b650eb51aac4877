// Visits every entry while the tree is read: matches it with the guesses, counts it, and keeps it if it is among the best.
import { namesTo, shownKind, type EntryDetails } from "../core/entry.ts";
import { problemOf, type ReadOutcome } from "../tree/directory.ts";
import type { ScanStop, ScanVisitor } from "../tree/scan.ts";
import type { TreeEntry } from "../tree/tree.ts";
import { EntryMatcher } from "./entry-matcher.ts";
import type { FindRequest } from "./find-request.ts";
import type { Guess } from "./guess.ts";
import type { KeptCandidates } from "./kept-candidates.ts";
import { NameMatcher } from "./name-matcher.ts";
import { ReadingTally } from "./reading-tally.ts";
import type { SearchResult } from "./search-result.ts";
import { SearchedDirectory, type Match } from "./searched-directory.ts";

export class Search implements ScanVisitor<SearchedDirectory> {
  readonly #request: FindRequest;
  readonly #guesses: readonly Guess[];
  readonly #kept: KeptCandidates;
  readonly #names: NameMatcher;
  readonly #matcher: EntryMatcher;
  readonly #tally: ReadingTally;
  /** Whether only files and links are answers, because the newest are asked for, or those of a certain age. */
  readonly #needsTime: boolean;
  readonly root: SearchedDirectory = new SearchedDirectory(undefined, "", 0, { isEntry: false, isMatching: false });
  /** All that were entered; parents come before their subdirectories. */
  readonly #directories = [this.root];
  #searchedEntries = 0;
  #hasOlder = false;

  constructor(request: FindRequest, guesses: readonly Guess[], kept: KeptCandidates) {
    const readings = guesses.flatMap((guess) => guess.readings);
    this.#request = request;
    this.#guesses = guesses;
    this.#kept = kept;
    this.#names = new NameMatcher(readings);
    this.#matcher = new EntryMatcher(readings, this.#names);
    this.#tally = new ReadingTally(this.#names);
    this.#needsTime = request.newest || request.since !== undefined;
  }

  enter(parent: SearchedDirectory, { name, verdict }: TreeEntry): SearchedDirectory {
    const isEntry = verdict.isShown && !this.#needsTime;
    const isMatching = this.#matcher.isMatching(name, this.#matchesIn(parent, name, true));
    const inside = new SearchedDirectory(parent, name, this.#directories.length, { isEntry, isMatching });
    this.#directories.push(inside);
    return inside;
  }

  visitEntry(parent: SearchedDirectory, entry: TreeEntry, inside: SearchedDirectory | undefined): boolean {
    const { name, kind, verdict } = entry;
    const matches = this.#matchesIn(parent, name, kind === "directory");
    if (!verdict.isShown || (this.#needsTime && kind !== "file" && kind !== "symlink")) {
      return false;
    }
    this.#searchedEntries += 1;
    if (this.#needsTime) {
      return matches.length > 0 || this.#request.words.length === 0;
    }
    parent.below += 1;
    if (matches.length > 0) {
      this.#keep(parent, entry, matches, inside, undefined);
    }
    return false;
  }

  visitDetails(parent: SearchedDirectory, entry: TreeEntry, details: EntryDetails | undefined): void {
    const { since, words } = this.#request;
    const modifiedMs = details?.modifiedMs;
    const matches = this.#matchesIn(parent, entry.name, false);
    if (matches.length === 0 && words.length > 0) {
      return;
    }
    if (since !== undefined && (modifiedMs === undefined || modifiedMs < since)) {
      this.#hasOlder = true;
      return;
    }
    this.#keep(parent, entry, matches, undefined, modifiedMs);
  }

  /** Records how the read of a directory ended. */
  leave(directory: SearchedDirectory, outcome: ReadOutcome | undefined, isWhole: boolean): void {
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
    const used = new Map(this.#guesses.map((guess) => [guess, this.#tally.readingOf(guess)]));
    const usedOf = (matches: readonly Match[]) => matches.filter(({ reading }) => used.get(reading.guess) === reading);
    const usedReadings = [...used.values()].filter((reading) => reading !== undefined);
    return {
      request: this.#request,
      stop,
      root: this.root,
      unreadable: this.#directories.flatMap((directory) => {
        const { problem } = directory;
        return problem === undefined ? [] : { path: namesTo(directory).join("/"), problem };
      }),
      searchedEntries: this.#searchedEntries,
      hasOlder: this.#hasOlder,
      used,
      found: this.#tally.count(),
      candidates: this.#kept
        .best(usedReadings)
        .map((candidate) => ({ ...candidate, matches: usedOf(candidate.matches) })),
      matchesOf: ({ parent, name }) =>
        parent === undefined ? [] : usedOf(this.#matcher.matchesIn(parent, name, true)),
      hitsIn: (name) => this.#names.hitsIn(name),
      termCount: (term) => this.#tally.termCount(term),
    };
  }

  /** The matches of an entry by readings that may still count. */
  #matchesIn(parent: SearchedDirectory, name: string, isDirectory: boolean): readonly Match[] {
    const matches = this.#matcher.matchesIn(parent, name, isDirectory);
    return matches.length === 0 ? matches : matches.filter(({ reading }) => !this.#tally.isRuledOut(reading));
  }

  #keep(
    directory: SearchedDirectory,
    entry: TreeEntry,
    matches: readonly Match[],
    inside: SearchedDirectory | undefined,
    modifiedMs: number | undefined,
  ): void {
    this.#tally.add(matches);
    const { name, key, verdict } = entry;
    const kind = shownKind(entry.kind);
    this.#kept.offer({ directory, name, kind, inside, isIgnored: verdict.isIgnored, modifiedMs, matches }, key);
  }
}
