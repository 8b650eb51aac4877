// `dirleaf --all`: prints a whole tree, from its first entry to its last, while reading it.
import { listDirAll } from "../tools/list-dir-all.ts";
import { openStores } from "../calls/open-stores.ts";
import type { ListDirEntry } from "../text/listing.ts";
import { renderEnd, renderHeader } from "../text/closing-lines.ts";
import { renderEntry } from "../text/listing.ts";
import { renderEntryJson } from "../text/listing.ts";
import { entryView, renderEntryLine } from "./entry-line.ts";
import { storeOf, type NamedDirectory } from "./directories.ts";
import { print, printSafe } from "./print.ts";
import { showProgress } from "./progress.ts";
import type { TerminalProcess } from "./terminal-process.ts";

/** How many lines to write at once. Between two writes we notice a reader that is slow or gone. */
const LINES_AT_ONCE = 1000;

/** Prints everything and returns the exit code. Throws a `FunctionCallError`. */
export async function printAll(directory: NamedDirectory, terminal: TerminalProcess): Promise<number> {
  const { dirPath, command, head } = directory;
  const { options } = command;
  const [isJson, isLong] = [options.has("json"), options.has("long")];
  const stores = await openStores([dirPath], storeOf(command));
  const view = entryView(command, terminal);
  const toLine = isJson ? renderEntryJson : (entry: ListDirEntry) => renderEntryLine(entry, view);
  let isFirst = true;
  let unfinished = 0;
  await showProgress(terminal, async ({ onProgress, restart, clear }) => {
    const { order: _order, ...request } = options.toolArguments;
    for await (const part of listDirAll({ ...request, dirPath, details: isLong, stores, onProgress, cacheBytes: 0 })) {
      restart();
      const header = isFirst && !isJson ? [head + renderHeader(part.root)] : [];
      const lines = [...header, ...part.entries.map(toLine), ...(isJson ? [] : renderEnd(part))];
      for (let start = 0; start < lines.length; start += LINES_AT_ONCE) {
        clear();
        if (!(await printSafe(terminal.output, `${lines.slice(start, start + LINES_AT_ONCE).join("\n")}\n`))) {
          return;
        }
      }
      isFirst = false;
      unfinished += part.unfinished.length;
      clear();
      for (const entry of part.unfinished) {
        await print(terminal.stderr, `dirleaf: incomplete: ${renderEntry({ ...entry, depth: 1 })}\n`);
      }
    }
  });
  return unfinished === 0 ? 0 : 1;
}
