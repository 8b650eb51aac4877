// Runs a walk over the directory that a caller named, and gives one page of it.
import { toByteString, type ByteString } from "../core/byte-string.ts";
import type { FileSystem } from "../core/file-system.ts";
import type { DirectoryFilter } from "../core/filter.ts";
import { readErrorCode } from "../core/problem.ts";
import { takePage, type Page } from "../core/take-page.ts";
import type { Visit } from "../core/visit.ts";
import type { WalkSettings } from "../core/walk-settings.ts";
import { parseQuotedRoot } from "../render/shown-path.ts";
import { eventLoopPause } from "./event-loop-pause.ts";
import { refuseImpossiblePath, toListingError } from "./read-failure.ts";

export interface PageRequest {
  readonly fileSystem: FileSystem;
  /** The directory, absolute, as the caller wrote it. */
  readonly path: string;
  readonly depth: number;
  /** How many entries stand before the page. */
  readonly skip: number;
  readonly limit: number;
  readonly filter: DirectoryFilter;
  readonly signal: AbortSignal | undefined;
}

/** The page of a walk. Throws a `FunctionCallError`. */
export async function readPage(
  request: PageRequest,
  walk: (settings: WalkSettings) => AsyncIterable<Visit>,
): Promise<Page> {
  const { path, skip, limit, signal } = request;
  refuseImpossiblePath(path);
  const needed = limit + 1;
  const pause = eventLoopPause();
  const read = (root: ByteString) => takePage(walk({ ...request, root, needed, pause }), skip, limit, pause);
  try {
    return await read(toByteString(path)).catch((error: unknown) => {
      // A path copied from a listing has its odd names in quotes. One that exists as it stands is meant as it stands.
      const quoted = readErrorCode(error) === "ENOENT" ? parseQuotedRoot(path) : undefined;
      if (quoted === undefined) {
        throw error;
      }
      return read(quoted);
    });
  } catch (error) {
    throw toListingError(error, path, signal);
  }
}
