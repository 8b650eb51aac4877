// Takes one page from a walk, plus one more entry to know whether there is more.
import type { Visit, Visits } from "./visit.ts";
import type { WalkSettings } from "./walk-settings.ts";

/** The most problems a page reports by default, so that a tree full of unreadable directories can't make it arbitrarily long. */
const MOST_PROBLEMS = 100;

export interface Page {
  /** The entries of the page, in the order of the walk. */
  readonly entries: readonly Visit[];
  /** The problems that the walk met between the page's first entry and the first entry after the page. */
  readonly problems: readonly MetProblem[];
  /** Whether the walk has an entry after this page, or may have one because its time was up. */
  readonly more: boolean;
  /**
   * How many entries of the page come before the first ignored directory that a search did not look into: 0 also if it comes
   * before the page. Undefined if the walk met none before the first entry after the page.
   */
  readonly passedBy?: number | undefined;
}

export interface MetProblem {
  readonly visit: Visit;
  /** How many entries of the page come before it. */
  readonly position: number;
}

/** The first `limit` entries of a walk. Its settings must ask for one entry more than that. */
export async function takePage(
  visits: Visits,
  { skip, pause, timeLeft }: WalkSettings,
  limit: number,
  mostProblems: number = MOST_PROBLEMS,
): Promise<Page> {
  const entries: Visit[] = [];
  const problems: MetProblem[] = [];
  let passedBy: number | undefined;
  for await (const some of visits) {
    for (const visit of some) {
      if (visit.passedBy === true) {
        passedBy ??= entries.length;
      } else if (visit.problem === undefined) {
        if (entries.length >= limit) {
          return { entries, problems, more: true, passedBy };
        }
        entries.push(visit);
      } else if ((skip === 0 || entries.length > 0) && problems.length < mostProblems) {
        // On a later page, problems before its first entry were reported by the previous page, which read this far.
        problems.push({ visit, position: entries.length });
      }
    }
    await pause();
    if (timeLeft() <= 0) {
      return shortenPage({ entries, problems, more: true, passedBy }, lengthInTime(entries, problems));
    }
  }
  return { entries, problems, more: false, passedBy };
}

/**
 * How many entries a page keeps when its time is up. If its last entry is a directory that was not read yet, that one is left to
 * the next page: otherwise the next page would not show it again, and nobody would learn if it can't be read.
 */
function lengthInTime(entries: readonly Visit[], problems: readonly MetProblem[]): number {
  const last = entries.at(-1);
  const isRead = last?.kind !== "directory" || problems.some(({ visit }) => visit.path === last.path);
  return isRead ? entries.length : Math.max(entries.length - 1, 1);
}

/** A page with at most its first `length` entries. */
export function shortenPage({ entries, problems, more, passedBy }: Page, length: number): Page {
  return {
    entries: entries.slice(0, length),
    problems: problems.filter(({ position }) => position <= length),
    more: more || entries.length > length,
    passedBy: passedBy !== undefined && passedBy <= length ? passedBy : undefined,
  };
}
