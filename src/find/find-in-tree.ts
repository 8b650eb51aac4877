// `find_files`: takes guesses and returns the matching files, the best or the newest first, within a budget of tokens.
import { scan } from "../tree/scan.ts";
import { BestAnswer } from "./best-answer.ts";
import type { FindRequest } from "./find-request.ts";
import { parseGuesses } from "./guess.ts";
import { NewestAnswer } from "./newest-files.ts";
import { Search } from "./search.ts";
import type { FoundFiles, SearchAnswer } from "./search-answer.ts";

export interface FittedFiles {
  readonly found: FoundFiles;
  readonly text: string;
}

/** Searches a tree. Undefined if even an answer without files has more than `maxBytes` bytes. Throws if the root can't be read. */
export async function findInTree(asked: FindRequest): Promise<FittedFiles | undefined> {
  const { root, words, withoutRoot, maxDirectories, maxDepth } = asked;
  const guesses = parseGuesses(words, withoutRoot, asked.newest ? "whole" : "any");
  // Without words, every file is found, the newest first. If no guess is left of the words, nothing is.
  const newest = words.length === 0 || (guesses.length > 0 && asked.newest);
  const request: FindRequest = { ...asked, newest };
  const search = new Search(request, guesses);
  const result = search.finish(await scan(root, search.root, { maxDirectories, maxDepth }, search));
  return fitToBudget(newest ? new NewestAnswer(result) : new BestAnswer(result), request);
}

/** Writes as many of the first choices as fit, at least one if `maxBytes` allows. */
function fitToBudget(answer: SearchAnswer, { budget, countTokens, maxBytes }: FindRequest): FittedFiles | undefined {
  const isShort = (text: string): boolean => Buffer.byteLength(text) <= maxBytes;
  const fits = (count: number): boolean => {
    const text = answer.toText(count);
    return isShort(text) && (count === 1 || countTokens(text) <= budget);
  };
  let [least, most, isFull] = [0, answer.choices, false];
  while (least < most) {
    // Doubles the number until it no longer fits, then bisects. Starting at half could take seconds, since paths may be very long.
    const count = isFull ? Math.ceil((least + most) / 2) : Math.min(Math.max(1, 2 * least), most);
    const isFit = fits(count);
    [least, most] = isFit ? [count, most] : [least, count - 1];
    isFull ||= !isFit;
  }
  const text = answer.toText(least);
  return isShort(text) ? { found: answer.toFound(least), text } : undefined;
}
