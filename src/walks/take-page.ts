// Takes one page from a walk, plus one more entry to know whether there is more.
import type { EmptyMark, Visit, Visits } from "../core/visit.ts";
import type { WalkSettings } from "../reading/selection.ts";

/** The most problems a page reports by default, so that a tree full of unreadable directories can't make it arbitrarily long. */
const MOST_PROBLEMS = 100;

export interface Page {
  /** The entries of the page, in the order of the walk. */
  readonly entries: readonly Visit[];
  /** The problems that the walk met between the page's first entry and the first entry after the page. */
  readonly problems: readonly MetProblem[];
  /** The directories of the page that turned out to have nothing to show before the first entry after the page. */
  readonly marks?: readonly MetMark[] | undefined;
  /** Whether the walk has an entry after this page, or may have one because its time was up. */
  readonly more: boolean;
  /** Whether the walk met problems, here or before the page. */
  readonly hasProblems?: boolean | undefined;
  /**
   * How many entries of the page come before the first ignored directory that a search did not look into: 0 also if it comes
   * before the page. Undefined if the walk met none before the first entry after the page.
   */
  readonly passedBy?: number | undefined;
  /** The first entry after this page, if it is known. */
  readonly next?: Visit | undefined;
  /** Set if the page ended because its time was up. */
  readonly isLate?: true | undefined;
}

export interface MetMark {
  /** The number of the directory among the entries of the page, from 0. */
  readonly index: number;
  readonly mark: EmptyMark;
  /** How many entries of the page come before the walk knew. */
  readonly position: number;
}

export interface MetProblem {
  readonly visit: Visit;
  /** How many entries of the page come before it. */
  readonly position: number;
}

/** The first `limit` entries of a walk. Its settings must ask for one entry more than that. */
export async function takePage(
  visits: Visits,
  { skip, pause, timeLeft, marks: hasMarks = false }: WalkSettings,
  limit: number,
  mostProblems: number = MOST_PROBLEMS,
): Promise<Page> {
  const entries: Visit[] = [];
  const problems: MetProblem[] = [];
  const marks: MetMark[] = [];
  /** The directories of the page, by path, if the walk may mark them. */
  const indexes = hasMarks ? new Map<string, number>() : undefined;
  let passedBy: number | undefined;
  let hasProblems = false;
  for await (const some of visits) {
    for (const visit of some) {
      if (visit.passedBy === true) {
        passedBy ??= entries.length;
      } else if (visit.mark !== undefined) {
        const index = indexes?.get(visit.path);
        if (index !== undefined) {
          marks.push({ index, mark: visit.mark, position: entries.length });
        }
      } else if (visit.problem === undefined) {
        if (entries.length >= limit) {
          return { entries, problems, marks, more: true, hasProblems, passedBy, next: visit };
        }
        if (visit.kind === "directory") {
          indexes?.set(visit.path, entries.length);
        }
        entries.push(visit);
      } else {
        hasProblems = true;
        // On a later page, problems before its first entry were reported by the previous page, which read this far.
        if ((skip === 0 || entries.length > 0) && problems.length < mostProblems) {
          problems.push({ visit, position: entries.length });
        }
      }
    }
    await pause();
    if (timeLeft() <= 0) {
      return shortenPage(
        { entries, problems, marks, more: true, hasProblems, passedBy, isLate: true },
        lengthInTime(entries, problems),
      );
    }
  }
  return { entries, problems, marks, more: false, hasProblems, passedBy };
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
export function shortenPage(page: Page, length: number): Page {
  const { entries, problems, marks, more, passedBy } = page;
  if (length >= entries.length) {
    return page;
  }
  return {
    ...page,
    entries: entries.slice(0, length),
    problems: problems.filter(({ position }) => position <= length),
    marks: marks?.filter(({ index, position }) => index < length && position <= length),
    more: more || entries.length > length,
    passedBy: passedBy !== undefined && passedBy <= length ? passedBy : undefined,
    next: entries[length],
  };
}

/** The entries of a page, with the marks of those that have nothing to show. */
export function markedEntries({ entries, marks = [] }: Pick<Page, "entries" | "marks">): readonly Visit[] {
  if (marks.length === 0) {
    return entries;
  }
  const marked = [...entries];
  for (const { index, mark } of marks) {
    marked[index] = { ...(marked[index] as Visit), mark };
  }
  return marked;
}
