// Prints a page that the library returned: as JSON, with `--long` into a pipe, or on a terminal as a drawn tree that fits the window. On a
// terminal the last line has the command for the next page, to be pasted, in place of the tool's own words.
import { LIST_DIR_ARGUMENTS } from "../tools/list-dir.ts";
import { listDir } from "../tools/list-dir.ts";
import { openStores } from "../calls/open-stores.ts";
import type { ListDirEntry, ListDirPage } from "../text/listing.ts";
import { ELLIPSIS, renderEnd, renderHeader } from "../text/closing-lines.ts";
import { toLines, type ListingLine } from "../text/listing.ts";
import { renderCount } from "../text/entry-label.ts";
import { renderPageJson } from "../text/listing.ts";
import { MAX_SORTED, sortPage } from "./sort-page.ts";
import { FAINT, renderSpans, rowsOf } from "./coloured-line.ts";
import { entrySpans, entryView, renderEntryLine, writeColumns, type EntryView } from "./entry-line.ts";
import { storeOf, type NamedDirectory } from "./directories.ts";
import { renderMoreBelow, renderNextCommand, withOptions, wordsFor } from "./next-command.ts";
import { printPaths, wantsPaths } from "./print-paths.ts";
import { print, printSafe } from "./print.ts";
import { showProgress } from "./progress.ts";
import { windowOf, type TerminalProcess } from "./terminal-process.ts";

/** The entries of a page if neither the user nor the window says how many. */
const USUAL_LIMIT = LIST_DIR_ARGUMENTS.limit.default;

/** How many pages to try, each shorter than the one before, if a page has more lines than the window. */
const MAX_TRIES = 3;

/** Prints a page for programs: as JSON, as paths, or with `--long`. Throws a `FunctionCallError`. */
export async function printPage(directory: NamedDirectory, terminal: TerminalProcess): Promise<void> {
  const { dirPath, command, head } = directory;
  const { toolArguments: asked } = command.options;
  const stores = await openStores([dirPath], storeOf(command));
  const sort = sortOf(directory);
  const limit = asked.limit ?? USUAL_LIMIT;
  const read = await showProgress(terminal, ({ onProgress }) =>
    listDir({ ...toRequest(directory, limit), dirPath, stores, onProgress }),
  );
  const page = sort === undefined ? read : sortPage(read, sort, { ...asked, limit });
  if (wantsPaths(command)) {
    const entries = page.entries.filter(({ context }) => context !== true);
    await printPaths(dirPath, entries, renderEnd(page), command, terminal);
  } else if (command.options.has("json")) {
    await print(terminal.output, `${renderPageJson(page)}\n`);
  } else {
    const view = entryView(command, terminal);
    const entries = page.entries.map((entry) => renderEntryLine(entry, view));
    const lines = [renderHeader(page.root), ...entries, ...sortNotes(read, sort), ...renderEnd(page)];
    await printSafe(terminal.output, `${head}${lines.join("\n")}\n`);
  }
}

/** Prints a page for people. Throws a `FunctionCallError`. */
export async function printScreen(directory: NamedDirectory, terminal: TerminalProcess): Promise<void> {
  const { dirPath, command, head, rows } = directory;
  const stores = await openStores([dirPath], storeOf(command));
  const view = entryView(command, terminal);
  const { columns } = windowOf(terminal.output);
  // Where the user chooses nothing, the window does.
  const isFree = rows !== undefined && CHOOSING.every((name) => !command.options.has(name));
  const lines = await showProgress(terminal, async ({ onProgress, restart }) => {
    const read: ReadEntries = (choice) => {
      restart();
      return listDir({ hidden: false, ...toRequest(directory, choice.limit), ...choice, dirPath, stores, onProgress });
    };
    // The last row is the shell's.
    const fits = (text: readonly string[]) => rows === undefined || rowsOf(text, columns) < rows;
    const levels = isFree ? await fitLevels(read, directory, view, fits) : undefined;
    return levels ?? fitPage(read, isFree, directory, view, columns);
  });
  await printSafe(terminal.output, `${head}${lines.join("\n")}\n`);
}

/** The options that choose which entries a page has. */
const CHOOSING = ["depth", "limit", "offset", "after", "order", "include", "sort"];

/** Reads so many entries, down to a level. A sorted page needs more entries than it shows. */
type ReadEntries = (choice: { readonly limit: number; readonly depth?: number }) => Promise<ListDirPage>;

/** The entries that fit the window beside the first line, and the line of the shell. */
function roomIn(rows: number | undefined): number {
  return rows === undefined ? USUAL_LIMIT : Math.max(rows - 2, 1);
}

/** As many levels as fit the window whole; undefined if not even the first does. */
async function fitLevels(
  read: ReadEntries,
  { command, operand, rows }: NamedDirectory,
  view: EntryView,
  fits: (lines: readonly string[]) => boolean,
): Promise<string[] | undefined> {
  const page = await read({ limit: roomIn(rows), depth: Infinity });
  const deepest = page.entries.reduce(
    (depth, entry) => (entry.context === true ? depth : Math.max(depth, entry.depth)),
    0,
  );
  if (page.moreThan === undefined) {
    const lines = renderPage(page, renderEnd(page), view);
    if (fits(lines)) {
      return lines;
    }
  }
  for (let levels = deepest - 1; levels > 0; levels -= 1) {
    const entries = page.entries.filter(({ depth }) => depth <= levels);
    const last = [renderMoreBelow(levels, wordsFor(command, operand))];
    const lines = renderPage({ root: page.root, entries }, last, view);
    if (fits(lines)) {
      return lines;
    }
  }
  return undefined;
}

/** A page, shortened until it fits the window unless the user has said how long it is. `isFree`: it has one level, and so the next have. */
async function fitPage(
  read: ReadEntries,
  isFree: boolean,
  directory: NamedDirectory,
  view: EntryView,
  columns: number | undefined,
): Promise<string[]> {
  const { command, operand, rows } = directory;
  const { toolArguments: asked } = command.options;
  const words = wordsFor(command, operand);
  const sort = sortOf(directory);
  let limit = asked.limit ?? roomIn(rows);
  let all: ListDirPage | undefined;
  for (let tries = 1; ; tries += 1) {
    // A sorted page is made shorter without another read.
    all =
      (sort && all) ?? (await read({ limit: sort === undefined ? limit : MAX_SORTED, ...(isFree && { depth: 1 }) }));
    const page = sort === undefined ? all : sortPage(all, sort, { ...asked, limit });
    const { moreThan, ...end } = page;
    const next =
      isFree && moreThan === undefined
        ? [renderMoreBelow(1, words)]
        : renderNextCommand(page, isFree ? withOptions(words, ["-L", "1"]) : words);
    const lines = renderPage(page, [...renderEnd(end), ...sortNotes(all, sort), ...next], view);
    const excess = rows === undefined ? 0 : rowsOf(lines, columns) + 1 - rows;
    // A limit that the user gave stands, whatever the window.
    if (asked.limit !== undefined || excess <= 0 || limit === 1 || tries === MAX_TRIES) {
      return lines;
    }
    limit = Math.max(limit - excess, 1);
  }
}

function sortOf({ command }: NamedDirectory): "size" | "time" | undefined {
  const sort = command.options.last("sort");
  return sort === "size" || sort === "time" ? sort : undefined;
}

/** The request for a page of `limit` entries. Sorting needs more entries than the page shows. */
function toRequest(directory: NamedDirectory, limit: number) {
  const { options } = directory.command;
  const { toolArguments: asked } = options;
  const details = options.has("long") || asked.details === true;
  return { ...asked, details, limit, ...(sortOf(directory) !== undefined && { offset: 1, limit: MAX_SORTED }) };
}

function sortNotes({ moreThan }: ListDirPage, sort: string | undefined): string[] {
  const count = renderCount(MAX_SORTED);
  return sort === undefined || moreThan === undefined
    ? []
    : [`[sorted by ${sort}: the first ${count} entries, of more]`];
}

/** A row of the tree: an entry, or `…` for entries on other pages. */
interface Row {
  readonly indent: number;
  readonly line?: ListingLine;
}

/** The lines of a page, with `last` after the entries. The first line and the last ones are not cut: they are there to be copied. */
function renderPage({ root, entries }: ListedEntries, last: readonly string[], view: EntryView): string[] {
  const rows = toRows(toLines(entries));
  const guides = treeGuides(rows);
  const lines = rows.map(({ line }, index) => {
    const name = line === undefined ? [{ text: ELLIPSIS, colour: FAINT }] : entrySpans(line.entry, line.label, view);
    const before = [{ text: writeColumns(line?.entry, view) }, { text: guides[index] as string, colour: FAINT }];
    return renderSpans([...before, ...name], view);
  });
  const uncut = { ...view, columns: undefined };
  return [root, ...lines, ...last.map((text) => renderSpans([{ text, colour: FAINT }], uncut))];
}

interface ListedEntries {
  readonly root: string;
  readonly entries: readonly ListDirEntry[];
}

function toRows(lines: readonly ListingLine[]): Row[] {
  const rows: Row[] = [];
  /** The indentation of each `…` for entries on later pages that is still to come, after all that is below its entry. */
  const due: number[] = [];
  for (const line of lines) {
    const { indent } = line;
    while ((due.at(-1) ?? -1) >= indent) {
      rows.push({ indent: due.pop() as number });
    }
    rows.push(...(line.entry.moreBefore === true ? [{ indent }] : []), { indent, line });
    due.push(...(line.entry.moreAfter === true ? [indent] : []));
  }
  return [...rows, ...due.toReversed().map((indent) => ({ indent }))];
}

/** The lines that are drawn before each name. Made from the last row up. */
function treeGuides(rows: readonly Row[]): string[] {
  const guides: string[] = [];
  /** Whether a row of this indentation follows in the same directory. */
  const follows: boolean[] = [];
  for (const { indent } of rows.toReversed()) {
    follows.length = Math.min(follows.length, indent + 1);
    const above = Array.from({ length: indent }, (_, level) => (follows[level] === true ? "│  " : "   "));
    guides.push(above.join("") + (follows[indent] === true ? "├─ " : "└─ "));
    follows[indent] = true;
  }
  return guides.toReversed();
}
