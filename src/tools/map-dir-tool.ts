// The tool `map_dir`: its description for the model, and a map as text.
import { fitMapDir, MAP_DIR_ARGUMENTS, toMapDirSettings, type MapDirArguments } from "../listing/map-dir.ts";
import { parseArguments, toParameters } from "../tooling/argument.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";

const NAME = "map_dir";

const DESCRIPTION =
  "What is there? Maps a whole tree in few tokens: start here. src/ (9): closed, 9 entries below; (9+): or more. walk-* (4): a fold " +
  "of 4 entries. To see inside, map src, or give fold. include searches all levels.";

export const mapDirTool: ToolDeclaration = {
  name: NAME,
  arguments: MAP_DIR_ARGUMENTS,
  create({ guard, defaults, bounds }) {
    const { budget, gitignore, hidden } = defaults;
    const own = { budget, gitignore, hidden };
    return {
      name: NAME,
      description: DESCRIPTION,
      parameters: toParameters(mapDirTool.arguments, own),
      supportsParallelCalls: true,
      async handle(invocation) {
        const { signal, onProgress, asData } = invocation;
        const given = parseArguments<MapDirArguments>(invocation, NAME, MAP_DIR_ARGUMENTS);
        const settings = await toMapDirSettings({ ...own, ...given, signal, onProgress }, guard, bounds);
        const { map, text } = await fitMapDir(settings);
        return { content: asData === true ? JSON.stringify(map) : text, success: true };
      },
    };
  },
};
