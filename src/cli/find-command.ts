// `dirleaf find [words…]`: files by words in their paths, or the newest. A pipe gets the answer that a model would get. A terminal gets a path
// on each line, the best first. Paths are never cut, so that they can be copied.
import type { FoundFile, FoundFiles } from "../find/search-answer.ts";
import { renderAge, renderCount } from "../text/amounts.ts";
import { type Line, renderCursor } from "../text/entry-label.ts";
import { largestFitting } from "../tooling/cut-text.ts";
import { searchFiles } from "../tools/find-files.ts";
import type { CommandLine } from "./command-line.ts";
import { forEachDirectory, type NamedDirectory } from "./directories.ts";
import { answerLines, endLines, noteLine, printAnswer } from "./print-answer.ts";
import { showProgress } from "./progress.ts";
import { rowsOf } from "./screen.ts";
import type { TerminalProcess } from "./terminal-process.ts";

/** About how many tokens a path takes at most. */
const TOKENS_PER_PATH = 40;

/** Searches a directory and returns the exit code: 1 if nothing was found. */
export async function runFindCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const { options, operands: words } = command;
  const search = async (directory: NamedDirectory): Promise<number> => {
    const { dirPath, settings } = directory;
    const rows = directory.audience === "people" && !options.has("budget") ? directory.rows : undefined;
    // Enough to fill the window, if the user does not say how much.
    const budget = rows && rows * TOKENS_PER_PATH;
    const answer = await showProgress(terminal, (onProgress) =>
      searchFiles({ budget, ...options.toolArguments, dirPath, words, onProgress }, settings),
    );
    const found = answer.data();
    await printAnswer(directory, terminal, {
      ...answer,
      paths: () => ({ entries: found.files, notes: endLines(found) }),
      lines: () => foundLines(found, rows, directory.columns),
    });
    return found.files.length === 0 ? 1 : 0;
  };
  return forEachDirectory(command, terminal, search, [options.last("dir") ?? "."]);
}

/** The answer for people, with as many paths as fit in the window, but at least one. */
function foundLines(found: FoundFiles, rows = Infinity, columns = Infinity): Line[] {
  const paths = found.files.map((file): Line => [
    { text: renderCursor(file), role: file.kind },
    ...noteLine(notesOf(file)),
  ]);
  const show = (shown: number): Line[] => {
    const rest = renderCount(paths.length - shown);
    // Separate from what `found` says about paths that the budget left out.
    const cut = `[${rest} more than fit the window; --budget ${rows * TOKENS_PER_PATH} shows them]`;
    return answerLines(found, [...paths.slice(0, shown), ...(shown < paths.length ? [noteLine(cut)] : [])]);
  };
  // The last row is the shell's.
  const fitting = largestFitting(paths.length, (shown) => rowsOf(show(shown), columns) < rows);
  return show(Math.max(fitting, Math.min(paths.length, 1)));
}

/** The age of the newest files, and whether git ignores it. */
function notesOf({ modifiedMs, ignored }: FoundFile): string {
  const age = modifiedMs === undefined ? "" : ` [${renderAge(Date.now() - modifiedMs)}]`;
  return `${age}${ignored === true ? " [ignored]" : ""}`;
}
