// From a place to a tree that can be read: checks access, makes the filters, opens the root, and turns failures into errors for the caller.
import { AccessError } from "../access/access-policy.ts";
import { CallClock } from "../core/call-clock.ts";
import { treeKey, type SiblingKey } from "../core/entry.ts";
import { isMissingCode, readErrorCode } from "../core/problem.ts";
import { RuleFiles } from "../filters/rule-files.ts";
import { denyOnly, makeRootFilter, type FilterSettings } from "../filters/root-filter.ts";
import { FunctionCallError } from "../tooling/function-call-error.ts";
import type { CallControl } from "../tooling/tool.ts";
import { Directory } from "../tree/directory.ts";
import type { KeyTree } from "../tree/key-tree.ts";
import type { TreeRequest } from "../tree/tree.ts";
import { pathForErrors, toFailure } from "./failure.ts";
import { checkNames, checkPath, type Place } from "./place.ts";

/** How a tree is opened. */
export interface OpenOptions extends CallControl {
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

/** An opened tree. */
export interface OpenTree {
  readonly root: Directory;
  /** The path of the place, or that path without its quotes. */
  readonly path: string;
  /** The keys of a store that the tree was made from, if it was. */
  readonly keys?: KeyTree;
}

/** Opens the tree at a place and returns what `read` makes of it. Throws a `FunctionCallError`. */
export async function withTree<Result>(
  place: Place,
  options: OpenOptions,
  read: (tree: OpenTree) => Promise<Result>,
): Promise<Result> {
  const clock = new CallClock(options.signal, place.settings.deadlineMs);
  try {
    return await read(await openTree(place, options, clock));
  } catch (error) {
    throw await explainFailure(error, place, clock);
  }
}

/** Opens the tree at a place. Its failures, and those of its reads, are for `explainFailure`. */
export async function openTree(place: Place, options: OpenOptions, clock: CallClock): Promise<OpenTree> {
  const { path, unquoted } = place;
  // A path copied from a listing has its odd names in quotes. But a path that exists as written is meant as written.
  const isQuoted = unquoted !== undefined && (await leadsNowhere(place, options, clock));
  return openAt(isQuoted ? unquoted : path, place, options, clock);
}

/** Whether nothing is at the path of a place, or nothing can be, or nobody may know: the same path without quotes may be allowed. */
async function leadsNowhere(place: Place, { startsBelowRoot }: OpenOptions, clock: CallClock): Promise<boolean> {
  try {
    const { root } = await openAt(place.path, place, { filters: undefined, startsBelowRoot }, clock);
    await root.read({ count: 1 });
    return false;
  } catch (error) {
    const code = error instanceof AccessError ? error.code : readErrorCode(error);
    return ["access_denied", "ENOENT", "ENAMETOOLONG", "EINVAL"].includes(code ?? "");
  }
}

async function openAt(path: string, place: Place, options: OpenOptions, clock: CallClock): Promise<OpenTree> {
  const { filters, keyOf = treeKey, startsBelowRoot = false, maxKeyRequests, onProgress } = options;
  const { access } = place.settings;
  checkPath(path);
  checkNames(path, place.settings.fileSystem);
  const { fileSystem, givenPath, realPath, denied, ruleFiles } = await access.admit(
    path,
    () => pathForErrors(place.written),
    clock.wait,
  );
  const filter =
    filters === undefined
      ? denyOnly(denied)
      : makeRootFilter(filters, denied, new RuleFiles(fileSystem, ruleFiles, clock, realPath, givenPath));
  const request: TreeRequest = {
    fileSystem,
    clock,
    keyOf,
    isConfined: ruleFiles.isConfined || startsBelowRoot,
    onRead: onProgress && ((directories, entries) => onProgress({ directories, entries })),
  };
  if (maxKeyRequests === undefined || fileSystem.readKeys === undefined) {
    return { root: Directory.root(request, realPath, filter), path };
  }
  // Loaded on demand: only stores have keys.
  const { readKeyTree } = await import("../tree/key-tree.ts");
  const keys = await readKeyTree(request, realPath, maxKeyRequests);
  return { root: Directory.root({ ...request, fileSystem: keys.fileSystem }, realPath, filter), path, keys };
}

/** The error for the caller of a call that failed. If its path leads nowhere, it says what may have been meant. */
export async function explainFailure(error: unknown, place: Place, clock: CallClock): Promise<FunctionCallError> {
  let failure = error;
  // In a store, finding the neighbours of a missing prefix is expensive.
  const advises = place.showsQuotes !== undefined && place.settings.fileSystem.isObjectStore !== true;
  if (advises && isMissingCode(readErrorCode(error)) && clock.signal?.aborted !== true) {
    // Loaded on demand: most paths exist.
    const { adviseOnMissingPath } = await import("./missing-path.ts");
    try {
      failure = await adviseOnMissingPath(place, error, clock);
    } catch (stopped) {
      failure = stopped;
    }
  }
  return failure instanceof FunctionCallError ? failure : toFailure(failure, place.path, clock.signal);
}
