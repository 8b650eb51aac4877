// Reads a page of a tree, and the details of its entries.
import { DeadlineError } from "../core/call-clock.ts";
import type { EntryDetails } from "../core/entry.ts";
import type { Directory } from "../tree/directory.ts";
import type { TreeEntry } from "../tree/tree.ts";
import { PageBuilder, type EntrySource, type Page, type ListingEntry } from "./page.ts";
import { walk, type WalkRequest } from "./walk.ts";

/** Which page of a tree is read. */
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
    for await (const run of walk(root, request, skip + limit + 1)) {
      page.add(run);
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
  const known = new Map<TreeEntry, EntryDetails | undefined>();
  try {
    for (const [directory, entries] of groupByDirectory(page.sources)) {
      await directory.readDetails(entries, (entry, details) => known.set(entry, details));
    }
  } catch (error) {
    if (!(error instanceof DeadlineError)) {
      throw error;
    }
  }
  const entries = page.entries.map((entry, index): ListingEntry => {
    const source = (page.sources[index] as EntrySource).entry;
    return { ...entry, ...(source.details ?? known.get(source)) };
  });
  return { ...page, entries };
}

function groupByDirectory(sources: readonly EntrySource[]): Map<Directory, TreeEntry[]> {
  const groups = new Map<Directory, TreeEntry[]>();
  for (const { directory, entry } of sources) {
    const group = groups.get(directory) ?? [];
    group.push(entry);
    groups.set(directory, group);
  }
  return groups;
}
