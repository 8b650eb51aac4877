// Whether a directory has entries that the caller's filters may have left out.
import { SHOW_ALL } from "../core/filter.ts";
import { treeKey } from "../core/sibling-order.ts";
import { walkBreadth } from "../core/walk-breadth.ts";
import { readPage } from "./read-page.ts";
import type { RootRequest } from "./read-root.ts";

/** Whether the root contains anything that may be seen, without the caller's filters. */
export async function hasEntries(request: RootRequest): Promise<boolean> {
  const first = { ...request, depth: 1, skip: 0, limit: 1, makeFilter: async () => () => SHOW_ALL };
  const page = await readPage(first, (walked) => walkBreadth(walked, treeKey));
  return page.entries.length > 0;
}
