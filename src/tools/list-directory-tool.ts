// The tool `list_directory`: its arguments, its description for the model, and a page as compact JSON.
import type { ListDirectoryRequest } from "../listing/list-directory.ts";
import { HYPER_WORDS, LEAF_WORDS } from "../listing/list-directory-words.ts";
import { listDirectoryText } from "../listing/list-directory-text.ts";
import { DIRECTORY_PAGE_SCHEMA, HYPER_PAGE_SCHEMA } from "../render/render-directory-json.ts";
import { originalsOf, type ArgumentsFor } from "../tooling/argument.ts";
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
    isOriginal: true,
    forModel: "Absolute or relative.",
    forPeople: "the directory to list; a relative path is taken from the working directory",
  },
  offset: {
    kind: "integer",
    default: 0,
    isOriginal: true,
    forModel: "Entries to skip.",
    forPeople: "entries to skip",
  },
  maxResults: {
    kind: "integer",
    default: 100,
    isOriginal: true,
    forModel: "Up to 1000.",
    forPeople: "entries to show at most, up to 1000",
  },
  recursive: {
    kind: "flag",
    default: false,
    isOriginal: true,
    forModel: "All levels, as paths.",
    forPeople: "list all levels, as paths",
  },
  showHidden: {
    kind: "flag",
    default: false,
    isOriginal: true,
    forModel: "Dot names.",
    forPeople: "list dot names",
  },
  ...FILTER_ARGUMENTS,
};

/** How the original's documentation describes it. */
const HYPER_DESCRIPTION =
  "Lists the names in a directory as compact JSON: directory, count, summary, files. Sorted and paged: offset (default 0) and " +
  "maxResults (default 100, at most 1000).";

export const listDirectoryTool: ToolDeclaration = {
  name: NAME,
  arguments: ARGUMENTS,
  originals: ["hyper"],
  create({ profile, guard, operatorGuard, maxIndexed, offered }) {
    const isLeaf = profile !== "hyper";
    const declared = isLeaf ? listDirectoryTool.arguments : originalsOf(listDirectoryTool.arguments);
    const known = declared as unknown as typeof ARGUMENTS;
    const guarded = isLeaf ? guard : operatorGuard();
    return {
      name: NAME,
      description: isLeaf ? describe(guard.maxOutputBytes, maxIndexed, offered) : HYPER_DESCRIPTION,
      parameters: toParameters(declared),
      outputSchema: isLeaf ? DIRECTORY_PAGE_SCHEMA : HYPER_PAGE_SCHEMA,
      supportsParallelCalls: true,
      async handle(invocation) {
        const { signal, onProgress } = invocation;
        const given = parseArguments<ListDirectoryArguments>(invocation, NAME, known);
        const control = { signal, onProgress, maxIndexed };
        const content = await listDirectoryText(given, guarded, control, isLeaf ? LEAF_WORDS : HYPER_WORDS);
        return { content, success: true };
      },
    };
  },
};

function describe(maxOutputBytes: number, maxIndexed: number | undefined, offered: readonly string[]): string {
  const pages = maxOutputBytes === Infinity ? "as paged JSON" : `as JSON, ${maxOutputBytes} bytes a page`;
  const orListDir = offered.includes("list_dir") ? " or list_dir" : "";
  return `Lists a directory's first ${maxIndexed ?? 1000} names, sorted, ${pages}. If truncated, use include${orListDir}.`;
}
