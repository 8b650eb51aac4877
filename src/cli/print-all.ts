// `dirleaf --all`: prints a whole tree, from its first entry to its last, while reading it.
import { listDirAll } from "../listing/list-dir-all.ts";
import type { ListDirEntry } from "../render/listing.ts";
import { renderEnd, renderHeader } from "../render/our-words.ts";
import { renderEntry } from "../render/render-listing.ts";
import { renderEntryJson } from "../render/render-page-json.ts";
import { openStores } from "../listing/open-stores.ts";
import { entryView, renderEntryLine } from "./entry-spans.ts";
import type { ListedDirectory } from "./parse-command.ts";
import { print, printSafe } from "./print.ts";
import { isTerminal, type TerminalProcess } from "./terminal-process.ts";
import { watchWork } from "./watch-work.ts";

/** How many lines to write at once. Between two writes we notice a reader that is slow or gone. */
const LINES_AT_ONCE = 1000;

/** The lines of some entries. */
type LineMaker = (entries: readonly ListDirEntry[]) => readonly string[] | Promise<readonly string[]>;

/** Prints everything after `above`, and returns the exit code. Throws a `FunctionCallError`. */
export async function printAll(listed: ListedDirectory, host: TerminalProcess, above: string): Promise<number> {
  const { dirPath, json, long } = listed;
  const { limit: _limit, offset: _offset, order: _order, ...asked } = listed.arguments;
  const stores = await openStores([dirPath], listed.store);
  const toLines = await lineMaker(listed, host);
  let head = json ? undefined : above;
  let unfinished = 0;
  await watchWork(host, async ({ onProgress, restart, clear }) => {
    const write = async (lines: readonly string[]): Promise<boolean> => {
      clear();
      return lines.length === 0 || printSafe(host.output, `${lines.join("\n")}\n`);
    };
    const request = { ...asked, dirPath, details: long, stores, onProgress, cacheBytes: 0 };
    for await (const part of listDirAll(request)) {
      restart();
      const isRead =
        (await write(head === undefined ? [] : [head + renderHeader(part.root)])) &&
        (await writeEntries(part.entries, toLines, write)) &&
        (await write(json ? [] : renderEnd(part)));
      if (!isRead) {
        return;
      }
      head = undefined;
      unfinished += part.unfinished.length;
      clear();
      for (const entry of part.unfinished) {
        await print(host.stderr, `dirleaf: the rest is missing of: ${renderEntry({ ...entry, depth: 1 })}\n`);
      }
    }
  });
  return unfinished === 0 ? 0 : 1;
}

/** Writes entries at the reader's pace. Returns whether the reader is still there. */
async function writeEntries(
  entries: readonly ListDirEntry[],
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

async function lineMaker(listed: ListedDirectory, host: TerminalProcess): Promise<LineMaker> {
  if (listed.json) {
    return (entries) => entries.map(renderEntryJson);
  }
  if (listed.long && isTerminal(host.output)) {
    const { readModes } = await import("./terminal/read-modes.ts");
    return async (entries) => {
      const view = entryView(listed, host, await readModes(listed.dirPath, entries));
      return entries.map((entry) => renderEntryLine(entry, view));
    };
  }
  const view = entryView(listed, host, new Map());
  return (entries) => entries.map((entry) => renderEntryLine(entry, view));
}
