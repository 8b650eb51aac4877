// `dirleaf --all` on a terminal. A line is printed before the next one is known, so there are no lines of a tree, only indentation.
import type { ListDirEntry } from "../../render/listing.ts";
import { toShownLines, type ShownLine } from "../../render/render-listing.ts";
import { isColoured } from "../colour.ts";
import type { ListCommand } from "../parse-listings.ts";
import type { TerminalProcess } from "../terminal-process.ts";
import { entrySpans } from "./entry-spans.ts";
import { longColumns } from "./long-columns.ts";
import { readLsColors } from "./ls-colors.ts";
import { readModes } from "./read-modes.ts";
import { renderSpans } from "./span.ts";
import { windowOf } from "./window.ts";

/** The lines of some entries, none of which shares its line. */
export async function renderEntries(
  entries: readonly ListDirEntry[],
  { long, color, arguments: asked }: ListCommand,
  dirPath: string,
  host: TerminalProcess,
): Promise<string[]> {
  const { columns } = windowOf(host.stdout);
  const look = { columns, isColoured: isColoured(color, host) };
  const modeOf = long ? await readModes(dirPath, entries) : () => undefined;
  const hasDetails = asked.details === true && !long;
  const view = { colourOf: readLsColors(host.env["LS_COLORS"]), modeOf, hasDetails };
  const writeColumns = longColumns(columns, true);
  return entries.map((entry) => {
    const [line] = toShownLines([entry]) as [ShownLine];
    const text = long ? writeColumns({ ...entry, mode: modeOf(entry) }) : "";
    return renderSpans([{ text: text + "  ".repeat(entry.depth - 1) }, ...entrySpans(line, view)], look);
  });
}
