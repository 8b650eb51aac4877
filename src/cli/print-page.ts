// Prints a page that the library returned: as JSON, with `--long` into a pipe, or on a terminal as a drawn tree that fits the window. On a
// terminal the last line has the command for the next page, to be pasted, in place of the tool's own words.
import { ELLIPSIS, renderEnd, renderHeader } from "../text/closing-lines.ts";
import { renderCount } from "../text/entry-label.ts";
import { renderPageJson, toLines, type ListDirPage, type ListingLine } from "../text/listing.ts";
import { LIST_DIR_ARGUMENTS, listDir } from "../tools/list-dir.ts";
import type { OnProgress } from "../tooling/tool.ts";
import { FAINT, renderSpans, rowsOf } from "./coloured-line.ts";
import type { NamedDirectory } from "./directories.ts";
import { entrySpans, entryView, renderEntryLine, writeColumns, type EntryView } from "./entry-line.ts";
import { renderMoreBelow, renderNextCommand, withOptions, wordsFor } from "./next-command.ts";
import { printPaths, wantsPaths } from "./print-paths.ts";
import { showProgress } from "./progress.ts";
import { MAX_SORTED, sortPage } from "./sort-page.ts";
import type { ToolArguments } from "./command-line.ts";
import { printEscaped, print, type TerminalProcess, windowOf } from "./terminal-process.ts";

/** The entries of a page if neither the user nor the window says how many. */
const USUAL_LIMIT = LIST_DIR_ARGUMENTS.limit.default;

/** How many pages to try, each shorter than the one before, if a page has more lines than the window. */
const MAX_TRIES = 3;

/** The options that choose which entries a page has. */
const CHOOSING = ["depth", "limit", "offset", "after", "order", "include", "sort"];

/** Prints a page for programs: as JSON, as paths, or with `--long`. Throws a `FunctionCallError`. */
export async function printPage(directory: NamedDirectory, terminal: TerminalProcess): Promise<void> {
  const { command, head } = directory;
  const { page, notes } = await showProgress(terminal, ({ onProgress }) => readOrdered(directory, {}, onProgress));
  if (wantsPaths(command)) {
    const entries = page.entries.filter(({ context }) => context !== true);
    await printPaths(directory, entries, renderEnd(page), terminal);
  } else if (command.options.has("json")) {
    await printEscaped(terminal.output, `${renderPageJson(page)}\n`);
  } else {
    const view = entryView(command, terminal);
    const entries = page.entries.map((entry) => renderEntryLine(entry, view));
    const lines = [renderHeader(page.root), ...entries, ...notes, ...renderEnd(page)];
    await print(terminal.output, `${head}${lines.join("\n")}\n`);
  }
}

/** Prints a page for people. Throws a `FunctionCallError`. */
export async function printScreen(directory: NamedDirectory, terminal: TerminalProcess): Promise<void> {
  const { command, head, rows = Infinity } = directory;
  const { columns } = windowOf(terminal.output);
  // Where the user chooses nothing, the window does.
  const isFree = rows !== Infinity && CHOOSING.every((name) => !command.options.has(name));
  const lines = await showProgress(terminal, async ({ onProgress }) => {
    const screen: Screen = {
      directory,
      view: entryView(command, terminal),
      read: (choice) => readOrdered(directory, { hidden: false, ...choice }, onProgress),
      // The last row is the shell's.
      excessOf: (text) => rowsOf(text, columns) + 1 - rows,
    };
    return (isFree && (await fitLevels(screen))) || fitScreen(screen, isFree);
  });
  await print(terminal.output, `${head}${lines.join("\n")}\n`);
}

/** A page, and what is to be said about its order. */
interface OrderedPage {
  readonly page: ListDirPage;
  readonly notes: readonly string[];
}

/** The part of a window that shows a directory. */
interface Screen {
  readonly directory: NamedDirectory;
  readonly view: EntryView;
  /** Reads a page. The argument is for what the options leave open. */
  readonly read: (choice: ToolArguments) => Promise<OrderedPage>;
  /** How many rows too many some lines take; negative if there is room left. */
  readonly excessOf: (lines: readonly string[]) => number;
}

/** The page that the options ask for. `choice` is for what they leave open. */
async function readOrdered(
  { dirPath, stores, command }: NamedDirectory,
  choice: ToolArguments,
  onProgress: OnProgress,
): Promise<OrderedPage> {
  const { options } = command;
  const asked = { limit: USUAL_LIMIT, ...choice, ...options.toolArguments };
  const request = { ...asked, details: options.has("long") || asked.details === true, dirPath, stores, onProgress };
  const sort = options.last("sort");
  if (sort !== "size" && sort !== "time") {
    return { page: await listDir(request), notes: [] };
  }
  const all = await listDir({ ...request, offset: 1, limit: MAX_SORTED });
  const note = `[sorted by ${sort}: the first ${renderCount(MAX_SORTED)} entries, of more]`;
  return { page: sortPage(all, sort, asked), notes: all.moreThan === undefined ? [] : [note] };
}

/** The entries that fit the window beside the first line, and the line of the shell. */
function roomIn({ rows }: NamedDirectory): number {
  return rows === undefined ? USUAL_LIMIT : Math.max(rows - 2, 1);
}

/** As many levels as fit the window whole; undefined if not even the first does. */
async function fitLevels({ directory, view, read, excessOf }: Screen): Promise<string[] | undefined> {
  const { page } = await read({ limit: roomIn(directory), depth: Infinity });
  const { root, entries } = page;
  const isWhole = page.moreThan === undefined;
  const deepest = entries.reduce((most, { context, depth }) => (context === true ? most : Math.max(most, depth)), 0);
  const least = isWhole && deepest === 0 ? 0 : 1;
  // The deepest level of a page that is cut may be cut itself.
  for (let levels = isWhole ? deepest : deepest - 1; levels >= least; levels -= 1) {
    const isAll = isWhole && levels === deepest;
    const last = isAll ? renderEnd(page) : [renderMoreBelow(levels, wordsFor(directory))];
    const lines = renderScreen({ root, entries: entries.filter(({ depth }) => depth <= levels) }, last, view);
    if (excessOf(lines) <= 0) {
      return lines;
    }
  }
  return undefined;
}

/** A page, shortened until it fits the window unless the user has said how long it is. `isFree`: it has one level, and so the next have. */
async function fitScreen({ directory, view, read, excessOf }: Screen, isFree: boolean): Promise<string[]> {
  const words = withOptions(wordsFor(directory), isFree ? ["-L", "1"] : []);
  let limit = roomIn(directory);
  for (let tries = 1; ; tries += 1) {
    const { page, notes } = await read({ limit, ...(isFree && { depth: 1 }) });
    const { moreThan, ...end } = page;
    // All of the first level, where there was no room to say that there are others.
    const below = isFree && moreThan === undefined ? [renderMoreBelow(1, wordsFor(directory))] : [];
    const lines = renderScreen(page, [...renderEnd(end), ...notes, ...renderNextCommand(page, words), ...below], view);
    const excess = excessOf(lines);
    // A limit that the user gave stands, whatever the window.
    if (directory.command.options.has("limit") || excess <= 0 || limit === 1 || tries === MAX_TRIES) {
      return lines;
    }
    limit = Math.max(limit - excess, 1);
  }
}

/** A row of the tree: an entry, or `…` for entries on other pages. */
interface Row {
  readonly indent: number;
  readonly line?: ListingLine;
}

/** The lines of a page, with `last` after the entries. The first line and the last ones are not cut: they are there to be copied. */
function renderScreen({ root, entries }: ListDirPage, last: readonly string[], view: EntryView): string[] {
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
