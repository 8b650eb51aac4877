// The tool `list_directory`: arguments to options, a page to compact JSON.
import { bytesOfEntry } from "../render/listing.ts";
import { renderDirectoryJson } from "../render/render-directory-json.ts";
import { renderPathForJson } from "../render/shown-path.ts";
import { listDirectoryPage, type ListDirectoryPage } from "./list-directory.ts";
import type { ListingGuard } from "./listing-guard.ts";
import type { Tool } from "./tool.ts";
import { ToolArguments } from "./tool-arguments.ts";
import { FILTER_PROPERTIES } from "./tool-spec.ts";

export interface ListDirectoryToolSettings {
  readonly guard: ListingGuard;
  readonly maxIndexed: number | undefined;
}

const NAME = "list_directory";

/** How many unreadable directories a summary names. */
const MOST_NAMED = 3;

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
      const page = await listDirectoryPage(request, guard);
      return { content: renderWithin(page, guard.maxOutputBytes), success: true };
    },
  };
}

/** The JSON of the page, or of as many of its entries as fit. The summary tells how many these are. */
function renderWithin(page: ListDirectoryPage, maxBytes: number): string {
  let { entries } = page;
  let text = renderPage(page);
  while (Buffer.byteLength(text) > maxBytes && entries.length > 1) {
    // Entries are of one kind: what fits is about as much of them as of the bytes.
    const share = Math.floor((entries.length * maxBytes) / Buffer.byteLength(text));
    entries = entries.slice(0, Math.max(1, Math.min(share, entries.length - 1)));
    text = renderPage({ ...page, entries });
  }
  return text;
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

function summarise({ count, offset, entries, problems, filtered }: ListDirectoryPage): string {
  if (count === 0) {
    return filtered ? "No entry matches the filters" : "Directory is empty";
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
