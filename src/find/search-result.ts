// What a search has found once the tree is read: of each guess the reading that counts, how many entries match, and the best of them.
import type { ListingEnd } from "../text/closing-lines.ts";
import type { ScanStop } from "../tree/scan.ts";
import type { FindRequest } from "./find-request.ts";
import type { Guess, Reading, Term } from "./guess.ts";
import type { MatchCount } from "./match-count.ts";
import type { NameHits } from "./name-matcher.ts";
import type { Candidate, Match, SearchedDirectory } from "./searched-directory.ts";

/** All matches in it are of readings that count. */
export interface SearchResult {
  readonly request: FindRequest;
  /** Why not everything was read. */
  readonly stop: ScanStop | undefined;
  readonly root: SearchedDirectory;
  readonly unreadable: NonNullable<ListingEnd["unreadable"]>;
  /** How many entries were searched; only files and links if their times matter. */
  readonly searchedEntries: number;
  /** Whether an entry matches that is too old for the request. */
  readonly hasOlder: boolean;
  /** Every guess, with the reading that counts. Undefined if nothing matches. */
  readonly used: ReadonlyMap<Guess, Reading | undefined>;
  readonly found: MatchCount;
  /** The entries that were kept; by `newest`, the newest first. */
  readonly candidates: readonly Candidate[];
  matchesOf(directory: SearchedDirectory): readonly Match[];
  /** The wanted names that a name matches. */
  hitsIn(name: string): NameHits;
  /** How many entries have a term on their paths, of those whose own names match in part. */
  termCount(term: Term): number;
}
