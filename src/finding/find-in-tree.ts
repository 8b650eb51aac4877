// Finds files in a tree by words, or the newest ones.
import type { MapBlock, MapCosts } from "../maps/directory-map.ts";
import type { FoundEntry } from "./best-entries.ts";
import { chooseFound } from "./choose-found.ts";
import { FileSearch, type SearchOptions } from "./file-search.ts";
import { countShown, layOutFound } from "./lay-out-found.ts";
import { searchKeys } from "./search-keys.ts";
import { searchTree, type SearchEnd, type SearchSettings } from "./search-tree.ts";
import { asksForTests, toSearchWords, type CompileGlob, type SearchWord, type WithoutRoot } from "./search-word.ts";

/** What a search found. */
export interface FoundInTree extends SearchEnd {
  /** How many entries match. */
  readonly matching: number;
  /**
   * The given words that matched nothing. Those that say nothing are not among them, unless there are no others. None if others matched,
   * and something could not be read: these may match there.
   */
  readonly unmatched: readonly string[];
  /** Those that an answer of about so many tokens shows, in the order in which it takes them in. */
  choose(costs: MapCosts, tokens: number): Promise<readonly FoundEntry[]>;
  /** A map of some of them. */
  layOut(shown: readonly FoundEntry[]): MapBlock;
  /** How many matching entries it leaves out. */
  countLeft(shown: readonly FoundEntry[]): number;
}

export interface FindSettings extends SearchSettings, Pick<SearchOptions, "order" | "since"> {
  /** What is looked for; nothing if everything is. */
  readonly words: readonly string[];
  readonly withoutRoot: WithoutRoot;
  readonly compileGlob: CompileGlob;
  /** How many entries an answer can show. */
  readonly most: number;
}

const ANY_WORD: SearchWord = { kind: "any", given: 0, texts: [] };

/** Searches a tree, within the bounds of the settings. Throws if the root can't be read. */
export async function findInTree(settings: FindSettings): Promise<FoundInTree> {
  const { words, withoutRoot, compileGlob, order, since, fileSystem, most } = settings;
  const searched = words.length === 0 ? [ANY_WORD] : await toSearchWords(words, withoutRoot, compileGlob);
  const search = new FileSearch(searched, { order, since, isAsideLast: !asksForTests(words) });
  const end = await (fileSystem.readKeys === undefined ? searchTree(settings, search) : searchKeys(settings, search));
  const { matched } = search;
  const asked = new Set(searched.length === 0 ? words.keys() : searched.map(({ given }) => given));
  const ranked = await search.rank(most, settings.pause);
  const { matching } = search;
  const isTold = matching === 0 || !search.root.isPartial;
  return {
    ...end,
    matching,
    unmatched: words.filter((_, index) => isTold && asked.has(index) && !matched.has(index)),
    choose: async (costs, tokens) =>
      order === "newest" ? ranked.map(({ entry }) => entry) : chooseFound(ranked, costs, tokens, settings),
    layOut: layOutFound,
    countLeft: (shown) => matching - countShown(shown, (directory) => search.isMatching(directory)),
  };
}
