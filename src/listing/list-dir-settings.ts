// The settings of a `list_dir` listing: the caller's options, completed and checked once.
import { hasDrives } from "../core/absolute-path.ts";
import { toText } from "../core/byte-string.ts";
import type { Cursor } from "../core/cursor.ts";
import { parseCursor, renderRoot } from "../render/shown-path.ts";
import { startDeadline } from "./deadline.ts";
import type { CallControl, OnProgress } from "../tooling/call-control.ts";
import { FunctionCallError, respondToModel } from "../tooling/function-call-error.ts";
import { toFilterMaker, toGlobs, type FilterMaker, type FilterOptions } from "./listing-filter.ts";
import { guardOf, type ListingGuard } from "./listing-guard.ts";
import { refuseImpossiblePath, refuseLongCursor, toListingFailure } from "./listing-failure.ts";
import { readQuotedPath, toRootBytes } from "./whole-path.ts";

/** `breadth`: level by level. `tree`: depth first. */
export type ListDirOrder = "breadth" | "tree";

export interface ListDirRequest extends FilterOptions, CallControl {
  /** The directory to list: an absolute path. */
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

export interface ListDirSettings {
  readonly guard: ListingGuard;
  readonly dirPath: string;
  readonly offset: number;
  readonly limit: number;
  readonly depth: number;
  readonly order: ListDirOrder;
  readonly after: Cursor | undefined;
  /** What `after` was given as, for the answer that nothing comes after it. */
  readonly givenAfter: string | undefined;
  readonly makeFilter: FilterMaker | undefined;
  readonly details: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: OnProgress | undefined;
  /** The time left for the call, counted from here on. */
  readonly timeLeft: () => number;
}

/** The first words of this refusal, and in the profiles `codex-*` all of them. */
class RelativePathError extends FunctionCallError {
  constructor() {
    super("respond_to_model", "dir_path must be an absolute path");
  }
}

/** Complete settings for profile `leaf`: a path that is not absolute is refused with the one that was probably meant. */
export function toLeafSettings(request: ListDirRequest, guards: ListingGuard): Promise<ListDirSettings> {
  return withAdvice(request, guards, () => toListDirSettings(request, guards));
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
    const { dirPath, signal } = request;
    const guard = guardOf(guards, dirPath);
    // Loaded on demand: most paths are absolute.
    const { adviseOnRelativePath } = await import("./meant-path.ts");
    const reach = { guard, signal, timeLeft: startDeadline(guard.deadlineMs) };
    const advice = await adviseOnRelativePath(reach, dirPath).catch((failed: unknown) => {
      throw toListingFailure(failed, dirPath, signal);
    });
    const message = `${error.message}; ${advice}`;
    throw advice === undefined || Buffer.byteLength(message) > guard.maxOutputBytes ? error : respondToModel(message);
  }
}

/** Complete settings. Throws a `FunctionCallError` for the first option that is out of range. */
export function toListDirSettings(request: ListDirRequest, guards: ListingGuard): ListDirSettings {
  const guard = guardOf(guards, request.dirPath);
  const { dirPath, offset = 1, limit = 25, signal, onProgress } = request;
  const after = request.after === "" ? undefined : request.after;
  // A search that stops at the second level would look as if nothing matched.
  const depth = request.depth ?? (toGlobs(request.include) === undefined ? 2 : Infinity);
  const makeFilter = toFilterMaker(request, true);
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
  return {
    guard,
    dirPath,
    offset,
    limit: Math.min(limit, guard.maxLimit),
    depth: Math.min(depth, guard.maxDepth),
    order: request.order ?? (after === undefined ? "breadth" : "tree"),
    after: after === undefined ? undefined : parseCursor(toRelative(after, dirPath, guard)),
    givenAfter: after,
    makeFilter,
    details: request.details ?? false,
    signal,
    onProgress,
    timeLeft: startDeadline(guard.deadlineMs),
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
function toRelative(after: string, dirPath: string, guard: ListingGuard): string {
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
