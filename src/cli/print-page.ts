// One page of a directory as the library returns it: `--json`, `--long` in a pipe, and on a terminal a page as long as the window, or a
// file by its line.
import { lstat, readlink } from "node:fs/promises";

import { listDir } from "../listing/list-dir.ts";
import { LIST_DIR_ARGUMENTS } from "../listing/list-dir-settings.ts";
import { listForPeople, type EntriesForPeople } from "../listing/list-for-people.ts";
import { openStores } from "../listing/open-stores.ts";
import { KIND_SUFFIX } from "../render/entry-label.ts";
import { writeNumber } from "../render/map-word.ts";
import type { ListDirEntry } from "../render/listing.ts";
import { renderEnd, renderHeader } from "../render/our-words.ts";
import { renderPageJson } from "../render/render-page-json.ts";
import { renderTypedPath } from "../render/render-listing.ts";
import { FAINT } from "./colour.ts";
import { entrySpans, entryView, renderEntryLine, writeColumns } from "./entry-spans.ts";
import type { ListArguments } from "./option-table.ts";
import type { ListedDirectory } from "./parse-command.ts";
import { print, printSafe } from "./print.ts";
import { directoriesFirst, PageSorter } from "./page-sorter.ts";
import { renderSpans, rowsOf } from "./spans.ts";
import { readModes, toDiskPath } from "./terminal/read-modes.ts";
import { renderPage, type ScreenPage } from "./terminal/render-page.ts";
import { windowOf, type TerminalProcess } from "./terminal-process.ts";
import { watchWork } from "./watch-work.ts";

/** The first line of a page and the shell's next prompt. */
const OTHER_LINES = 2;

/** The entries of a page if neither the user nor the window says how many. */
const USUAL_LIMIT = LIST_DIR_ARGUMENTS.limit.default;

/** How often a page is made shorter at most, because its lines are more than the window has. */
const MOST_TRIES = 3;

/** Prints a page after `head`, for a pipe or as JSON. Throws a `FunctionCallError`. */
export async function printPage(listed: ListedDirectory, host: TerminalProcess, head: string): Promise<void> {
  const { dirPath, long, sort, arguments: asked } = listed;
  const stores = await openStores([dirPath], listed.store);
  const { page, notes } = await watchWork(host, ({ onProgress, restart }) => {
    const read = (part: ListArguments) => {
      restart();
      return listDir({ ...part, dirPath, details: long, stores, onProgress });
    };
    return sort === "name"
      ? read(asked).then((found) => ({ page: found, notes: [] }))
      : new PageSorter(asked, sort, read).page(asked.limit ?? USUAL_LIMIT);
  });
  if (listed.json) {
    await print(host.output, `${renderPageJson(page)}\n`);
    return;
  }
  const view = entryView(listed, host, new Map());
  const lines = [
    renderHeader(page.root),
    ...page.entries.map((entry) => renderEntryLine(entry, view)),
    ...notes,
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
  const { dirPath, long, arguments: asked } = listed;
  const { columns } = windowOf(host.output);
  const stores = await openStores([dirPath], listed.store);
  const lines = await watchWork(host, ({ onProgress, restart }) => {
    const readScreen = screenReader(listed, (part) => {
      restart();
      const request = { ...part, dirPath, details: long || part.details, stores, onProgress };
      return listForPeople(request, asked.hidden === undefined);
    });
    return fitPage(asked.limit, rows && rows - head.length, columns, async (limit = USUAL_LIMIT) => {
      const screen = await readScreen(limit);
      const modes = long ? await readModes(dirPath, screen.page.entries) : new Map();
      const noMatch = leavesOnlyDotNamesOut(asked) ? "dot names only" : undefined;
      return renderPage(screen, { ...entryView(listed, host, modes), noMatch }, listed.words);
    });
  });
  await printSafe(host.output, `${head}${lines.join("\n")}\n`);
  return rowsOf(lines, columns) + head.length;
}

/** Reads the page of a command for a number of entries, and then for fewer. */
function screenReader(
  { sort, arguments: asked }: ListedDirectory,
  read: (asked: ListArguments) => Promise<EntriesForPeople>,
): (limit: number) => Promise<ScreenPage> {
  let dotNames = 0;
  let entries: EntriesForPeople | undefined;
  const sorter = new PageSorter(asked, sort, async (part) => {
    const found = await (await read(part)).page();
    dotNames = found.dotNames;
    return directoriesFirst(found.page);
  });
  return async (limit) => {
    if (sort !== "name") {
      const { page, notes } = await sorter.page(limit);
      return withDotNames({ page, notes, openDepths: new Set() }, dotNames, asked);
    }
    // A page that turns out to be too long for the window is not read again.
    entries ??= await read({ ...asked, limit });
    const { page, openDepths, dotNames: leftOut } = await entries.page(limit);
    return withDotNames({ page: directoriesFirst(page), notes: [], openDepths }, leftOut, asked);
  };
}

/** The screen with a line on the dot names that were left out. If there is nothing else, that line says it all. */
function withDotNames(screen: ScreenPage, count: number, asked: ListArguments): ScreenPage {
  if (count === 0) {
    return screen;
  }
  const [names, them] = count === 1 ? ["dot name", "it"] : ["dot names", "them"];
  const note = `[${writeNumber(count)} ${names} left out; -a shows ${them}]`;
  const { filtered, ...page } = screen.page;
  const isAll = filtered === true && leavesOnlyDotNamesOut(asked);
  return { ...screen, page: isAll ? page : screen.page, notes: [...screen.notes, note] };
}

/** Whether a terminal leaves out dot names, and the user asked for no other filter. */
function leavesOnlyDotNamesOut({ hidden, include, exclude, gitignore }: ListArguments): boolean {
  return [hidden, include, exclude].every((given) => given === undefined) && gitignore !== "omit";
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
