// `map_dir`: its arguments, the settings of a map, and the best picture of a whole tree within a budget of tokens, for programs and as text.
import { toByteString } from "../core/byte-string.ts";
import { combineFilters } from "../core/filter.ts";
import { foldFilter } from "../filters/glob-filter.ts";
import { GlobError } from "../filters/glob-patterns.ts";
import type * as mapTreeModule from "../maps/map-tree.ts";
import type { CountedTree } from "../maps/map-tree.ts";
import { toMapContents, type DirectoryMap, type MapContents } from "../render/directory-map.ts";
import { weighTokens } from "../render/estimate-tokens.ts";
import { mapCosts, type CountTokens } from "../render/map-word.ts";
import { renderRoot, toNothingMatches, type ListingEnd } from "../render/our-words.ts";
import { UNSAFE_CHARACTER } from "../render/entry-label.ts";
import { renderMap } from "../render/render-map.ts";
import type { ArgumentsFor } from "../tooling/argument.ts";
import { respondToModel, type FunctionCallError } from "../tooling/function-call-error.ts";
import type { CallControl } from "../tooling/tool.ts";
import { AT_LEAST_ONE, CHECKED_LATER, checkedOptions, FUNCTION, rulesOf, type RulesFor } from "./check-options.ts";
import { LIST_DIR_ARGUMENTS } from "./list-dir-settings.ts";
import {
  FILTER_ARGUMENTS,
  REQUEST_RULES,
  toFilterMaker,
  toGlobMatches,
  toGlobToTry,
  TOLD_SHARE,
  type FilterMaker,
  type FilterOptions,
} from "./listing-filter.ts";
import { toOpenGuard, type GuardOptions, type ListingGuard } from "./listing-guard.ts";
import { hasEntries, readRoot } from "./read-root.ts";
import { mapTooLong } from "./too-long.ts";
import { toTreeSettings, TREE_GUARD_RULES, type TreeSettings } from "./tree-settings.ts";

/** What `mapDir` is asked for. */
export interface MapDirRequest extends FilterOptions, CallControl {
  /** The directory to map. A relative path is taken from the working directory, else from the only root. */
  readonly dirPath: string;
  /**
   * How many tokens the whole answer may take, as they are estimated. At least the header and one line come.
   * @default 500
   */
  readonly budget?: number | undefined;
  /**
   * A fold of the directory as a map shows it: only the entries that it stands for are mapped, and what is below them. An empty
   * text means not given.
   * @default none: the whole directory
   */
  readonly fold?: string | undefined;
}

/** What a model can ask for: everything a program can, except the bounds of the work. */
export type MapDirArguments = Omit<MapDirRequest, keyof CallControl>;

/** The arguments, in the order in which the model sees them. Those that `list_dir` has too are declared there. */
export const MAP_DIR_ARGUMENTS: ArgumentsFor<MapDirArguments> = {
  dirPath: {
    kind: "text",
    name: "dir_path",
    isRequired: true,
    forModel: "Path.",
    forPeople: "the directory to map; a relative path is taken from the working directory or the only root",
  },
  budget: {
    kind: "count",
    default: 500,
    isSettable: true,
    forModel: "Most tokens.",
    forPeople: "tokens that the map may take, as estimated",
  },
  fold: {
    kind: "text",
    mayBeEmpty: true,
    placeholder: "glob",
    forModel: "A fold of dir_path to open, as shown.",
    forPeople: "show what is in this fold, copied from a map",
  },
  ...FILTER_ARGUMENTS,
  gitignore: LIST_DIR_ARGUMENTS.gitignore,
  hidden: LIST_DIR_ARGUMENTS.hidden,
};

/** The bounds of the work for a map, which the operator may set. They are counts, so that an answer depends on no clock. */
export interface MapBounds {
  /**
   * How many directories are read at most, level by level. What is not counted then is marked with a `+`.
   * @default 2000
   */
  readonly maxDirectories?: number | undefined;
  /**
   * How many requests are made to an object store at most. Those that brought nothing but denied keys, or were made to replace
   * such keys, are not counted, up to four times as many.
   * @default 16
   */
  readonly maxRequests?: number | undefined;
  /**
   * How many directories are made of the keys of an object store at most. What is in others is not counted, and marked with a `+`.
   * @default 100000
   */
  readonly maxKeyDirectories?: number | undefined;
  /**
   * Counts the tokens of a text, for those who have the model's tokenizer.
   * @default estimateTokens
   */
  readonly countTokens?: CountTokens | undefined;
}

export interface MapDirSettings extends TreeSettings {
  readonly fold: string | undefined;
  /** The glob to try if nothing matches. */
  readonly tryGlob: string | undefined;
  readonly bounds: Required<{ [Name in keyof MapBounds]: NonNullable<MapBounds[Name]> }>;
}

/** Options of `mapDir`. */
export interface MapDirOptions extends MapDirRequest, MapBounds, Omit<GuardOptions, "maxLimit"> {}

export const MAP_BOUND_RULES: RulesFor<keyof MapBounds> = {
  maxDirectories: AT_LEAST_ONE,
  maxRequests: AT_LEAST_ONE,
  maxKeyDirectories: AT_LEAST_ONE,
  countTokens: FUNCTION,
};

const MAP_DIR_RULES: RulesFor<keyof MapDirOptions> = {
  ...TREE_GUARD_RULES,
  ...REQUEST_RULES,
  ...MAP_BOUND_RULES,
  ...rulesOf(MAP_DIR_ARGUMENTS),
  dirPath: CHECKED_LATER,
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

/** Complete settings. Throws a `FunctionCallError` for the first option that is out of range. */
export function toMapDirSettings(
  request: MapDirRequest,
  guards: ListingGuard,
  bounds: MapBounds = {},
): Promise<MapDirSettings> {
  return toTreeSettings({ ...request, budget: request.budget ?? MAP_DIR_ARGUMENTS.budget.default }, guards, (guard) => {
    const fold = toFold(request.fold);
    const globMatches = toGlobMatches(request);
    const makeFilter = toFilterMaker(request, { hasMarks: true, isMap: true, matches: globMatches });
    return {
      fold,
      makeFilter: fold === undefined ? makeFilter : withFold(makeFilter, fold),
      globMatches,
      tryGlob: toGlobToTry(request, guard.maxOutputBytes * TOLD_SHARE),
      bounds: {
        maxDirectories: bounds.maxDirectories ?? 2000,
        maxRequests: bounds.maxRequests ?? 16,
        maxKeyDirectories: bounds.maxKeyDirectories ?? 100_000,
        countTokens: bounds.countTokens ?? weighTokens,
      },
    };
  });
}

/** The fold that was given. Models also copy the count behind it. */
function toFold(given: string | undefined | null): string | undefined {
  const fold = given?.replace(/ \(\d[\d,]*\+?(?:, \d[\d,]*\+? below)?\)$/, "");
  if (fold === undefined || fold === "") {
    return undefined;
  }
  if (UNSAFE_CHARACTER.test(fold)) {
    throw refuseFold("it has no control characters and no line breaks");
  }
  return fold;
}

function withFold(makeFilter: FilterMaker | undefined, fold: string): FilterMaker {
  return async (...given) => {
    const makeOwn = await makeFilter?.(...given);
    const folded = await foldFilter(fold).catch((error: unknown): never => {
      throw error instanceof GlobError ? refuseFold(error.message, error) : error;
    });
    return makeOwn === undefined ? () => folded : async (entries) => combineFilters([await makeOwn(entries), folded]);
  };
}

function refuseFold(why: string, cause?: unknown): FunctionCallError {
  return respondToModel(`failed to parse function arguments: \`fold\`: ${why}`, cause);
}

/** A map, and its text. */
interface FittedMap {
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
