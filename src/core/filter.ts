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
   * How many steps it can take to judge one name: whoever asks looks at the clock more often where there are many.
   * @default 0: too few to matter
   */
  readonly cost?: number;

  /** What becomes of an entry of this directory. */
  judge(entry: Entry): Verdict;

  /** The filter of the directory `name` in this one. May read what lies there, and fails as a directory read does. */
  enter(name: ByteString, signal: AbortSignal | undefined): Promise<DirectoryFilter> | DirectoryFilter;
}

/** An entry that is not hidden, and what becomes of it. */
export interface KeptEntry extends Entry {
  /** @default "show": most entries are shown, and need no object of their own to say so */
  readonly verdict?: "close" | "ignore" | "lead";
}

/** The entry with what becomes of it. */
export function keepEntry(entry: Entry, verdict: Exclude<Verdict, "hide">): KeptEntry {
  return verdict === "show" ? entry : { name: entry.name, kind: entry.kind, verdict };
}

/** Whether a directory of this verdict is entered. */
export function isEntered(verdict: Verdict | undefined): boolean {
  return verdict === undefined || verdict === "show" || verdict === "lead";
}

/** The filter that shows everything. */
export const SHOW_ALL: DirectoryFilter = {
  judge: () => "show",
  enter: () => SHOW_ALL,
};
