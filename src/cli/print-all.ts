// `--all`: prints everything below a directory while it is read, so that memory does not grow with the output.
import { renderEnd, renderHeader } from "../text/closing-lines.ts";
import { plain, renderLabel, type Line } from "../text/entry-label.ts";
import { entrySpans, type ListDirEntry } from "../text/listing.ts";
import { walkRuns } from "../tools/walk-dir.ts";
import type { NamedDirectory } from "./directories.ts";
import { endLines, noteLine, notesOn, pathWriter, printNotes, printsPaths, type PathEntry } from "./print-answer.ts";
import { print, type TerminalProcess } from "./terminal-process.ts";

/** How many characters are printed at once. */
const PRINTED_AT_ONCE = 64 * 1024;

export async function printAll(directory: NamedDirectory, terminal: TerminalProcess): Promise<void> {
  const { command, dirPath, settings, head, audience } = directory;
  const asPaths = printsPaths(command);
  const draw = await drawer(directory, terminal);
  const outline = new Outline();
  const unreadable: PathEntry[] = [];
  let write: ((entry: ListDirEntry) => string) | undefined;
  let text = "";
  const runs = walkRuns({ ...command.options.toolArguments, dirPath }, settings);
  let run = await runs.next();
  for (; run.done !== true; run = await runs.next()) {
    const { entries, shownRoot, path } = run.value;
    if (write === undefined) {
      write = asPaths ? pathWriter(path, command, terminal) : (entry) => `${draw(outline.linesOf(entry))}\n`;
      text += asPaths ? "" : `${head}${audience === "people" ? shownRoot : renderHeader(shownRoot)}\n`;
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
  const ending = audience === "people" ? endLines(end) : asPaths ? [] : renderEnd(end);
  await print(terminal.output, text + ending.map((line) => `${draw([noteLine(line)])}\n`).join(""));
  if (asPaths) {
    await printNotes(notesOn(end, unreadable), terminal);
  }
}

function plainly(lines: readonly Line[]): string {
  return lines.map(plain).join("\n");
}

/** Returns a function that writes lines: for people as wide as their window, and in colours. */
async function drawer(
  { command, columns, audience }: NamedDirectory,
  terminal: TerminalProcess,
): Promise<(lines: readonly Line[]) => string> {
  if (audience !== "people") {
    return plainly;
  }
  const { fit, isColoured, paint } = await import("./screen.ts");
  const write = isColoured(command.options, terminal) ? paint : plainly;
  return (lines) => write(fit(lines, columns));
}

/** Writes entries in order `tree`. Directories that are not entries themselves come before the first entry in them. */
class Outline {
  /** The names of the last line: of its directories, and its own. */
  #last: readonly string[] = [];

  linesOf(entry: ListDirEntry): Line[] {
    const names = entry.path.split("/");
    let shared = 0;
    while (shared < names.length - 1 && names[shared] === this.#last[shared]) {
      shared += 1;
    }
    this.#last = names;
    const above = names.slice(shared, -1).map((name, index): Line => {
      return [{ text: indent(shared + index) }, { text: renderLabel(name, "directory"), role: "directory" }];
    });
    const own = entrySpans(entry, renderLabel(names.at(-1) as string, entry.kind));
    return [...above, [{ text: indent(names.length - 1) }, ...own]];
  }
}

function indent(levels: number): string {
  return "  ".repeat(levels);
}
