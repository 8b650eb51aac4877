// The tool `list_directory`: its description for the model, and a page as compact JSON.
import { LIST_DIRECTORY_ARGUMENTS, type ListDirectoryArguments } from "../listing/list-directory.ts";
import { HYPER_WORDS, LEAF_WORDS, listDirectoryText } from "../listing/list-directory-text.ts";
import { DIRECTORY_PAGE_SCHEMA, HYPER_PAGE_SCHEMA } from "../render/render-directory-json.ts";
import { originalsOf, parseArguments, toParameters } from "../tooling/argument.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";

const NAME = "list_directory";

/** How the original's documentation describes it. */
const HYPER_DESCRIPTION =
  "Lists the names in a directory as compact JSON: directory, count, summary, files. Sorted and paged: offset (default 0) and " +
  "maxResults (default 100, at most 1000).";

export const listDirectoryTool: ToolDeclaration = {
  name: NAME,
  arguments: LIST_DIRECTORY_ARGUMENTS,
  originals: ["hyper"],
  create({ profile, guard, operatorGuard, maxIndexed, offered }) {
    const isLeaf = profile !== "hyper";
    const declared = isLeaf ? listDirectoryTool.arguments : originalsOf(listDirectoryTool.arguments);
    const known = declared as unknown as typeof LIST_DIRECTORY_ARGUMENTS;
    const guarded = isLeaf ? guard : operatorGuard();
    return {
      name: NAME,
      description: isLeaf ? describe(guard.maxOutputBytes, maxIndexed, offered) : HYPER_DESCRIPTION,
      parameters: toParameters(declared),
      outputSchema: isLeaf ? DIRECTORY_PAGE_SCHEMA : HYPER_PAGE_SCHEMA,
      supportsParallelCalls: true,
      async handle(invocation) {
        const { signal, onProgress } = invocation;
        const given = parseArguments<ListDirectoryArguments>(invocation, NAME, known, { takesAliases: isLeaf });
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
  return `For programs: a directory's first ${maxIndexed ?? 1000} names, sorted, ${pages}. If truncated, use include${orListDir}.`;
}
