// What a filter decides about each entry of a directory.
import type { Entry } from "./entry.ts";

/**
 * `show`: shown, and entered if it is a directory. `closed`: a directory that is shown but not entered. `ignored`: shown, marked as
 * ignored by git, not entered. `enter`: a directory that is entered, and shown only if something in it is shown. `hidden`: neither
 * shown nor entered. `skipped`: like `hidden`, for a directory that git ignores and in which something might have matched. `denied`:
 * like `hidden`, and no answer may reveal that it exists.
 */
export type Verdict = "show" | "closed" | "ignored" | "enter" | "hidden" | "skipped" | "denied";

/** The filter of one directory. */
export interface DirectoryFilter {
  /**
   * Reads the rules that the directory itself contains. Called once, before the first `judge`. `mayHave` says whether the directory may
   * contain a file of this name.
   * @default none: the directory has no rules of its own
   */
  readonly readRules?: (mayHave: (name: string) => boolean) => Promise<void> | undefined;

  judge(entry: Entry): Verdict;

  /** The filter of the directory `name` inside this one. */
  enter(name: string): DirectoryFilter;
}

/** The filter that shows everything. */
export const SHOW_ALL: DirectoryFilter = { judge: () => "show", enter: () => SHOW_ALL };

/** Whether an entry with this verdict is in the listing. */
export function isShown(verdict: Verdict): boolean {
  return verdict === "show" || verdict === "closed" || verdict === "ignored";
}

/** Whether a directory with this verdict is entered. */
export function isEntered(verdict: Verdict): boolean {
  return verdict === "show" || verdict === "enter";
}
