// Filters by name: `exclude` hides what matches its globs, `include` shows only what matches, a fold of a map shows what it stands for.
import type { ByteString } from "../core/byte-string.ts";
import type { Entry } from "../core/entry.ts";
import { SHOW_ALL, type DirectoryFilter, type Verdict } from "../core/filter.ts";
import { PatternSet, type GlobMatches, type PathPattern, type PatternState } from "./pattern-set.ts";
import { compileGlobs, GlobError } from "./glob-patterns.ts";

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

/**
 * Shows only entries that match one of the patterns, and enters only directories below which something can match. `matches`: where to
 * note which globs have matched.
 */
export function includeFilter(patterns: readonly PathPattern[], matches?: GlobMatches): GlobFilter {
  const globs = new PatternSet(patterns);
  const judge = (state: PatternState, { name, kind }: Entry) => {
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
  };
  return filterOf(globs, globs.start(), judge, matches);
}

/** Whether an include filter with this verdict matched the entry itself, and it is a directory. */
function isWhole({ kind }: Entry, verdict: Verdict): boolean {
  return kind === "directory" && (verdict === "show" || verdict === "close");
}

/**
 * The same for a map: a directory that matches itself is shown closed, and everything in it is counted. Whoever looks for it wants to
 * know how much there is.
 */
export function includeWholeFilter(patterns: readonly PathPattern[], matches?: GlobMatches): GlobFilter {
  // `isWithin`: in a directory that matches.
  const wholeOf = (filter: GlobFilter, isWithin: boolean): GlobFilter => ({
    cost: filter.cost ?? 0,
    judge(entry) {
      const verdict = isWithin ? "show" : filter.judge(entry);
      return !isWithin && isWhole(entry, verdict) ? "whole" : verdict;
    },
    enter(name) {
      const entry: Entry = { name, kind: "directory" };
      return wholeOf(filter.enter(name), isWithin || isWhole(entry, filter.judge(entry)));
    },
    ...(filter.found && { found: (entry: Entry) => filter.found?.(entry) }),
  });
  return wholeOf(includeFilter(patterns, matches), false);
}

function filterOf(
  globs: PatternSet,
  state: PatternState,
  judge: (state: PatternState, entry: Entry) => Verdict,
  matches?: GlobMatches,
): GlobFilter {
  const filter: GlobFilter = {
    cost: globs.costOf(state),
    judge: (entry) => judge(state, entry),
    enter(name) {
      const below = globs.enter(state, name);
      return below === state ? filter : filterOf(globs, below, judge, matches);
    },
    ...(matches && {
      found({ name, kind }: Entry) {
        if (!matches.isDone) {
          globs.noteMatches(state, name, kind === "directory", matches);
        }
      },
    }),
  };
  return filter;
}

/** In the root it shows only what a fold of a map stands for, and everything below that. Throws a `GlobError` if it is no fold. */
export async function foldFilter(fold: string): Promise<DirectoryFilter> {
  if (!/^[^/]+\/?$/.test(fold)) {
    throw new GlobError('it is one word as a map of this directory shows it, such as "test-*"');
  }
  // What such a filter would hide is what the glob matches.
  const matches = excludeFilter(await compileGlobs([`/${fold}`], "relative", { smartCase: true }));
  return {
    judge: (entry) => (matches.judge(entry) === "hide" ? "show" : "hide"),
    enter: () => SHOW_ALL,
  };
}

/** Hides entries whose names begin with a dot. Hidden directories are not entered either. */
export const HIDE_DOT_NAMES: DirectoryFilter = {
  judge: ({ name }) => (name.startsWith(".") ? "hide" : "show"),
  enter: () => HIDE_DOT_NAMES,
};
