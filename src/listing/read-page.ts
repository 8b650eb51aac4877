// Runs a walk over the directory that a caller named, within its guard, and returns one page of it.
import { toByteString, type ByteString } from "../core/byte-string.ts";
import { denyHidden, type RootFilter } from "../core/filter.ts";
import { readErrorCode } from "../core/problem.ts";
import { takePage, type Page } from "../core/take-page.ts";
import type { Visits } from "../core/visit.ts";
import type { WalkSettings } from "../core/walk-settings.ts";
import { whenKnown } from "../core/when-known.ts";
import { combineFilters } from "../filters/combine-filters.ts";
import { parseQuotedRoot } from "../render/shown-path.ts";
import { countReads } from "./count-reads.ts";
import type { OnProgress } from "../tooling/call-control.ts";
import { FunctionCallError } from "../tooling/function-call-error.ts";
import { eventLoopPause } from "./event-loop-pause.ts";
import type { FilterMaker } from "./listing-filter.ts";
import type { ListingGuard } from "./listing-guard.ts";
import { refuseImpossiblePath, pathForErrors, toListingFailure, tooSlow } from "./listing-failure.ts";

export interface PageRequest {
  readonly guard: ListingGuard;
  /** The directory, absolute, as the caller wrote it. */
  readonly path: string;
  readonly depth: number;
  /** How many entries come before the page. */
  readonly skip: number;
  readonly limit: number;
  readonly makeFilter: FilterMaker | undefined;
  /**
   * Whether the entries of the page include their details.
   * @default false
   */
  readonly details?: boolean;
  /**
   * How many problems the page reports at most.
   * @default 100
   */
  readonly mostProblems?: number;
  /**
   * Whether the page marks directories with nothing to show, and says how far it came if its time is up.
   * @default false: a page without entries whose time is up is refused
   */
  readonly marks?: boolean;
  /**
   * The path as the caller wrote it, if an error may say what was probably meant by it.
   * @default none: an error says only what is wrong
   */
  readonly written?: string;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: OnProgress | undefined;
  readonly timeLeft: () => number;
}

/** A page, and how its root was found. */
export interface ReadPage extends Page {
  /** Set if the quoted components of the path were unquoted to find it. */
  readonly isRootQuoted?: true;
  /** How many directories were read, if the page has marks. */
  readonly readDirectories?: number;
}

/** Starts a walk in some order. */
export type Walk = (settings: WalkSettings) => Visits;

/** The page of a walk. Throws a `FunctionCallError`. */
export async function readPage(request: PageRequest, walk: Walk): Promise<ReadPage> {
  const { path, signal } = request;
  try {
    return await readPageAt(request, toByteString(path), walk).catch(async (error: unknown): Promise<ReadPage> => {
      // A path copied from a listing has its odd names in quotes. But a path that exists as written is meant as written.
      const isMissing = ["ENOENT", "ENAMETOOLONG"].includes(readErrorCode(error) ?? "");
      const quoted = isMissing ? parseQuotedRoot(path) : undefined;
      if (quoted === undefined) {
        throw error;
      }
      return { ...(await readPageAt(request, quoted, walk)), isRootQuoted: true };
    });
  } catch (error) {
    throw (await findMeant(request, error)) ?? toListingFailure(error, path, signal);
  }
}

/** The error for a root that is not there, with what was probably meant; undefined if that is not what went wrong. */
async function findMeant(request: PageRequest, error: unknown): Promise<FunctionCallError | undefined> {
  const { path, written, signal } = request;
  if (written === undefined || error instanceof FunctionCallError || signal?.aborted === true) {
    return undefined;
  }
  // Loaded on demand: most paths exist.
  const { toMissingPathError } = await import("./missing-path.ts");
  return toMissingPathError({ ...request, written }, error).catch((failed: unknown) =>
    toListingFailure(failed, path, signal),
  );
}

async function readPageAt(request: PageRequest, root: ByteString, walk: Walk): Promise<ReadPage> {
  refuseImpossiblePath(root);
  const { guard, path, depth, skip, limit, makeFilter, marks = false, signal, onProgress, timeLeft } = request;
  const pause = eventLoopPause;
  const admitted = await guard.access.admit(root, pathForErrors(path), { signal, timeoutMs: timeLeft() / 2, pause });
  try {
    const fileSystem = onProgress === undefined ? admitted.fileSystem : countReads(admitted.fileSystem, onProgress);
    const pacing = { signal, pause, timeLeft };
    const denied = denyHidden(admitted.filter);
    const makeOwn = await makeFilter?.(admitted, pacing, root);
    const rootFilter: RootFilter =
      makeOwn === undefined
        ? () => denied
        : (entries) => whenKnown(makeOwn(entries), (own) => combineFilters([denied, own]));
    const reads = { directories: 0 };
    const settings = { ...pacing, fileSystem, root, depth, skip, needed: limit + 1, rootFilter, marks, reads };
    const taken = await takePage(walk(settings), settings, limit, request.mostProblems);
    if (!marks && taken.entries.length === 0 && timeLeft() <= 0) {
      throw tooSlow(guard.deadlineMs);
    }
    const page = marks ? { ...taken, readDirectories: reads.directories } : taken;
    if (request.details !== true) {
      return page;
    }
    // Loaded on demand: a model never asks for it.
    const { withDetails } = await import("./with-details.ts");
    return await withDetails(page, settings);
  } finally {
    admitted.close();
  }
}
