// The tool `list_directory`: its arguments, its description for the model, and a page as compact JSON.
import type { ListDirectoryRequest } from "../listing/list-directory.ts";
import { listDirectoryText } from "../listing/list-directory-text.ts";
import { DIRECTORY_PAGE_SCHEMA } from "../render/directory-page-schema.ts";
import type { ArgumentsFor } from "../tooling/argument.ts";
import type { CallControl } from "../tooling/call-control.ts";
import { parseArguments } from "../tooling/parse-arguments.ts";
import { toParameters } from "../tooling/tool-spec.ts";
import { FILTER_ARGUMENTS } from "./filter-arguments.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";

/** What a model can ask for: everything a program can, except how much is indexed. */
type ListDirectoryArguments = Omit<ListDirectoryRequest, keyof CallControl | "maxIndexed">;

const NAME = "list_directory";

const ARGUMENTS: ArgumentsFor<ListDirectoryArguments> = {
  path: {
    kind: "text",
    isRequired: true,
    forModel: "Absolute or relative.",
    forPeople: "the directory to list; a relative path is taken from the working directory",
  },
  offset: { kind: "integer", default: 0, forModel: "Entries to skip.", forPeople: "entries to skip" },
  maxResults: {
    kind: "integer",
    default: 100,
    forModel: "Up to 1000.",
    forPeople: "entries to show at most, up to 1000",
  },
  recursive: {
    kind: "flag",
    default: false,
    forModel: "All levels, as paths.",
    forPeople: "list all levels, as paths",
  },
  showHidden: { kind: "flag", default: false, forModel: "Dot names.", forPeople: "list dot names" },
  ...FILTER_ARGUMENTS,
};

export const listDirectoryTool: ToolDeclaration = {
  name: NAME,
  arguments: ARGUMENTS,
  create({ guard, maxIndexed }) {
    return {
      name: NAME,
      description:
        `Lists a directory's first ${maxIndexed ?? 1000} names, sorted, as paged JSON. ` +
        "If truncated, narrow with include or use list_dir.",
      parameters: toParameters(listDirectoryTool.arguments),
      outputSchema: DIRECTORY_PAGE_SCHEMA,
      supportsParallelCalls: true,
      async handle(invocation) {
        const { signal, onProgress } = invocation;
        const given = parseArguments<ListDirectoryArguments>(invocation, NAME, ARGUMENTS);
        const content = await listDirectoryText(given, guard, { signal, onProgress, maxIndexed });
        return { content, success: true };
      },
    };
  },
};
