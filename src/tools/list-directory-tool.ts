// The tool `list_directory`: arguments to options, a page to compact JSON.
import { indexDirectory } from "./list-directory.ts";
import { renderIndexedPage } from "./list-directory-text.ts";
import type { ListingGuard } from "./listing-guard.ts";
import type { Tool } from "./tool.ts";
import { ToolArguments } from "./tool-arguments.ts";
import { FILTER_PROPERTIES } from "./tool-spec.ts";

export interface ListDirectoryToolSettings {
  readonly guard: ListingGuard;
  readonly maxIndexed: number | undefined;
}

const NAME = "list_directory";

/** The tool within a guard. */
export function listDirectoryTool({ guard, maxIndexed }: ListDirectoryToolSettings): Tool {
  return {
    name: NAME,
    description:
      "Lists a directory's names, sorted, as paged JSON. Counts the first " +
      `${maxIndexed ?? 1000} entries; "truncated" means more.`,
    parameters: {
      type: "object",
      properties: {
        path: { type: "string", description: "May be relative to the working directory." },
        offset: { type: "integer", description: "Entries to skip. Default 0." },
        maxResults: { type: "integer", description: "Most entries, up to 1000. Default 100." },
        recursive: { type: "boolean", description: "List all levels, as paths. Default false." },
        showHidden: { type: "boolean", description: "List dot names. Default false." },
        ...FILTER_PROPERTIES,
      },
      required: ["path"],
    },
    supportsParallelCalls: true,
    async handle(invocation) {
      const fields = ToolArguments.of(invocation, NAME);
      const request = {
        maxIndexed,
        path: fields.requiredString("path"),
        offset: fields.optionalInteger("offset"),
        maxResults: fields.optionalInteger("maxResults"),
        recursive: fields.optionalBoolean("recursive"),
        showHidden: fields.optionalBoolean("showHidden"),
        include: fields.optionalStrings("include"),
        exclude: fields.optionalStrings("exclude"),
        gitignore: fields.optionalChoice("gitignore", ["off", "collapse", "omit"]),
        signal: invocation.signal,
        onProgress: invocation.onProgress,
      };
      return { content: renderIndexedPage(await indexDirectory(request, guard)), success: true };
    },
  };
}
