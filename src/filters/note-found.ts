// Tells a filter which entries are shown: only where all filters together were asked is that known.
import { isShown, type DirectoryFilter } from "../core/filter.ts";
import { whenKnown } from "../core/when-known.ts";

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
    enter: (name, signal, entries) => whenKnown(filter.enter(name, signal, entries), noteFound),
  };
}
