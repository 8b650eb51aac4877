// `list_dir` for programs: a page of a directory as entries, not as text.
import type { Cursor } from "../core/cursor.ts";
import { SHOW_ALL } from "../core/filter.ts";
import { treeKey } from "../core/sibling-order.ts";
import type { Page } from "../core/take-page.ts";
import type { Visit } from "../core/visit.ts";
import { walkBreadth } from "../core/walk-breadth.ts";
import type { WalkSettings } from "../core/walk-settings.ts";
import { walkTree } from "../core/walk-tree.ts";
import { arrangeAsTree } from "../render/arrange-as-tree.ts";
import { toListingEntry, type ListingEntry } from "../render/listing.ts";
import { renderCursor, renderRoot } from "../render/shown-path.ts";
import { respondToModel } from "./function-call-error.ts";
import { toListDirSettings, type ListDirOptions, type ListDirSettings } from "./list-dir-settings.ts";
import { readPage } from "./read-page.ts";

export interface ListDirEntry extends ListingEntry {
  /** Set where this is no entry of the page but a directory that stands above one, or could not be read. */
  readonly context?: true;
}

export interface ListDirPage {
  /** The listing root as the first line of the text shows it. */
  readonly root: string;
  /** The entries as a tree: each directory before its own entries. */
  readonly entries: readonly ListDirEntry[];
  /** How many entries are shown, context not counted, only where there are more. */
  readonly moreThan?: number;
  /** Where the next page continues: a value for `after`. Only in order `tree`, and only where there are more entries. */
  readonly next?: string;
}

/** A page of a directory. Throws a `FunctionCallError`. */
export async function listDir(options: ListDirOptions): Promise<ListDirPage> {
  const settings = toListDirSettings(options);
  const { order, after } = settings;
  const page = await readListDirPage(settings, (walk) => walkInOrder(walk, order, after));
  const root = renderRoot(settings.dirPath);
  const entries = arrangeAsTree(page).map((line): ListDirEntry => {
    const entry = toListingEntry(line);
    return line.isContext ? { ...entry, context: true } : entry;
  });
  const last = page.entries.at(-1);
  if (!page.more || last === undefined) {
    return { root, entries };
  }
  const moreThan = page.entries.length;
  return order === "tree"
    ? { root, entries, moreThan, next: renderCursor(last.path, last.kind) }
    : { root, entries, moreThan };
}

/** The page that `list_dir` asks for, in any order. Throws a `FunctionCallError`. */
export async function readListDirPage(
  { dirPath, offset, limit, depth, fileSystem, signal }: ListDirSettings,
  walk: (settings: WalkSettings) => AsyncIterable<Visit>,
): Promise<Page> {
  const request = { fileSystem, path: dirPath, depth, skip: offset - 1, limit, filter: SHOW_ALL, signal };
  const page = await readPage(request, walk);
  // An offset beyond the end is wrong only where there is something before it.
  if (page.entries.length === 0 && offset > 1) {
    const start = await readPage({ ...request, skip: 0, limit: 1 }, walk);
    if (start.entries.length > 0) {
      throw respondToModel("offset exceeds directory entry count");
    }
  }
  return page;
}

function walkInOrder(settings: WalkSettings, order: "breadth" | "tree", after?: Cursor): AsyncIterable<Visit> {
  return order === "tree" ? walkTree(settings, after) : walkBreadth(settings, treeKey);
}
