// A filter for a fold of a map: in the root it shows only what the fold stands for, and everything below that.
import { SHOW_ALL, type DirectoryFilter } from "../core/filter.ts";
import { compileGlobs, GlobError } from "./glob-patterns.ts";
import { excludeFilter } from "./glob-filter.ts";

/** The filter of a fold, or a `GlobError`. */
export async function foldFilter(fold: string): Promise<DirectoryFilter> {
  if (!/^[^/]+\/?$/.test(fold)) {
    throw new GlobError('it is one word as a map of this directory shows it, such as "test-*"');
  }
  // What such a filter would hide is what the glob matches.
  const matches = excludeFilter(await compileGlobs([`/${fold}`], "relative"));
  return {
    judge: (entry) => (matches.judge(entry) === "hide" ? "show" : "hide"),
    enter: () => SHOW_ALL,
  };
}
