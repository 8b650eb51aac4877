// One page of a directory as the library returns it: `--json`, `--long` in a pipe, and on a terminal a page as long as the window, or a
// file by its line.
import { lstat, readlink } from "node:fs/promises";

import { LIST_DIR_ARGUMENTS } from "../listing/list-dir-settings.ts";
import { listDir } from "../listing/list-dir.ts";
import { listForPeople } from "../listing/list-for-people.ts";
import { openStores } from "../listing/open-stores.ts";
import { KIND_SUFFIX } from "../render/entry-label.ts";
import type { ListDirEntry, ListDirPage } from "../render/listing.ts";
import { writeNumber } from "../render/map-word.ts";
import { renderEnd, renderHeader } from "../render/our-words.ts";
import { renderTypedPath } from "../render/render-listing.ts";
import { renderPageJson } from "../render/render-page-json.ts";
import { directoriesFirst, MAX_SORTED, sortPage } from "./arrange-page.ts";
import { entrySpans, entryView, renderEntryLine, writeColumns } from "./entry-line.ts";
import type { Listing } from "./list-command.ts";
import { print, printSafe } from "./print.ts";
import { showProgress } from "./progress.ts";
import { renderPage } from "./render-page.ts";
import { renderSpans, rowsOf } from "./spans.ts";
import { windowOf, type TerminalProcess } from "./terminal-process.ts";

/** The entries of a page if neither the user nor the window says how many. */
const USUAL_LIMIT = LIST_DIR_ARGUMENTS.limit.default;

/** How often a page is made shorter at most, because its lines are more than the window has. */
const MAX_TRIES = 3;

/** Prints a page for a pipe or as JSON. Throws a `FunctionCallError`. */
export async function printPage(listing: Listing, host: TerminalProcess): Promise<void> {
  const { dirPath, options, store, head, arguments: asked } = listing;
  const stores = await openStores([dirPath], store);
  const sort = sortOf(listing);
  const limit = asked.limit ?? USUAL_LIMIT;
  const given = await showProgress(host, ({ onProgress }) =>
    listDir({ ...toRequest(listing, limit), dirPath, stores, onProgress }),
  );
  const page = sort === undefined ? given : sortPage(given, sort, { ...asked, limit });
  if (options.has("json")) {
    await print(host.output, `${renderPageJson(page)}\n`);
    return;
  }
  const view = entryView(listing, host);
  const entries = page.entries.map((entry) => renderEntryLine(entry, view));
  const lines = [renderHeader(page.root), ...entries, ...sortNotes(given, sort), ...renderEnd(page)];
  await printSafe(host.output, `${head}${lines.join("\n")}\n`);
}

/** Prints a page for people. Throws a `FunctionCallError`. */
export async function printScreen(listing: Listing, host: TerminalProcess): Promise<void> {
  const { dirPath, store, words, head, rows, arguments: asked } = listing;
  const { columns } = windowOf(host.output);
  const stores = await openStores([dirPath], store);
  const sort = sortOf(listing);
  const view = entryView(listing, host);
  // The first line and the shell's next prompt take a line each.
  let limit = asked.limit ?? (rows === undefined ? USUAL_LIMIT : Math.max(rows - head.length - 2, 1));
  const lines = await showProgress(host, async ({ onProgress }) => {
    const request = { ...toRequest(listing, limit), dirPath, stores, onProgress };
    const entries = await listForPeople(request, asked.hidden === undefined);
    for (let tries = 1; ; tries += 1) {
      const { page: given, dotNames } = await entries.page(sort === undefined ? limit : undefined);
      const page = sort === undefined ? directoriesFirst(given) : sortPage(given, sort, { ...asked, limit });
      const rendered = renderPage(page, [...sortNotes(given, sort), ...dotNote(dotNames)], view, words);
      const excess = rows === undefined ? 0 : rowsOf(rendered, columns) + 1 - (rows - head.length);
      // A limit that the user gave stands, whatever the window.
      if (asked.limit !== undefined || excess <= 0 || limit === 1 || tries === MAX_TRIES) {
        return rendered;
      }
      limit = Math.max(limit - excess, 1);
    }
  });
  await printSafe(host.output, `${head}${lines.join("\n")}\n`);
}

function sortOf({ options }: Listing): "size" | "time" | undefined {
  const sort = options.last("sort");
  return sort === "size" || sort === "time" ? sort : undefined;
}

/** What to read for a page of so many entries. Sorting needs more than the page shows. */
function toRequest(listing: Listing, limit: number) {
  const { options, arguments: asked } = listing;
  const details = options.has("long") || asked.details === true;
  return { ...asked, details, limit, ...(sortOf(listing) !== undefined && { offset: 1, limit: MAX_SORTED }) };
}

function sortNotes({ moreThan }: ListDirPage, sort: string | undefined): string[] {
  const count = writeNumber(MAX_SORTED);
  return sort === undefined || moreThan === undefined
    ? []
    : [`[sorted by ${sort}: the first ${count} entries, of more]`];
}

/** The line on dot names that were left out. */
function dotNote(count: number): string[] {
  const [names, them] = count === 1 ? ["dot name", "it"] : ["dot names", "them"];
  return count === 0 ? [] : [`[${writeNumber(count)} ${names} left out; -a shows ${them}]`];
}

/** Prints the line of a file that was named where a directory is expected, as `ls` does. Returns whether there is such a file. */
export async function printFile(listing: Listing, typed: string, host: TerminalProcess): Promise<boolean> {
  const { dirPath, options, head } = listing;
  const stats = await lstat(dirPath).catch(() => undefined);
  if (stats === undefined) {
    return false;
  }
  const kind = stats.isSymbolicLink() ? "symlink" : stats.isFile() ? "file" : "other";
  const target = kind === "symlink" && options.has("long") ? await readlink(dirPath).catch(() => undefined) : undefined;
  const entry: ListDirEntry = {
    path: typed,
    kind,
    depth: 1,
    ...(kind === "file" && { size: stats.size }),
    modifiedMs: Math.floor(stats.mtimeMs),
    ...(target !== undefined && { target }),
  };
  const view = entryView(listing, host);
  const label = renderTypedPath(typed) + KIND_SUFFIX[kind];
  const spans = [{ text: writeColumns(entry, view) }, ...entrySpans(entry, label, view)];
  await printSafe(host.output, `${head}${renderSpans(spans, view)}\n`);
  return true;
}
