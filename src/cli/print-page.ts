// `dirleaf --json`, and `dirleaf --long` in a pipe: a page as the library returns it.
import { listDir } from "../listing/list-dir.ts";
import { renderEnd, renderHeader } from "../render/our-words.ts";
import { renderPageJson } from "../render/render-page-json.ts";
import { openStores } from "../listing/open-stores.ts";
import { isColoured, paintLine } from "./colour.ts";
import { renderLongLine } from "./long-line.ts";
import type { ListCommand } from "./parse-listings.ts";
import { print, printSafe } from "./print.ts";
import { sortNote, sortPage } from "./sort-page.ts";
import type { TerminalProcess } from "./terminal-process.ts";
import { watchWork } from "./watch-work.ts";

/** Prints a page behind `head` and returns the exit code. Throws a `FunctionCallError`. */
export async function printPage(
  command: ListCommand,
  dirPath: string,
  host: TerminalProcess,
  head: string,
): Promise<number> {
  const stores = await openStores([dirPath], command.store);
  const page = await watchWork(host, ({ onProgress }) =>
    listDir({ ...command.arguments, dirPath, details: command.long, stores, onProgress }),
  );
  if (command.json) {
    await print(host.stdout, `${renderPageJson(page)}\n`);
    return 0;
  }
  const paint = isColoured(command.color, host) ? paintLine : (line: string) => line;
  const entries = sortPage(page, command.sort).entries.map((entry) => renderLongLine(entry, paint));
  const note = sortNote(page, command.sort);
  const end = [...(note === undefined ? [] : [note]), ...renderEnd(page)];
  const lines = [renderHeader(page.root), ...entries, ...end.map(paint)];
  await printSafe(host.stdout, `${head}${lines.join("\n")}\n`);
  return 0;
}
