// Finds files in a tree by words, or the newest ones.
import type { ScoredEntry } from "./best-entries.ts";
import { FileSearch, type SearchOptions } from "./file-search.ts";
import { searchKeys } from "./search-keys.ts";
import type { SearchSettings } from "./search-settings.ts";
import { searchTree, type SearchEnd } from "./search-tree.ts";
import { asksForTests, toSearchWords, type CompileGlob, type SearchWord } from "./search-word.ts";
import type { SearchedDirectory } from "./searched-directory.ts";

export { chooseFound } from "./choose-found.ts";
export { countShown, layOutFound } from "./lay-out-found.ts";

/** What a search found. */
export interface FoundInTree extends SearchEnd {
  /** The best of them, in order. */
  readonly ranked: readonly ScoredEntry[];
  /** How many entries match. */
  readonly matching: number;
  /** The given words that matched nothing. Those that say nothing are not among them, unless there are no others. */
  readonly unmatched: readonly string[];
  /** Whether a directory is itself among what matches. */
  readonly isMatching: (directory: SearchedDirectory) => boolean;
}

export interface FindSettings extends SearchSettings, Pick<SearchOptions, "order" | "since"> {
  /** What is looked for; nothing if everything is. */
  readonly words: readonly string[];
  /** The directory as it was given, which words may begin with. */
  readonly givenRoot: string;
  readonly compileGlob: CompileGlob;
  /** How many entries an answer can show. */
  readonly most: number;
}

const ANY_WORD: SearchWord = { kind: "any", given: 0, texts: [] };

/** Searches a tree, within the bounds of the settings. Throws if the root can't be read. */
export async function findInTree(settings: FindSettings): Promise<FoundInTree> {
  const { words, givenRoot, compileGlob, order, since, fileSystem, most } = settings;
  const searched = words.length === 0 ? [ANY_WORD] : await toSearchWords(words, givenRoot, compileGlob);
  const search = new FileSearch(searched, { order, since, isAsideLast: !asksForTests(words) });
  const end = await (fileSystem.readKeys === undefined ? searchTree(settings, search) : searchKeys(settings, search));
  const { matched } = search;
  const asked = new Set(searched.length === 0 ? words.keys() : searched.map(({ given }) => given));
  return {
    ...end,
    ranked: search.rank(most),
    matching: search.matching,
    unmatched: words.filter((_, index) => asked.has(index) && !matched.has(index)),
    isMatching: (directory) => search.isMatching(directory),
  };
}
