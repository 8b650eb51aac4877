// `list_dir` for programs: a page of a directory as entries, not as text.
import { toBytes, toExactText, toText } from "../core/byte-string.ts";
import { dropNulls } from "../core/drop-nulls.ts";
import type { EntryDetails } from "../core/entry.ts";
import { SHOW_ALL } from "../core/filter.ts";
import { treeKey } from "../core/sibling-order.ts";
import type { Visit } from "../core/visit.ts";
import { walkBreadth } from "../core/walk-breadth.ts";
import { walkTree } from "../core/walk-tree.ts";
import { arrangeAsTree, joinedDirectories, type TreeLine } from "../render/arrange-as-tree.ts";
import { toListingEntry } from "../render/listing.ts";
import type { ListDirEntry, ListDirPage } from "../render/list-dir-page.ts";
import { renderCursor, renderRoot } from "../render/shown-path.ts";
import { BOOLEAN, checkOptions, oneOf, orNull, STRING, type RulesFor } from "./check-options.ts";
import { respondToModel } from "../tooling/function-call-error.ts";
import { toListDirSettings, type ListDirRequest, type ListDirSettings } from "./list-dir-settings.ts";
import { REQUEST_RULES } from "./listing-filter.ts";
import { GUARD_RULES, toOpenGuard, type GuardOptions } from "./listing-guard.ts";
import { readPage, type PageRequest, type ReadPage, type Walk } from "./read-page.ts";

/** Options of `listDir`. The limits that protect a model's context (`maxLimit`, `deadlineMs`) are off by default. */
export interface ListDirOptions extends ListDirRequest, Omit<GuardOptions, "maxOutputBytes"> {}

/** `toListDirSettings` checks these, with messages that are part of the contract. */
type InWordsOfTheContract = "dirPath" | "offset" | "limit" | "depth";

export const LIST_DIR_RULES: RulesFor<Exclude<keyof ListDirOptions, InWordsOfTheContract>> = {
  ...GUARD_RULES,
  ...REQUEST_RULES,
  order: orNull(oneOf(["breadth", "tree"])),
  after: orNull(STRING),
  hidden: orNull(BOOLEAN),
  details: orNull(BOOLEAN),
};

/** The settings of a page, and how many problems it reports if not 100. */
export type PageSettings = ListDirSettings & Pick<PageRequest, "mostProblems">;

/** A page of a directory. Throws a `FunctionCallError`, or a `TypeError` for an invalid option. */
export async function listDir(options: ListDirOptions): Promise<ListDirPage> {
  checkOptions(options, LIST_DIR_RULES);
  const given = dropNulls(options);
  return listDirPage(toListDirSettings(given, toOpenGuard(given)));
}

/** The page that the settings ask for. Throws a `FunctionCallError`. */
export async function listDirPage(settings: PageSettings): Promise<ListDirPage> {
  const page = await readLeafPage(settings);
  const root = renderRoot(settings.dirPath);
  const entries = toEntries(arrangeAsTree(page));
  const passedBy = page.passedBy === undefined ? {} : ({ passedBy: true } as const);
  if (page.isFiltered) {
    return { root, entries, filtered: true, ...passedBy };
  }
  const last = page.entries.at(-1);
  if (!page.more || last === undefined) {
    return { root, entries, ...passedBy };
  }
  const moreThan = page.entries.length;
  const next = renderCursor(last.path, last.kind, settings.guard.fileSystem.isObjectStore);
  return { root, entries, moreThan, ...(settings.order === "tree" && { next }), ...passedBy };
}

function toEntries(lines: readonly TreeLine[]): ListDirEntry[] {
  const entries: ListDirEntry[] = [];
  for (const line of lines) {
    for (const directory of joinedDirectories(line)) {
      entries.push({ ...toListingEntry(directory), context: true, joined: true });
    }
    const { visit, isContext } = line;
    const entry = visit.details === undefined ? toListingEntry(visit) : toDetailedEntry(visit, visit.details);
    entries.push(isContext ? { ...entry, context: true } : entry);
  }
  return entries;
}

function toDetailedEntry(visit: Visit, { size, modifiedMs, target }: EntryDetails): ListDirEntry {
  return {
    ...toListingEntry(visit),
    ...(size !== undefined && { size }),
    ...(modifiedMs !== undefined && { modifiedMs }),
    ...(target !== undefined && { target: toText(target) }),
    ...(target !== undefined && toExactText(target) === undefined && { targetBytes: toBytes(target) }),
  };
}

/** A page, and whether there are entries but the filters let none through. */
export interface LeafPage extends ReadPage {
  readonly isFiltered: boolean;
}

/** The page that the settings ask for, as the walk yields it. Throws a `FunctionCallError`. */
export async function readLeafPage(settings: PageSettings): Promise<LeafPage> {
  const { order, after, makeFilter } = settings;
  const walk: Walk = (walked) => (order === "tree" ? walkTree(walked, after) : walkBreadth(walked, treeKey));
  const page = await readListDirPage(settings, walk);
  const isFiltered =
    page.entries.length === 0 &&
    makeFilter !== undefined &&
    after === undefined &&
    (page.problems.length > 0 || (await hasEntries(settings)));
  return { ...page, isFiltered };
}

/** The entries that the settings ask for, in the order of the walk. Throws a `FunctionCallError`. */
export async function readListDirPage(settings: PageSettings, walk: Walk): Promise<ReadPage> {
  const { dirPath, offset } = settings;
  const request = { ...settings, path: dirPath, skip: offset - 1 };
  const page = await readPage(request, walk);
  if (page.entries.length > 0 || offset === 1) {
    return page;
  }
  // An offset beyond the end is wrong only if there is something before it. Otherwise the page is the same for every offset.
  const start = await readPage({ ...request, skip: 0, limit: 1 }, walk);
  if (start.entries.length > 0) {
    throw respondToModel("offset exceeds directory entry count");
  }
  return start;
}

/** Whether the root contains anything that may be seen, without the caller's filters. */
async function hasEntries(settings: ListDirSettings): Promise<boolean> {
  const request = {
    ...settings,
    path: settings.dirPath,
    depth: 1,
    skip: 0,
    limit: 1,
    makeFilter: async () => SHOW_ALL,
  };
  const page = await readPage(request, (walked) => walkBreadth(walked, treeKey));
  return page.entries.length > 0;
}
