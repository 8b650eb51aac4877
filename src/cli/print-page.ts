// `dirleaf --json` and `dirleaf --long`: a page as the library returns it.
import { listDir } from "../listing/list-dir.ts";
import type { ListDirPage } from "../render/list-dir-page.ts";
import { renderEnd } from "../render/page-end.ts";
import { renderHead } from "../render/render-entry.ts";
import { renderPageJson } from "../render/render-page-json.ts";
import { openStores } from "../listing/open-stores.ts";
import { isColoured, paintLine } from "./colour.ts";
import { renderLongLine } from "./long-line.ts";
import { showNextCommand } from "./next-command.ts";
import type { ListCommand } from "./parse-command.ts";
import { print, printSafe } from "./print.ts";
import { isTerminal, type TerminalProcess } from "./terminal-process.ts";
import { watchWork } from "./watch-work.ts";

/** Prints a page and returns the exit code. Throws a `FunctionCallError`. */
export async function printPage(command: ListCommand, dirPath: string, host: TerminalProcess): Promise<number> {
  const stores = await openStores([dirPath], command.store);
  const page = await watchWork(host, ({ onProgress }) =>
    listDir({ ...command.arguments, dirPath, details: command.long, stores, onProgress }),
  );
  if (command.json) {
    await print(host.stdout, `${renderPageJson(page)}\n`);
    return 0;
  }
  const isPainted = isColoured(command.color, host);
  const end = isTerminal(host.stdout)
    ? renderEnd(page).map((line) => showNextCommand(line, host.argv.slice(2)))
    : renderEnd(page);
  await printSafe(host.stdout, renderLongPage(page, end, isPainted ? paintLine : (line) => line));
  return 0;
}

function renderLongPage(page: ListDirPage, end: readonly string[], paint: (line: string) => string): string {
  const entries = page.entries.map((entry) => renderLongLine(entry, paint));
  const lines = [renderHead(page), ...entries, ...end.map(paint)];
  return `${lines.join("\n")}\n`;
}
