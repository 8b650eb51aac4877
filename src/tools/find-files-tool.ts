// The tool `find_files`: its description for the model, and what was found as text.
import { fitFound } from "../listing/find-files.ts";
import { FIND_FILES_ARGUMENTS, toFindFilesSettings, type FindFilesArguments } from "../listing/find-files-settings.ts";
import { parseArguments, toParameters } from "../tooling/argument.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";

const NAME = "find_files";

const DESCRIPTION =
  "Where is it? Finds files whose paths fit words (parts of names, any case or form) or globs: the best, as a tree. Give many guesses at " +
  "once; it says which match nothing.";

export const findFilesTool: ToolDeclaration = {
  name: NAME,
  arguments: FIND_FILES_ARGUMENTS,
  create({ guard, defaults, bounds }) {
    const { gitignore, hidden } = defaults;
    const own = { gitignore, hidden };
    return {
      name: NAME,
      description: DESCRIPTION,
      parameters: toParameters(findFilesTool.arguments, own),
      supportsParallelCalls: true,
      async handle(invocation) {
        const { signal, onProgress, asData } = invocation;
        const given = parseArguments<FindFilesArguments>(invocation, NAME, FIND_FILES_ARGUMENTS);
        const settings = await toFindFilesSettings({ ...own, ...given, signal, onProgress }, guard, bounds);
        const { found, text } = await fitFound(settings);
        return { content: asData === true ? JSON.stringify(found) : text, success: true };
      },
    };
  },
};
