// What a filter decides about each entry of a directory.
import type { Entry } from "./entry.ts";

/** What becomes of an entry. */
export interface Verdict {
  readonly isShown: boolean;
  /** Whether it is entered if it is a directory. One that is entered and not shown counts only if something in it is shown. */
  readonly isEntered: boolean;
  /** Whether git ignores it, and only therefore it is not entered, or not shown. */
  readonly isIgnored: boolean;
  /**
   * Whether it is not shown only because its name begins with a dot.
   * @default false
   */
  readonly isDotName?: boolean;
}

/** The filter of one directory. */
export interface DirectoryFilter {
  /**
   * Reads the rules that the directory itself contains. Called once, before the first `judge`. `mayHave` says whether the directory may
   * contain a file of this name.
   * @default none: the directory has no rules of its own
   */
  readonly readRules?: (mayHave: (name: string) => boolean) => Promise<void> | undefined;

  /** Undefined for an entry that is denied: no answer may reveal that it exists. */
  judge(entry: Entry): Verdict | undefined;

  /** The filter of the directory `name` inside this one. */
  enter(name: string): DirectoryFilter;
}

/** For what is listed, and entered if it is a directory. */
export const SHOWN: Verdict = { isShown: true, isEntered: true, isIgnored: false };

/** For what is left out. */
export const HIDDEN: Verdict = { isShown: false, isEntered: false, isIgnored: false };

/** For what is left out only because its name begins with a dot. */
export const DOT_NAME: Verdict = { ...HIDDEN, isDotName: true };

/** For a directory that matches, if nothing in it can. */
export const NOT_ENTERED: Verdict = { isShown: true, isEntered: false, isIgnored: false };

/** For a directory that does not match, if something in it may. */
export const ENTERED_ONLY: Verdict = { isShown: false, isEntered: true, isIgnored: false };

/** For what git ignores, where that is marked. */
export const IGNORED: Verdict = { isShown: true, isEntered: false, isIgnored: true };

/** For an ignored directory that is left out although something in it might have matched. */
export const PASSED_BY: Verdict = { isShown: false, isEntered: false, isIgnored: true };
