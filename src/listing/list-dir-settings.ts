// What `list_dir` can be asked for, declared once, and its settings: the caller's options, completed and checked once.
import { hasDrives, toText } from "../core/byte-string.ts";
import type { Cursor } from "../walks/cursor.ts";
import { renderRoot } from "../render/our-words.ts";
import { parseCursor } from "../render/shown-path.ts";
import type { ArgumentsFor } from "../tooling/argument.ts";
import type { CallControl } from "../tooling/tool.ts";
import { FunctionCallError, respondToModel } from "../tooling/function-call-error.ts";
import { startPace } from "./event-loop-pause.ts";
import {
  FILTER_ARGUMENTS,
  toFilterMaker,
  toGlobMatches,
  toGlobs,
  toGlobToTry,
  TOLD_SHARE,
  type FilterOptions,
} from "./listing-filter.ts";
import { readQuotedPath, toRootBytes, guardOf, toAbsolutePath, type ListingGuard } from "./listing-guard.ts";
import { refuseImpossiblePath, refuseLongCursor, toListingFailure } from "./listing-failure.ts";
import type { PageRequest } from "./read-root.ts";

/** `breadth`: level by level. `tree`: depth first. */
export type ListDirOrder = "breadth" | "tree";

/** What `listDir` is asked for. */
export interface ListDirRequest extends FilterOptions, CallControl {
  /** The directory to list. A relative path is taken from the working directory, else from the only root. */
  readonly dirPath: string;
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
   * How many levels are listed: 1 is the directory's own entries.
   * @default 2
   */
  readonly depth?: number | undefined;
  /**
   * Which entries come first.
   * @default "breadth", or "tree" if `after` is given
   */
  readonly order?: ListDirOrder | undefined;
  /**
   * The relative path of the last entry already seen, as a listing shows it; the listing continues after it. `src/…` means
   * after everything in `src/`. An empty text means not given.
   * @default none: from the first entry
   */
  readonly after?: string | undefined;
  /**
   * Whether entries include their size, time and link target, as far as the file system has them. This costs a system call or
   * two for each entry of the page.
   * @default false
   */
  readonly details?: boolean | undefined;
}

/** What a model can ask for: everything a program can. */
export type ListDirArguments = Omit<ListDirRequest, keyof CallControl>;

/** The arguments, in the order in which the model sees them. */
export const LIST_DIR_ARGUMENTS: ArgumentsFor<ListDirArguments> = {
  dirPath: {
    kind: "text",
    name: "dir_path",
    isRequired: true,
    isOriginal: true,
    forModel: "Path.",
    forPeople: "the directory to list; a relative path is taken from the working directory or the only root",
  },
  offset: {
    kind: "count",
    default: 1,
    isOriginal: true,
    forModel: "First entry.",
    forPeople: "number of the first entry",
  },
  limit: {
    kind: "count",
    default: 25,
    isOriginal: true,
    isSettable: true,
    short: "n",
    forModel: "Entries.",
    forPeople: "entries to show at most",
  },
  depth: {
    kind: "count",
    default: 2,
    isOriginal: true,
    isSettable: true,
    short: "L",
    forModel: "Levels.",
    forPeople: "levels to list",
  },
  order: {
    kind: "choice",
    choices: ["breadth", "tree"],
    default: "breadth",
    mayBeEmpty: true,
    forModel: "By level or depth first.",
    forPeople: "by level, or depth first",
  },
  after: {
    kind: "text",
    mayBeEmpty: true,
    placeholder: "path",
    forModel: "Continue after this path, as shown.",
    forPeople: "continue after this entry, as shown; order tree",
  },
  ...FILTER_ARGUMENTS,
  gitignore: { ...FILTER_ARGUMENTS.gitignore, default: "collapse", isSettable: true },
  hidden: {
    kind: "flag",
    default: true,
    isSettable: true,
    short: "aA",
    forModel: "Dot names.",
    forPeople: "show dot names",
    forPeopleOff: "leave out dot names",
  },
  details: {
    kind: "flag",
    default: false,
    forModel: "Sizes and times.",
    forPeople: "sizes and times of files in brackets",
  },
};

/** Complete settings: the page to read, and in which order. */
export interface ListDirSettings extends PageRequest {
  readonly order: ListDirOrder;
  readonly after: Cursor | undefined;
  /** The glob to try if nothing matches. */
  readonly tryGlob: string | undefined;
  /** What `after` was given as, for the answer that nothing comes after it. */
  readonly givenAfter: string | undefined;
}

/** The first words of this refusal, and in the profiles `codex-*` all of them. */
class RelativePathError extends FunctionCallError {
  constructor() {
    super("respond_to_model", "dir_path must be an absolute path");
  }
}

/** Complete settings for profile `leaf`: a path that can't be made absolute is refused with the one that was probably meant. */
export function toLeafSettings(request: ListDirRequest, guards: ListingGuard): Promise<ListDirSettings> {
  return withAdvice(request, guards, () => toListDirSettings(request, guards, true));
}

/** What `toSettings` gives. A path that it refuses because it is not absolute is refused with the one that was probably meant. */
export async function withAdvice<Settings>(
  request: Pick<ListDirRequest, "dirPath" | "signal">,
  guards: ListingGuard,
  toSettings: () => Settings,
): Promise<Settings> {
  try {
    return toSettings();
  } catch (error) {
    if (!(error instanceof RelativePathError) || typeof request.dirPath !== "string") {
      throw error;
    }
    throw await refuseRelative("dir_path", request.dirPath, guardOf(guards, request.dirPath), request.signal);
  }
}

/** Refuses a path that is not absolute, with the one that was probably meant if that is known. */
export async function refuseRelative(
  field: string,
  path: string,
  guard: ListingGuard,
  signal: AbortSignal | undefined,
): Promise<FunctionCallError> {
  // Loaded on demand: most paths are absolute.
  const { adviseOnRelativePath } = await import("./meant-path.ts");
  const reach = { guard, ...startPace(signal, guard.deadlineMs) };
  const advice = await adviseOnRelativePath(reach, path).catch((failed: unknown) => {
    throw toListingFailure(failed, path, signal);
  });
  const refusal = `${field} must be an absolute path`;
  const message = `${refusal}; ${advice}`;
  return respondToModel(advice === undefined || Buffer.byteLength(message) > guard.maxOutputBytes ? refusal : message);
}

/**
 * Complete settings. `isLeaf`: the page has marks, and an error may say what was probably meant. Throws a `FunctionCallError` for the first
 * option that is out of range.
 */
export function toListDirSettings(request: ListDirRequest, guards: ListingGuard, isLeaf: boolean): ListDirSettings {
  const dirPath = isLeaf ? toAbsolutePath(guards, request.dirPath) : request.dirPath;
  const guard = guardOf(guards, dirPath);
  const declared = LIST_DIR_ARGUMENTS;
  const { offset = declared.offset.default, limit = declared.limit.default, signal, onProgress } = request;
  const after = request.after === "" ? undefined : request.after;
  // A search that stops at the second level would look as if nothing matched.
  const isSearch = toGlobs(request.include) !== undefined;
  const depth = request.depth ?? (isSearch ? Infinity : declared.depth.default);
  const globMatches = toGlobMatches(request);
  const makeFilter = toFilterMaker(request, { hasMarks: true, matches: globMatches });
  if (!isPositive(offset)) {
    throw respondToModel("offset must be a 1-indexed entry number");
  }
  if (!isPositive(limit)) {
    throw respondToModel("limit must be greater than zero");
  }
  if (!isPositive(depth)) {
    throw respondToModel("depth must be greater than zero");
  }
  refuseRelativePath(dirPath, guard);
  if (after !== undefined && request.order === "breadth") {
    throw respondToModel("after needs order tree");
  }
  refuseLongCursor(after ?? "");
  const { pause, timeLeft } = startPace(signal, guard.deadlineMs);
  return {
    guard,
    path: dirPath,
    written: isLeaf ? request.dirPath : undefined,
    makeFilter,
    globMatches,
    tryGlob: toGlobToTry(request, guard.maxOutputBytes * TOLD_SHARE),
    skip: offset - 1,
    limit: Math.min(limit, guard.maxLimit),
    depth: Math.min(depth, guard.maxDepth),
    order: request.order ?? (after === undefined ? declared.order.default : "tree"),
    after: after === undefined ? undefined : parseCursor(toRelative(after, dirPath, guard)),
    givenAfter: after,
    details: request.details ?? declared.details.default,
    // What a search shows has matched itself, whatever is in it.
    marks: isLeaf && (isSearch ? "empty" : true),
    signal,
    pause,
    timeLeft,
    onProgress,
  };
}

/** Refuses a `dir_path` that is not absolute, or that no file system can have. */
export function refuseRelativePath(dirPath: string, guard: ListingGuard): void {
  const { fileSystem } = guard;
  const isPath = typeof dirPath === "string";
  if (!isPath || !(fileSystem.isAbsolute(dirPath) || readQuotedPath(guard, dirPath) !== undefined)) {
    throw new RelativePathError();
  }
  refuseImpossiblePath(dirPath);
}

/**
 * Models also give the absolute path of an entry. Below the listing root it means the relative one, whether the root is written as
 * it was given, as the header shows it, or without `.` and double slashes. Any other slash at the start means nothing: no name on
 * a disk is empty.
 */
export function toRelative(after: string, dirPath: string, guard: ListingGuard): string {
  const { fileSystem } = guard;
  const toSlashes = (path: string) =>
    hasDrives(fileSystem) && !path.includes('"') ? path.replaceAll("\\", "/") : path;
  const written = toSlashes(after);
  const whole = fileSystem.resolve("/", toText(toRootBytes(guard, dirPath)));
  const roots = [dirPath, renderRoot(dirPath), whole].map((root) => toSlashes(root).replace(/\/+$/, ""));
  const fold = (path: string) => (hasDrives(fileSystem) ? path.toLowerCase() : path);
  const root = roots.find((above) => fold(`${written}/`).startsWith(fold(`${above}/`))) ?? "";
  if (fileSystem.isObjectStore === true) {
    return root === "" ? written : written.slice(root.length + 1);
  }
  return written.slice(root.length).replace(/^\/+/, "");
}

/** Library callers may pass any number: `NaN` and fractions are as wrong as 0. */
export function isPositive(value: number): boolean {
  return value === Infinity || (Number.isInteger(value) && value >= 1);
}
