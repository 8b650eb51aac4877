// `list_directory`: its arguments, and the first entries of a directory by path, in pages: as data for programs, and as compact JSON for a
// model.
import { toPlace } from "../opening/place.ts";
import { FILTER_ARGUMENTS, toFilterSettings, toRelativeFilters, type GlobOptions } from "./filter-arguments.ts";
import { withTree } from "../opening/open-tree.ts";
import { pageTooLong } from "../opening/failure.ts";
import type { ProgramOptions } from "../operator/operator-options.ts";
import type { OperatorSettings } from "../operator/operator-settings.ts";
import { answerProgram, declareTool, type ToolDeclaration } from "./tool-declaration.ts";
import { DeadlineError } from "../core/call-clock.ts";
import { nameKey } from "../core/entry.ts";
import { readPage, type ListingEntry, type Page } from "../list/page.ts";
import { writeDirectoryJson, toPageSchema } from "../text/directory-json.ts";
import { renderCursor, renderPathForJson } from "../text/entry-label.ts";
import type { ArgumentsFor } from "../tooling/argument.ts";
import { fitPage } from "../tooling/cut-text.ts";
import type { CallControl } from "../tooling/tool.ts";

/** What a model can ask for, here and in the original. */
export interface NamesArguments {
  /** The directory to list. A relative path is taken from the working directory, else from the only root. */
  readonly path: string;
  /**
   * How many entries to skip. Below 0 counts as 0.
   * @default 0
   */
  readonly offset?: number | undefined;
  /**
   * The largest number of entries. 0 or less counts as 100, above 1000 as 1000.
   * @default 100
   */
  readonly maxResults?: number | undefined;
  /**
   * Whether to list the directories below, too.
   * @default false
   */
  readonly recursive?: boolean | undefined;
  /**
   * Whether names that begin with a dot are listed. If not, directories with such names are not entered either.
   * @default false
   */
  readonly showHidden?: boolean | undefined;
}

/** The largest page. */
export const MAX_RESULTS = 1000;

export const NAMES_ARGUMENTS: ArgumentsFor<NamesArguments> = {
  path: { kind: "text", isRequired: true, forModel: "Path.", forPeople: "the directory to list" },
  offset: { kind: "integer", default: 0, forModel: "Entries to skip.", forPeople: "entries to skip" },
  maxResults: {
    kind: "integer",
    default: 100,
    forModel: `Up to ${MAX_RESULTS}.`,
    forPeople: `entries to show at most, up to ${MAX_RESULTS}`,
  },
  recursive: {
    kind: "flag",
    default: false,
    forModel: "All levels, as paths.",
    forPeople: "list all levels, as paths",
  },
  showHidden: { kind: "flag", default: false, forModel: "Dot names.", forPeople: "list dot names" },
};

/** What a model can ask for besides: globs and git's rules. */
export interface ListDirectoryArguments extends NamesArguments, GlobOptions {}

/** Options of `listDirectory`. */
export interface ListDirectoryOptions extends ListDirectoryArguments, ProgramOptions {}

/** The arguments, in the order in which the model sees them. */
const LIST_DIRECTORY_ARGUMENTS: ArgumentsFor<ListDirectoryArguments> = {
  ...NAMES_ARGUMENTS,
  path: {
    ...NAMES_ARGUMENTS.path,
    aliases: ["dir_path"],
    forPeople: "the directory to list; a relative path is taken from the working directory or the only root",
  },
  ...FILTER_ARGUMENTS,
};

/** A page of `listDirectory`. */
export interface ListDirectoryPage {
  /** The absolute path. */
  readonly directory: string;
  /** The entries of this page, in byte order of their paths. */
  readonly entries: readonly ListingEntry[];
  /** How many entries come before this page. */
  readonly offset: number;
  /** How many entries were indexed. */
  readonly count: number;
  /** Whether there are more entries than were indexed. */
  readonly truncated: boolean;
  /** The directories that could not be read. */
  readonly problems: readonly ListingEntry[];
  /** Whether there are entries, but the globs or ignore rules let none through. */
  readonly filtered: boolean;
  /** What is left out only because its name begins with a dot, in the directories that were read. */
  readonly hidden?: HiddenEntries;
}

/** How many names begin with a dot and are not shown. */
export interface HiddenEntries {
  readonly count: number;
  /** Whether there may be more than that, because not everything was read. */
  readonly more: boolean;
}

/** A page of a directory, as `list_directory` shows it. Throws a `FunctionCallError`, or a `TypeError` for an invalid option. */
export async function listDirectory(options: ListDirectoryOptions): Promise<ListDirectoryPage> {
  return answerProgram(options, LIST_DIRECTORY_ARGUMENTS, readIndex);
}

/** Reads the first entries and takes the page from them. Throws a `FunctionCallError`. */
async function readIndex(
  request: ListDirectoryArguments & CallControl,
  settings: OperatorSettings,
): Promise<ListDirectoryPage> {
  const declared = LIST_DIRECTORY_ARGUMENTS;
  const { recursive = declared.recursive.default, showHidden = declared.showHidden.default } = request;
  const { maxResults = declared.maxResults.default, signal, onProgress } = request;
  const place = toPlace("path", request.path, settings);
  const { fileSystem, maxDepth, maxIndexed } = place.settings;
  const filters = {
    ...toFilterSettings({ hidden: showHidden, ...request }, FILTER_ARGUMENTS),
    // Names have no marks here.
    hidesIgnoredFiles: true,
  };
  const opening = { filters: toRelativeFilters(filters, place), keyOf: nameKey, signal, onProgress };
  const offset = Math.max(request.offset ?? declared.offset.default, 0);
  const depth = recursive ? maxDepth : 1;
  return withTree(place, opening, async ({ root, path }) => {
    const index = await readPage(root, { order: "path", skip: 0, limit: maxIndexed, depth });
    const limit = maxResults <= 0 ? declared.maxResults.default : Math.min(maxResults, MAX_RESULTS);
    const isEmpty = index.entries.length === 0;
    if (isEmpty && index.isTimedOut) {
      // Nobody knows whether the directory is empty.
      throw new DeadlineError();
    }
    const { hidden, dotNames, others } = root.tree.leftOut;
    return {
      directory: fileSystem.resolve("/", path),
      entries: index.entries.slice(offset, offset + limit),
      problems: problemsOf(index),
      offset,
      count: index.entries.length,
      truncated: index.more,
      filtered: isEmpty && (others > 0 || (dotNames > 0 && hidden === 0)),
      // Of an empty page all dot names count: it says what the directory holds.
      ...(hidden > 0 && { hidden: { count: hidden + (isEmpty ? dotNames : 0), more: index.more } }),
    };
  });
}

/** The directories that could not be read, whether or not they are among the entries. */
function problemsOf({ entries, problems }: Page): ListingEntry[] {
  return [...entries.filter(({ problem }) => problem !== undefined), ...problems.map(({ entry }) => entry)];
}

/** An entry as a page names it. */
function writeEntry({ path, kind }: ListingEntry): string {
  return `${renderPathForJson(path)}${kind === "directory" ? "/" : ""}`;
}

/** The summary of a page that shows `shown` entries. */
function summarise({ count, offset, truncated, filtered, hidden }: ListDirectoryPage, shown: number): string {
  if (count === 0) {
    const exception = hidden === undefined ? "" : ` but for ${countHidden(hidden)}`;
    return filtered ? "No entry matches the filters" : `Directory is empty${exception}`;
  }
  const note = hidden === undefined ? "" : `; ${countHidden(hidden)} not shown`;
  if (shown === 0) {
    return truncated
      ? `Offset ${offset} is beyond the first ${count} files, the only ones that are indexed${note}`
      : `Offset ${offset} exceeds total count ${count}${note}`;
  }
  return `Showing ${offset + 1}-${offset + shown} of ${truncated ? "the first " : ""}${count} files${note}`;
}

function countHidden({ count, more }: HiddenEntries): string {
  return `${more ? "at least " : ""}${count} hidden ${count === 1 ? "entry" : "entries"}`;
}

/** How many unreadable directories a summary names. */
const MAX_NAMED = 3;

/** The end of a summary: which directories could not be read, written as in a listing. */
function nameProblems(problems: readonly ListingEntry[]): string {
  if (problems.length === 0) {
    return "";
  }
  const named = problems.slice(0, MAX_NAMED).map((entry) => `${renderCursor(entry).slice(0, -1)} (${entry.problem})`);
  const more = problems.length - named.length;
  return `; not readable: ${named.join(", ")}${more === 0 ? "" : `, and ${more} more`}`;
}

/** The same where names would leave no room for entries. */
function countProblems({ length }: readonly ListingEntry[]): string {
  return length === 0 ? "" : `; not readable: ${length} ${length === 1 ? "directory" : "directories"}`;
}

/** A page, or as many of its entries as fit: its summary says how many. Throws a `FunctionCallError`. */
function writePage(page: ListDirectoryPage, maxOutputBytes: number): ReturnType<typeof writeDirectoryJson> {
  const { directory, count, truncated, problems, offset } = page;
  const files = page.entries.map(writeEntry);
  const write = (shown: number, note: string) =>
    writeDirectoryJson({
      directory,
      count,
      summary: summarise(page, shown) + note,
      files: files.slice(0, shown),
      ...(truncated && { truncated }),
    });
  const fit = (note: string) => fitPage(files.length, (shown) => write(shown, note), maxOutputBytes);
  const written = fit(nameProblems(problems)) ?? fit(countProblems(problems));
  if (written === undefined) {
    throw pageTooLong("path", directory, files.length === 0 ? undefined : offset, maxOutputBytes);
  }
  return written;
}

export const listDirectoryTool: ToolDeclaration = declareTool<ListDirectoryArguments>({
  name: "list_directory",
  arguments: LIST_DIRECTORY_ARGUMENTS,
  outputSchema: toPageSchema({ truncated: { type: "boolean" } }),
  describe({ maxOutputBytes, maxIndexed }) {
    const pages = maxOutputBytes === Infinity ? "as paged JSON" : `as JSON, ${maxOutputBytes} bytes a page`;
    return `For programs: the first ${maxIndexed} names, sorted, ${pages}. If truncated, use include.`;
  },
  defaults: ({ gitignore, hidden }) => ({ gitignore, showHidden: hidden }),
  async answer(request, settings) {
    const { page, text } = writePage(await readIndex(request, settings), settings.maxOutputBytes);
    return { text: () => text, data: () => page };
  },
});
