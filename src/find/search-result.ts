// What a search has found once the tree is read: of each guess the reading that counts, how many entries match, and the best of them.
import { getOrAdd } from "../core/get-or-add.ts";
import type { ListingEnd } from "../text/closing-lines.ts";
import type { ScanStop } from "../tree/scan.ts";
import { compare, type RankedItem } from "./best-items.ts";
import type { FindRequest } from "./find-request.ts";
import type { Guess, Reading, Term } from "./guess.ts";
import { LOW_PRIORITY_WORDS, stemOf } from "./name-words.ts";
import type { PathFits } from "./path-fits.ts";
import type { Statistics } from "./rank.ts";
import type { Candidate, Match, PathFit, SearchedDirectory } from "./searched-directory.ts";

/** What was read, whatever it matches. */
export interface SearchFacts {
  readonly request: FindRequest;
  readonly guesses: readonly Guess[];
  readonly fits: PathFits;
  /** Why not everything was read. */
  readonly stop: ScanStop | undefined;
  readonly root: SearchedDirectory;
  readonly unreadable: NonNullable<ListingEnd["unreadable"]>;
  /** How many entries were searched; only files and links if their times matter. */
  readonly searchedEntries: number;
  /** Whether an entry matches that is too old for the request. */
  readonly hasOlder: boolean;
}

/** How many entries match, all together and for each guess. */
export class MatchCount {
  all = 0;
  readonly byGuess: Map<Guess, number> = new Map();

  /** Counts entries that all have these matches, of each guess at most one. */
  add(matches: readonly Match[], entries: number): void {
    this.all += entries;
    for (const { reading } of matches) {
      this.byGuess.set(reading.guess, (this.byGuess.get(reading.guess) ?? 0) + entries);
    }
  }
}

export class SearchResult implements Statistics {
  readonly facts: SearchFacts;
  /** Every guess, with the reading that counts: the first that matches anything. Undefined if none does. */
  readonly used: ReadonlyMap<Guess, Reading | undefined>;
  readonly found: MatchCount = new MatchCount();
  /** What entries have that are found. Without guesses, all are. */
  readonly fits: readonly PathFit[];
  readonly asked: ReadonlySet<string>;
  readonly #termCounts = new Map<Term, number>();
  readonly #matches = new Map<PathFit, readonly Match[]>();

  constructor(facts: SearchFacts) {
    this.facts = facts;
    const { guesses, fits, request } = facts;
    const counted = [...fits.all].filter(({ entries }) => entries > 0);
    const matched = new Set(counted.flatMap(({ matches }) => matches.map(({ reading }) => reading)));
    const counts = (reading: Reading) =>
      matched.has(reading) && (reading.unseen === undefined || !fits.seen.has(reading.unseen));
    this.used = new Map(guesses.map((guess) => [guess, guess.readings.find(counts)]));
    this.fits = counted.filter((fit) => request.words.length === 0 || this.matchesOf(fit).length > 0);
    for (const fit of this.fits) {
      this.found.add(this.matchesOf(fit), fit.entries);
    }
    for (const { terms, entries } of counted) {
      terms.forEach((_, term) => this.#termCounts.set(term, this.entriesWith(term) + entries));
    }
    const asked = guesses.filter(({ words }) => words.every((word) => LOW_PRIORITY_WORDS.has(word)));
    this.asked = new Set(asked.flatMap(({ words }) => words.map(stemOf)));
  }

  get entries(): number {
    return this.facts.searchedEntries;
  }

  entriesOf(guess: Guess): number {
    return this.found.byGuess.get(guess) ?? 0;
  }

  entriesWith(term: Term): number {
    return this.#termCounts.get(term) ?? 0;
  }

  /** The matches of the readings that count. */
  matchesOf(fit: PathFit): readonly Match[] {
    return getOrAdd(this.#matches, fit, () =>
      fit.matches.filter(({ reading }) => this.used.get(reading.guess) === reading),
    );
  }

  /** The entries that were kept, the best first of those with the same fit. */
  candidates(): Candidate[] {
    const kept: RankedItem<Candidate>[] = this.fits.flatMap(({ best }) => best?.finish() ?? []);
    return kept.sort(compare).map(({ item }) => item);
  }
}
