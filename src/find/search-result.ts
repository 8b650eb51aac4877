// What a search has found once the tree is read: how many entries match the readings that are used, and the best of those.
import type { ScanStop } from "../tree/scan.ts";
import type { Reading, WantedName } from "./guess.ts";
import type { Search } from "./search.ts";
import type { Candidate, Match, SearchedDirectory } from "./searched-directory.ts";

/** With many guesses, not all candidates that were kept are scored, because each is compared with the names of all guesses. */
const MIN_SCORED = 100;
const MAX_COMPARISONS = 1_280_000;

/** How many entries match, all together and each reading. */
export interface MatchCount {
  readonly all: number;
  readonly byReading: ReadonlyMap<Reading, number>;
}

/** Counts entries that match the same readings. */
export class MatchCounter implements MatchCount {
  all = 0;
  readonly byReading: Map<Reading, number> = new Map();

  add(readings: readonly Reading[], entries: number): void {
    this.all += readings.length > 0 ? entries : 0;
    for (const reading of readings) {
      this.byReading.set(reading, (this.byReading.get(reading) ?? 0) + entries);
    }
  }
}

export class SearchResult {
  /** What was counted and kept while the tree was read. */
  readonly search: Search;
  /** Why not everything was read. */
  readonly stop: ScanStop | undefined;
  readonly found: MatchCount;
  /** The names that the readings that are used look for. */
  readonly wantedNames: readonly WantedName[];
  readonly #used: ReadonlySet<Reading>;

  /** `search` must have visited everything. Adds up what is below each of its directories. */
  constructor(search: Search, stop: ScanStop | undefined) {
    const { readings, directories, tally } = search;
    this.search = search;
    this.stop = stop;
    const used = readings.filter((reading) => tally.isUsed(reading));
    this.#used = new Set(used);
    this.wantedNames = [...new Set(used.flatMap(({ terms }) => terms.flatMap(({ names }) => names)))];
    const found = new MatchCounter();
    for (const { matched, entries } of tally.sets) {
      const counted = matched.filter((reading) => this.#used.has(reading));
      found.add(counted, entries);
      // Without guesses, everything counts.
      found.all += readings.length === 0 ? entries : 0;
    }
    this.found = found;
    for (const { parent, below, isBelowPartial } of directories.toReversed()) {
      if (parent !== undefined) {
        parent.below += below;
        parent.isBelowPartial ||= isBelowPartial;
      }
    }
  }

  /** The matches of a directory. */
  matchesOf({ parent, name }: SearchedDirectory): readonly Match[] {
    return parent === undefined ? [] : this.search.matcher.matchesIn(parent, name, true);
  }

  /** The matches of readings that are used. */
  usedOf(matches: readonly Match[]): readonly Match[] {
    return matches.filter(({ reading }) => this.#used.has(reading));
  }

  /** The candidates that were kept; by `newest`, the newest first. */
  candidates(): Candidate[] {
    const { request, best: all } = this.search;
    if (request.newest) {
      return all.flatMap((each) => each.finish());
    }
    const best = [...this.#used].flatMap(({ index }) => all[index] ?? []);
    const comparisons = best.length * Math.max(best.length, this.wantedNames.length);
    const most = Math.max(MIN_SCORED, Math.floor(MAX_COMPARISONS / comparisons));
    return [...new Set(best.flatMap((each) => each.finish().slice(0, most)))];
  }
}
