// `list_dir`: its arguments, the page that a call gets, and the page as data and as text that is cut to the byte bound.
import { directoryOf } from "../core/entry.ts";
import type { FilterSettings } from "../filters/root-filter.ts";
import type { Cursor } from "../list/cursor.ts";
import { readPage, shortenPage, type Page, type PageRequest } from "../list/page.ts";
import { checkPositive, pageTooLong, pathForErrors } from "../opening/failure.ts";
import { withTree, type OpenOptions, type OpenTree } from "../opening/open-tree.ts";
import { DIR_PATH, toCursor, toPlace, type Place } from "../opening/place.ts";
import type { ProgramOptions } from "../operator/operator-options.ts";
import type { OperatorSettings } from "../operator/operator-settings.ts";
import type { ListingEnd, PageEnd } from "../text/closing-lines.ts";
import { renderCursor, renderRoot } from "../text/entry-label.ts";
import { arrangeAsTree, renderListing, type ListDirPage } from "../text/listing.ts";
import type { ArgumentsFor } from "../tooling/argument.ts";
import { fitPage } from "../tooling/cut-text.ts";
import { offsetError, valueError } from "../tooling/function-call-error.ts";
import type { CallControl } from "../tooling/tool.ts";
import type { Tree } from "../tree/tree.ts";
import {
  TREE_FILTER_ARGUMENTS,
  isSearch,
  toFilterSettings,
  toGlobToTry,
  toRelativeFilters,
  type FilterOptions,
} from "./filter-arguments.ts";
import { answerProgram, declareTool, type Answer, type ToolDeclaration } from "./tool-declaration.ts";

/** `breadth`: level by level. `tree`: depth first. */
export type ListDirOrder = "breadth" | "tree";

/** What a model can ask for. */
export interface ListDirArguments extends FilterOptions {
  /**
   * The directory to list. A relative path is taken from the working directory, else from the only root.
   * @default the working directory, else the only root
   */
  readonly dirPath?: string | undefined;
  /**
   * How many levels are listed: 1 is the directory's own entries.
   * @default 2; Infinity where `include` is given
   */
  readonly depth?: number | undefined;
  /**
   * The relative path of the last entry already seen, as a listing shows it, a directory with its `/`; the listing continues after
   * it. `src/…` means after everything in `src/`. An empty text means not given.
   * @default none: from the first entry
   */
  readonly after?: string | undefined;
  /**
   * Whether entries include their size and time, as far as the file system has them. This costs a system call for each entry of the page.
   * @default false
   */
  readonly details?: boolean | undefined;
  /**
   * The number of the first entry, from 1.
   * @default 1
   */
  readonly offset?: number | undefined;
  /**
   * The largest number of entries.
   * @default 25
   */
  readonly limit?: number | undefined;
  /**
   * Which entries come first.
   * @default "breadth", or "tree" if `after` is given
   */
  readonly order?: ListDirOrder | undefined;
}

/** Options of `listDir`. */
export interface ListDirOptions extends ListDirArguments, ProgramOptions {}

/** The arguments, in the order in which the model sees them. */
export const LIST_DIR_ARGUMENTS: ArgumentsFor<ListDirArguments> = {
  dirPath: DIR_PATH,
  offset: {
    kind: "count",
    default: 1,
    forModel: "Number of the first entry.",
    forPeople: "number of the first entry",
  },
  limit: {
    kind: "count",
    default: 25,
    isSettable: true,
    short: "n",
    forModel: "Most entries.",
    forPeople: "entries to show at most",
  },
  depth: {
    kind: "count",
    default: 2,
    isSettable: true,
    short: "L",
    forModel: "Levels to show.",
    forPeople: "levels to list",
  },
  order: {
    kind: "choice",
    choices: ["breadth", "tree"],
    default: "breadth",
    forModel: "Level by level, or depth first.",
    forPeople: "by level, or depth first",
  },
  after: {
    kind: "text",
    placeholder: "path",
    forModel: "Go on after this path, as shown.",
    forPeople: "continue after this entry, as shown; order tree",
  },
  ...TREE_FILTER_ARGUMENTS,
  details: {
    kind: "flag",
    default: false,
    forModel: "Sizes and times.",
    forPeople: "sizes and times of files in brackets",
  },
};

/**
 * A page of a directory and of the levels below it, as `list_dir` shows it. For everything, ask in order `tree`, and again with
 * `after: page.next` until a page has no `next`. Throws a `FunctionCallError`, or a `TypeError` for an invalid option.
 */
export async function listDir(options: ListDirOptions): Promise<ListDirPage> {
  return (await answerProgram(options, LIST_DIR_ARGUMENTS, makePage)).data();
}

/** A checked call, with defaults filled in. */
interface ListDirCall extends OpenOptions, PageRequest {
  readonly place: Place;
  readonly filters: FilterSettings;
  readonly after: Cursor | undefined;
  /** `after` as the caller wrote it. */
  readonly callerAfter: string | undefined;
}

/** A page, and the tree that it was read from. */
interface TreePage extends Page, OpenTree {}

/** A page as data and as text, each made when it is asked for. Throws a `FunctionCallError`. */
export async function makePage(
  request: ListDirArguments & CallControl,
  settings: OperatorSettings,
): Promise<Answer<ListDirPage>> {
  const call = toListDirCall(request, settings);
  const page = await withTree(call.place, call, async (tree): Promise<TreePage> => {
    const read = await readPage(tree.root, call);
    // If the time was up, nobody knows whether the offset is beyond the end.
    if (read.entries.length === 0 && read.skipped > 0 && !read.isTimedOut) {
      throw offsetError();
    }
    return { ...tree, ...read };
  });
  return {
    openedPath: page.path,
    data: () => toListDirPage(page, call),
    text: () => renderPage(page, call),
  };
}

/** Checks a request and fills in defaults. Throws a `FunctionCallError` for the first argument that is out of range. */
function toListDirCall(request: ListDirArguments & CallControl, settings: OperatorSettings): ListDirCall {
  const declared = LIST_DIR_ARGUMENTS;
  const { dirPath = DIR_PATH.default, offset = declared.offset.default, limit = declared.limit.default } = request;
  const { signal, onProgress } = request;
  const after = request.after === "" ? undefined : request.after;
  // A search that stops at the second level would look as if nothing matched.
  const depth = request.depth ?? (isSearch(request) ? Infinity : declared.depth.default);
  const filters = toFilterSettings(request, TREE_FILTER_ARGUMENTS);
  checkPositive("offset", offset, " must be a 1-indexed entry number");
  checkPositive("limit", limit);
  checkPositive("depth", depth);
  const place = toPlace("dir_path", dirPath, settings);
  const { maxLimit, maxDepth } = place.settings;
  if (after !== undefined && request.order === "breadth") {
    throw valueError("after", " needs order tree");
  }
  return {
    place,
    filters: toRelativeFilters(filters, place),
    // Larger numbers can't be counted down one by one.
    skip: Math.min(offset - 1, Number.MAX_SAFE_INTEGER),
    limit: Math.min(limit, maxLimit),
    depth: Math.min(depth, maxDepth),
    order: request.order ?? (after === undefined ? declared.order.default : "tree"),
    after: after === undefined ? undefined : toCursor(after, place),
    startsBelowRoot: after !== undefined,
    callerAfter: after,
    details: request.details ?? declared.details.default,
    signal,
    onProgress,
  };
}

/** A page as data. */
function toListDirPage(page: TreePage, call: ListDirCall): ListDirPage {
  const last = page.entries.at(-1);
  const endsMidDirectory =
    call.order === "breadth" &&
    last !== undefined &&
    page.next !== undefined &&
    directoryOf(last.path) === directoryOf(page.next.path);
  return { root: renderRoot(call.place.path), entries: arrangeAsTree(page, endsMidDirectory), ...endOf(page, call) };
}

/** What a page says after its entries. */
function endOf(page: TreePage, call: ListDirCall): PageEnd {
  const { place, order, skip, callerAfter, filters } = call;
  const count = page.entries.length;
  const last = page.entries.at(-1);
  const { isRootEmpty } = page;
  const { tree } = page.root;
  const hasNothing = count === 0 && !page.isTimedOut;
  if (hasNothing && callerAfter === undefined && !isRootEmpty) {
    return endWithoutEntries(filters, tree, place.settings.maxOutputBytes);
  }
  const unmatchedGlobs = count === 0 || page.more ? [] : unmatchedOf(page, call);
  const isAfterAll = callerAfter !== undefined && hasNothing && page.problems.length === 0;
  return {
    ...(page.isTimedOut && { timedOutAfter: { directories: tree.directoriesRead } }),
    ...(isAfterAll && { nothingAfter: pathForErrors(callerAfter) }),
    ...(hasNothing && callerAfter === undefined && { empty: true as const }),
    ...(unmatchedGlobs.length > 0 && { unmatchedGlobs }),
    ...(page.more &&
      last !== undefined && {
        moreThan: count,
        ...(order === "tree" ? { next: renderCursor(last) } : { nextOffset: skip + count + 1 }),
      }),
  };
}

/** What is said where the filters left nothing. */
export function endWithoutEntries(filters: FilterSettings, { skippedIgnored }: Tree, maxBytes: number): ListingEnd {
  const tryGlob = toGlobToTry(filters, maxBytes);
  const ignoredNotSearched = filters.include !== undefined && skippedIgnored;
  return {
    filtered: true,
    ...(tryGlob !== undefined && { tryGlob }),
    ...(ignoredNotSearched && { ignoredNotSearched }),
  };
}

/** The globs of several in `include` that match nothing, if all that they could match was read, and there is room to name them. */
function unmatchedOf(
  { isTimedOut, entries, problems }: TreePage,
  { filters: { include }, callerAfter, depth, place }: ListDirCall,
): readonly string[] {
  const isWhole = callerAfter === undefined && depth === Infinity && !isTimedOut && problems.length === 0;
  const wasAllRead = isWhole && entries.every(({ problem }) => problem === undefined);
  const unmatched = wasAllRead ? (include?.unmatched ?? []) : [];
  return Buffer.byteLength(unmatched.join()) <= place.settings.maxOutputBytes / 4 ? unmatched : [];
}

/** A page as text, or as many of its entries as fit into an answer. Throws a `FunctionCallError`. */
function renderPage(page: TreePage, call: ListDirCall): string {
  const { path, settings } = call.place;
  const { maxOutputBytes } = settings;
  const fit = (most: number, part: (count: number) => Partial<Page>) => {
    const write = (count: number) => ({
      text: renderListing(toListDirPage({ ...page, ...part(count) }, call), maxOutputBytes),
    });
    return fitPage(most, write, maxOutputBytes)?.text;
  };
  const { entries, problems } = page;
  const text =
    entries.length === 0
      ? fit(problems.length, (count) => ({ problems: problems.slice(0, count) }))
      : (fit(entries.length, (count) => shortenPage(page, count)) ??
        // The unreadable directories may leave no room for even one entry.
        fit(1, () => ({ ...shortenPage(page, 1), problems: [] })));
  if (text === undefined) {
    throw pageTooLong("dir_path", path, entries.length === 0 ? undefined : call.skip + 1, maxOutputBytes);
  }
  return text;
}

const DESCRIPTION =
  "Lists a directory as an indented tree, page by page: / directory, @ link, ? other; odd names are quoted. A directory with nothing " +
  "below it and no [mark] was not opened. The last line says how to go on. include searches all levels.";

export const listDirTool: ToolDeclaration = declareTool<ListDirArguments>({
  name: "list_dir",
  arguments: LIST_DIR_ARGUMENTS,
  describe: () => DESCRIPTION,
  // A search covers all levels unless the model says otherwise, whatever depth the operator has set.
  defaults: ({ depth, limit, gitignore, hidden }, request) => ({
    limit,
    gitignore,
    hidden,
    ...(request !== undefined && isSearch(request) ? undefined : { depth }),
  }),
  answer: makePage,
});
