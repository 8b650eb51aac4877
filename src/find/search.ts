// Visits every entry while the tree is read, and keeps the best of those that match the guesses.
import { namesTo, shownKind, type EntryDetails } from "../core/entry.ts";
import type { Problem } from "../core/problem.ts";
import type { AnswerBounds } from "../text/map-text.ts";
import type { Directory } from "../tree/directory.ts";
import type { TreeEntry } from "../tree/tree.ts";
import type { KeysRead } from "../tree/key-tree.ts";
import type { ScanVisitor } from "../tree/scan.ts";
import { BestItems } from "./best-items.ts";
import { EntryMatcher } from "./entry-matcher.ts";
import type { Reading, WithoutRoot } from "./guess.ts";
import { NameMatcher } from "./name-matcher.ts";
import { ReadingTally } from "./reading-tally.ts";
import { SearchedDirectory, type Candidate, type Match } from "./searched-directory.ts";

/** How many candidates are kept for each reading of a guess. */
const MAX_KEPT = 2000;

/** How many of the newest files are kept. */
const MAX_NEWEST = 20_000;

/** Which candidates are kept is decided before they are scored: by the match's score / (this + length of the name). */
const USUAL_NAME_LENGTH = 20;

/** What is searched for, where, and how much of it an answer may show. */
export interface FindRequest extends AnswerBounds {
  /** Not read yet. */
  readonly root: Directory;
  readonly withoutRoot: WithoutRoot;
  /** The guesses. Without any, every file is found, the newest first. */
  readonly words: readonly string[];
  /** Whether the newest come first instead of the best. Without any guesses they do in any case. */
  readonly newest: boolean;
  /** Only files that were modified since then, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Ages are relative to this time. */
  readonly now: number;
  readonly maxDirectories: number;
  readonly maxDepth: number;
  /** Set if the tree is made of a store's keys. */
  readonly keys?: KeysRead | undefined;
}

export class Search implements ScanVisitor {
  readonly request: FindRequest;
  readonly readings: readonly Reading[];
  /** What names match, whatever directory they are in. */
  readonly names: NameMatcher;
  readonly matcher: EntryMatcher;
  readonly root: SearchedDirectory;
  /** All that were entered; parents come before their subdirectories. */
  readonly directories: SearchedDirectory[] = [];
  /** Directories that could not be read. */
  readonly unreadable: { readonly path: string; readonly problem: Problem }[] = [];
  /** How many entries were searched; only files and links if their times matter. */
  searchedEntries = 0;
  /** Whether an entry matches that was last modified before `since`. */
  hasOlder = false;
  /** The best candidates for each reading; by `newest`, one list of the newest files. */
  readonly best: readonly BestItems<Candidate>[];
  /** How many entries match which readings. */
  readonly tally: ReadingTally;
  /** Whether only files and links are shown, because the newest are asked for, or those of a certain age. */
  readonly #needsTime: boolean;
  /** The directories that are being read, or will be. */
  readonly #unfinished = new Map<Directory, SearchedDirectory>();

  constructor(request: FindRequest, readings: readonly Reading[]) {
    this.readings = readings;
    this.request = request;
    this.names = new NameMatcher(readings);
    this.tally = new ReadingTally(this.names);
    this.matcher = new EntryMatcher(readings, this.names);
    this.#needsTime = request.newest || request.since !== undefined;
    // Every line takes at least one token.
    const maxNewest = Math.min(request.budget, MAX_NEWEST);
    this.best = request.newest ? [new BestItems(maxNewest)] : readings.map(() => new BestItems(MAX_KEPT));
    this.root = new SearchedDirectory(undefined, "", 0, { isEntry: false, isMatching: false });
    this.#enter(request.root, this.root);
  }

  visitEntry(directory: Directory, entry: TreeEntry, child: Directory | undefined): boolean {
    const parent = this.#unfinished.get(directory) as SearchedDirectory;
    const { name, kind, verdict } = entry;
    const matches = this.#matchesIn(parent, name, kind === "directory");
    const isEntry = verdict.isShown && (!this.#needsTime || kind === "file" || kind === "symlink");
    let inside: SearchedDirectory | undefined;
    if (child !== undefined) {
      const isMatching = this.matcher.isMatching(name, matches);
      inside = new SearchedDirectory(parent, name, this.directories.length, { isEntry, isMatching });
      this.#enter(child, inside);
    }
    if (!isEntry) {
      return false;
    }
    this.searchedEntries += 1;
    if (this.#needsTime) {
      return matches.length > 0 || this.request.words.length === 0;
    }
    parent.below += 1;
    if (matches.length > 0) {
      this.#keep(parent, entry, matches, inside, undefined);
    }
    return false;
  }

  visitDetails(directory: Directory, entry: TreeEntry, details: EntryDetails | undefined): void {
    const { since, words } = this.request;
    const modifiedMs = details?.modifiedMs;
    const parent = this.#unfinished.get(directory) as SearchedDirectory;
    const matches = this.#matchesIn(parent, entry.name, false);
    if (matches.length === 0 && words.length > 0) {
      return;
    }
    if (since !== undefined && (modifiedMs === undefined || modifiedMs < since)) {
      this.hasOlder = true;
      return;
    }
    this.#keep(parent, entry, matches, undefined, modifiedMs);
  }

  /** Records how the read of a directory ended. */
  visitDirectory(directory: Directory, _children: readonly Directory[], hasTooMany: boolean): void {
    const { problem, isPartial } = directory;
    const searched = this.#finish(directory, problem !== undefined || isPartial || hasTooMany);
    if (problem !== undefined) {
      this.unreadable.push({ path: namesTo(directory).join("/"), problem });
      searched.problem = problem;
    }
  }

  /** Records that a directory was not read. */
  skipDirectory(directory: Directory): void {
    this.#finish(directory, true);
  }

  /** The matches of an entry by readings that may still be used. */
  #matchesIn(parent: SearchedDirectory, name: string, isDirectory: boolean): readonly Match[] {
    const matches = this.matcher.matchesIn(parent, name, isDirectory);
    return matches.length === 0 ? matches : matches.filter(({ reading }) => !this.tally.isRuledOut(reading));
  }

  #enter(directory: Directory, searched: SearchedDirectory): void {
    this.#unfinished.set(directory, searched);
    this.directories.push(searched);
  }

  #finish(directory: Directory, isPartial: boolean): SearchedDirectory {
    const searched = this.#unfinished.get(directory) as SearchedDirectory;
    this.#unfinished.delete(directory);
    searched.isBelowPartial = isPartial;
    return searched;
  }

  #keep(
    directory: SearchedDirectory,
    entry: TreeEntry,
    matches: readonly Match[],
    inside: SearchedDirectory | undefined,
    modifiedMs: number | undefined,
  ): void {
    this.tally.add(matches);
    const { name, key, verdict } = entry;
    const { place } = directory;
    const kind = shownKind(entry.kind);
    const item: Candidate = { directory, name, kind, inside, isIgnored: verdict.isIgnored, modifiedMs, matches };
    if (this.request.newest) {
      this.best[0]?.offer({ item, score: modifiedMs ?? -Infinity, place, key });
      return;
    }
    for (const { reading, matchScore, isOwn } of matches) {
      const score = Number(isOwn) + matchScore / (USUAL_NAME_LENGTH + name.length);
      this.best[reading.index]?.offer({ item, score, place, key });
    }
  }
}
