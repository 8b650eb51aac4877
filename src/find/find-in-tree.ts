// `find_files`: takes guesses and returns the matching files, the best or the newest first, within a budget of tokens.
import { scan } from "../tree/scan.ts";
import { choose, type AnswerItem } from "./choose.ts";
import { toReadings } from "./guess.ts";
import { scoreCandidates } from "./score-candidates.ts";
import { Search, type FindRequest } from "./search.ts";
import { SearchAnswer, type FoundFiles } from "./search-answer.ts";
import { SearchResult } from "./search-result.ts";

export interface FittedFiles {
  readonly found: FoundFiles;
  readonly text: string;
}

/** Choosing estimates tokens, so slightly more than the budget is chosen. The rendered text then tells how much of that fits. */
const SPARE = 1.1;

/** Searches a tree. Undefined if even an answer without files has more than `maxBytes` bytes. Throws if the root can't be read. */
export async function findInTree(asked: FindRequest): Promise<FittedFiles | undefined> {
  const { root, words, withoutRoot, budget, countTokens, maxDirectories, maxDepth } = asked;
  const readings = toReadings(words, withoutRoot, asked.newest ? "whole" : "any");
  // Without words, every file is found, the newest first. If no guess is left of the words, nothing is.
  const request: FindRequest = { ...asked, newest: words.length === 0 || (readings.length > 0 && asked.newest) };
  const search = new Search(request, readings);
  const stop = await scan(root, maxDirectories, maxDepth, search);
  const result = new SearchResult(search, stop);
  const chosen = request.newest
    ? result.candidates().map((candidate): AnswerItem => ({ directory: candidate.directory, candidate }))
    : choose(scoreCandidates(result), SPARE * budget, countTokens);
  return fitToBudget(chosen, new SearchAnswer(result), request);
}

/** Writes as many of the first choices as fit, at least one if `maxBytes` allows. */
function fitToBudget(
  chosen: readonly AnswerItem[],
  answer: SearchAnswer,
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
