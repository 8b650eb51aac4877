// Opens the directory that a caller named: from a path and filters to the root of a tree. What fails is told in words for the caller.
import { CallClock } from "../core/call-clock.ts";
import { hasWindowsPaths, treeKey, type SiblingKey } from "../core/entry.ts";
import { readErrorCode } from "../core/problem.ts";
import { RuleFiles } from "../filters/git-files.ts";
import { makeRootFilter, type FilterSettings } from "../filters/root-filter.ts";
import { renderRoot } from "../text/closing-lines.ts";
import { parseQuotedRoot } from "../text/shown-path.ts";
import { cutAt, LONGEST_WORD } from "../tooling/cut-text.ts";
import { FunctionCallError, respondToModel } from "../tooling/function-call-error.ts";
import type { CallControl } from "../tooling/tool.ts";
import { Directory, type Tree } from "../tree/directory.ts";
import type { KeyTree } from "../tree/key-tree.ts";
import { pathForErrors, toFailure } from "./failure.ts";
import type { Guard } from "./guard.ts";

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
   * Where the walk begins, if not at the root. A name on the way there may be a link, and none is followed.
   * @default none: at the root
   */
  readonly after?: unknown;
  /**
   * The path before it was made absolute, if an error may say what was probably meant by it. A refusal names this path, and no other.
   * @default none: an error says only what is wrong with `path`
   */
  readonly written?: string | undefined;
}

/** Makes something of a root. It gets the keys if the tree was read by the keys of a store. */
type ReadRoot<Result> = (root: Directory, keys?: KeyTree) => Promise<Result>;

/** What `read` makes of the root. Throws a `FunctionCallError`. */
export async function withRoot<Result>(request: RootRequest, read: ReadRoot<Result>): Promise<Result> {
  const { guard, path, signal, written } = request;
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
    if (written !== undefined && signal?.aborted !== true) {
      // Loaded on demand: most paths exist.
      const { adviseOnMissingPath } = await import("./missing-path.ts");
      const advised = await adviseOnMissingPath(guard, path, written, error, clock).catch((stopped: unknown) =>
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
  { guard, path: shown, written = shown, filters, keyOf = treeKey, maxKeyRequests, after, onProgress }: RootRequest,
  path: string,
  clock: CallClock,
  read: ReadRoot<Result>,
): Promise<Result> {
  refuseImpossiblePath(path);
  const { fileSystem, access } = guard;
  const showPath = () => pathForErrors(written);
  const { realPath, denied, ruleFiles, isConfined } = await access.admit(path, showPath, clock.wait);
  const filter =
    filters === undefined
      ? denied
      : makeRootFilter(filters, realPath, denied, new RuleFiles(fileSystem, ruleFiles, clock.wait));
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
  // Loaded on demand: a disk has none.
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
    throw respondToModel(
      `failed to parse function arguments: \`after\` of ${after.length} characters is too long; ` +
        `give at most ${LONGEST_PATH}`,
    );
  }
}
