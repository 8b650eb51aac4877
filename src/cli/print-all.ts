// `dirleaf --all`: prints a whole tree, from its first entry to its last, while reading it.
import { listDirAll } from "../tools/list-dir-all.ts";
import { renderEntryJson, renderMarks, renderName, type ListDirEntry } from "../text/listing.ts";
import { renderEnd, renderHeader } from "../text/closing-lines.ts";
import { cutLine, entrySpans, lookOf, paint } from "./coloured-line.ts";
import type { NamedDirectory } from "./directories.ts";
import { pathWriter, wantsPaths } from "./print-answer.ts";
import { showProgress } from "./progress.ts";
import { printEscaped, print, type TerminalProcess } from "./terminal-process.ts";

/** How many lines to write at once. Between two writes we notice a reader that is slow or gone. */
const LINES_AT_ONCE = 1000;

/** Prints everything and returns the exit code. Throws a `FunctionCallError`. */
export async function printAll(directory: NamedDirectory, terminal: TerminalProcess): Promise<number> {
  const { command, dirPath, stores, audience, head } = directory;
  const write = entryWriter(directory, terminal);
  const isBare = audience === "programs";
  let isFirst = true;
  let unfinished = 0;
  await showProgress(terminal, async ({ onProgress, clear }) => {
    const request = { ...command.options.toolArguments, dirPath, stores, onProgress, cacheBytes: 0 };
    for await (const part of listDirAll(request)) {
      const header = audience === "people" ? part.root : renderHeader(part.root);
      const lines = [
        ...(isFirst && !isBare ? [`${head}${header}\n`] : []),
        ...part.entries.map(write),
        ...(isBare ? [] : renderEnd(part).map((line) => `${line}\n`)),
      ];
      for (let start = 0; start < lines.length; start += LINES_AT_ONCE) {
        clear();
        if (!(await print(terminal.output, lines.slice(start, start + LINES_AT_ONCE).join("")))) {
          return;
        }
      }
      isFirst = false;
      unfinished += part.unfinished.length;
      clear();
      for (const entry of part.unfinished) {
        await printEscaped(terminal.stderr, `dirleaf: incomplete: ${renderName(entry)}${renderMarks(entry)}\n`);
      }
    }
  });
  return unfinished === 0 ? 0 : 1;
}

/** Returns a function that writes an entry, with what ends it. */
function entryWriter(directory: NamedDirectory, terminal: TerminalProcess): (entry: ListDirEntry) => string {
  const { command } = directory;
  if (wantsPaths(command)) {
    const write = pathWriter(directory, terminal);
    return (entry) => (entry.context === true ? "" : write(entry));
  }
  if (command.options.has("json")) {
    return (entry) => `${renderEntryJson(entry)}\n`;
  }
  const look = lookOf(command.options, terminal);
  return (entry) => {
    const [indent, name] = ["  ".repeat(entry.depth - 1), renderName(entry)];
    // A million lines may go into a pipe, and spans would take three times as long.
    return directory.audience === "people"
      ? `${paint([cutLine([{ text: indent }, ...entrySpans(entry, name)], look.columns)], look)}\n`
      : `${indent}${name}${renderMarks(entry)}\n`;
  };
}
