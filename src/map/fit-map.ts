// Maps a directory, or a fold of it, within a budget of tokens: reads and counts the tree, fits the map, and says how it ended.
import { HIDDEN, type DirectoryFilter } from "../core/filter.ts";
import type { ListingEnd } from "../text/closing-lines.ts";
import { escapeCharacters } from "../text/entry-label.ts";
import { parseFold, type OpenedFold } from "../text/fold.ts";
import { renderMap, type DirectoryMap } from "../text/map-text.ts";
import type { Directory } from "../tree/directory.ts";
import type { KeysRead } from "../tree/key-tree.ts";
import { countTree, type CountedTree } from "./counted-tree.ts";
import { MapFitter, type FitBounds } from "./map-fitter.ts";

export interface FitRequest extends FitBounds {
  /** Not read yet. Must sort its entries in tree order. */
  readonly root: Directory;
  /**
   * Maps only the entries that this fold stands for. May be followed by its count, as a map shows it.
   * @default none: the whole directory
   */
  readonly fold?: string | undefined;
  readonly maxDirectories: number;
  readonly maxDepth: number;
  /** Set if the tree is made of a store's keys. */
  readonly keys?: KeysRead | undefined;
  /**
   * The glob to try if nothing matches.
   * @default none
   */
  readonly tryGlob?: string | undefined;
  /**
   * Whether a map does not fit the window that it is for: then one with a smaller budget is made of what was read.
   * @default none: a map is as large as the budget lets it be
   */
  readonly isTooLarge?: ((map: DirectoryMap) => boolean) | undefined;
}

/** What a map that is too large leaves of its budget to the next one. */
const SMALLER = 0.9;

export interface FittedMap {
  readonly map: DirectoryMap;
  readonly text: string;
}

/**
 * The best map within the budget; if none fits, the smallest. Undefined if even that has more than `maxBytes` bytes. Throws a `GlobError`
 * if the fold is not one.
 */
export async function fitMap(request: FitRequest): Promise<FittedMap | undefined> {
  const { root, shownRoot, maxBytes, maxDirectories, maxDepth, isTooLarge } = request;
  const fold = request.fold === undefined ? undefined : parseFold(request.fold);
  const top = fold === undefined ? root : root.withFilter(onlyFold(root.filter, fold));
  const tree = await countTree(top, { maxDirectories, maxDepth });
  const shownFold = fold === undefined ? {} : { fold: escapeCharacters(fold.glob) };
  const frame = { root: shownRoot, ...shownFold, ...endOf(tree, request) };
  const fit = (budget: number) => new MapFitter({ ...request, budget }, fold, frame).fit(tree.root);
  let map = fit(request.budget);
  for (let budget = request.budget * SMALLER; budget >= 1 && isTooLarge?.(map) === true; budget *= SMALLER) {
    map = fit(budget);
  }
  const text = renderMap(map);
  return Buffer.byteLength(text) <= maxBytes ? { map, text } : undefined;
}

/** Hides the entries of a directory that a fold does not stand for. */
function onlyFold(filter: DirectoryFilter, { matches }: OpenedFold): DirectoryFilter {
  return {
    readRules: (mayHave) => filter.readRules?.(mayHave),
    judge: (entry) => {
      const verdict = filter.judge(entry);
      return verdict === undefined || matches(entry.name, entry.kind === "directory") ? verdict : HIDDEN;
    },
    enter: (name) => filter.enter(name),
  };
}

/** What the map says after its entries. */
function endOf({ root, isTimedOut }: CountedTree, { root: { tree }, keys, tryGlob }: FitRequest): ListingEnd {
  const ignoredNotSearched = root.isUnmatched && tree.skippedIgnored && { ignoredNotSearched: true as const };
  if (isTimedOut) {
    return { timedOutAfter: { directories: tree.directoriesRead }, ...ignoredNotSearched };
  }
  if (!root.isUnmatched) {
    return {};
  }
  if (root.isPartial && keys !== undefined) {
    // Nothing is shown that could have a `+`.
    const { requests } = keys;
    return keys.isTimedOut ? { timedOutAfter: { requests } } : { stoppedAfter: { requests } };
  }
  return root.isEmpty
    ? { empty: true }
    : { filtered: true, ...(tryGlob !== undefined && { tryGlob }), ...ignoredNotSearched };
}
