// A page of a listing for people: a drawn tree that fits the window.
import { ELLIPSIS } from "../text/closing-lines.ts";
import { toLines, type ListDirEntry, type ListDirPage, type ListingLine } from "../text/listing.ts";
import { cutLine, entrySpans, FAINT, lookOf, paint, rowsOf, type Line, type Look } from "./coloured-line.ts";
import type { ToolArguments } from "./command-line.ts";
import { endLines } from "./end-lines.ts";
import type { NamedDirectory } from "./directories.ts";
import type { TerminalProcess } from "./terminal-process.ts";

/** The options that choose which entries a page has. */
const CHOOSING = ["depth", "limit", "offset", "after", "order", "include"];

/** Reads a page. The argument is for what the options leave open. */
type ReadPage = (choice: ToolArguments) => Promise<ListDirPage>;

/** The text of a page, of any length if `rows` is undefined. */
export async function renderScreen(read: ReadPage, named: NamedDirectory, terminal: TerminalProcess): Promise<string> {
  const look = lookOf(named.command.options, terminal);
  return paint(await fitPage(read, named, look), look);
}

/** The lines of a page. Where the user chooses nothing, the window does: it shows as many levels as fit whole. */
async function fitPage(read: ReadPage, { command, rows }: NamedDirectory, { columns }: Look): Promise<Line[]> {
  if (rows === undefined || command.options.has("all")) {
    return pageLines(await read({ hidden: false }), columns);
  }
  const { options } = command;
  const isFree = CHOOSING.every((name) => !options.has(name));
  // The first row is the header's, the last one the shell's.
  let limit = Math.max(rows - 2, 1);
  // The deepest level of the window's own first choice may be cut.
  let mayEnd = !isFree;
  for (;;) {
    // Level by level, a page of any depth goes on where the one before ended.
    const page = await read({ hidden: false, depth: Infinity, limit });
    const lines = pageLines(page, columns);
    const excess = rowsOf(lines, columns) + 1 - rows;
    const fits = excess <= 0 && (mayEnd || page.moreThan === undefined);
    // A limit that the user gave stands, whatever the window.
    if (fits || limit === 1 || options.has("limit")) {
      return lines;
    }
    const upper = isFree ? countUpper(page.entries) : 0;
    limit = upper || Math.max(limit - excess, 1);
    mayEnd = true;
  }
}

/** How many entries are above the deepest level, which may be cut. */
function countUpper(entries: readonly ListDirEntry[]): number {
  const depths = entries.filter(({ context }) => context !== true).map(({ depth }) => depth);
  const deepest = Math.max(...depths);
  return depths.filter((depth) => depth < deepest).length;
}

/** A row of the tree: an entry, or `…` for entries on other pages. */
interface Row {
  readonly indent: number;
  readonly line?: ListingLine;
}

/** The lines of a page. The first one and those after the entries are not cut: they are there to be copied. */
function pageLines({ root, entries, ...end }: ListDirPage, columns: number | undefined): Line[] {
  const rows = toRows(toLines(entries));
  const guides = treeGuides(rows);
  const lines = rows.map(({ line }, index) => {
    const name = line === undefined ? [{ text: ELLIPSIS, colour: FAINT }] : entrySpans(line.entry, line.label);
    return cutLine([{ text: guides[index] as string, colour: FAINT }, ...name], columns);
  });
  return [[{ text: root }], ...lines, ...endLines(end).map((text) => [{ text, colour: FAINT }])];
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
