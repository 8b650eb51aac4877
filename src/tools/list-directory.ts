// `list_directory` for programs: the first entries of a directory in path order, cut into pages by number.
import { localDisk } from "../backends/local-disk.ts";
import type { FileSystem } from "../core/file-system.ts";
import { SHOW_ALL } from "../core/filter.ts";
import { walkPath } from "../core/walk-path.ts";
import { HIDE_DOT_NAMES } from "../filters/hide-dot-names.ts";
import { toListingEntry, type ListingEntry } from "../render/listing.ts";
import { respondToModel } from "./function-call-error.ts";
import { readPage } from "./read-page.ts";

export interface ListDirectoryOptions {
  /** The directory to list. A relative path is taken from `workingDirectory`. */
  readonly path: string;
  /**
   * How many entries to pass over. Below 0 counts as 0.
   * @default 0
   */
  readonly offset?: number | undefined;
  /**
   * The largest number of entries. 0 or less counts as 100, above 1000 as 1000.
   * @default 100
   */
  readonly maxResults?: number | undefined;
  /**
   * Whether directories below are listed too.
   * @default false
   */
  readonly recursive?: boolean | undefined;
  /**
   * Whether names that begin with a dot are listed. A hidden directory is not entered either.
   * @default false
   */
  readonly showHidden?: boolean | undefined;
  /**
   * How many entries are looked at, in order.
   * @default 1000
   */
  readonly maxIndexed?: number | undefined;
  /**
   * What relative paths are taken from.
   * @default process.cwd()
   */
  readonly workingDirectory?: string | undefined;
  /**
   * Where the directory is.
   * @default localDisk()
   */
  readonly fileSystem?: FileSystem | undefined;
  /**
   * Stops the listing.
   * @default none: it runs to its end
   */
  readonly signal?: AbortSignal | undefined;
}

export interface ListDirectoryPage {
  /** The absolute path. */
  readonly directory: string;
  /** The entries of this page, in byte order of their paths. */
  readonly entries: readonly ListingEntry[];
  /** How many entries stand before this page. */
  readonly offset: number;
  /** How many entries were indexed. */
  readonly count: number;
  /** Whether there are more entries than were indexed. */
  readonly truncated: boolean;
  /** The directories that could not be read. */
  readonly problems: readonly ListingEntry[];
}

const DEFAULT_RESULTS = 100;
const MOST_RESULTS = 1000;

/** A page of a directory. Throws a `FunctionCallError`. */
export async function listDirectory(options: ListDirectoryOptions): Promise<ListDirectoryPage> {
  if (options.path === "") {
    throw respondToModel('failed to read directory: the path is empty; give a directory, such as "."');
  }
  const { recursive = false, showHidden = false, maxIndexed = 1000, fileSystem = localDisk(), signal } = options;
  const offset = Math.max(options.offset ?? 0, 0);
  const maxResults = boundResults(options.maxResults ?? DEFAULT_RESULTS);
  const directory = fileSystem.resolve(options.workingDirectory ?? process.cwd(), options.path);
  const request = {
    fileSystem,
    path: directory,
    depth: recursive ? Infinity : 1,
    skip: 0,
    limit: maxIndexed,
    filter: showHidden ? SHOW_ALL : HIDE_DOT_NAMES,
    signal,
  };
  const page = await readPage(request, (walk) => walkPath(walk, (path) => path));
  return {
    directory,
    entries: page.entries.slice(offset, offset + maxResults).map(toListingEntry),
    offset,
    count: page.entries.length,
    truncated: page.more,
    problems: page.problems.map(toListingEntry),
  };
}

function boundResults(maxResults: number): number {
  return maxResults <= 0 ? DEFAULT_RESULTS : Math.min(maxResults, MOST_RESULTS);
}
