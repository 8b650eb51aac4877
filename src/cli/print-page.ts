// One page of a directory as the library returns it: `--json`, `--long` in a pipe, and on a terminal a page as long as the window, or a
// file by its line.
import { lstat, readlink } from "node:fs/promises";

import { listDir } from "../listing/list-dir.ts";
import { openStores } from "../listing/open-stores.ts";
import { KIND_SUFFIX } from "../render/entry-label.ts";
import type { ListDirEntry } from "../render/listing.ts";
import { renderEnd, renderHeader } from "../render/our-words.ts";
import { renderPageJson } from "../render/render-page-json.ts";
import { renderTypedPath } from "../render/render-listing.ts";
import { FAINT } from "./colour.ts";
import { entrySpans, entryView, renderEntryLine, writeColumns } from "./entry-spans.ts";
import type { ListedDirectory } from "./parse-command.ts";
import { print, printSafe } from "./print.ts";
import { sortNote, sortPage } from "./sort-page.ts";
import { renderSpans, widthOf } from "./spans.ts";
import { readModes, toDiskPath } from "./terminal/read-modes.ts";
import { renderPage } from "./terminal/render-page.ts";
import { windowOf, type TerminalProcess } from "./terminal-process.ts";
import { watchWork } from "./watch-work.ts";

/** The first line of a page and the shell's next prompt. */
const OTHER_LINES = 2;

/** How often a page is read at most, because its lines are more than the window has. */
const MOST_TRIES = 3;

/** The codes of colours, which take no room. */
// oxlint-disable-next-line no-control-regex
const COLOUR = /\x1b\[[\d;]*m/g;

/** Prints a page after `head`, for a pipe or as JSON. Throws a `FunctionCallError`. */
export async function printPage(listed: ListedDirectory, host: TerminalProcess, head: string): Promise<void> {
  const { dirPath, long, sort } = listed;
  const stores = await openStores([dirPath], listed.store);
  const page = await watchWork(host, ({ onProgress }) =>
    listDir({ ...listed.arguments, dirPath, details: long, stores, onProgress }),
  );
  if (listed.json) {
    await print(host.output, `${renderPageJson(page)}\n`);
    return;
  }
  const view = entryView(listed, host, new Map());
  const lines = [
    renderHeader(page.root),
    ...sortPage(page, sort).entries.map((entry) => renderEntryLine(entry, view)),
    ...sortNote(page, sort),
    ...renderEnd(page).map((line) => renderSpans([{ text: line, colour: FAINT }], view)),
  ];
  await printSafe(host.output, `${head}${lines.join("\n")}\n`);
}

/**
 * Prints a page after `head` on a terminal, and returns how many lines of the window both took. `rows`: how many they may take.
 * Throws a `FunctionCallError`.
 */
export async function printScreen(
  listed: ListedDirectory,
  host: TerminalProcess,
  head: string,
  rows: number | undefined,
): Promise<number> {
  const { dirPath, long, sort, arguments: asked } = listed;
  const { columns } = windowOf(host.output);
  const stores = await openStores([dirPath], listed.store);
  const lines = await watchWork(host, ({ onProgress, restart }) =>
    fitPage(asked.limit, rows && rows - head.length, columns, async (limit) => {
      restart();
      const found = await listDir({ ...asked, limit, dirPath, details: long || asked.details, stores, onProgress });
      const page = sortPage(found, sort);
      const modes = long ? await readModes(dirPath, page.entries) : new Map();
      return renderPage(page, entryView(listed, host, modes), listed.words, sortNote(found, sort));
    }),
  );
  await printSafe(host.output, `${head}${lines.join("\n")}\n`);
  return rowsOf(lines, columns) + head.length;
}

/** The lines of the page with the most entries that fit. A limit that the user gave stands, whatever the window. */
async function fitPage(
  given: number | undefined,
  rows: number | undefined,
  columns: number | undefined,
  render: (limit: number | undefined) => Promise<string[]>,
): Promise<string[]> {
  if (given !== undefined || rows === undefined) {
    return render(given);
  }
  let limit = Math.max(rows - OTHER_LINES, 1);
  for (let tries = 1; ; tries += 1) {
    const lines = await render(limit);
    const over = rowsOf(lines, columns) + 1 - rows;
    if (over <= 0 || limit === 1 || tries === MOST_TRIES) {
      return lines;
    }
    limit = Math.max(limit - over, 1);
  }
}

/** How many lines of a window these take: a line that is too long for it takes several. */
function rowsOf(lines: readonly string[], columns = Infinity): number {
  const widths = lines.map((line) => widthOf(line.replaceAll(COLOUR, "")));
  return widths.reduce((rows, width) => rows + Math.max(Math.ceil(width / columns), 1), 0);
}

/**
 * Prints the line of a file that was named where a directory is expected, on a terminal, as `ls` does. Returns whether there is such a
 * file. `isBelow`: a listing stands above it.
 */
export async function printFile(listed: ListedDirectory, host: TerminalProcess, isBelow: boolean): Promise<boolean> {
  const { directory, dirPath } = listed;
  const path = toDiskPath(dirPath);
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) {
    return false;
  }
  const kind = found.isSymbolicLink() ? "symlink" : found.isFile() ? "file" : "other";
  const target = kind === "symlink" && listed.long ? await readlink(path).catch(() => undefined) : undefined;
  const entry: ListDirEntry = {
    path: directory,
    kind,
    depth: 1,
    ...(kind === "file" && { size: found.size }),
    modifiedMs: Math.floor(found.mtimeMs),
    ...(target !== undefined && { target }),
  };
  // Where Node lost bytes of a word, the path still has them.
  const typed = directory.includes("\ufffd") ? dirPath : renderTypedPath(directory);
  const view = entryView(listed, host, new Map([[entry, found.mode]]));
  const spans = [{ text: writeColumns(entry, view) }, ...entrySpans(entry, typed + KIND_SUFFIX[kind], view)];
  await printSafe(host.output, `${isBelow ? "\n" : ""}${renderSpans(spans, view)}\n`);
  return true;
}
