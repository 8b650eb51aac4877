// `map_dir`: its arguments, and the best map of a whole tree within a budget of tokens, as data for programs and as text for a model.
import type { FittedMap } from "../map/fit-map.ts";
import { GlobError } from "../filters/compile-globs.ts";
import { isUnsafe } from "../text/entry-label.ts";
import { renderRoot } from "../text/closing-lines.ts";
import { fractionalTokens } from "../text/estimate-tokens.ts";
import type { CountTokens, DirectoryMap } from "../text/map-text.ts";
import { parseArguments, toParameters, type ArgumentsFor } from "../tooling/argument.ts";
import {
  AT_LEAST_ONE,
  CHECKED_LATER,
  checkedOptions,
  FUNCTION,
  rulesOf,
  type RulesFor,
} from "../tooling/check-options.ts";
import { refuseArgument, respondToModel } from "../tooling/function-call-error.ts";
import type { CallControl } from "../tooling/tool.ts";
import { rootTooLong, tooLongFor } from "../calls/failure.ts";
import {
  FILTER_ARGUMENTS,
  REQUEST_RULES,
  toFilterSettings,
  toGlobToTry,
  type FilterOptions,
} from "../calls/filter-arguments.ts";
import { GUARD_RULES, toGuard, type Guard, type GuardOptions } from "../calls/operator-settings.ts";
import { LIST_DIR_ARGUMENTS } from "./list-dir.ts";
import { refuseUnlessPositive, toGuardedPath, toRelativeFilters, withRoot } from "../calls/open-root.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";

/** Options of `mapDir`. */
export interface MapDirOptions extends FilterOptions, CallControl, Omit<GuardOptions, "maxLimit"> {
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
  /**
   * How many directories are read at most, level by level. A `+` marks counts that are then incomplete.
   * @default 2000
   */
  readonly maxDirectories?: number | undefined;
  /**
   * How many requests are made to an object store at most.
   * @default 16
   */
  readonly maxRequests?: number | undefined;
  /**
   * Counts the tokens of a text, for those who have the model's tokenizer.
   * @default estimateTokens
   */
  readonly countTokens?: CountTokens | undefined;
}

/** The options that say how much work a map may take. They are counts, so that an answer does not depend on a clock. */
export const MAP_BOUND_RULES: RulesFor<"maxDirectories" | "maxRequests" | "countTokens"> = {
  maxDirectories: AT_LEAST_ONE,
  maxRequests: AT_LEAST_ONE,
  countTokens: FUNCTION,
};

/** What a model can ask for: everything that is not for the operator to set. */
export type MapDirArguments = Omit<
  MapDirOptions,
  keyof CallControl | keyof GuardOptions | keyof typeof MAP_BOUND_RULES
>;

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
    placeholder: "glob",
    forModel: "A fold of dir_path to open, as shown.",
    forPeople: "show what is in this fold, copied from a map",
  },
  ...FILTER_ARGUMENTS,
  gitignore: LIST_DIR_ARGUMENTS.gitignore,
  hidden: LIST_DIR_ARGUMENTS.hidden,
};

const { maxLimit: _ofPages, ...TREE_GUARD_RULES } = GUARD_RULES;

const MAP_DIR_RULES: RulesFor<keyof MapDirOptions> = {
  ...TREE_GUARD_RULES,
  ...REQUEST_RULES,
  ...rulesOf(MAP_DIR_ARGUMENTS),
  ...MAP_BOUND_RULES,
  dirPath: CHECKED_LATER,
};

/** A map of a directory. Throws a `FunctionCallError`, or a `TypeError` for an invalid option. */
export async function mapDir(options: MapDirOptions): Promise<DirectoryMap> {
  return (await mapForProgram(options)).map;
}

/** The same as text. */
export async function mapDirText(options: MapDirOptions): Promise<string> {
  return (await mapForProgram(options)).text;
}

function mapForProgram(options: MapDirOptions): Promise<FittedMap> {
  const given = checkedOptions(options, MAP_DIR_RULES);
  return makeMap(given, toGuard(given));
}

/** Of how many directories in a store the entries are counted: a key may have hundreds of levels. */
const MAX_KEY_DIRECTORIES = 100_000;

/** A map as data and as text, within a guard, whatever guard the options would make. Throws a `FunctionCallError`. */
export async function makeMap(options: MapDirOptions, baseGuard: Guard): Promise<FittedMap> {
  const { budget = MAP_DIR_ARGUMENTS.budget.default, signal, onProgress } = options;
  const { maxDirectories = 2000, maxRequests = 16, countTokens = fractionalTokens } = options;
  const fold = options.fold === "" ? undefined : options.fold;
  const given = toFilterSettings(options, "collapse", true);
  if (fold !== undefined && isUnsafe(fold)) {
    throw refuseArgument("fold", ": it has an invisible character; copy a fold from a map");
  }
  refuseUnlessPositive(budget, "budget must be greater than zero");
  const { path, guard } = toGuardedPath("dir_path", options.dirPath, baseGuard);
  const { maxOutputBytes } = guard;
  const filters = toRelativeFilters(given, path, guard);
  const call = { guard, path, givenPath: options.dirPath, filters, maxKeyRequests: maxRequests, signal, onProgress };
  // Loaded on demand: a listing does not need it.
  const { fitMap } = await import("../map/fit-map.ts");
  const fitted = await withRoot(call, (root, keys) =>
    fitMap({
      root,
      shownRoot: renderRoot(path),
      fold,
      // An answer has no more tokens than bytes.
      budget: Math.min(budget, maxOutputBytes),
      countTokens,
      maxBytes: maxOutputBytes,
      maxDirectories: keys === undefined ? maxDirectories : MAX_KEY_DIRECTORIES,
      maxDepth: guard.maxDepth,
      isFiltered: filters.include !== undefined,
      tryGlob: toGlobToTry(filters, maxOutputBytes),
    }).catch((error: unknown): never => {
      throw error instanceof GlobError ? refuseArgument("fold", `: ${error.message}`, error) : error;
    }),
  );
  if (fitted !== undefined) {
    return fitted;
  }
  if (Buffer.byteLength(path) > maxOutputBytes / 2) {
    throw rootTooLong("dir_path", path, maxOutputBytes);
  }
  const what = fold === undefined ? "directory" : "fold";
  throw respondToModel(`the smallest map of this ${what} ${tooLongFor(maxOutputBytes)}; map less, or use list_dir`);
}

const NAME = "map_dir";

const DESCRIPTION =
  "What is there? Maps a whole tree in few tokens: start here. src/ (9): closed, 9 entries below; (9+): or more. walk-* (4): a fold " +
  "of 4 entries. To see inside, map src, or give fold. include searches all levels.";

export const mapDirTool: ToolDeclaration = {
  name: NAME,
  arguments: MAP_DIR_ARGUMENTS,
  create({ guard, options }) {
    const { maxDirectories, maxRequests, countTokens } = options;
    const { budget, gitignore, hidden } = options.defaults ?? {};
    const ownDefaults = { budget, gitignore, hidden };
    return {
      name: NAME,
      description: DESCRIPTION,
      parameters: toParameters(mapDirTool.arguments, ownDefaults),
      supportsParallelCalls: true,
      async handle(invocation) {
        const { signal, onProgress, asData } = invocation;
        const given = parseArguments<MapDirArguments>(invocation, NAME, MAP_DIR_ARGUMENTS);
        const bounds = { maxDirectories, maxRequests, countTokens };
        const { map, text } = await makeMap({ ...ownDefaults, ...given, ...bounds, signal, onProgress }, guard);
        return { content: asData === true ? JSON.stringify(map) : text, success: true };
      },
    };
  },
};
