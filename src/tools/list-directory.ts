// `list_directory`: its arguments, and the first entries of a directory by path, in pages: as data for programs, and as compact JSON for a
// model, in our own words or in those of the original.
import { nameKey, splitPath } from "../core/entry.ts";
import type { Page, PageEntry } from "../list/page.ts";
import type { FilterSettings } from "../filters/root-filter.ts";
import { readPage } from "../list/read-page.ts";
import { renderDirectoryJson, DIRECTORY_PAGE_SCHEMA, HYPER_PAGE_SCHEMA } from "../text/directory-json.ts";
import { toListDirEntry, type ListingEntry } from "../text/listing.ts";
import { renderPathForJson } from "../text/shown-path.ts";
import { originalArguments, parseArguments, toParameters, type ArgumentsFor } from "../tooling/argument.ts";
import { AT_LEAST_ONE, checkedOptions, rulesOf, type RulesFor } from "../tooling/check-options.ts";
import { largestFitting } from "../tooling/cut-text.ts";
import { respondToModel } from "../tooling/function-call-error.ts";
import type { CallControl } from "../tooling/tool.ts";
import { entryTooLong, rootTooLong } from "../calls/failure.ts";
import { FILTER_ARGUMENTS, REQUEST_RULES, toFilterSettings, type FilterOptions } from "../calls/filter-arguments.ts";
import { GUARD_RULES, toGuard, type Guard, type GuardOptions } from "../calls/operator-settings.ts";
import { toGuardedPath, toRelativeFilters, withRoot, type RootRequest } from "../calls/open-root.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";

/** Options of `listDirectory`. The limits that protect a model's context (`maxOutputBytes`, `deadlineMs`) are off by default. */
export interface ListDirectoryOptions extends Omit<FilterOptions, "hidden">, CallControl, GuardOptions {
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
  /**
   * How many entries to index, in order.
   * @default 1000
   */
  readonly maxIndexed?: number | undefined;
}

/** What a model can ask for: everything that is not for the operator to set. */
export type ListDirectoryArguments = Omit<ListDirectoryOptions, keyof CallControl | keyof GuardOptions | "maxIndexed">;

/** The arguments, in the order in which the model sees them. */
const LIST_DIRECTORY_ARGUMENTS: ArgumentsFor<ListDirectoryArguments> = {
  path: {
    kind: "text",
    isRequired: true,
    isOriginal: true,
    forModel: "Path.",
    forPeople: "the directory to list; a relative path is taken from the working directory or the only root",
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

const LIST_DIRECTORY_RULES: RulesFor<keyof ListDirectoryOptions> = {
  ...GUARD_RULES,
  ...REQUEST_RULES,
  ...rulesOf(LIST_DIRECTORY_ARGUMENTS),
  maxIndexed: AT_LEAST_ONE,
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
  /** What the directory itself holds, if all its names begin with a dot and so none is shown. */
  readonly hidden?: HiddenEntries;
}

/** How many names begin with a dot and are not shown. */
export interface HiddenEntries {
  /** How many there are: at most as many as are indexed. */
  readonly count: number;
  /** Whether there are more than that. */
  readonly more: boolean;
}

/** A page of a directory, as `list_directory` shows it. Throws a `FunctionCallError`, or a `TypeError` for an invalid option. */
export async function listDirectory(options: ListDirectoryOptions): Promise<ListDirectoryPage> {
  const given = checkedOptions(options, LIST_DIRECTORY_RULES);
  const { entries, problems, guard: _guard, ...page } = await readIndex(given, toGuard(given), true);
  return { ...page, entries: entries.map(toListDirEntry), problems: problems.map(toListDirEntry) };
}

/** A page, and what its text needs. */
interface IndexedPage extends Omit<ListDirectoryPage, "entries" | "problems"> {
  readonly entries: readonly PageEntry[];
  readonly problems: readonly PageEntry[];
  readonly guard: Guard;
}

const MAX_RESULTS = 1000;

/** Reads the first entries and takes the page from them. `isLeaf`: whether the page can say what is missing. Throws a `FunctionCallError`. */
async function readIndex(options: ListDirectoryOptions, baseGuard: Guard, isLeaf: boolean): Promise<IndexedPage> {
  const declared = LIST_DIRECTORY_ARGUMENTS;
  const { recursive = declared.recursive.default, showHidden = declared.showHidden.default } = options;
  const { maxResults = declared.maxResults.default, maxIndexed = 1000, signal, onProgress } = options;
  if (options.path === "") {
    throw respondToModel('failed to read directory: the path is empty; give a directory, such as "."');
  }
  const { path, guard } = toGuardedPath("path", options.path, baseGuard, true);
  const directory = guard.fileSystem.resolve("/", path);
  // Names have no marks here, so ignored files can only be left out.
  const given = { ...toFilterSettings({ ...options, hidden: showHidden }, "off", false), hidesIgnoredFiles: true };
  const filters = toRelativeFilters(given, path, guard);
  const call: RootRequest = {
    guard,
    path: directory,
    givenPath: options.path,
    filters,
    keyOf: nameKey,
    signal,
    onProgress,
  };
  const offset = Math.max(options.offset ?? declared.offset.default, 0);
  const bounds = { order: "path", skip: 0, limit: maxIndexed, depth: recursive ? guard.maxDepth : 1 } as const;
  return withRoot(call, async (root) => {
    const index = await readPage(root, bounds);
    if (index.isTimedOut && !isLeaf) {
      // The original can't say that something is missing.
      await root.tree.clock.check();
    }
    const limit = maxResults <= 0 ? declared.maxResults.default : Math.min(maxResults, MAX_RESULTS);
    const isEmpty = index.entries.length === 0;
    // Only the names of the directory itself count, and only if nothing else hides them.
    const dotNames = isEmpty && isLeaf && !showHidden ? await countHidden(call, maxIndexed) : undefined;
    return {
      guard,
      directory,
      entries: index.entries.slice(offset, offset + limit),
      problems: problemsOf(index),
      offset,
      count: index.entries.length,
      truncated: index.more,
      filtered: isEmpty && !root.isEmpty && dotNames === undefined,
      ...(dotNames !== undefined && { hidden: dotNames }),
    };
  });
}

/** The directories that could not be read, whether or not they are among the entries. */
function problemsOf({ entries, problems }: Page): PageEntry[] {
  return [...entries.filter(({ problem }) => problem !== undefined), ...problems.map(({ entry }) => entry)];
}

/** The names of the directory itself, if all begin with a dot and that alone keeps them from being shown; undefined if not. */
async function countHidden(call: RootRequest, most: number): Promise<HiddenEntries | undefined> {
  const read = (filters: Partial<FilterSettings>, limit: number) =>
    withRoot({ ...call, filters: { ...(call.filters as FilterSettings), ...filters } }, (root) =>
      readPage(root, { order: "path", skip: 0, limit, depth: 1 }),
    );
  const { entries, more } = await read(
    { include: undefined, exclude: undefined, gitignore: "off", hidden: true },
    most,
  );
  const isHidden = entries.length > 0 && entries.every(({ path }) => path.startsWith("."));
  return isHidden && (await read({ hidden: true }, 1)).entries.length > 0 ? { count: entries.length, more } : undefined;
}

/** How a page is worded. */
interface DirectoryWords {
  /** An entry as the page names it. */
  readonly writeEntry: (entry: PageEntry) => string;
  /** The summary of a page that shows `shown` entries. */
  readonly summarise: (page: IndexedPage, shown: number) => string;
}

const HYPER_WORDS: DirectoryWords = {
  writeEntry: ({ path }) => splitPath(path).join("/"),
  summarise({ count, offset }, shown) {
    if (count === 0) {
      return "Directory is empty";
    }
    return shown === 0
      ? `Offset ${offset} exceeds total count ${count}`
      : `Showing ${offset + 1}-${offset + shown} of ${count} files`;
  },
};

const LEAF_WORDS: DirectoryWords = {
  writeEntry: ({ path, kind }) => `${renderPathForJson(path)}${kind === "directory" ? "/" : ""}`,
  summarise(page, shown) {
    const { count, offset, truncated, filtered, hidden } = page;
    if (count === 0) {
      return filtered ? "No entry matches the filters" : `Directory is empty${describeHidden(hidden)}`;
    }
    if (!truncated) {
      return HYPER_WORDS.summarise(page, shown);
    }
    return shown === 0
      ? `Offset ${offset} is beyond the first ${count} files, the only ones that are indexed`
      : `Showing ${offset + 1}-${offset + shown} of the first ${count} files`;
  },
};

function describeHidden(hidden: HiddenEntries | undefined): string {
  if (hidden === undefined) {
    return "";
  }
  const { count, more } = hidden;
  return ` but for ${more ? "more than " : ""}${count} hidden ${count === 1 ? "entry" : "entries"}`;
}

/** How many unreadable directories a summary names. */
const MAX_NAMED = 3;

/** The end of a summary: which directories could not be read. */
function describeProblems(problems: readonly PageEntry[]): string {
  if (problems.length === 0) {
    return "";
  }
  const named = problems.slice(0, MAX_NAMED).map(({ path, problem }) => `${renderPathForJson(path)} (${problem})`);
  const more = problems.length - named.length;
  return `; not readable: ${named.join(", ")}${more === 0 ? "" : `, and ${more} more`}`;
}

function countDirectories(count: number): string {
  return count === 1 ? "1 directory" : `${count} directories`;
}

/** The JSON of a page, or of as many of its entries as fit: its summary says how many. Throws a `FunctionCallError`. */
function renderIndexedPage(page: IndexedPage, isLeaf: boolean): string {
  const { writeEntry, summarise } = isLeaf ? LEAF_WORDS : HYPER_WORDS;
  const { directory, count, truncated, problems, offset, guard } = page;
  const { maxOutputBytes } = guard;
  const files = page.entries.map(writeEntry);
  const write = (shown: number, note: string): string =>
    renderDirectoryJson({
      directory,
      count,
      summary: summarise(page, shown) + note,
      files: files.slice(0, shown),
      ...(truncated && isLeaf && { truncated }),
    });
  const problemNote = isLeaf ? describeProblems(problems) : "";
  // If the names of unreadable directories leave no room for entries, only their number is given.
  for (const note of new Set([problemNote, problemNote && `; not readable: ${countDirectories(problems.length)}`])) {
    const fits = (shown: number) => Buffer.byteLength(write(shown, note)) <= maxOutputBytes;
    const shown = largestFitting(files.length, fits);
    if (shown > 0 || (files.length === 0 && fits(0))) {
      return write(shown, note);
    }
  }
  const [entry] = page.entries;
  if (entry === undefined || Buffer.byteLength(write(0, "")) + 64 > maxOutputBytes) {
    throw rootTooLong("path", directory, maxOutputBytes);
  }
  throw entryTooLong(`the entry at offset ${offset}`, maxOutputBytes, [`offset: ${offset + 1}`]);
}

const NAME = "list_directory";

/** How the original's documentation describes it. */
const HYPER_DESCRIPTION =
  "Lists the names in a directory as compact JSON: directory, count, summary, files. Sorted and paged: offset (default 0) and " +
  "maxResults (default 100, at most 1000).";

export const listDirectoryTool: ToolDeclaration = {
  name: NAME,
  arguments: LIST_DIRECTORY_ARGUMENTS,
  originals: ["hyper"],
  create({ profile, guard, operatorGuard, options, offered }) {
    const { maxIndexed, defaults = {} } = options;
    const isLeaf = profile !== "hyper";
    const ownDefaults = isLeaf ? { gitignore: defaults.gitignore, showHidden: defaults.hidden } : {};
    const declared = isLeaf ? listDirectoryTool.arguments : originalArguments(listDirectoryTool.arguments);
    const known = declared as unknown as typeof LIST_DIRECTORY_ARGUMENTS;
    const profileGuard = isLeaf ? guard : operatorGuard();
    return {
      name: NAME,
      description: isLeaf ? describe(guard.maxOutputBytes, maxIndexed, offered) : HYPER_DESCRIPTION,
      parameters: toParameters(declared, ownDefaults),
      outputSchema: isLeaf ? DIRECTORY_PAGE_SCHEMA : HYPER_PAGE_SCHEMA,
      supportsParallelCalls: true,
      async handle(invocation) {
        const { signal, onProgress } = invocation;
        const given = parseArguments<ListDirectoryArguments>(invocation, NAME, known, isLeaf);
        const call = { ...ownDefaults, ...given, signal, onProgress, maxIndexed };
        const page = await readIndex(call, profileGuard, isLeaf);
        return { content: renderIndexedPage(page, isLeaf), success: true };
      },
    };
  },
};

function describe(maxOutputBytes: number, maxIndexed: number | undefined, offered: readonly string[]): string {
  const pages = maxOutputBytes === Infinity ? "as paged JSON" : `as JSON, ${maxOutputBytes} bytes a page`;
  const orListDir = offered.includes("list_dir") ? " or list_dir" : "";
  return `For programs: a directory's first ${maxIndexed ?? 1000} names, sorted, ${pages}. If truncated, use include${orListDir}.`;
}
