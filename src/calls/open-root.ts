// From an absolute path to the root of a tree: opens the directory, and turns failures into errors for the caller.
import { CallClock } from "../core/call-clock.ts";
import { treeKey, type SiblingKey } from "../core/entry.ts";
import { readErrorCode } from "../core/problem.ts";
import { RuleFiles } from "../filters/rule-files.ts";
import { denyOnly, makeRootFilter, type FilterSettings } from "../filters/root-filter.ts";
import { FunctionCallError } from "../tooling/function-call-error.ts";
import type { CallControl } from "../tooling/tool.ts";
import { Directory } from "../tree/directory.ts";
import { newTree } from "../tree/tree.ts";
import type { KeyTree } from "../tree/key-tree.ts";
import { pathForErrors, toFailure } from "./failure.ts";
import { checkNames, checkPath, withoutQuotes, type CallPath } from "./call-path.ts";

/** A directory to read, and how. */
export interface RootRequest extends CallPath, CallControl {
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
   * Whether the walk starts below the root. A name on the way there may be a link, which must not be followed.
   * @default false
   */
  readonly startsBelowRoot?: boolean | undefined;
}

/** An opened directory. */
export interface OpenedRoot {
  readonly root: Directory;
  /** The path of the request, or that path without its quotes. */
  readonly openedPath: string;
  /** The keys of a store that the tree was made from, if it was. */
  readonly keys?: KeyTree;
}

/** Reads what a tool needs from an opened root. */
type ReadRoot<Result> = (opened: OpenedRoot) => Promise<Result>;

/** Codes of errors for a path that nothing is at, or nothing can be at. */
const MISSING: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENAMETOOLONG", "EINVAL"]);

/** Opens the root and returns the result of `read`. Throws a `FunctionCallError`. */
export async function withRoot<Result>(request: RootRequest, read: ReadRoot<Result>): Promise<Result> {
  const { settings, path, signal } = request;
  const clock = new CallClock(signal, settings.deadlineMs);
  const readAt = async (openedPath: string) => read(await open(request, openedPath, clock));
  try {
    return await readAt(path).catch((error: unknown) => {
      // A path copied from a listing has its odd names in quotes. But a path that exists as written is meant as written.
      const unquoted = MISSING.has(readErrorCode(error)) ? withoutQuotes(request) : undefined;
      if (unquoted === undefined) {
        throw error;
      }
      return readAt(unquoted);
    });
  } catch (error) {
    throw error instanceof FunctionCallError ? error : await explain(request, error, clock);
  }
}

async function open(request: RootRequest, openedPath: string, clock: CallClock): Promise<OpenedRoot> {
  const { settings, path, callerPath = path, filters, keyOf = treeKey, startsBelowRoot = false } = request;
  const { maxKeyRequests, onProgress } = request;
  checkPath(openedPath);
  checkNames(openedPath, settings.fileSystem);
  const admitted = await settings.access.admit(openedPath, pathForErrors(callerPath), clock.wait);
  const { fileSystem, givenPath, realPath, denied, ruleFiles } = admitted;
  const filter =
    filters === undefined
      ? denyOnly(denied)
      : makeRootFilter(filters, denied, new RuleFiles(fileSystem, ruleFiles, clock, realPath, givenPath));
  const tree = newTree({
    fileSystem,
    clock,
    keyOf,
    isConfined: ruleFiles.isConfined || startsBelowRoot,
    onRead: onProgress && ((directories, entries) => onProgress({ directories, entries })),
  });
  if (maxKeyRequests === undefined || fileSystem.readKeys === undefined) {
    return { root: Directory.root(tree, realPath, filter), openedPath };
  }
  // Loaded on demand: only stores have keys.
  const { readKeyTree } = await import("../tree/key-tree.ts");
  const keys = await readKeyTree(tree, realPath, maxKeyRequests);
  const root = Directory.root({ ...tree, fileSystem: keys.fileSystem }, realPath, filter);
  return { root, openedPath, keys };
}

/** The error for the caller of a call that failed. If its path leads nowhere, it says what may have been meant. */
async function explain(request: RootRequest, error: unknown, clock: CallClock): Promise<FunctionCallError> {
  const { path, signal, callerPath } = request;
  let failure = error;
  if (callerPath !== undefined && signal?.aborted !== true) {
    // Loaded on demand: most paths exist.
    const { adviseOnMissingPath } = await import("./missing-path.ts");
    try {
      failure = (await adviseOnMissingPath(request, error, clock)) ?? error;
    } catch (stopped) {
      failure = stopped;
    }
  }
  return failure instanceof FunctionCallError ? failure : toFailure(failure, path, signal);
}
