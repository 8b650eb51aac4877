// Opens the directory that a caller named, within its guard, and reads it, or one page of it. What fails is reported in words for the
// caller.
import type { ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import { combineFilters, noteFound, SHOW_ALL, type DirectoryFilter, type RootFilter } from "../core/filter.ts";
import { waitOnce, type Pace } from "../core/pace.ts";
import { readErrorCode } from "../core/problem.ts";
import { treeKey } from "../core/entry.ts";
import { takePage, type Page } from "../walks/take-page.ts";
import type { Visits } from "../core/visit.ts";
import { walkBreadth } from "../walks/walk-breadth.ts";
import type { WalkSettings } from "../reading/selection.ts";
import type { GlobMatches } from "../filters/pattern-set.ts";
import { parseQuotedRoot } from "../render/shown-path.ts";
import type { OnProgress } from "../tooling/tool.ts";
import { FunctionCallError } from "../tooling/function-call-error.ts";
import { countReads, type HeldNames } from "./read-through.ts";
import type { FilterMaker } from "./listing-filter.ts";
import { readQuotedPath, toRootBytes, type ListingGuard } from "./listing-guard.ts";
import { refuseImpossiblePath, pathForErrors, toListingFailure, tooSlow } from "./listing-failure.ts";

/** A directory to read, and how: complete and checked, it is passed on as it is. */
export interface RootRequest extends Pace {
  readonly guard: ListingGuard;
  /** The directory, absolute, as the caller wrote it. */
  readonly path: string;
  readonly makeFilter: FilterMaker | undefined;
  /**
   * Has which globs of `include` have matched.
   * @default none: there are not several
   */
  readonly globMatches?: GlobMatches | undefined;
  /**
   * The path as the caller wrote it, if an error may say what was probably meant by it.
   * @default none: an error says only what is wrong
   */
  readonly written?: string | undefined;
  /**
   * Keeps names from one page of a listing to the next.
   * @default none: the next page reads them again
   */
  readonly heldNames?: HeldNames | undefined;
  readonly onProgress: OnProgress | undefined;
}

/** A root that may be read, with everything that a walk needs. */
export interface RootSettings extends Pace {
  readonly fileSystem: FileSystem;
  readonly root: ByteString;
  readonly rootFilter: RootFilter;
  /** What the operator denies in the root, which `rootFilter` leaves out, too. */
  readonly denied: DirectoryFilter;
}

/** How a root was found. */
export interface FoundRoot {
  /** Set if the quoted components of the path were unquoted to find it. */
  readonly isRootQuoted?: true;
}

/** What `read` makes of the root. Throws a `FunctionCallError`. */
export async function readRoot<Result extends object>(
  request: RootRequest,
  read: (settings: RootSettings) => Promise<Result>,
): Promise<Result & FoundRoot> {
  const { guard, path, signal } = request;
  try {
    return await readAt(request, toRootBytes(guard, path), read).catch(
      async (error: unknown): Promise<Result & FoundRoot> => {
        // A path copied from a listing has its odd names in quotes. But a path that exists as written is meant as written.
        const isMissing = ["ENOENT", "ENAMETOOLONG"].includes(readErrorCode(error) ?? "");
        const isTried = guard.isLiteral || readQuotedPath(guard, path) !== undefined;
        const quoted = isMissing && !isTried ? parseQuotedRoot(path) : undefined;
        if (quoted === undefined) {
          throw error;
        }
        return { ...(await readAt(request, quoted, read)), isRootQuoted: true };
      },
    );
  } catch (error) {
    throw (await findMeant(request, error)) ?? toListingFailure(error, path, signal);
  }
}

/** The error for a root that is not there, with what was probably meant; undefined if that is not what went wrong. */
async function findMeant(request: RootRequest, error: unknown): Promise<FunctionCallError | undefined> {
  const { path, written, signal } = request;
  if (written === undefined || error instanceof FunctionCallError || signal?.aborted === true) {
    return undefined;
  }
  // Loaded on demand: most paths exist.
  const { toMissingPathError } = await import("./meant-path.ts");
  return toMissingPathError({ ...request, written }, error).catch((failed: unknown) =>
    toListingFailure(failed, path, signal),
  );
}

async function readAt<Result>(
  request: RootRequest,
  root: ByteString,
  read: (settings: RootSettings) => Promise<Result>,
): Promise<Result> {
  refuseImpossiblePath(root);
  const { guard, path, makeFilter, signal, pause, timeLeft, onProgress } = request;
  const { timeoutMs } = waitOnce(request);
  const admitted = await guard.access.admit(root, () => pathForErrors(path), { signal, timeoutMs, pause });
  try {
    const counted = onProgress === undefined ? admitted.fileSystem : countReads(admitted.fileSystem, onProgress);
    const fileSystem = request.heldNames?.around(counted) ?? counted;
    const { filter: denied } = admitted;
    const makeOwn = await makeFilter?.(admitted, request, root);
    const rootFilter: RootFilter =
      makeOwn === undefined
        ? () => denied
        : async (entries) => noteFound(combineFilters([denied, await makeOwn(entries)]));
    return await read({ signal, pause, timeLeft, fileSystem, root, rootFilter, denied });
  } finally {
    admitted.close();
  }
}

/** The same with the page that is wanted. */
export interface PageRequest extends RootRequest {
  readonly depth: number;
  /** How many entries come before the page. */
  readonly skip: number;
  readonly limit: number;
  /**
   * Whether the entries of the page include their details.
   * @default false
   */
  readonly details?: boolean | undefined;
  /**
   * How many problems the page reports at most.
   * @default 100
   */
  readonly mostProblems?: number | undefined;
  /**
   * Whether the page marks directories with nothing to show, or only those that are `empty`, and says how far it came if its time is
   * up.
   * @default false: a page without entries whose time is up is refused
   */
  readonly marks?: boolean | "empty" | undefined;
}

/** A page, and how its root was found. */
export interface ReadPage extends Page, FoundRoot {
  /** How many directories were read, if the page has marks. */
  readonly readDirectories?: number;
}

/** Starts a walk in some order. */
export type Walk = (settings: WalkSettings) => Visits;

/** The page of a walk. Throws a `FunctionCallError`. */
export function readPage(request: PageRequest, walk: Walk): Promise<ReadPage> {
  const { guard, depth, skip, limit, marks = false, timeLeft } = request;
  return readRoot(request, async (root): Promise<Omit<ReadPage, keyof FoundRoot>> => {
    const reads = { directories: 0 };
    // Written out: an object that is spread and added to costs as much as a tenth of reading a small directory.
    const settings: WalkSettings = {
      signal: root.signal,
      pause: root.pause,
      timeLeft,
      fileSystem: root.fileSystem,
      root: root.root,
      rootFilter: root.rootFilter,
      depth,
      skip,
      needed: limit + 1,
      marks: marks !== false,
      reads,
    };
    const taken = await takePage(walk(settings), settings, limit, request.mostProblems);
    if (marks === false && taken.entries.length === 0 && timeLeft() <= 0) {
      throw tooSlow(guard.deadlineMs);
    }
    const shownMarks = marks === "empty" ? taken.marks?.filter(({ mark }) => mark === "empty") : taken.marks;
    const page = marks === false ? taken : { ...taken, marks: shownMarks, readDirectories: reads.directories };
    if (request.details !== true) {
      return page;
    }
    // Loaded on demand: few callers ask for details.
    const { withDetails } = await import("./with-details.ts");
    return withDetails(page, settings);
  });
}

/** Whether the root contains anything that may be seen, without the caller's filters. */
export async function hasEntries(request: RootRequest): Promise<boolean> {
  const all = { makeFilter: async () => () => SHOW_ALL, marks: false, details: false };
  const first: PageRequest = { ...request, ...all, depth: 1, skip: 0, limit: 1 };
  const page = await readPage(first, (walked) => walkBreadth(walked, treeKey));
  return page.entries.length > 0;
}
