// A page of `list_dir`, as data, and as text that is cut to the byte bound.
import { pageTooLong, pathForErrors } from "../calls/failure.ts";
import { toGlobToTry } from "../calls/filter-arguments.ts";
import type { OpenedRoot, RootRequest } from "../calls/open-root.ts";
import { directoryOf } from "../core/entry.ts";
import type { FilterSettings } from "../filters/root-filter.ts";
import type { Cursor } from "../list/cursor.ts";
import { shortenPage, type Page } from "../list/page.ts";
import type { PageRequest } from "../list/read-page.ts";
import { renderRoot, type PageEnd } from "../text/closing-lines.ts";
import { arrangeAsTree, renderListing, type ListDirPage } from "../text/listing.ts";
import { renderCursor } from "../text/shown-path.ts";
import { fitPage } from "../tooling/cut-text.ts";

/** A checked call, with defaults filled in. */
export interface ListDirCall extends RootRequest, PageRequest {
  readonly filters: FilterSettings;
  readonly after: Cursor | undefined;
  /** `after` as the caller wrote it. */
  readonly callerAfter: string | undefined;
}

/** A page, and the root that it was read from, which knows what the page says about the whole listing. */
export interface PageOfRoot extends Page, OpenedRoot {}

/** A page as data. */
export function toListDirPage(page: PageOfRoot, call: ListDirCall): ListDirPage {
  const last = page.entries.at(-1);
  const endsMidDirectory =
    call.order === "breadth" &&
    last !== undefined &&
    page.next !== undefined &&
    directoryOf(last.path) === directoryOf(page.next.path);
  return { root: renderRoot(call.path), entries: arrangeAsTree(page, endsMidDirectory), ...endOf(page, call) };
}

/** What a page says after its entries. */
function endOf(page: PageOfRoot, { order, skip, settings, callerAfter, filters }: ListDirCall): PageEnd {
  const count = page.entries.length;
  const last = page.entries.at(-1);
  const { isEmpty, tree } = page.root;
  const hasNothing = count === 0 && !page.isTimedOut;
  if (hasNothing && callerAfter === undefined && !isEmpty) {
    const tryGlob = toGlobToTry(filters, settings.maxOutputBytes);
    const ignoredNotSearched = filters.include !== undefined && tree.skippedIgnored;
    return {
      filtered: true,
      ...(tryGlob !== undefined && { tryGlob }),
      ...(ignoredNotSearched && { ignoredNotSearched }),
    };
  }
  const isAfterAll = callerAfter !== undefined && hasNothing && page.problems.length === 0;
  return {
    ...(page.isTimedOut && { timedOutAfter: { directories: tree.directoriesRead } }),
    ...(isAfterAll && { nothingAfter: pathForErrors(callerAfter) }),
    ...(hasNothing && callerAfter === undefined && { empty: true as const }),
    ...(page.more &&
      last !== undefined && {
        moreThan: count,
        ...(order === "tree" ? { next: renderCursor(last) } : { nextOffset: skip + count + 1 }),
      }),
  };
}

/** A page as text, or as many of its entries as fit into an answer. Throws a `FunctionCallError`. */
export function renderPage(page: PageOfRoot, call: ListDirCall): string {
  const { maxOutputBytes } = call.settings;
  const fit = (most: number, part: (count: number) => Partial<Page>) => {
    const write = (count: number) => ({
      text: renderListing(toListDirPage({ ...page, ...part(count) }, call), maxOutputBytes),
    });
    return fitPage(most, write, maxOutputBytes)?.text;
  };
  const { entries, problems } = page;
  const text =
    entries.length === 0
      ? fit(problems.length, (count) => ({ problems: problems.slice(0, count) }))
      : (fit(entries.length, (count) => shortenPage(page, count)) ??
        // The unreadable directories may leave no room for even one entry.
        fit(1, () => ({ ...shortenPage(page, 1), problems: [] })));
  if (text === undefined) {
    throw pageTooLong("dir_path", call.path, entries.length === 0 ? undefined : call.skip + 1, maxOutputBytes);
  }
  return text;
}
