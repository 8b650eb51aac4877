// `dirleaf [dir]` on a terminal: a page as long as the window.
import { listDir } from "../../listing/list-dir.ts";
import { openStores } from "../../listing/open-stores.ts";
import type { ListDirPage } from "../../render/listing.ts";
import { isColoured } from "../colour.ts";
import type { ListCommand } from "../parse-listings.ts";
import { printSafe } from "../print.ts";
import { sortNote, sortPage } from "../sort-page.ts";
import type { TerminalProcess } from "../terminal-process.ts";
import { watchWork } from "../watch-work.ts";
import { widthOf } from "./display-width.ts";
import { readLsColors } from "./ls-colors.ts";
import { readModes } from "./read-modes.ts";
import { renderPage } from "./render-page.ts";
import { windowOf } from "./window.ts";

/** The first line of a page and the shell's next prompt. */
const OTHER_LINES = 2;

/** How often a page is read at most, because its lines are more than the window has. */
const MOST_TRIES = 3;

/** The codes of colours, which take no room. */
// oxlint-disable-next-line no-control-regex
const COLOUR = /\x1b\[[\d;]*m/g;

/**
 * Prints a page behind `head`, and returns how many lines of the window both took. `rows`: how many they may take. Throws a
 * `FunctionCallError`.
 */
export async function printScreen(
  command: ListCommand,
  dirPath: string,
  host: TerminalProcess,
  rows: number | undefined,
  head: string,
): Promise<number> {
  const stores = await openStores([dirPath], command.store);
  const lines = await watchWork(host, ({ onProgress, restart }) =>
    fitPage(command.arguments.limit, rows && rows - head.length, windowOf(host.stdout).columns, async (limit) => {
      restart();
      const details = command.long || command.arguments.details;
      const page = await listDir({ ...command.arguments, limit, dirPath, details, stores, onProgress });
      return renderFor(page, command, dirPath, host);
    }),
  );
  await printSafe(host.stdout, `${head}${lines.join("\n")}\n`);
  return rowsOf(lines, windowOf(host.stdout).columns) + head.length;
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

async function renderFor(
  found: ListDirPage,
  command: ListCommand,
  dirPath: string,
  host: TerminalProcess,
): Promise<string[]> {
  const page = sortPage(found, command.sort);
  return renderPage(page, {
    columns: windowOf(host.stdout).columns,
    isColoured: isColoured(command.color, host),
    colourOf: readLsColors(host.env["LS_COLORS"]),
    modeOf: command.long ? await readModes(dirPath, page.entries) : () => undefined,
    hasDetails: command.arguments.details === true && !command.long,
    isLong: command.long,
    words: command.words,
    note: sortNote(found, command.sort),
  });
}
