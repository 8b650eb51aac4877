// What filters decide about the entries of a directory, and what several decide together. The walk asks and filters answer. Hiding an
// entry, showing a directory without entering it, and entering one without showing it are different answers.
import type { ByteString } from "./byte-string.ts";
import type { Entry } from "./entry.ts";

/**
 * `show`: shown, and entered if it is a directory. `close`: shown but not entered. `ignore`: like `close`, and marked as
 * ignored. `lead`: a directory that is not in the listing but may lead to entries that are: entered, and shown only above
 * those entries. `whole`: on a map, a directory that is shown closed, and entered to count all that is in it. `hide`: neither shown nor
 * entered. `deny`: like `hide`, and no page may reveal that it exists.
 *
 * Of a search that does not look into ignored directories: `pass`: like `ignore`, and something in it might have matched.
 * `skip`: like `hide`, and something in it might have matched.
 */
export type Verdict = "show" | "close" | "ignore" | "pass" | "lead" | "whole" | "skip" | "hide" | "deny";

/** The filter of one directory. */
export interface DirectoryFilter {
  /**
   * How many steps it can take to judge one name. The more steps, the more often the caller checks the clock.
   * @default 0: too few to matter
   */
  readonly cost?: number;

  /**
   * Whether it may decide `pass` or `skip`.
   * @default false
   */
  readonly passesBy?: boolean;

  /**
   * Whether it shows every entry of this directory, marked or not, so that entries may be counted without asking.
   * @default false
   */
  readonly showsAll?: boolean;

  /** Decides about an entry of this directory. */
  judge(entry: Entry): Verdict;

  /**
   * Takes note of an entry of this directory that is shown, by the verdict of all filters.
   * @default none: there is nothing to note
   */
  found?(entry: Entry): void;

  /**
   * The filter of the directory `name` inside this one. May read files in it, and fails as a directory read does. `entries` are
   * all entries of that directory, if they are known: a file that is not among them need not be looked for.
   */
  enter(
    name: ByteString,
    signal: AbortSignal | undefined,
    entries?: readonly Entry[],
  ): Promise<DirectoryFilter> | DirectoryFilter;
}

/**
 * Makes the filter of the listing's root. May read files in it, and fails as a directory read does. `entries` are all entries of
 * the root, if they are known, as for `enter`.
 */
export type RootFilter = (entries?: readonly Entry[]) => Promise<DirectoryFilter> | DirectoryFilter;

/** An entry that is not hidden, with its verdict. */
export interface KeptEntry extends Entry {
  /** @default "show": most entries are shown, and need no extra object to say so */
  readonly verdict?: "close" | "ignore" | "lead" | "whole" | "skip";
}

/** The verdict on an entry that a read keeps. `Selection` counts what is passed by and skipped as ignored and hidden. */
export type KeptVerdict = Exclude<Verdict, "hide" | "deny" | "pass" | "skip">;

/** Adds the verdict to an entry. */
export function keepEntry(entry: Entry, verdict: KeptVerdict): KeptEntry {
  return verdict === "show" ? entry : { name: entry.name, kind: entry.kind, verdict };
}

/** Whether the walk enters a directory with this verdict. */
export function isEntered(verdict: Verdict | undefined): boolean {
  return verdict === undefined || verdict === "show" || verdict === "lead" || verdict === "whole";
}

/** Whether an entry with this verdict is in the listing. */
export function isShown(verdict: Verdict): boolean {
  return verdict === "show" || verdict === "whole" || verdict === "close" || verdict === "ignore" || verdict === "pass";
}

/** The filter that shows everything. */
export const SHOW_ALL: DirectoryFilter = {
  showsAll: true,
  judge: () => "show",
  enter: () => SHOW_ALL,
};

/**
 * Combines filters: an entry is shown, or a directory entered, only if all of them agree. If one hides an entry, those after it are not
 * asked. What all together show is told to those that take note of it.
 */
export function combineFilters(combined: readonly DirectoryFilter[]): DirectoryFilter {
  const filters = combined.filter((filter) => filter !== SHOW_ALL);
  const [only = SHOW_ALL, another] = filters;
  if (another === undefined) {
    return only;
  }
  const noting = filters.filter(({ found }) => found !== undefined);
  return {
    cost: filters.reduce((sum, { cost = 0 }) => sum + cost, 0),
    passesBy: filters.some(({ passesBy }) => passesBy === true),
    showsAll: filters.every(({ showsAll }) => showsAll === true),
    judge: (entry) => judgeByAll(filters, entry),
    ...(noting.length > 0 && { found: (entry: Entry) => noting.forEach((filter) => filter.found?.(entry)) }),
    enter(name, signal, entries) {
      const entered = filters.map((filter) => filter.enter(name, signal, entries));
      return entered.every(isKnown) ? combineFilters(entered) : Promise.all(entered).then(combineFilters);
    },
  };
}

function isKnown(filter: Promise<DirectoryFilter> | DirectoryFilter): filter is DirectoryFilter {
  return !(filter instanceof Promise);
}

function judgeByAll(filters: readonly DirectoryFilter[], entry: Entry): Verdict {
  let shows = true;
  let isIgnored = false;
  let isPassed = false;
  let isWhole = false;
  let enters = true;
  for (const filter of filters) {
    const verdict = filter.judge(entry);
    if (verdict === "hide" || verdict === "deny") {
      return verdict;
    }
    const passes = verdict === "pass" || verdict === "skip";
    shows &&= verdict !== "lead" && verdict !== "skip";
    isIgnored ||= passes || verdict === "ignore";
    isPassed ||= passes;
    isWhole ||= verdict === "whole";
    enters &&= passes || isEntered(verdict);
  }
  if (enters && isPassed) {
    return shows ? "pass" : "skip";
  }
  if (enters) {
    return shows ? (isWhole ? "whole" : "show") : "lead";
  }
  if (!shows) {
    return "hide";
  }
  return isIgnored ? "ignore" : "close";
}

/** The same filter, which takes note of what it shows. One that has nothing to note stays as it is. */
export function noteFound(filter: DirectoryFilter): DirectoryFilter {
  if (filter.found === undefined) {
    return filter;
  }
  return {
    cost: filter.cost ?? 0,
    passesBy: filter.passesBy ?? false,
    showsAll: filter.showsAll ?? false,
    judge(entry) {
      const verdict = filter.judge(entry);
      if (isShown(verdict)) {
        filter.found?.(entry);
      }
      return verdict;
    },
    enter: async (name, signal, entries) => noteFound(await filter.enter(name, signal, entries)),
  };
}
