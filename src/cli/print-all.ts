// `--all` for programs and in a pipe: prints everything below a directory while it is read, so that memory does not grow with the output.
import { renderEnd, renderHeader } from "../text/closing-lines.ts";
import { plain, renderLabel } from "../text/entry-label.ts";
import { entrySpans, type ListDirEntry } from "../text/listing.ts";
import { walkRuns } from "../tools/walk-dir.ts";
import type { NamedDirectory } from "./directories.ts";
import { notesOn, pathWriter, printNotes, printsPaths, type PathEntry } from "./print-answer.ts";
import { print, type TerminalProcess } from "./terminal-process.ts";

/** How many characters are printed at once. */
const PRINTED_AT_ONCE = 64 * 1024;

export async function printAll(
  { command, dirPath, settings, head }: NamedDirectory,
  terminal: TerminalProcess,
): Promise<void> {
  const asPaths = printsPaths(command);
  const outline = new Outline();
  const unreadable: PathEntry[] = [];
  let write: ((entry: ListDirEntry) => string) | undefined;
  let text = "";
  const runs = walkRuns({ ...command.options.toolArguments, dirPath }, settings);
  let run = await runs.next();
  for (; run.done !== true; run = await runs.next()) {
    const { entries, shownRoot, path } = run.value;
    if (write === undefined) {
      write = asPaths ? pathWriter(path, command, terminal) : (entry) => outline.linesOf(entry);
      text += asPaths ? "" : `${head}${renderHeader(shownRoot)}\n`;
    }
    for (const entry of entries) {
      text += write(entry);
      unreadable.push(...(entry.problem === undefined ? [] : [entry]));
    }
    if (text.length > PRINTED_AT_ONCE) {
      await print(terminal.output, text);
      text = "";
    }
  }
  const end = run.value;
  await print(
    terminal.output,
    text +
      (asPaths
        ? ""
        : renderEnd(end)
            .map((line) => `${line}\n`)
            .join("")),
  );
  if (asPaths) {
    await printNotes(notesOn(end, unreadable), terminal);
  }
}

/** Writes entries in order `tree`. Directories that are not entries themselves come before the first entry in them. */
class Outline {
  /** The names of the last line: of its directories, and its own. */
  #last: readonly string[] = [];

  linesOf(entry: ListDirEntry): string {
    const names = entry.path.split("/");
    let shared = 0;
    while (shared < names.length - 1 && names[shared] === this.#last[shared]) {
      shared += 1;
    }
    this.#last = names;
    const above = names.slice(shared, -1).map((name, index) => indent(shared + index) + renderLabel(name, "directory"));
    const own = plain(entrySpans(entry, renderLabel(names.at(-1) as string, entry.kind)));
    return [...above, indent(names.length - 1) + own, ""].join("\n");
  }
}

function indent(levels: number): string {
  return "  ".repeat(levels);
}
