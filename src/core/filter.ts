// What becomes of the entries of a directory. Skipping and pruning are different answers, and so is showing without
// entering; the walk asks, filters answer.
import type { ByteString } from "./byte-string.ts";
import type { Entry } from "./entry.ts";

/**
 * `show`: shown, and entered if it is a directory. `close`: shown and not entered. `ignore`: the same, and marked as
 * ignored. `lead`: a directory that is no part of the listing but may lead to parts of it: entered, and shown only above
 * them. `hide`: neither shown nor entered.
 */
export type Verdict = "show" | "close" | "ignore" | "lead" | "hide";

/** The filter of one directory. */
export interface DirectoryFilter {
  /**
   * Whether there are no answers but `show` and `hide`: then what was not hidden need not be asked about again.
   * @default false
   */
  readonly showsOrHides?: boolean;

  /** What becomes of an entry of this directory. The same entry gets the same answer each time. */
  judge(entry: Entry): Verdict;

  /** The filter of the directory `name` in this one. May read what lies there, and fails as a directory read does. */
  enter(name: ByteString, signal: AbortSignal | undefined): Promise<DirectoryFilter> | DirectoryFilter;
}

/** Whether a directory of this verdict is entered. */
export function isEntered(verdict: Verdict): boolean {
  return verdict === "show" || verdict === "lead";
}

/** What becomes of an entry that the filter is known not to hide. */
export function verdictOfKept(filter: DirectoryFilter, entry: Entry): Verdict {
  return filter.showsOrHides === true ? "show" : filter.judge(entry);
}

/** The filter that shows everything. */
export const SHOW_ALL: DirectoryFilter = {
  showsOrHides: true,
  judge: () => "show",
  enter: () => SHOW_ALL,
};
