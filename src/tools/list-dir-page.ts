// A page of `list_dir`, as data, and as text that is cut to the byte bound.
import { pageTooLong, pathForErrors } from "../calls/failure.ts";
import { toGlobToTry } from "../calls/filter-arguments.ts";
import type { OpenOptions, OpenTree } from "../calls/open-tree.ts";
import type { Place } from "../calls/place.ts";
import { directoryOf } from "../core/entry.ts";
import type { FilterSettings } from "../filters/root-filter.ts";
import type { Cursor } from "../list/cursor.ts";
import { shortenPage, type Page, type PageRequest } from "../list/page.ts";
import type { ListingEnd, PageEnd } from "../text/closing-lines.ts";
import { renderCursor, renderRoot } from "../text/entry-label.ts";
import { arrangeAsTree, renderListing, type ListDirPage } from "../text/listing.ts";
import { fitPage } from "../tooling/cut-text.ts";
import type { Tree } from "../tree/tree.ts";

/** A checked call, with defaults filled in. */
export interface ListDirCall extends OpenOptions, PageRequest {
  readonly place: Place;
  readonly filters: FilterSettings;
  readonly after: Cursor | undefined;
  /** `after` as the caller wrote it. */
  readonly callerAfter: string | undefined;
}

/** A page, and the tree that it was read from. */
export interface TreePage extends Page, OpenTree {}

/** A page as data. */
export function toListDirPage(page: TreePage, call: ListDirCall): ListDirPage {
  const last = page.entries.at(-1);
  const endsMidDirectory =
    call.order === "breadth" &&
    last !== undefined &&
    page.next !== undefined &&
    directoryOf(last.path) === directoryOf(page.next.path);
  return { root: renderRoot(call.place.path), entries: arrangeAsTree(page, endsMidDirectory), ...endOf(page, call) };
}

/** What a page says after its entries. */
function endOf(page: TreePage, call: ListDirCall): PageEnd {
  const { place, order, skip, callerAfter, filters } = call;
  const count = page.entries.length;
  const last = page.entries.at(-1);
  const { isRootEmpty } = page;
  const { tree } = page.root;
  const hasNothing = count === 0 && !page.isTimedOut;
  if (hasNothing && callerAfter === undefined && !isRootEmpty) {
    return endWithoutEntries(filters, tree, place.settings.maxOutputBytes);
  }
  const unmatchedGlobs = count === 0 || page.more ? [] : unmatchedOf(page, call);
  const isAfterAll = callerAfter !== undefined && hasNothing && page.problems.length === 0;
  return {
    ...(page.isTimedOut && { timedOutAfter: { directories: tree.directoriesRead } }),
    ...(isAfterAll && { nothingAfter: pathForErrors(callerAfter) }),
    ...(hasNothing && callerAfter === undefined && { empty: true as const }),
    ...(unmatchedGlobs.length > 0 && { unmatchedGlobs }),
    ...(page.more &&
      last !== undefined && {
        moreThan: count,
        ...(order === "tree" ? { next: renderCursor(last) } : { nextOffset: skip + count + 1 }),
      }),
  };
}

/** What is said where the filters left nothing. */
export function endWithoutEntries(filters: FilterSettings, { skippedIgnored }: Tree, maxBytes: number): ListingEnd {
  const tryGlob = toGlobToTry(filters, maxBytes);
  const ignoredNotSearched = filters.include !== undefined && skippedIgnored;
  return {
    filtered: true,
    ...(tryGlob !== undefined && { tryGlob }),
    ...(ignoredNotSearched && { ignoredNotSearched }),
  };
}

/** The globs of several in `include` that match nothing, if all that they could match was read, and there is room to name them. */
function unmatchedOf(
  { isTimedOut, entries, problems }: TreePage,
  { filters: { include }, callerAfter, depth, place }: ListDirCall,
): readonly string[] {
  const isWhole = callerAfter === undefined && depth === Infinity && !isTimedOut && problems.length === 0;
  const wasAllRead = isWhole && entries.every(({ problem }) => problem === undefined);
  const unmatched = wasAllRead ? (include?.unmatched ?? []) : [];
  return Buffer.byteLength(unmatched.join()) <= place.settings.maxOutputBytes / 4 ? unmatched : [];
}

/** A page as text, or as many of its entries as fit into an answer. Throws a `FunctionCallError`. */
export function renderPage(page: TreePage, call: ListDirCall): string {
  const { path, settings } = call.place;
  const { maxOutputBytes } = settings;
  const fit = (most: number, part: (count: number) => Partial<Page>) => {
    const write = (count: number) => renderListing(toListDirPage({ ...page, ...part(count) }, call), maxOutputBytes);
    return fitPage(most, write, maxOutputBytes);
  };
  const { entries, problems } = page;
  const text =
    entries.length === 0
      ? fit(problems.length, (count) => ({ problems: problems.slice(0, count) }))
      : (fit(entries.length, (count) => shortenPage(page, count)) ??
        // The unreadable directories may leave no room for even one entry.
        fit(1, () => ({ ...shortenPage(page, 1), problems: [] })));
  if (text === undefined) {
    throw pageTooLong("dir_path", path, entries.length === 0 ? undefined : call.skip + 1, maxOutputBytes);
  }
  return text;
}
