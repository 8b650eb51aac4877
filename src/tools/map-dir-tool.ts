// The tool `map_dir`: its arguments, its description for the model, and a map as text.
import { LIST_DIR_ARGUMENTS } from "../listing/list-dir-settings.ts";
import { FILTER_ARGUMENTS } from "../listing/listing-filter.ts";
import { fitMapDir } from "../listing/map-dir.ts";
import { toMapDirSettings, type MapDirRequest } from "../listing/map-dir-settings.ts";
import { parseArguments, type ArgumentsFor } from "../tooling/argument.ts";
import type { CallControl } from "../tooling/tool.ts";
import { toParameters } from "../tooling/tool-spec.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";

/** What a model can ask for: everything a program can, except the bounds of the work. */
export type MapDirArguments = Omit<MapDirRequest, keyof CallControl>;

const NAME = "map_dir";

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

const DESCRIPTION =
  "What is there? Maps a whole tree in few tokens: start here. src/ (9): closed, 9 entries below; (9+): or more. walk-* (4): a fold " +
  "of 4 entries. To see inside, map src, or give fold. include searches all levels.";

export const mapDirTool: ToolDeclaration = {
  name: NAME,
  arguments: MAP_DIR_ARGUMENTS,
  create({ guard, defaults, mapBounds }) {
    const { budget, gitignore, hidden } = defaults;
    const own = {
      ...(budget !== undefined && { budget }),
      ...(gitignore !== undefined && { gitignore }),
      ...(hidden !== undefined && { hidden }),
    };
    return {
      name: NAME,
      description: DESCRIPTION,
      parameters: toParameters(mapDirTool.arguments, own),
      supportsParallelCalls: true,
      async handle(invocation) {
        const { signal, onProgress } = invocation;
        const given = parseArguments<MapDirArguments>(invocation, NAME, MAP_DIR_ARGUMENTS);
        const settings = await toMapDirSettings({ ...own, ...given, signal, onProgress }, guard, mapBounds);
        return { content: (await fitMapDir(settings)).text, success: true };
      },
    };
  },
};
