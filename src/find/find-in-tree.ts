// `find_files`: takes guesses and returns the matching files, the best or the newest first, within a budget of tokens.
import { namesTo, type EntryKind } from "../core/entry.ts";
import { renderEnd, renderHeader, type ListingEnd } from "../text/closing-lines.ts";
import { renderAge } from "../text/amounts.ts";
import { renderLabel } from "../text/entry-label.ts";
import { renderMap } from "../text/map-text.ts";
import { scan, type ScanStop } from "../tree/scan.ts";
import { choose, type AnswerItem } from "./choose.ts";
import { toReadings, type Reading } from "./guess.ts";
import { layOut, type AnswerLayout } from "./lay-out.ts";
import { scoreCandidates } from "./score-candidates.ts";
import { Search, type FindRequest } from "./search.ts";
import { SearchResult } from "./search-result.ts";
import type { Candidate } from "./searched-directory.ts";

/** A file or directory that was found. */
export interface FoundFile {
  /** The path below the searched directory, joined with `/` on every platform. Bytes that are not valid UTF-8 read as U+FFFD. */
  readonly path: string;
  readonly kind: EntryKind;
  /** Its position in the order of the answer: 1 is the best, or the newest. */
  readonly rank: number;
  /** Set if git ignores it. */
  readonly ignored?: true;
  /** Set for a directory if nothing in it is shown, unless it would be 0: how many entries are below it, as far as they were read. */
  readonly more?: number;
  /** When it was last modified, in whole milliseconds since 1970, if that was asked for and is known. */
  readonly modifiedMs?: number;
}

/** What `findFiles` returns. Its end says what matched nothing, how many more match, and how far the search got. */
export interface FoundFiles extends ListingEnd {
  /** The searched directory as the first line of the text shows it. */
  readonly root: string;
  /** In the order of their ranks. */
  readonly files: readonly FoundFile[];
  /** How many directories were read. */
  readonly readDirectories: number;
}

export interface FittedFiles {
  readonly found: FoundFiles;
  readonly text: string;
}

/** How many guesses are named that match entries that are not shown. */
const MAX_BROAD = 3;

/** Choosing estimates tokens, so slightly more than the budget is chosen. The rendered text then tells how much of that fits. */
const SPARE = 1.1;

/** Searches a tree. Undefined if even an answer without files has more than `maxBytes` bytes. Throws if the root can't be read. */
export async function findInTree(asked: FindRequest): Promise<FittedFiles | undefined> {
  const { root, words, withoutRoot, budget, countTokens, maxDirectories, maxDepth } = asked;
  const readings = toReadings(words, withoutRoot);
  const isNewest = words.length === 0 || (readings.length > 0 && asked.newest);
  const request: FindRequest = { ...asked, newest: isNewest };
  const search = new Search(request, readings);
  const stop = await scan(root, maxDirectories, maxDepth, search);
  const result = new SearchResult(search);
  const chosen = isNewest
    ? result.candidates().map((candidate): AnswerItem => ({ directory: candidate.directory, candidate }))
    : choose(scoreCandidates(result), SPARE * budget, countTokens, (reading) => readings[reading]?.wantsAll === true);
  return fitToBudget(chosen, new Answer(request, result, stop), request);
}

/** Writes as many of the first choices as fit, at least one if `maxBytes` allows. */
function fitToBudget(
  chosen: readonly AnswerItem[],
  answer: Answer,
  { budget, countTokens, maxBytes }: FindRequest,
): FittedFiles | undefined {
  const isShort = (text: string): boolean => Buffer.byteLength(text) <= maxBytes;
  const fits = (count: number): boolean => {
    const text = answer.toText(chosen.slice(0, count));
    return isShort(text) && (count === 1 || countTokens(text) <= budget);
  };
  let [least, most, isFull] = [0, chosen.length, false];
  while (least < most) {
    // Doubles the number until it no longer fits, then bisects. Starting at half could take seconds, since paths may be very long.
    const count = isFull ? Math.ceil((least + most) / 2) : Math.min(Math.max(1, 2 * least), most);
    const isFit = fits(count);
    [least, most] = isFit ? [count, most] : [least, count - 1];
    isFull ||= !isFit;
  }
  const best = chosen.slice(0, least);
  const text = answer.toText(best);
  return isShort(text) ? { found: answer.toFound(best), text } : undefined;
}

/** Writes the answer for a number of choices. */
class Answer {
  readonly #request: FindRequest;
  readonly #result: SearchResult;
  readonly #stop: ScanStop | undefined;

  constructor(request: FindRequest, result: SearchResult, stop: ScanStop | undefined) {
    this.#request = request;
    this.#result = result;
    this.#stop = stop;
  }

  toText(chosen: readonly AnswerItem[]): string {
    const { shownRoot, now } = this.#request;
    const { layout, end } = this.#layOut(chosen);
    if (layout !== undefined) {
      return renderMap({ root: shownRoot, ...layout.contents, partial: true, ...end });
    }
    const lines = candidatesOf(chosen).map((candidate) => toLine(candidate, now));
    return [renderHeader(shownRoot), ...lines, ...renderEnd(end)].join("\n");
  }

  /** Programs also get the entries that the folds in the text stand for. */
  toFound(chosen: readonly AnswerItem[]): FoundFiles {
    const { root, shownRoot } = this.#request;
    const { layout, end } = this.#layOut(chosen);
    return {
      root: shownRoot,
      files: candidatesOf(chosen).map((candidate, index) => toFoundFile(candidate, index, layout)),
      readDirectories: root.tree.directoriesRead,
      ...end,
    };
  }

  /** The newest are not laid out: each has a line of its own. */
  #layOut(chosen: readonly AnswerItem[]): { layout?: AnswerLayout; end: ListingEnd } {
    if (this.#request.newest) {
      return { end: this.#endOf(chosen.length, []) };
    }
    const layout = layOut(chosen, this.#result);
    return { layout, end: this.#endOf(layout.accounted.all, layout.accounted.byReading) };
  }

  /** What the answer says after the files that it accounts for. */
  #endOf(accounted: number, accountedOf: readonly number[]): ListingEnd {
    const { root, words } = this.#request;
    const { found, search } = this.#result;
    if (root.isEmpty) {
      return { empty: true };
    }
    const { unreadable, searchedEntries } = search;
    const stopped = this.#stopped();
    const isComplete = stopped === undefined && unreadable.length === 0;
    const isFiltered =
      isComplete && found.all === 0 && (words.length === 0 || searchedEntries === 0 || this.#areAllOlder());
    const guesses = isComplete && !isFiltered ? this.#guesses() : {};
    const mentionsIgnored = root.tree.skippedIgnored && (isFiltered || guesses.nothingMatches !== undefined);
    return {
      ...stopped,
      ...(unreadable.length > 0 && { unreadable }),
      ...(isFiltered && { filtered: true }),
      ...this.#notShown(found.all - accounted, accountedOf),
      ...guesses,
      ...(mentionsIgnored && { ignoredNotSearched: true }),
    };
  }

  #notShown(count: number, accountedOf: readonly number[]): ListingEnd {
    if (count <= 0) {
      return {};
    }
    const which = this.#request.newest ? { older: true as const } : { guesses: this.#broadGuesses(count, accountedOf) };
    const { isBelowPartial } = this.#result.search.root;
    return { notShown: { count, ...(isBelowPartial && { atLeast: true }), ...which } };
  }

  #stopped(): ListingEnd | undefined {
    const { root, keys } = this.#request;
    const directories = { directories: root.tree.directoriesRead };
    const read = keys === undefined ? directories : { requests: keys.requests };
    if (this.#stop === "time" || keys?.isTimedOut === true) {
      return { timedOutAfter: read };
    }
    if (keys?.isComplete === false) {
      return { stoppedAfter: read };
    }
    return this.#stop === "limit" ? { stoppedAfter: directories } : undefined;
  }

  /** Whether something matches, but was last modified before `since`. Assumes that nothing is shown. */
  #areAllOlder(): boolean {
    const { readings } = this.#result.search;
    return this.#request.since !== undefined && readings.some((_, reading) => this.#result.hasMatches(reading));
  }

  /** The guesses that match most of the entries that are not accounted for. */
  #broadGuesses(notShown: number, accountedOf: readonly number[]): { guess: string; count: number }[] {
    const counts = new Map<string, number>();
    for (const [reading, { guess }] of this.#result.search.readings.entries()) {
      const count = (this.#result.found.byReading[reading] ?? 0) - (accountedOf[reading] ?? 0);
      counts.set(guess, Math.min(notShown, Math.max(counts.get(guess) ?? 0, count)));
    }
    const broad = Array.from(counts, ([guess, count]) => ({ guess, count })).filter(({ count }) => count > 0);
    return broad.sort((one, other) => other.count - one.count).slice(0, MAX_BROAD);
  }

  /** The guesses that match only in part, only with a slip of the hand, and not at all. */
  #guesses(): ListingEnd {
    const { readings } = this.#result.search;
    const guesses = readings.length === 0 ? this.#request.words : readings.map(({ guess }) => guess);
    const kinds = new Map<string, Reading["kind"] | "none">(guesses.map((guess) => [guess, "none"]));
    for (const [reading, { guess, kind }] of readings.entries()) {
      if (this.#result.isActive(reading) && this.#result.hasMatches(reading)) {
        kinds.set(guess, kind);
      }
    }
    const guessesOf = (kind: Reading["kind"] | "none") =>
      [...kinds.keys()].filter((guess) => kinds.get(guess) === kind);
    const onlyInPart = guessesOf("part");
    const spelledOtherwise = guessesOf("spelled");
    const nothingMatches = guessesOf("none");
    return {
      ...(onlyInPart.length > 0 && { onlyInPart }),
      ...(spelledOtherwise.length > 0 && { spelledOtherwise }),
      ...(nothingMatches.length > 0 && { nothingMatches }),
    };
  }
}

/** The entries that choices name or stand for, each once. */
function candidatesOf(chosen: readonly AnswerItem[]): readonly Candidate[] {
  const all = chosen.flatMap(({ candidate, fold }) => candidate ?? fold.members.map((member) => member.candidate));
  return [...new Set(all)];
}

function toFoundFile(
  { directory, name, kind, inside, isIgnored, modifiedMs }: Candidate,
  index: number,
  layout: AnswerLayout | undefined,
): FoundFile {
  const more = inside === undefined || layout?.isOpen(inside) === true ? 0 : inside.below;
  return {
    path: [...namesTo(directory), name].join("/"),
    kind,
    rank: index + 1,
    ...(isIgnored && { ignored: true }),
    ...(more > 0 && { more }),
    ...(modifiedMs !== undefined && { modifiedMs }),
  };
}

/** The line of a file with its age. */
function toLine({ directory, name, kind, isIgnored, modifiedMs }: Candidate, now: number): string {
  const above = namesTo(directory).map((each) => renderLabel(each, "directory"));
  const age = modifiedMs === undefined ? undefined : renderAge(now - modifiedMs);
  return above.join("") + renderLabel(name, kind, isIgnored ? "ignored" : undefined, age);
}
