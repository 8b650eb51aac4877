// A page of a directory for people at a terminal. Dot names may be left out, and are counted. By level, directories come first. And the
// page knows where its tree goes on.
import { directoriesFirstKey, treeKey } from "../core/entry.ts";
import { shortenPage } from "../list/page.ts";
import type { ListDirPage } from "../text/listing.ts";
import { checkedOptions } from "../tooling/check-options.ts";
import { toGuard } from "./guard.ts";
import { LIST_DIR_RULES, readListDirPage, toListDirCall, toListDirPage, type ListDirOptions } from "./list-dir.ts";

export interface PageForPeople {
  readonly page: ListDirPage;
  /** How many dot names were left out, in the directories of which the page shows something. */
  readonly dotNames: number;
  /** In order `tree`: the depths of the directories above the last entry in which more entries follow; 0 for the root. */
  readonly openDepths: ReadonlySet<number>;
}

/** Entries that were read for a page. */
export interface EntriesForPeople {
  /** The page of all of them, or of the first ones, if a window has no room for more. */
  page(limit?: number): PageForPeople;
}

/** Reads a page. `leavesOut`: without dot names, though `hidden` says nothing of them. Throws a `FunctionCallError`. */
export async function listForPeople(options: ListDirOptions, leavesOut: boolean): Promise<EntriesForPeople> {
  const given = checkedOptions(options, LIST_DIR_RULES);
  const call = toListDirCall(leavesOut ? { ...given, hidden: false } : given, toGuard(given));
  const { fileSystem } = call.guard;
  const isByLevel = call.order === "breadth" && fileSystem.isObjectStore !== true;
  const all = await readListDirPage({ ...call, keyOf: isByLevel ? directoriesFirstKey : treeKey });
  return {
    page(limit = Infinity) {
      const page = { ...all, ...shortenPage(all, limit) };
      const directories = new Set([all.root, ...page.sources.map(({ directory }) => directory)]);
      const dotNames = [...directories].reduce((sum, { hiddenDotNames }) => sum + hiddenDotNames, 0);
      return { page: toListDirPage(page, call), dotNames: leavesOut ? dotNames : 0, openDepths: page.openDepths };
    },
  };
}
