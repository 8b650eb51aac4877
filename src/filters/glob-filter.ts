// Filters by glob: `exclude` hides what matches, `include` shows only what matches.
import type { ByteString } from "../core/byte-string.ts";
import type { Entry } from "../core/entry.ts";
import type { DirectoryFilter, Verdict } from "../core/filter.ts";
import type { PathPattern } from "./path-pattern.ts";
import { PatternSet, type PatternState } from "./pattern-set.ts";

/** A filter that reads nothing, so entering a directory is synchronous. */
export interface GlobFilter extends DirectoryFilter {
  enter(name: ByteString): GlobFilter;
}

/**
 * Hides entries that match any of the patterns, and does not enter them. With `deny`, for the operator's rules, no page may tell that
 * they exist either.
 */
export function excludeFilter(patterns: readonly PathPattern[], verdict: "hide" | "deny" = "hide"): GlobFilter {
  const globs = new PatternSet(patterns);
  return filterOf(globs, globs.start(), (state, { name, kind }) =>
    globs.lastMatch(state, name, kind === "directory") === -1 ? "show" : verdict,
  );
}

/** Shows only entries that match one of the patterns, and enters only directories below which something can match. */
export function includeFilter(patterns: readonly PathPattern[]): GlobFilter {
  const globs = new PatternSet(patterns);
  return filterOf(globs, globs.start(), (state, { name, kind }) => {
    const isDirectory = kind === "directory";
    const isShown = globs.lastMatch(state, name, isDirectory) !== -1;
    if (!isDirectory) {
      return isShown ? "show" : "hide";
    }
    const canLead = globs.canMatchBelow(state, name);
    if (isShown) {
      return canLead ? "show" : "close";
    }
    return canLead ? "lead" : "hide";
  });
}

function filterOf(
  globs: PatternSet,
  state: PatternState,
  judge: (state: PatternState, entry: Entry) => Verdict,
): GlobFilter {
  const filter: GlobFilter = {
    cost: globs.costOf(state),
    judge: (entry) => judge(state, entry),
    enter(name) {
      const below = globs.enter(state, name);
      return below === state ? filter : filterOf(globs, below, judge);
    },
  };
  return filter;
}
