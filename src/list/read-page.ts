// Reads a page of a tree, and the details of its entries.
import { DeadlineError } from "../core/call-clock.ts";
import type { EntryDetails } from "../core/entry.ts";
import { readErrorCode } from "../core/problem.ts";
import type { Directory, TreeEntry } from "../tree/directory.ts";
import { PageBuilder, type EntrySource, type Page, type ListingEntry } from "./page.ts";
import { walk, type WalkRequest } from "./walk.ts";

export interface PageRequest extends WalkRequest {
  /** How many entries come before the page. */
  readonly skip: number;
  readonly limit: number;
  /**
   * Whether to read the details of the entries.
   * @default false
   */
  readonly details?: boolean | undefined;
}

/** Reads a page. If the time runs out, returns what was read by then. Throws if the root can't be read or the call was cancelled. */
export async function readPage(root: Directory, request: PageRequest): Promise<Page> {
  const { skip, limit } = request;
  const page = new PageBuilder(skip, limit);
  let isTimedOut = false;
  try {
    // One entry after the page shows that there is more.
    for await (const found of walk(root, request, skip + limit + 1)) {
      page.add(found);
    }
  } catch (error) {
    if (!(error instanceof DeadlineError)) {
      throw error;
    }
    isTimedOut = true;
  }
  const finished = page.finish(isTimedOut);
  return request.details === true ? withDetails(finished) : finished;
}

/** A page with the details of its entries, as far as they can be read in time. Missing details are not an error. */
async function withDetails(page: Page): Promise<Page> {
  const known = new Map<TreeEntry, EntryDetails>();
  const byDirectory = groupByDirectory(page.sources);
  for (const [{ tree, location }, sources] of byDirectory) {
    const { fileSystem, clock, isConfined } = tree;
    // A directory in a store is only a prefix, without details.
    const entries = sources
      .map(({ entry }) => entry)
      .filter(
        ({ kind, details }) => details === undefined && (kind !== "directory" || fileSystem.isObjectStore !== true),
      );
    try {
      const options = { ...clock.wait, isConfined };
      const details = clock.isOver ? [] : ((await fileSystem.readDetails?.(location, entries, options)) ?? []);
      for (const [index, found] of details.entries()) {
        if (found !== undefined) {
          known.set(entries[index] as TreeEntry, found);
        }
      }
    } catch (error) {
      clock.signal?.throwIfAborted();
      if (readErrorCode(error) === undefined) {
        throw error;
      }
    }
  }
  const entries = page.entries.map((entry, index): ListingEntry => {
    const source = (page.sources[index] as EntrySource).entry;
    return { ...entry, ...(source.details ?? known.get(source)) };
  });
  return { ...page, entries };
}

function groupByDirectory(sources: readonly EntrySource[]): Map<Directory, EntrySource[]> {
  const groups = new Map<Directory, EntrySource[]>();
  for (const source of sources) {
    const group = groups.get(source.directory) ?? [];
    group.push(source);
    groups.set(source.directory, group);
  }
  return groups;
}
