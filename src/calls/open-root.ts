// From a caller's path to the root of a tree: makes the path absolute, opens the directory, and turns failures into errors for the caller.
import { CallClock } from "../core/call-clock.ts";
import { treeKey, type SiblingKey } from "../core/entry.ts";
import { hasWindowsPaths } from "../core/file-system.ts";
import { readErrorCode } from "../core/problem.ts";
import { RuleFiles } from "../filters/git-files.ts";
import { makeRootFilter, type FilterSettings } from "../filters/root-filter.ts";
import { renderRoot } from "../text/closing-lines.ts";
import { parseQuotedRoot } from "../text/shown-path.ts";
import { cutAt, LONGEST_WORD } from "../tooling/cut-text.ts";
import { FunctionCallError, refuseArgument, refuseDirectory, respondToModel } from "../tooling/function-call-error.ts";
import type { CallControl } from "../tooling/tool.ts";
import { Directory, type Tree } from "../tree/directory.ts";
import type { KeyTree } from "../tree/key-tree.ts";
import { adviseOnTilde, pathForErrors, toFailure } from "./failure.ts";
import { guardOf, toAbsolutePath, type Guard } from "./operator-settings.ts";

/** The longest path that we accept, in characters. Quotes can make a path in a listing four times as long as it is. */
const LONGEST_PATH = 100_000;

/** A directory to read, and how. */
export interface RootRequest extends CallControl {
  readonly guard: Guard;
  /** The directory, absolute, as the caller wrote it. */
  readonly path: string;
  /** Undefined if only the operator's rules apply. */
  readonly filters: FilterSettings | undefined;
  /**
   * The order of siblings.
   * @default treeKey
   */
  readonly keyOf?: SiblingKey | undefined;
  /**
   * How many requests to make for keys if the directory is in an object store, so that a whole tree is read by keys.
   * @default none: it is read directory by directory
   */
  readonly maxKeyRequests?: number | undefined;
  /**
   * Set if the walk starts below the root. A name on the way there may be a link, which must not be followed.
   * @default none: at the root
   */
  readonly after?: unknown;
  /**
   * The path as the caller wrote it, before it was made absolute. A refusal names no other path. If it is set, the error for a missing path
   * also says what was probably meant.
   * @default none: an error says only what is wrong with `path`
   */
  readonly givenPath?: string | undefined;
}

/** The absolute path of an argument, and the guard of the file system that it is in. Throws a `FunctionCallError` if it can't be made absolute. */
export function toGuardedPath(
  field: string,
  given: string,
  baseGuard: Guard,
  takesRelative: boolean = !baseGuard.isLiteral,
): { path: string; guard: Guard } {
  if (takesRelative && typeof given === "string") {
    // First: the expression that finds quotes needs more stack than there is for millions of characters.
    refuseImpossiblePath(given);
  }
  const path = takesRelative ? toAbsolutePath(baseGuard, given) : given;
  const guard = guardOf(baseGuard, path);
  if (typeof path !== "string" || !guard.fileSystem.isAbsolute(path)) {
    const refusal = " must be an absolute path";
    const isAmbiguous = given !== "" && baseGuard.startDirectories().length > 1;
    const [scheme] = /^[a-z][a-z0-9+.-]{0,20}:\/\//i.exec(String(given)) ?? [];
    const advice =
      adviseOnTilde(String(given)) ??
      (scheme && `no file system is set up for ${scheme} (option \`stores\`)`) ??
      (isAmbiguous && "a relative one could begin in several directories");
    throw refuseDirectory(field, advice && !baseGuard.isLiteral ? `${refusal}; ${advice}` : refusal);
  }
  refuseImpossiblePath(path);
  return { path, guard };
}

/**
 * A path relative to the listing root. Models also give absolute paths, with the root as it was given, as the header shows it, or without
 * `.` and double slashes. On a disk, any other slash at the start is dropped: no name there is empty.
 */
export function toRelative(after: string, dirPath: string, { fileSystem }: Guard): string {
  const hasDrives = hasWindowsPaths(fileSystem);
  const withSlashes = (path: string) => (hasDrives && !path.includes('"') ? path.replaceAll("\\", "/") : path);
  const fold = (path: string) => (hasDrives ? path.toLowerCase() : path);
  const written = withSlashes(after);
  const roots = [dirPath, renderRoot(dirPath), fileSystem.resolve("/", dirPath)].map((root) =>
    withSlashes(root).replace(/(?<!\/)\/+$/, ""),
  );
  const root = roots.find((above) => fold(`${written}/`).startsWith(fold(`${above}/`))) ?? "";
  if (fileSystem.isObjectStore === true) {
    return root === "" ? written : written.slice(root.length + 1);
  }
  return written.slice(root.length).replace(/^\/+/, "");
}

/** The filters, with `dir_path` taken off the front of their globs: models also write a glob as an absolute path. */
export function toRelativeFilters(filters: FilterSettings, dirPath: string, guard: Guard): FilterSettings {
  const withoutRoot = (glob: string) => {
    const below = toRelative(glob, dirPath, guard);
    const isAbsolute = below !== "" && below.length < glob.replace(/^[\\/]+/, "").length;
    return isAbsolute ? `/${below}` : glob;
  };
  return { ...filters, include: filters.include?.map(withoutRoot), exclude: filters.exclude?.map(withoutRoot) };
}

/** Reads what a tool needs from an opened root. `keys` is set if the tree was made from a store's keys. */
type ReadRoot<Result> = (root: Directory, keys?: KeyTree) => Promise<Result>;

/** Opens the root and returns the result of `read`. Throws a `FunctionCallError`. */
export async function withRoot<Result>(request: RootRequest, read: ReadRoot<Result>): Promise<Result> {
  const { guard, path, signal, givenPath } = request;
  const clock = new CallClock(signal, guard.deadlineMs);
  try {
    return await open(request, path, clock, read).catch(async (error: unknown) => {
      // A path copied from a listing has its odd names in quotes. But a path that exists as written is meant as written.
      const isMissing = ["ENOENT", "ENAMETOOLONG", "EINVAL"].includes(readErrorCode(error) ?? "");
      const quoted = isMissing && !guard.isLiteral ? parseQuotedRoot(toSlashes(guard, path)) : undefined;
      if (quoted === undefined) {
        throw error;
      }
      return open(request, quoted, clock, read);
    });
  } catch (error) {
    if (error instanceof FunctionCallError) {
      throw error;
    }
    if (givenPath !== undefined && signal?.aborted !== true) {
      // Loaded on demand: most paths exist.
      const { adviseOnMissingPath } = await import("./missing-path.ts");
      const advised = await adviseOnMissingPath(guard, path, givenPath, error, clock).catch((stopped: unknown) =>
        toFailure(stopped, path, signal),
      );
      if (advised !== undefined) {
        throw advised;
      }
    }
    throw toFailure(error, path, signal);
  }
}

async function open<Result>(
  { guard, path: shown, givenPath = shown, filters, keyOf = treeKey, maxKeyRequests, after, onProgress }: RootRequest,
  path: string,
  clock: CallClock,
  read: ReadRoot<Result>,
): Promise<Result> {
  refuseImpossiblePath(path);
  const { fileSystem, access } = guard;
  const showPath = () => pathForErrors(givenPath);
  const { realPath, denied, ruleFiles, isConfined } = await access.admit(path, showPath, clock.wait);
  const filter =
    filters === undefined
      ? denied
      : makeRootFilter(filters, realPath, denied, new RuleFiles(fileSystem, ruleFiles, clock));
  const tree: Tree = {
    fileSystem,
    clock,
    keyOf,
    isConfined: isConfined || after !== undefined,
    directoriesRead: 0,
    entriesRead: 0,
    skippedIgnored: false,
    onRead: onProgress && ((directories, entries) => onProgress({ directories, entries })),
  };
  if (maxKeyRequests === undefined || fileSystem.readKeys === undefined) {
    return read(Directory.root(tree, realPath, filter));
  }
  // Loaded on demand: only stores have keys.
  const { readKeyTree } = await import("../tree/key-tree.ts");
  const keys = await readKeyTree(tree, realPath, maxKeyRequests);
  return read(Directory.root({ ...tree, fileSystem: keys.fileSystem }, realPath, filter), keys);
}

/** A Windows path with `/` in place of each `\` that is not in quotes. */
function toSlashes({ fileSystem }: Guard, path: string): string {
  return hasWindowsPaths(fileSystem)
    ? path.replaceAll(/"(?:[^"\\]|\\.)*"|\\/gsu, (text) => (text === "\\" ? "/" : text))
    : path;
}

/** Refuses a path that no file system can have. */
export function refuseImpossiblePath(path: string): void {
  if (path.includes("\0")) {
    throw respondToModel("failed to read directory: the path holds a NUL character, which no path can; leave it out");
  }
  if (path.length > LONGEST_PATH) {
    const shown = `${renderRoot(cutAt(path, LONGEST_WORD))}… (${path.length} characters)`;
    throw respondToModel(`failed to read directory: the path ${shown} is too long for this file system; check it`);
  }
}

/** Refuses a cursor that is longer than any path. */
export function refuseLongCursor(after: string): void {
  if (after.length > LONGEST_PATH) {
    throw refuseArgument("after", ` of ${after.length} characters is too long; give at most ${LONGEST_PATH}`);
  }
}

export function refuseUnlessPositive(value: number, message: string): void {
  if (value < 1) {
    throw respondToModel(message);
  }
}
