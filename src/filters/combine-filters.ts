// Combines several filters into one: an entry is shown, or a directory entered, only if all of them agree. What all together show is told
// to those that take note of it.
import type { Entry } from "../core/entry.ts";
import { isEntered, isShown, SHOW_ALL, type DirectoryFilter, type Verdict } from "../core/filter.ts";

/** Combines filters. If one hides an entry, the filters after it are not asked. */
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
