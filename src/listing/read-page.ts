// Runs a walk over the directory that a caller named, within its guard, and returns one page of it.
import { takePage, type Page } from "../core/take-page.ts";
import type { Visits } from "../core/visit.ts";
import type { WalkSettings } from "../core/walk-settings.ts";
import { tooSlow } from "./listing-failure.ts";
import { readRoot, type FoundRoot, type RootRequest } from "./read-root.ts";

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
   * Whether the page marks directories with nothing to show, and says how far it came if its time is up.
   * @default false: a page without entries whose time is up is refused
   */
  readonly marks?: boolean | undefined;
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
    const { signal, pause, fileSystem, root: path, rootFilter } = root;
    // Written out: an object that is spread and added to costs as much as a tenth of reading a small directory.
    const settings = {
      signal,
      pause,
      timeLeft,
      fileSystem,
      root: path,
      rootFilter,
      depth,
      skip,
      needed: limit + 1,
      marks,
      reads,
    };
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
    return withDetails(page, settings);
  });
}
