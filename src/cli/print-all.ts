// `dirleaf --all`: prints a whole tree, from its first entry to its last, while reading it.
import { listDirAll, type ListDirPart } from "../listing/list-dir-all.ts";
import type { ListDirEntry } from "../render/listing.ts";
import { renderEnd, renderHeader } from "../render/our-words.ts";
import { renderEntry } from "../render/render-listing.ts";
import { renderEntryJson } from "../render/render-page-json.ts";
import { openStores } from "../listing/open-stores.ts";
import { isColoured, paintLine } from "./colour.ts";
import { renderLongLine } from "./long-line.ts";
import type { ListCommand } from "./parse-listings.ts";
import { print, printSafe } from "./print.ts";
import { isTerminal, type TerminalProcess } from "./terminal-process.ts";
import { watchWork } from "./watch-work.ts";

/** How many lines to write at once. Between two writes we notice a reader that is slow or gone. */
const LINES_AT_ONCE = 1000;

/** The lines of some entries. */
type LineMaker = (entries: readonly ListDirEntry[]) => readonly string[] | Promise<readonly string[]>;

/** Prints everything behind `above` and returns the exit code. Throws a `FunctionCallError`. */
export async function printAll(
  command: ListCommand,
  dirPath: string,
  host: TerminalProcess,
  above: string,
): Promise<number> {
  const stores = await openStores([dirPath], command.store);
  const toLines = await lineMaker(command, dirPath, host);
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
      const head = isFirst && !command.json ? [above + renderHeader(part.root)] : [];
      isFirst = false;
      const end = command.json ? [] : renderEnd(part);
      if (!(await write(head)) || !(await writeEntries(part, toLines, write)) || !(await write(end))) {
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
  toLines: LineMaker,
  write: (lines: readonly string[]) => Promise<boolean>,
): Promise<boolean> {
  for (let start = 0; start < entries.length; start += LINES_AT_ONCE) {
    if (!(await write(await toLines(entries.slice(start, start + LINES_AT_ONCE))))) {
      return false;
    }
  }
  return true;
}

async function lineMaker(command: ListCommand, dirPath: string, host: TerminalProcess): Promise<LineMaker> {
  if (command.json) {
    return (entries) => entries.map(renderEntryJson);
  }
  if (isTerminal(host.stdout)) {
    const { renderEntries } = await import("./terminal/render-entries.ts");
    return (entries) => renderEntries(entries, command, dirPath, host);
  }
  const paint = isColoured(command.color, host) ? paintLine : (line: string) => line;
  const toLine = command.long
    ? (entry: ListDirEntry) => renderLongLine(entry, paint)
    : (entry: ListDirEntry) => paint(renderEntry(entry));
  return (entries) => entries.map(toLine);
}
