// `list_directory` for programs: the first entries of a directory in path order, cut into pages by number.
import type { Visit } from "../core/visit.ts";
import { walkPath, wholePath } from "../walks/walk-path.ts";
import { toListingEntry, type ListingEntry } from "../render/listing.ts";
import { toNothingMatches, type NothingMatches } from "../render/our-words.ts";
import type { ArgumentsFor } from "../tooling/argument.ts";
import type { CallControl } from "../tooling/tool.ts";
import { respondToModel } from "../tooling/function-call-error.ts";
import { AT_LEAST_ONE, checkedOptions, rulesOf, type RulesFor } from "./check-options.ts";
import { startPace } from "./event-loop-pause.ts";
import {
  FILTER_ARGUMENTS,
  REQUEST_RULES,
  toFilterMaker,
  toGlobMatches,
  TOLD_SHARE,
  type FilterOptions,
} from "./listing-filter.ts";
import {
  toWholePath,
  GUARD_RULES,
  guardOf,
  isRelative,
  toAbsolutePath,
  toOpenGuard,
  type GuardOptions,
  type ListingGuard,
} from "./listing-guard.ts";
import { refuseImpossiblePath, tooSlow } from "./listing-failure.ts";
import { refuseRelative } from "./list-dir-settings.ts";
import { readPage, type PageRequest, type ReadPage, type Walk } from "./read-root.ts";

/** What `listDirectory` is asked for. */
export interface ListDirectoryRequest extends Omit<FilterOptions, "hidden">, CallControl {
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
   * Whether names that begin with a dot are listed. A hidden directory is not entered either.
   * @default false
   */
  readonly showHidden?: boolean | undefined;
  /**
   * How many entries to index, in order.
   * @default 1000
   */
  readonly maxIndexed?: number | undefined;
}

/** What a model can ask for: everything a program can, except how much is indexed. */
export type ListDirectoryArguments = Omit<ListDirectoryRequest, keyof CallControl | "maxIndexed">;

/** The arguments, in the order in which the model sees them. */
export const LIST_DIRECTORY_ARGUMENTS: ArgumentsFor<ListDirectoryArguments> = {
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

/** Options of `listDirectory`. The limits that protect a model's context (`maxOutputBytes`, `deadlineMs`) are off by default. */
export interface ListDirectoryOptions extends ListDirectoryRequest, GuardOptions {}

export const LIST_DIRECTORY_RULES: RulesFor<keyof ListDirectoryOptions> = {
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
  /** Set if there were several globs in `include`, everything was read, and some of them matched nothing that may be shown. */
  readonly nothingMatches?: NothingMatches;
}

/** How many names begin with a dot and are not shown. */
export interface HiddenEntries {
  /** How many there are: at most as many as are indexed. */
  readonly count: number;
  /** Whether there are more than that. */
  readonly more: boolean;
}

const MOST_RESULTS = 1000;

/** A page of a directory, as `list_directory` shows it. Throws a `FunctionCallError`, or a `TypeError` for an invalid option. */
export async function listDirectory(options: ListDirectoryOptions): Promise<ListDirectoryPage> {
  const given = checkedOptions(options, LIST_DIRECTORY_RULES);
  const { page, visits, index } = await indexDirectory(given, toOpenGuard(given), given);
  const problems = index.problems.map(({ visit }) => toListingEntry(visit));
  return { ...page, entries: visits.map(toListingEntry), problems };
}

/** A page, and what it was cut from. */
export interface IndexedPage {
  readonly page: Omit<ListDirectoryPage, "entries" | "problems">;
  /** The entries of the page. */
  readonly visits: readonly Visit[];
  readonly index: ReadPage;
  /** The guard of the place that was listed. */
  readonly guard: ListingGuard;
}

/** What the program sets, and not its caller. */
export type IndexControl = CallControl & Pick<ListDirectoryRequest, "maxIndexed">;

/**
 * The page that the request asks for, within a guard. `reportsMissing`: whether the page can say that something is missing; if not, a
 * listing whose time is up is refused. Throws a `FunctionCallError`.
 */
export async function indexDirectory(
  request: ListDirectoryArguments,
  guards: ListingGuard,
  { signal, onProgress, maxIndexed = 1000 }: IndexControl,
  reportsMissing: boolean = true,
): Promise<IndexedPage> {
  const path = reportsMissing ? toAbsolutePath(guards, request.path) : request.path;
  const guard = guardOf(guards, path);
  const declared = LIST_DIRECTORY_ARGUMENTS;
  const { recursive = declared.recursive.default, showHidden = declared.showHidden.default } = request;
  if (path === "") {
    throw respondToModel('failed to read directory: the path is empty; give a directory, such as "."');
  }
  refuseImpossiblePath(path);
  if (reportsMissing && isRelative(guards, path)) {
    throw await refuseRelative("path", path, guard, signal);
  }
  const offset = Math.max(request.offset ?? declared.offset.default, 0);
  const maxResults = boundResults(request.maxResults ?? declared.maxResults.default);
  const directory = toWholePath(guard, path);
  const globMatches = toGlobMatches(request);
  const asked: PageRequest = {
    guard,
    path: directory,
    written: request.path,
    depth: recursive ? guard.maxDepth : 1,
    skip: 0,
    limit: maxIndexed,
    makeFilter: toFilterMaker({ ...request, hidden: showHidden }, { hasMarks: false, matches: globMatches }),
    onProgress,
    ...startPace(signal, guard.deadlineMs),
  };
  const index = await readPage(asked, inPathOrder);
  if (index.isLate === true && !reportsMissing) {
    throw tooSlow(guard.deadlineMs);
  }
  const page = { directory, offset, count: index.entries.length, truncated: index.more, filtered: false };
  const isWhole = page.count > 0 && !index.more && index.hasProblems !== true;
  const unmatched = isWhole ? (globMatches?.unmatched ?? []) : [];
  const nothingMatches = toNothingMatches(unmatched, guard.maxOutputBytes * TOLD_SHARE);
  const found = nothingMatches === undefined ? page : { ...page, nothingMatches };
  return {
    page: page.count > 0 || !reportsMissing ? found : { ...page, ...(await findLeftOut(request, asked)) },
    visits: index.entries.slice(offset, offset + maxResults),
    index,
    guard,
  };
}

/** What is in a directory of which nothing is shown: only names of its own are looked at, and no more than are indexed. */
async function findLeftOut(
  request: ListDirectoryArguments,
  asked: PageRequest,
): Promise<Pick<ListDirectoryPage, "filtered" | "hidden">> {
  const read = (part: Partial<PageRequest>) => readPage({ ...asked, depth: 1, ...part }, inPathOrder);
  const makeFilter = toFilterMaker(request, { hasMarks: false });
  const allShown = toFilterMaker({ hidden: request.showHidden ?? false }, { hasMarks: false });
  if (makeFilter !== undefined && (await read({ limit: 1, makeFilter: allShown })).entries.length > 0) {
    return { filtered: true };
  }
  if (request.showHidden === true) {
    return { filtered: false };
  }
  const { entries, more } = await read({ makeFilter: undefined });
  if (entries.length === 0) {
    return { filtered: false };
  }
  // What the filters would not have shown either is left out by them: showing hidden names would not help.
  const isFiltered = makeFilter !== undefined && (await read({ limit: 1, makeFilter })).entries.length === 0;
  return isFiltered ? { filtered: true } : { filtered: false, hidden: { count: entries.length, more } };
}

const inPathOrder: Walk = (settings) => walkPath(settings, wholePath);

function boundResults(maxResults: number): number {
  return maxResults <= 0 ? LIST_DIRECTORY_ARGUMENTS.maxResults.default : Math.min(maxResults, MOST_RESULTS);
}
