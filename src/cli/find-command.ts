// `dirleaf find [words…]`: files by words of their paths, or the newest. In a pipe it is the answer that a model would get. On a terminal
// there is a path on each line, the best first, with what matched in colour. Paths are never cut: they are there to be copied. One that is
// wider than the window goes on in the next line, after a slash.
import type { FoundFile, FoundFiles } from "../find/find-in-tree.ts";
import { renderEnd } from "../text/closing-lines.ts";
import { renderAge, renderCount } from "../text/entry-label.ts";
import { matchedParts } from "../text/matched-parts.ts";
import { renderCursor } from "../text/shown-path.ts";
import { largestFitting } from "../tooling/cut-text.ts";
import { searchFiles } from "../tools/find-files.ts";
import { COLOURS, FAINT, lookOf, paint, rowsOf, widthOf, type Line, type Look, type Span } from "./coloured-line.ts";
import type { CommandLine } from "./command-line.ts";
import { forEachDirectory, type NamedDirectory } from "./directories.ts";
import { printAnswer } from "./print-answer.ts";
import { showProgress } from "./progress.ts";
import { print, type TerminalProcess } from "./terminal-process.ts";
import { UsageError } from "./usage-error.ts";

/** About how many tokens a path takes at most. */
const TOKENS_PER_PATH = 40;

/** Searches a directory and returns the exit code: 1 if nothing was found. */
export async function runFindCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const { options, operands: words, name } = command;
  if (words.includes("")) {
    throw new UsageError("a word must not be empty; without words, find shows the newest files", name);
  }
  const search = async (directory: NamedDirectory): Promise<number> => {
    const { dirPath, settings } = directory;
    const forPeople = directory.audience === "people";
    const rows = forPeople && !options.has("budget") ? directory.rows : undefined;
    // Enough to fill the window, if the user does not say how much.
    const budget = rows && rows * TOKENS_PER_PATH;
    const answer = await showProgress(terminal, (onProgress) =>
      searchFiles({ budget, ...options.toolArguments, dirPath, words, onProgress }, settings),
    );
    const found = answer.data();
    if (forPeople) {
      const look = lookOf(options, terminal);
      const isNewest = options.toolArguments.newest === true || words.length === 0;
      const paths = found.files.map((file) => pathLines(file, words, look.columns));
      await print(terminal.output, `${paint(foundLines(found, paths, isNewest, look, rows), look)}\n`);
    } else {
      const forms = { ...answer, entries: () => found.files, notes: () => renderEnd(found) };
      await printAnswer(directory, terminal, forms);
    }
    return found.files.length === 0 ? 1 : 0;
  };
  return forEachDirectory(command, terminal, search, [options.last("dir") ?? "."]);
}

/** The lines of what was found, as many paths as fit in the window, but at least one. */
function foundLines(found: FoundFiles, paths: Line[][], isNewest: boolean, { columns }: Look, rows = Infinity): Line[] {
  const show = (shown: number): Line[] => {
    const cut = paths.length - shown;
    const older = { ...found.notShown, count: (found.notShown?.count ?? 0) + cut, older: true } as const;
    const last = renderEnd(isNewest && cut > 0 ? { ...found, notShown: older } : found);
    if (!isNewest && cut > 0) {
      // A line of its own: what `found` says of its guesses is true of what the budget left out.
      const budget = rows * TOKENS_PER_PATH;
      last.unshift(`[${renderCount(cut)} more than fit the window; --budget ${budget} shows them]`);
    }
    return [[{ text: found.root }], ...paths.slice(0, shown).flat(), ...last.map((text) => [{ text, colour: FAINT }])];
  };
  // The last row is the shell's.
  const fitting = largestFitting(paths.length, (shown) => rowsOf(show(shown), columns) < rows);
  return show(Math.max(fitting, Math.min(paths.length, 1)));
}

const MATCHED = "1;31";

const INDENT = "  ";

/**
 * The lines of a path, what matched in a colour of its own, with its notes after the last. It is broken at slashes alone: a name that is
 * wider than the window is left whole.
 */
function pathLines(file: FoundFile, words: readonly string[], columns: number = Infinity): Line[] {
  const path = renderCursor(file);
  const matched = matchedParts(path, words);
  const notes = { text: notesOf(file), colour: FAINT };
  const lines: Span[][] = [[]];
  let [start, width] = [0, 0];
  for (const name of path.split(/(?<=\/)/u)) {
    const end = start + name.length;
    const taken = widthOf(end === path.length ? name + notes.text : name);
    if (start > 0 && width + taken > columns) {
      lines.push([{ text: INDENT }]);
      width = INDENT.length;
    }
    width += taken;
    const cuts = [start, ...matched.flat().filter((cut) => cut > start && cut < end), end];
    for (const [index, from] of cuts.slice(0, -1).entries()) {
      const isMatched = matched.some(([first, last]) => from >= first && from < last);
      lines.at(-1)?.push({
        text: path.slice(from, cuts[index + 1]),
        colour: isMatched ? MATCHED : COLOURS[file.kind],
      });
    }
    start = end;
  }
  lines.at(-1)?.push(notes);
  return lines;
}

/** The age if that was asked for and is known, and whether git ignores it. */
function notesOf({ modifiedMs, ignored }: FoundFile): string {
  const age = modifiedMs === undefined ? "" : ` [${renderAge(Date.now() - modifiedMs)}]`;
  return `${age}${ignored === true ? " [ignored]" : ""}`;
}
