// The tool `list_directory`: arguments to options, a page to compact JSON.
import type { FileSystem } from "../core/file-system.ts";
import { bytesOfEntry } from "../render/listing.ts";
import { renderDirectoryJson } from "../render/render-directory-json.ts";
import { renderPathForJson } from "../render/shown-path.ts";
import { listDirectory, type ListDirectoryPage } from "./list-directory.ts";
import type { Tool } from "./tool.ts";
import { ToolArguments } from "./tool-arguments.ts";

export interface ListDirectoryToolSettings {
  readonly fileSystem: FileSystem;
  readonly workingDirectory: string | undefined;
  readonly maxIndexed: number | undefined;
}

const NAME = "list_directory";

/** How many unreadable directories a summary names. */
const MOST_NAMED = 3;

/** The tool over a file system. */
export function listDirectoryTool(settings: ListDirectoryToolSettings): Tool {
  return {
    name: NAME,
    description:
      "Lists the names in a directory as compact JSON, sorted, in pages: directory, count, summary, files. Only the first " +
      `${settings.maxIndexed ?? 1000} entries are counted; "truncated": true says that there are more.`,
    parameters: {
      type: "object",
      properties: {
        path: { type: "string", description: "Directory to list. A relative path starts at the working directory." },
        offset: { type: "integer", description: "How many entries to skip. Default 0." },
        maxResults: { type: "integer", description: "How many entries to return, at most 1000. Default 100." },
        recursive: { type: "boolean", description: "List subdirectories too, as relative paths. Default false." },
        showHidden: { type: "boolean", description: "List names that begin with a dot too. Default false." },
      },
      required: ["path"],
    },
    supportsParallelCalls: true,
    async handle(invocation) {
      const fields = ToolArguments.of(invocation, NAME);
      const page = await listDirectory({
        ...settings,
        path: fields.requiredString("path"),
        offset: fields.optionalInteger("offset"),
        maxResults: fields.optionalInteger("maxResults"),
        recursive: fields.optionalBoolean("recursive"),
        showHidden: fields.optionalBoolean("showHidden"),
        signal: invocation.signal,
      });
      return { content: renderPage(page), success: true };
    },
  };
}

function renderPage(page: ListDirectoryPage): string {
  const { directory, count, entries, truncated } = page;
  return renderDirectoryJson({
    directory,
    count,
    summary: summarise(page),
    files: entries.map((entry) => renderPathForJson(bytesOfEntry(entry))),
    ...(truncated && { truncated }),
  });
}

function summarise({ count, offset, entries, problems }: ListDirectoryPage): string {
  if (count === 0) {
    return "Directory is empty";
  }
  const shown =
    entries.length === 0
      ? `Offset ${offset} exceeds total count ${count}`
      : `Showing ${offset + 1}-${offset + entries.length} of ${count} files`;
  if (problems.length === 0) {
    return shown;
  }
  // What can't be read must not pass for empty.
  const named = problems
    .slice(0, MOST_NAMED)
    .map((entry) => `${renderPathForJson(bytesOfEntry(entry))} (${entry.problem})`);
  const rest = problems.length > MOST_NAMED ? `, and ${problems.length - MOST_NAMED} more` : "";
  return `${shown}; not readable: ${named.join(", ")}${rest}`;
}
