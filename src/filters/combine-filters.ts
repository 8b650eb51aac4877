// Several filters as one: an entry is shown, and a directory entered, where all of them say so.
import { isEntered, SHOW_ALL, type DirectoryFilter, type Verdict } from "../core/filter.ts";

/** The filter that all of these filters make together. */
export function combineFilters(combined: readonly DirectoryFilter[]): DirectoryFilter {
  const filters = combined.filter((filter) => filter !== SHOW_ALL);
  const [only = SHOW_ALL, another] = filters;
  if (another === undefined) {
    return only;
  }
  return {
    showsOrHides: filters.every((filter) => filter.showsOrHides === true),
    judge: (entry) => combine(filters.map((filter) => filter.judge(entry))),
    async enter(name, signal) {
      return combineFilters(await Promise.all(filters.map((filter) => filter.enter(name, signal))));
    },
  };
}

function combine(verdicts: readonly Verdict[]): Verdict {
  const isShown = !verdicts.includes("hide") && !verdicts.includes("lead");
  if (verdicts.every(isEntered)) {
    return isShown ? "show" : "lead";
  }
  if (!isShown) {
    return "hide";
  }
  return verdicts.includes("ignore") ? "ignore" : "close";
}
