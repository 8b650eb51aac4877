// Filters by glob: `exclude` hides what matches, `include` shows only what matches.
import type { ByteString } from "../core/byte-string.ts";
import type { Entry } from "../core/entry.ts";
import type { DirectoryFilter, Verdict } from "../core/filter.ts";
import { enterPattern, matchesPattern, startPattern, type PathPattern, type PatternState } from "./path-pattern.ts";

/** Patterns with what a directory's path has fitted of them so far; those that can match nothing below are left out. */
type Started = readonly (readonly [PathPattern, PatternState])[];

/** A filter that has nothing to read, so that entering a directory needs no waiting. */
export interface GlobFilter extends DirectoryFilter {
  enter(name: ByteString): GlobFilter;
}

/** Hides what matches any of the patterns, and does not enter it. */
export function excludeFilter(patterns: readonly PathPattern[]): GlobFilter {
  return filterOf(start(patterns), true, (started, entry) => (matches(started, entry) ? "hide" : "show"));
}

/** Shows only what matches one of the patterns, and enters only directories below which something can match. */
export function includeFilter(patterns: readonly PathPattern[]): GlobFilter {
  return filterOf(start(patterns), false, (started, entry) => {
    const isShown = matches(started, entry);
    const canLead = entry.kind === "directory" && enter(started, entry.name).length > 0;
    if (isShown) {
      return canLead ? "show" : "close";
    }
    return canLead ? "lead" : "hide";
  });
}

function filterOf(
  started: Started,
  showsOrHides: boolean,
  judge: (started: Started, entry: Entry) => Verdict,
): GlobFilter {
  return {
    showsOrHides,
    judge: (entry) => judge(started, entry),
    enter: (name) => filterOf(enter(started, name), showsOrHides, judge),
  };
}

function start(patterns: readonly PathPattern[]): Started {
  return patterns.map((pattern) => [pattern, startPattern(pattern)]);
}

function enter(started: Started, name: ByteString): Started {
  return started
    .map(([pattern, state]) => [pattern, enterPattern(pattern, state, name)] as const)
    .filter(([, state]) => state.length > 0);
}

function matches(started: Started, { name, kind }: Entry): boolean {
  for (const [pattern, state] of started) {
    if (matchesPattern(pattern, state, name, kind === "directory")) {
      return true;
    }
  }
  return false;
}
