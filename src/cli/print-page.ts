// Prints a page that the library returned: as JSON, with `--long` into a pipe, or on a terminal as a drawn tree that fits the window. On a
// terminal the last line has the command for the next page, to be pasted, in place of the tool's own words.
import { LIST_DIR_ARGUMENTS } from "../tools/list-dir.ts";
import { listDir } from "../tools/list-dir.ts";
import { openStores } from "../calls/open-stores.ts";
import type { ListDirPage } from "../text/listing.ts";
import { ELLIPSIS, renderEnd, renderHeader } from "../text/closing-lines.ts";
import { toLines, type ListingLine } from "../text/listing.ts";
import { renderCount } from "../text/entry-label.ts";
import { renderPageJson } from "../text/listing.ts";
import { MAX_SORTED, sortPage } from "./sort-page.ts";
import { FAINT, renderSpans, rowsOf } from "./coloured-line.ts";
import { entrySpans, entryView, renderEntryLine, writeColumns, type EntryView } from "./entry-line.ts";
import { storeOf, type NamedDirectory } from "./directories.ts";
import { renderNextCommand } from "./next-command.ts";
import { print, printSafe } from "./print.ts";
import { showProgress } from "./progress.ts";
import { windowOf, type TerminalProcess } from "./terminal-process.ts";

/** The entries of a page if neither the user nor the window says how many. */
const USUAL_LIMIT = LIST_DIR_ARGUMENTS.limit.default;

/** How many pages to try, each shorter than the one before, if a page has more lines than the window. */
const MAX_TRIES = 3;

/** Prints a page for a pipe or as JSON. Throws a `FunctionCallError`. */
export async function printPage(directory: NamedDirectory, terminal: TerminalProcess): Promise<void> {
  const { dirPath, command, head } = directory;
  const { options } = command;
  const { toolArguments: asked } = options;
  const stores = await openStores([dirPath], storeOf(command));
  const sort = sortOf(directory);
  const limit = asked.limit ?? USUAL_LIMIT;
  const given = await showProgress(terminal, ({ onProgress }) =>
    listDir({ ...toRequest(directory, limit), dirPath, stores, onProgress }),
  );
  const page = sort === undefined ? given : sortPage(given, sort, { ...asked, limit });
  if (options.has("json")) {
    await print(terminal.output, `${renderPageJson(page)}\n`);
    return;
  }
  const view = entryView(command, terminal);
  const entries = page.entries.map((entry) => renderEntryLine(entry, view));
  const lines = [renderHeader(page.root), ...entries, ...sortNotes(given, sort), ...renderEnd(page)];
  await printSafe(terminal.output, `${head}${lines.join("\n")}\n`);
}

/** Prints a page for people. Throws a `FunctionCallError`. */
export async function printScreen(directory: NamedDirectory, terminal: TerminalProcess): Promise<void> {
  const { dirPath, command, operand, head, rows } = directory;
  const { toolArguments: asked } = command.options;
  const others = new Set(command.operands.map(({ index }) => index).filter((index) => index !== operand.index));
  const words = command.argv.filter((_, index) => !others.has(index));
  const { columns } = windowOf(terminal.output);
  const stores = await openStores([dirPath], storeOf(command));
  const sort = sortOf(directory);
  const view = entryView(command, terminal);
  // The first line and the shell's next prompt take a line each.
  let limit = asked.limit ?? (rows === undefined ? USUAL_LIMIT : Math.max(rows - 2, 1));
  const lines = await showProgress(terminal, async ({ onProgress, restart }) => {
    let given: ListDirPage | undefined;
    for (let tries = 1; ; tries += 1) {
      // A sorted page is made shorter without another read.
      given =
        (sort && given) ??
        (await listDir({ hidden: false, ...toRequest(directory, limit), dirPath, stores, onProgress }));
      const page = sort === undefined ? given : sortPage(given, sort, { ...asked, limit });
      const rendered = renderPage(page, sortNotes(given, sort), view, words);
      const excess = rows === undefined ? 0 : rowsOf(rendered, columns) + 1 - rows;
      // A limit that the user gave stands, whatever the window.
      if (asked.limit !== undefined || excess <= 0 || limit === 1 || tries === MAX_TRIES) {
        return rendered;
      }
      limit = Math.max(limit - excess, 1);
      restart();
    }
  });
  await printSafe(terminal.output, `${head}${lines.join("\n")}\n`);
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

/** The lines of a page, with `notes` after the entries. The first line and the last ones are not cut: they are there to be copied. */
function renderPage(page: ListDirPage, notes: readonly string[], view: EntryView, words: readonly string[]): string[] {
  const rows = toRows(toLines(page.entries));
  const guides = treeGuides(rows);
  const entries = rows.map(({ line }, index) => {
    const name = line === undefined ? [{ text: ELLIPSIS, colour: FAINT }] : entrySpans(line.entry, line.label, view);
    const before = [{ text: writeColumns(line?.entry, view) }, { text: guides[index] as string, colour: FAINT }];
    return renderSpans([...before, ...name], view);
  });
  const { moreThan: _more, ...end } = page;
  const last = [...renderEnd(end), ...notes, ...renderNextCommand(page, words)];
  const uncut = { ...view, columns: undefined };
  return [renderHeader(page.root), ...entries, ...last.map((text) => renderSpans([{ text, colour: FAINT }], uncut))];
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
