// What a search has found once the tree is read: which readings count, how many entries match them, and the best of those.
import type { Reading, WantedName } from "./guess.ts";
import type { Search } from "./search.ts";
import type { Candidate, Match, SearchedDirectory } from "./searched-directory.ts";

/** With many guesses, not all candidates that were kept are scored, because each is compared with the names of all guesses. */
const MIN_SCORED = 100;
const MAX_COMPARISONS = 1_280_000;

/** How many entries match, all together and each reading. */
export class MatchCount {
  all = 0;
  /** By the index of the reading. */
  readonly byReading: number[] = [];

  /** Counts entries that all match the same readings. */
  add(readings: readonly number[], entries: number): void {
    this.all += readings.length > 0 ? entries : 0;
    for (const reading of readings) {
      this.byReading[reading] = (this.byReading[reading] ?? 0) + entries;
    }
  }
}

export class SearchResult {
  /** What was counted and kept while the tree was read. */
  readonly search: Search;
  readonly found: MatchCount = new MatchCount();
  /** The names that the readings that count look for. */
  readonly wantedNames: readonly WantedName[];
  readonly #active: readonly boolean[];

  /** `search` must have visited everything. Adds up what is below each of its directories. */
  constructor(search: Search) {
    const { readings, setCounts, directories } = search;
    this.search = search;
    this.#active = readings.map(({ first, kind }, reading) => {
      const isLeft = readings.slice(first, reading).every((_, at) => !this.hasMatches(first + at));
      return isLeft && (kind === "whole" || this.hasMatches(reading));
    });
    for (const [set, entries] of setCounts) {
      const counted = set.split(" ").map(Number);
      this.found.add(set === "" ? counted : counted.filter((reading) => this.isActive(reading)), entries);
    }
    const active = readings.filter((_, reading) => this.isActive(reading));
    this.wantedNames = [...new Set(active.flatMap(({ terms }) => terms.flatMap(({ names }) => names)))];
    for (const { parent, below, isBelowPartial } of directories.toReversed()) {
      if (parent !== undefined) {
        parent.below += below;
        parent.isBelowPartial ||= isBelowPartial;
      }
    }
  }

  /** Whether a reading matches anything. What was found by a slip of the hand does not count if the word occurs as it is. */
  hasMatches(reading: number): boolean {
    const { readings, matchCounts, names } = this.search;
    const { unseenName } = readings[reading] as Reading;
    return (matchCounts[reading] as number) > 0 && (unseenName === undefined || names.isUnseen(unseenName));
  }

  /** Whether a reading counts: those before it match nothing. */
  isActive(reading: number): boolean {
    return this.#active[reading] === true;
  }

  /** The matches of a directory. */
  matchesOf({ parent, name }: SearchedDirectory): readonly Match[] {
    return parent === undefined ? [] : this.search.matcher.matchesIn(parent, name, true);
  }

  /** The matches that count. */
  activeOf(matches: readonly Match[]): readonly Match[] {
    return matches.filter(({ reading }) => this.#active[reading]);
  }

  /** The candidates that were kept; by `newest`, the newest first. */
  candidates(): Candidate[] {
    if (this.search.request.newest) {
      return this.search.best.flatMap((each) => each.finish());
    }
    const best = this.search.best.filter((_, reading) => this.isActive(reading));
    const comparisons = best.length * Math.max(best.length, this.wantedNames.length);
    const most = Math.max(MIN_SCORED, Math.floor(MAX_COMPARISONS / comparisons));
    return [...new Set(best.flatMap((each) => each.finish().slice(0, most)))];
  }
}
