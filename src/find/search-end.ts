// What an answer says after its files: how far the search got, how many more entries match, and which guesses match in part or not at all.
import type { ListingEnd, NotShown } from "../text/closing-lines.ts";
import type { Reading } from "./guess.ts";
import type { SearchResult } from "./search-result.ts";

/** `notShown`: the entries that match and are neither shown nor behind something that is. There may be none. */
export function searchEnd(result: SearchResult, notShown: NotShown): ListingEnd {
  const { unreadable, searchedEntries, hasOlder, request } = result.facts;
  const { root, words, notArguments } = request;
  const mistaken = notArguments.length > 0 ? { notArguments } : undefined;
  if (result.facts.root.isEmpty) {
    return { empty: true, ...mistaken };
  }
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
    ...(notShown.count > 0 && {
      notShown: { ...notShown, ...(result.facts.root.isBelowPartial && { atLeast: true }) },
    }),
    ...guesses,
    ...(mentionsIgnored && { ignoredNotSearched: true }),
    ...mistaken,
  };
}

function stoppedAt({ facts: { stop, request } }: SearchResult): ListingEnd | undefined {
  const { root, keys } = request;
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

/** The guesses that match only in part, only with a slip of the hand, and not at all. */
function guessesByMatch({ facts, used }: SearchResult): ListingEnd {
  const kinds = new Map(Array.from(used, ([{ text }, reading]) => [text, reading?.kind]));
  // If nothing is left of any guess, none matches.
  const texts = used.size === 0 ? facts.request.words : [...kinds.keys()];
  const textsOf = (kind: Reading["kind"] | undefined) => texts.filter((text) => kinds.get(text) === kind);
  const onlyInPart = textsOf("part");
  const spelledOtherwise = textsOf("spelled");
  const nothingMatches = textsOf(undefined);
  return {
    ...(onlyInPart.length > 0 && { onlyInPart: onlyInPart.map((guess) => ({ guess, names: [] })) }),
    ...(spelledOtherwise.length > 0 && { spelledOtherwise }),
    ...(nothingMatches.length > 0 && { nothingMatches }),
  };
}
