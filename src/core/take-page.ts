// Takes a page out of a walk, and looks one entry further to know whether there is more.
import type { Pause } from "./pause.ts";
import type { Visit } from "./visit.ts";

/** How many entries are taken between two pauses: about a millisecond's worth. */
const STRIDE = 4096;

export interface Page {
  /** The entries of the page, in the order of the walk. */
  readonly entries: Visit[];
  /** The problems that the walk met between the first entry of the page and the first after it. */
  readonly problems: Visit[];
  /** Whether the walk has an entry after this page. */
  readonly more: boolean;
}

/** The first `limit` entries of a walk that has passed over `skip` entries. The walk must yield one more if it can. */
export async function takePage(visits: AsyncIterable<Visit>, skip: number, limit: number, pause: Pause): Promise<Page> {
  const entries: Visit[] = [];
  const problems: Visit[] = [];
  for await (const visit of visits) {
    if (visit.problem !== undefined) {
      // What is met before the first entry of a later page was met by the page before, which looked this far.
      if (skip === 0 || entries.length > 0) {
        problems.push(visit);
      }
      continue;
    }
    if (entries.length >= limit) {
      return { entries, problems, more: true };
    }
    entries.push(visit);
    if (entries.length % STRIDE === 0) {
      await pause();
    }
  }
  return { entries, problems, more: false };
}
