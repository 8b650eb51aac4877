// What an answer says after its files: how far the search got, how many more entries match, and which guesses match in part or not at all.
import type { ListingEnd } from "../text/closing-lines.ts";
import type { Reading } from "./guess.ts";
import type { MatchCount, SearchResult } from "./search-result.ts";

/** How many guesses are named that match entries that are not shown. */
const MAX_BROAD = 3;

/** `accounted`: the entries that are shown, or stand behind something that is. */
export function searchEnd(result: SearchResult, accounted: MatchCount): ListingEnd {
  const { root, words } = result.search.request;
  if (root.isEmpty) {
    return { empty: true };
  }
  const { unreadable, searchedEntries, hasOlder } = result.search;
  const stopped = stoppedAt(result);
  const isComplete = stopped === undefined && unreadable.length === 0;
  const hasNothing = words.length === 0 || searchedEntries === 0 || hasOlder;
  const isFiltered = isComplete && result.found.all === 0 && hasNothing;
  const guesses = isComplete && !isFiltered ? guessesByMatch(result) : {};
  const mentionsIgnored = root.tree.skippedIgnored && (isFiltered || guesses.nothingMatches !== undefined);
  return {
    ...stopped,
    ...(unreadable.length > 0 && { unreadable }),
    ...(isFiltered && { filtered: true }),
    ...notShown(result, accounted),
    ...guesses,
    ...(mentionsIgnored && { ignoredNotSearched: true }),
  };
}

function stoppedAt({ stop, search }: SearchResult): ListingEnd | undefined {
  const { root, keys } = search.request;
  const directories = { directories: root.tree.directoriesRead };
  const read = keys === undefined ? directories : { requests: keys.requests };
  if (stop === "time" || keys?.isTimedOut === true) {
    return { timedOutAfter: read };
  }
  if (keys?.isComplete === false) {
    return { stoppedAfter: read };
  }
  return stop === "limit" ? { stoppedAfter: directories } : undefined;
}

function notShown(result: SearchResult, accounted: MatchCount): ListingEnd {
  const { request, root } = result.search;
  const count = result.found.all - accounted.all;
  if (count <= 0) {
    return {};
  }
  const which = request.newest ? { older: true as const } : { guesses: broadGuesses(result, accounted, count) };
  return { notShown: { count, ...(root.isBelowPartial && { atLeast: true }), ...which } };
}

/** The guesses that match most of the entries that are not accounted for. */
function broadGuesses(
  { search, found }: SearchResult,
  accounted: MatchCount,
  most: number,
): { guess: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const reading of search.readings) {
    const { guess } = reading;
    const count = (found.byReading.get(reading) ?? 0) - (accounted.byReading.get(reading) ?? 0);
    counts.set(guess, Math.min(most, Math.max(counts.get(guess) ?? 0, count)));
  }
  const broad = Array.from(counts, ([guess, count]) => ({ guess, count })).filter(({ count }) => count > 0);
  return broad.sort((one, other) => other.count - one.count).slice(0, MAX_BROAD);
}

/** The guesses that match only in part, only with a slip of the hand, and not at all. */
function guessesByMatch({ search: { request, readings, tally } }: SearchResult): ListingEnd {
  const guesses = readings.length === 0 ? request.words : readings.map(({ guess }) => guess);
  const kinds = new Map<string, Reading["kind"] | "none">(guesses.map((guess) => [guess, "none"]));
  for (const reading of readings) {
    if (tally.isUsed(reading) && tally.hasMatches(reading)) {
      kinds.set(reading.guess, reading.kind);
    }
  }
  const guessesOf = (kind: Reading["kind"] | "none") => [...kinds.keys()].filter((guess) => kinds.get(guess) === kind);
  const onlyInPart = guessesOf("part");
  const spelledOtherwise = guessesOf("spelled");
  const nothingMatches = guessesOf("none");
  return {
    ...(onlyInPart.length > 0 && { onlyInPart }),
    ...(spelledOtherwise.length > 0 && { spelledOtherwise }),
    ...(nothingMatches.length > 0 && { nothingMatches }),
  };
}
