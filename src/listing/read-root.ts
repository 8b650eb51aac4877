// Opens the directory that a caller named, within its guard, and reads it. What fails is told in words for the caller.
import type { ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import type { DirectoryFilter, RootFilter } from "../core/filter.ts";
import type { Pacing } from "../core/pacing.ts";
import { readErrorCode } from "../core/problem.ts";
import { whenKnown } from "../core/when-known.ts";
import { combineFilters } from "../filters/combine-filters.ts";
import { parseQuotedRoot } from "../render/shown-path.ts";
import { countReads } from "./count-reads.ts";
import type { OnProgress } from "../tooling/call-control.ts";
import { FunctionCallError } from "../tooling/function-call-error.ts";
import { eventLoopPause } from "./event-loop-pause.ts";
import type { HeldNames } from "./held-names.ts";
import type { FilterMaker } from "./listing-filter.ts";
import type { ListingGuard } from "./listing-guard.ts";
import { refuseImpossiblePath, pathForErrors, toListingFailure } from "./listing-failure.ts";
import { readQuotedPath, toRootBytes } from "./whole-path.ts";

export interface RootRequest {
  readonly guard: ListingGuard;
  /** The directory, absolute, as the caller wrote it. */
  readonly path: string;
  readonly makeFilter: FilterMaker | undefined;
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
  readonly signal: AbortSignal | undefined;
  readonly onProgress: OnProgress | undefined;
  readonly timeLeft: () => number;
}

/** A root that may be read, with everything that a walk needs. */
export interface RootSettings extends Pacing {
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
  const { guard, path, makeFilter, signal, onProgress, timeLeft } = request;
  const pause = eventLoopPause;
  const admitted = await guard.access.admit(root, pathForErrors(path), { signal, timeoutMs: timeLeft() / 2, pause });
  try {
    const counted = onProgress === undefined ? admitted.fileSystem : countReads(admitted.fileSystem, onProgress);
    const fileSystem = request.heldNames?.around(counted) ?? counted;
    const pacing: Pacing = { signal, pause, timeLeft };
    const { filter: denied } = admitted;
    const makeOwn = await makeFilter?.(admitted, pacing, root);
    const rootFilter: RootFilter =
      makeOwn === undefined
        ? () => denied
        : (entries) => whenKnown(makeOwn(entries), (own) => combineFilters([denied, own]));
    return await read({ signal, pause, timeLeft, fileSystem, root, rootFilter, denied });
  } finally {
    admitted.close();
  }
}
