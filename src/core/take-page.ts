// Cuts a page out of a walk, and looks one entry further to know whether there is more.
import type { Pause } from "./pause.ts";
import type { Visit } from "./visit.ts";

/** How many entries are passed over between two pauses: about a millisecond's worth. */
const STRIDE = 4096;

export interface Page {
  /** The entries of the page, in the order of the walk. */
  readonly entries: Visit[];
  /** The problems that the walk met between the first entry of the page and the first after it. */
  readonly problems: Visit[];
  /** Whether the walk has an entry after this page. */
  readonly more: boolean;
  /** How many entries the walk gave: all there are, unless there is more. */
  readonly seen: number;
}

/** How many entries a walk has to give for a page. */
export function neededFor(skip: number, limit: number): number {
  return skip + limit + 1;
}

/** The page of `limit` entries behind the first `skip`. */
export async function takePage(visits: AsyncIterable<Visit>, skip: number, limit: number, pause: Pause): Promise<Page> {
  const entries: Visit[] = [];
  const problems: Visit[] = [];
  let seen = 0;
  for await (const visit of visits) {
    if (visit.problem !== undefined) {
      // What is met before the first entry of a later page was met by the page before, which looked this far.
      if (skip === 0 || entries.length > 0) {
        problems.push(visit);
      }
      continue;
    }
    seen += 1;
    if (seen % STRIDE === 0) {
      await pause();
    }
    if (entries.length >= limit) {
      return { entries, problems, more: true, seen };
    }
    if (seen > skip) {
      entries.push(visit);
    }
  }
  return { entries, problems, more: false, seen };
}
