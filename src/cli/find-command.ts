// `dirleaf find [words…]`: files by words of their paths, or the newest. In a pipe it is the answer that a model would get. On a terminal
// there is a path on each line, the best first.
import { searchFiles } from "../tools/find-files.ts";
import { isStorePath } from "../calls/open-stores.ts";
import { mayBeDirectory } from "../calls/refuse-missing-roots.ts";
import { escapeLines } from "../text/entry-label.ts";
import { renderEnd } from "../text/closing-lines.ts";
import { lookOf } from "./coloured-line.ts";
import {
  forEachDirectory,
  isForPeople,
  isForPrograms,
  settingsFor,
  toDirPath,
  type NamedDirectory,
} from "./directories.ts";
import type { CommandLine } from "./command-line.ts";
import { print, printSafe } from "./print.ts";
import { budgetFor, renderFound } from "./find-screen.ts";
import { withOptions, writeCommand } from "./next-command.ts";
import { printPaths, wantsPaths } from "./print-paths.ts";
import { showProgress } from "./progress.ts";
import { windowOf, type TerminalProcess } from "./terminal-process.ts";
import { quoteWord } from "./usage-error.ts";

/** Searches a directory and returns the exit code: 1 if nothing was found. */
export async function runFindCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const { options } = command;
  const words = command.operands.map(({ value }) => value);
  const search = async (directory: NamedDirectory): Promise<number> => {
    const { dirPath } = directory;
    const [forPeople, asPaths] = [isForPeople(command, terminal), wantsPaths(command)];
    const window = forPeople && !options.has("budget") ? windowOf(terminal.output) : {};
    const settings = settingsFor(directory, !forPeople && !isForPrograms(command));
    const { found, text } = await showProgress(terminal, ({ onProgress }) =>
      searchFiles({ ...options.toolArguments, ...budgetFor(window), dirPath, words, onProgress }, settings),
    );
    if (asPaths) {
      await printPaths(dirPath, found.files, renderEnd(found), command, terminal);
    } else if (options.has("json")) {
      await print(terminal.output, `${escapeLines(JSON.stringify(found))}\n`);
    } else {
      const shown = forPeople ? renderFound(found, words, lookOf(options, terminal), window).join("\n") : text;
      await printSafe(terminal.output, `${shown}\n`);
    }
    await hintAtDirectory(command, terminal);
    return found.files.length === 0 ? 1 : 0;
  };
  return forEachDirectory(command, terminal, search, [{ value: options.last("dir") ?? ".", index: -1 }]);
}

/** If one of several words is a directory, as in `find <word> <dir>`, tells the user how to search a directory here. */
async function hintAtDirectory({ argv, operands, options }: CommandLine, terminal: TerminalProcess): Promise<void> {
  if (operands.length < 2 || options.has("dir")) {
    return;
  }
  for (const { value: word, index } of operands) {
    // The working directory is searched anyway.
    if (!isStorePath(word) && !/^\.\/*$/.test(word) && mayBeDirectory(toDirPath(word, terminal))) {
      const others = argv.filter((_, position) => position !== index);
      const better = writeCommand(withOptions(others, ["-C", word]));
      await print(terminal.stderr, `dirleaf: ${quoteWord(word)} is a directory; to search it: ${better}\n`);
      return;
    }
  }
}
