// `dirleaf --all`: prints a whole tree, from its first entry to its last, while reading it.
import { listDirAll, type ListDirPart } from "../listing/list-dir-all.ts";
import type { ListDirEntry } from "../render/list-dir-page.ts";
import { renderEnd } from "../render/page-end.ts";
import { renderEntry, renderHead } from "../render/render-entry.ts";
import { renderEntryJson } from "../render/render-page-json.ts";
import { openStores } from "../listing/open-stores.ts";
import { isColoured, paintLine } from "./colour.ts";
import { renderLongLine } from "./long-line.ts";
import type { ListCommand } from "./parse-command.ts";
import { print, printSafe } from "./print.ts";
import type { TerminalProcess } from "./terminal-process.ts";
import { watchWork } from "./watch-work.ts";

/** How many lines to write at once. Between two writes we notice a reader that is slow or gone. */
const LINES_AT_ONCE = 1000;

/** Prints everything and returns the exit code. Throws a `FunctionCallError`. */
export async function printAll(command: ListCommand, dirPath: string, host: TerminalProcess): Promise<number> {
  const stores = await openStores([dirPath], command.store);
  const toLine = lineMaker(command, host);
  const { limit: _limit, offset: _offset, order: _order, ...request } = command.arguments;
  let unfinished = 0;
  await watchWork(host, async ({ onProgress, restart, clear }) => {
    const write = async (lines: readonly string[]): Promise<boolean> => {
      clear();
      return lines.length === 0 || printSafe(host.stdout, `${lines.join("\n")}\n`);
    };
    let isFirst = true;
    for await (const part of listDirAll({
      ...request,
      dirPath,
      details: command.long,
      stores,
      onProgress,
      cacheBytes: 0,
    })) {
      restart();
      const head = isFirst && !command.json ? [renderHead(part)] : [];
      isFirst = false;
      const end = command.json ? [] : renderEnd(part);
      if (!(await write(head)) || !(await writeEntries(part, toLine, write)) || !(await write(end))) {
        return;
      }
      unfinished += part.unfinished.length;
      clear();
      for (const entry of part.unfinished) {
        await print(host.stderr, `dirleaf: the rest is missing of: ${renderEntry({ ...entry, depth: 1 })}\n`);
      }
    }
  });
  return unfinished === 0 ? 0 : 1;
}

async function writeEntries(
  { entries }: ListDirPart,
  toLine: (entry: ListDirEntry) => string,
  write: (lines: readonly string[]) => Promise<boolean>,
): Promise<boolean> {
  for (let start = 0; start < entries.length; start += LINES_AT_ONCE) {
    if (!(await write(entries.slice(start, start + LINES_AT_ONCE).map(toLine)))) {
      return false;
    }
  }
  return true;
}

function lineMaker({ json, long, color }: ListCommand, host: TerminalProcess): (entry: ListDirEntry) => string {
  if (json) {
    return renderEntryJson;
  }
  const paint = isColoured(color, host) ? paintLine : (line: string) => line;
  return long ? (entry) => renderLongLine(entry, paint) : (entry) => paint(renderEntry(entry));
}
