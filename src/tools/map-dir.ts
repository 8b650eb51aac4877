// `map_dir`: its arguments, and the best map of a whole tree within a budget of tokens, as data for programs and as text for a model.
import { DIR_PATH } from "../opening/place.ts";
import { TREE_FILTER_ARGUMENTS, toGlobFailure, toGlobToTry, type FilterOptions } from "./filter-arguments.ts";
import type { ProgramOptions } from "../operator/operator-options.ts";
import type { OperatorSettings } from "../operator/operator-settings.ts";
import { answerProgram, declareTool, type Answer, type ToolDeclaration } from "./tool-declaration.ts";
import { isUnsafe } from "../text/entry-label.ts";
import type { DirectoryMap } from "../text/map-text.ts";
import type { ArgumentsFor } from "../tooling/argument.ts";
import { argumentError } from "../tooling/function-call-error.ts";
import type { CallControl } from "../tooling/tool.ts";
import { answerWithinBudget } from "./answer-within-budget.ts";

/** What a model can ask for. */
export interface MapDirArguments extends FilterOptions {
  /**
   * The directory to map. A relative path is taken from the working directory, else from the only root.
   * @default the working directory, else the only root
   */
  readonly dirPath?: string | undefined;
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

/** Options of `mapDir`. */
export interface MapDirOptions extends MapDirArguments, ProgramOptions {}

/** The arguments, in the order in which the model sees them. */
export const MAP_DIR_ARGUMENTS: ArgumentsFor<MapDirArguments> = {
  dirPath: DIR_PATH,
  budget: {
    kind: "count",
    default: 500,
    isSettable: true,
    forModel: "Most tokens.",
    forPeople: "estimated tokens at most",
  },
  fold: {
    kind: "text",
    placeholder: "glob",
    forModel: "A fold of dir_path to open, as shown.",
    forPeople: "show what is in this fold, copied from a map",
  },
  ...TREE_FILTER_ARGUMENTS,
};

/** A map of a directory. Throws a `FunctionCallError`, or a `TypeError` for an invalid option. */
export async function mapDir(options: MapDirOptions): Promise<DirectoryMap> {
  return (await answerProgram(options, MAP_DIR_ARGUMENTS, makeMap)).data();
}

/** The same as `mapDir`, as text. */
export async function mapDirText(options: MapDirOptions): Promise<string> {
  return (await answerProgram(options, MAP_DIR_ARGUMENTS, makeMap)).text();
}

/** How much a map reads, where the operator sets nothing. */
const MAX_DIRECTORIES = 10_000;
const MAX_REQUESTS = 16;

/** Of how many directories in a store the entries are counted: a key may have hundreds of levels. */
const MAX_KEY_DIRECTORIES = 100_000;

interface MapRequest extends MapDirArguments, CallControl {
  /** Whether a map does not fit the window that it is for. Then a smaller one is made. */
  readonly isTooLarge?: (map: DirectoryMap) => boolean;
}

/** A map. Throws a `FunctionCallError`. */
export async function makeMap(request: MapRequest, settings: OperatorSettings): Promise<Answer<DirectoryMap>> {
  const { maxDirectories = MAX_DIRECTORIES, maxRequests = MAX_REQUESTS } = settings;
  const fold = request.fold === "" ? undefined : request.fold;
  if (fold !== undefined && isUnsafe(fold)) {
    throw argumentError("fold", ": it has an invisible character; copy a fold from a map");
  }
  const { map, text, openedPath } = await answerWithinBudget(
    {
      ...request,
      budget: request.budget ?? MAP_DIR_ARGUMENTS.budget.default,
      maxRequests,
      tooLong: `the smallest map of this ${fold === undefined ? "directory" : "fold"}`,
      advice: "map a smaller directory, or use list_dir",
    },
    settings,
    async ({ root, keys, filters, ...bounds }) => {
      // Loaded on demand: a listing does not need it.
      const { fitMap } = await import("../map/fit-map.ts");
      return fitMap({
        ...bounds,
        root,
        keys,
        fold,
        maxDirectories: keys === undefined ? maxDirectories : MAX_KEY_DIRECTORIES,
        hasInclude: filters.include !== undefined,
        tryGlob: toGlobToTry(filters, bounds.maxBytes),
        isTooLarge: request.isTooLarge,
      }).catch((error: unknown): never => {
        throw toGlobFailure("fold", error);
      });
    },
  );
  return { openedPath, text: () => text, data: () => map };
}

const DESCRIPTION =
  "What is there? Maps a whole tree in few tokens. src/ (9): a closed directory with 9 entries below it; (9+): 9 or more. walk-* (4): a " +
  "fold, 4 entries that are not named. To see inside, map src, or give fold. include searches all levels.";

export const mapDirTool: ToolDeclaration = declareTool<MapDirArguments>({
  name: "map_dir",
  arguments: MAP_DIR_ARGUMENTS,
  describe: () => DESCRIPTION,
  defaults: ({ budget, gitignore, hidden }) => ({ budget, gitignore, hidden }),
  answer: makeMap,
});
