// `list_dir`: its arguments, and from them a call and its page.
import { DIR_PATH, toCallPath } from "../calls/call-path.ts";
import { checkPositive } from "../calls/failure.ts";
import {
  TREE_FILTER_ARGUMENTS,
  isSearch,
  toFilterSettings,
  toRelativeFilters,
  type FilterOptions,
} from "../calls/filter-arguments.ts";
import { withRoot } from "../calls/open-root.ts";
import type { ProgramOptions } from "../calls/operator-options.ts";
import type { OperatorSettings } from "../calls/operator-settings.ts";
import { answerProgram, declareTool, type Answer, type ToolDeclaration } from "../calls/tool-declaration.ts";
import { readPage } from "../list/read-page.ts";
import type { ListDirPage } from "../text/listing.ts";
import { parseCursor, toRelative } from "../text/shown-path.ts";
import type { ArgumentsFor } from "../tooling/argument.ts";
import { offsetError, valueError } from "../tooling/function-call-error.ts";
import type { CallControl } from "../tooling/tool.ts";
import { renderPage, toListDirPage, type ListDirCall, type PageOfRoot } from "./list-dir-page.ts";

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
    forModel: "Show sizes and times.",
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

/** A page as data and as text, each made when it is asked for. Throws a `FunctionCallError`. */
export async function makePage(
  request: ListDirArguments & CallControl,
  settings: OperatorSettings,
): Promise<Answer<ListDirPage>> {
  const call = toListDirCall(request, settings);
  const page = await withRoot(call, async (opened): Promise<PageOfRoot> => {
    const read = await readPage(opened.root, call);
    // If the time was up, nobody knows whether the offset is beyond the end.
    if (read.entries.length === 0 && read.skipped > 0 && !read.isTimedOut) {
      throw offsetError();
    }
    return { ...opened, ...read };
  });
  return {
    openedPath: page.openedPath,
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
  const callPath = toCallPath("dir_path", dirPath, settings);
  const { fileSystem, maxLimit, maxDepth } = callPath.settings;
  if (after !== undefined && request.order === "breadth") {
    throw valueError("after", " needs order tree");
  }
  return {
    filters: toRelativeFilters(filters, callPath),
    // Larger numbers can't be counted down one by one.
    skip: Math.min(offset - 1, Number.MAX_SAFE_INTEGER),
    limit: Math.min(limit, maxLimit),
    depth: Math.min(depth, maxDepth),
    order: request.order ?? (after === undefined ? declared.order.default : "tree"),
    after: after === undefined ? undefined : parseCursor(toRelative(after, callPath.path, fileSystem)),
    startsBelowRoot: after !== undefined,
    callerAfter: after,
    details: request.details ?? declared.details.default,
    signal,
    onProgress,
    ...callPath,
  };
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
