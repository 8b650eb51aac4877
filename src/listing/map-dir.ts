// `map_dir` for programs and as text: the best picture of a whole tree within a budget of tokens.
import { toByteString } from "../core/byte-string.ts";
import type * as mapTreeModule from "../maps/map-tree.ts";
import type { CountedTree } from "../maps/map-tree.ts";
import { toMapContents, type DirectoryMap, type MapContents } from "../render/directory-map.ts";
import { mapCosts } from "../render/map-costs.ts";
import { toNothingMatches } from "../render/nothing-matches.ts";
import type { ListingEnd } from "../render/our-words.ts";
import { renderMap } from "../render/render-map.ts";
import { renderRoot } from "../render/shown-path.ts";
import {
  AT_LEAST_ONE,
  BOOLEAN,
  CHECKED_LATER,
  checkedOptions,
  FUNCTION,
  orNull,
  STRING,
  type RulesFor,
} from "./check-options.ts";
import { REQUEST_RULES, TOLD_SHARE } from "./listing-filter.ts";
import { GUARD_RULES, toOpenGuard, type GuardOptions } from "./listing-guard.ts";
import { toMapDirSettings, type MapBounds, type MapDirRequest, type MapDirSettings } from "./map-dir-settings.ts";
import { hasEntries, readRoot } from "./read-root.ts";
import { mapTooLong } from "./too-long.ts";

/** Options of `mapDir`. */
export interface MapDirOptions extends MapDirRequest, MapBounds, Omit<GuardOptions, "maxLimit"> {}

export const MAP_BOUND_RULES: RulesFor<keyof MapBounds> = {
  maxDirectories: AT_LEAST_ONE,
  maxRequests: AT_LEAST_ONE,
  maxKeyDirectories: AT_LEAST_ONE,
  countTokens: FUNCTION,
};

const { maxLimit: _ofPages, ...GUARD_RULES_OF_MAPS } = GUARD_RULES;

const MAP_DIR_RULES: RulesFor<keyof MapDirOptions> = {
  ...GUARD_RULES_OF_MAPS,
  ...REQUEST_RULES,
  ...MAP_BOUND_RULES,
  dirPath: CHECKED_LATER,
  budget: CHECKED_LATER,
  hidden: orNull(BOOLEAN),
  fold: orNull(STRING),
};

/** How often a map is laid out again, because its text takes more or less than the sum of its words. */
const MOST_TRIES = 3;

/** A map that takes less than this share of its budget is laid out again with more. */
const LEAST_SHARE = 0.9;

/** A map of a directory. Throws a `FunctionCallError`, or a `TypeError` for an invalid option. */
export async function mapDir(options: MapDirOptions): Promise<DirectoryMap> {
  return (await fitMapDir(await toOpenSettings(options))).map;
}

/** The same as `mapDir`, as text. */
export async function mapDirText(options: MapDirOptions): Promise<string> {
  return (await fitMapDir(await toOpenSettings(options))).text;
}

function toOpenSettings(options: MapDirOptions): Promise<MapDirSettings> {
  const given = checkedOptions(options, MAP_DIR_RULES);
  return toMapDirSettings(given, toOpenGuard(given), given);
}

/** A map, and its text. */
export interface FittedMap {
  readonly map: DirectoryMap;
  readonly text: string;
}

/** Loads what makes maps: a quarter of all code, which a listing need not wait for. */
export async function loadMaps(): Promise<Pick<typeof mapTreeModule, "mapTree">> {
  return import("../maps/map-tree.ts");
}

/** The map that the settings ask for. Throws a `FunctionCallError`. */
export async function fitMapDir(settings: MapDirSettings): Promise<FittedMap> {
  const { path, fold, budget, bounds, guard } = settings;
  const { countTokens, ...counts } = bounds;
  const { mapTree } = await loadMaps();
  const best = await readRoot(settings, async (root) => {
    const only = fold === undefined ? undefined : toByteString(fold);
    const mapped = { ...root, fold: only, depth: guard.maxDepth, budget, ...counts };
    const tree = await mapTree(mapped, mapCosts(countTokens));
    const end = await endOf(tree, settings);
    return { fitted: await layOutWithin(tree, end, settings) };
  });
  if (best.fitted === undefined) {
    throw mapTooLong({ guard, root: path, fold });
  }
  return best.fitted;
}

/** What the map of a tree says at its end. */
async function endOf(tree: CountedTree, settings: MapDirSettings): Promise<ListingEnd> {
  const { isEmpty, isBare, passedBy, timedOutAfter } = tree;
  const { makeFilter, tryGlob, globMatches, guard } = settings;
  const passing = passedBy && { passedBy: true as const };
  if (timedOutAfter !== undefined) {
    return { timedOutAfter, ...passing };
  }
  if (isEmpty) {
    const isFiltered = !isBare && makeFilter !== undefined && (await hasEntries(settings));
    return isFiltered ? { filtered: true, ...(tryGlob !== undefined && { tryGlob }), ...passing } : { empty: true };
  }
  const unmatched = tree.isWhole ? (globMatches?.unmatched ?? []) : [];
  const nothingMatches = toNothingMatches(unmatched, guard.maxOutputBytes * TOLD_SHARE);
  return { ...(nothingMatches !== undefined && { nothingMatches }), ...passing };
}

/** The best map within the budget; if none is, the smallest. Undefined if even that has too many bytes. */
async function layOutWithin(
  tree: CountedTree,
  end: ListingEnd,
  settings: MapDirSettings,
): Promise<FittedMap | undefined> {
  const { path, fold, budget, bounds, guard } = settings;
  const { countTokens } = bounds;
  const base = { root: renderRoot(path), ...(fold !== undefined && { only: fold }), ...end };
  let tokens = budget - countTokens(renderMap({ ...base, files: [], folds: [], closed: [], open: [] }));
  let best: (FittedMap & { readonly used: number }) | undefined;
  // An answer of too many bytes is none. As long as there is none within the budget, we go on until the smallest.
  for (let tries = 0; tries < MOST_TRIES || ((best?.used ?? Infinity) > budget && tokens >= 1); tries += 1) {
    const block = await tree.layOut(Math.max(tokens, 1));
    if (block === undefined) {
      break;
    }
    await settings.pause();
    const map: DirectoryMap = { ...base, ...toMapContents(block) };
    const text = renderMap(map);
    const used = countTokens(text);
    const bytes = Buffer.byteLength(text);
    const fits = used <= budget && bytes <= guard.maxOutputBytes;
    // The smallest answer is given even if it takes more tokens than it may. But never more bytes.
    if (bytes <= guard.maxOutputBytes && (fits || best === undefined || (best.used > budget && used < best.used))) {
      best = { map, text, used };
    }
    if (fits && (used >= LEAST_SHARE * budget || tries > 0 || isWhole(map))) {
      break;
    }
    const share = Math.min(1, guard.maxOutputBytes / bytes);
    tokens = fits ? tokens + (budget - used) : Math.floor((tokens - Math.max(used - budget, 1)) * share);
    tokens = tries + 1 < MOST_TRIES ? tokens : Math.floor(tokens / 2);
  }
  return best;
}

/** Whether there is nothing more to show. */
function isWhole(map: MapContents): boolean {
  const all = [map];
  for (const { folds, closed, open } of all) {
    if (folds.length > 0 || closed.some(({ count = 0 }) => count > 0)) {
      return false;
    }
    all.push(...open);
  }
  return true;
}
