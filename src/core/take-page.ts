// Takes a page out of a walk, and looks one entry further to know whether there is more.
import type { Visit, Visits } from "./visit.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** How many problems a page tells of by default: a tree full of unreadable directories must not make it of any length. */
const MOST_PROBLEMS = 100;

export interface Page {
  /** The entries of the page, in the order of the walk. */
  readonly entries: readonly Visit[];
  /** The problems that the walk met between the first entry of the page and the first after it. */
  readonly problems: readonly MetProblem[];
  /** Whether the walk has an entry after this page, or may have: its time was up. */
  readonly more: boolean;
}

export interface MetProblem {
  readonly visit: Visit;
  /** How many entries of the page come before it. */
  readonly position: number;
}

/** The first `limit` entries of a walk with these settings, which asks for one more than that. */
export async function takePage(
  visits: Visits,
  { skip, pause, timeLeft }: WalkSettings,
  limit: number,
  mostProblems: number = MOST_PROBLEMS,
): Promise<Page> {
  const entries: Visit[] = [];
  const problems: MetProblem[] = [];
  for await (const some of visits) {
    for (const visit of some) {
      if (visit.problem === undefined) {
        if (entries.length >= limit) {
          return { entries, problems, more: true };
        }
        entries.push(visit);
      } else if ((skip === 0 || entries.length > 0) && problems.length < mostProblems) {
        // What is met before the first entry of a later page was met by the page before, which looked this far.
        problems.push({ visit, position: entries.length });
      }
    }
    await pause();
    if (timeLeft() <= 0) {
      return shortenPage({ entries, problems, more: true }, lengthInTime(entries, problems));
    }
  }
  return { entries, problems, more: false };
}

/**
 * How many entries a page keeps that its time ended. A directory at its end that was not read yet is left to the next page: that
 * would not show it again, and so not tell of it if it can't be read.
 */
function lengthInTime(entries: readonly Visit[], problems: readonly MetProblem[]): number {
  const last = entries.at(-1);
  const isRead = last?.kind !== "directory" || problems.some(({ visit }) => visit.path === last.path);
  return isRead ? entries.length : Math.max(entries.length - 1, 1);
}

/** A page with no more than its first `length` entries. */
export function shortenPage({ entries, problems, more }: Page, length: number): Page {
  return {
    entries: entries.slice(0, length),
    problems: problems.filter(({ position }) => position <= length),
    more: more || entries.length > length,
  };
}
