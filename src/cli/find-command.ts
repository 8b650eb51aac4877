// `dirleaf find [words…]`: files by words of their paths, or the newest. In a pipe it is the answer that a model would get. On a terminal
// there is a path on each line, the best first. Paths are never cut: they are there to be copied.
import type { FoundFile, FoundFiles } from "../find/find-in-tree.ts";
import { searchFiles } from "../tools/find-files.ts";
import { isStorePath } from "../calls/open-stores.ts";
import { refuseMissingRoots } from "../calls/refuse-missing-roots.ts";
import { escapeLines, renderAge } from "../text/entry-label.ts";
import { toTreePath } from "../text/listing.ts";
import { renderEnd, renderHeader } from "../text/closing-lines.ts";
import { renderCursor } from "../text/shown-path.ts";
import { FAINT, lookOf, type Look, renderSpans, rowsOf, type Span } from "./coloured-line.ts";
import { settingsFor, isForPeople, toDirPath } from "./directories.ts";
import type { CommandLine } from "./command-line.ts";
import { print, printSafe, reportError } from "./print.ts";
import { writeCommand } from "./next-command.ts";
import { showProgress } from "./progress.ts";
import { windowOf, type TerminalProcess } from "./terminal-process.ts";
import { quoteWord, toCommandLineError } from "./usage-error.ts";

/** Searches a directory and returns the exit code: 1 if nothing was found. */
export async function runFindCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const { options } = command;
  const dirPath = toDirPath(options.last("dir") ?? ".", terminal);
  const words = command.operands.map(({ value }) => value);
  try {
    const [isJson, forPeople] = [options.has("json"), isForPeople(command, terminal)];
    const window = isJson || options.has("budget") ? NO_WINDOW : windowOf(terminal.output);
    const budget = window.rows === undefined ? {} : { budget: window.rows * TOKENS_PER_PATH };
    const settings = await settingsFor(dirPath, command, !isJson && !forPeople);
    const { found, text } = await showProgress(terminal, ({ onProgress }) =>
      searchFiles({ ...options.toolArguments, ...budget, dirPath, words, onProgress }, settings),
    );
    if (isJson) {
      await print(terminal.output, `${escapeLines(JSON.stringify(found))}\n`);
    } else {
      const shown = forPeople ? renderFound(found, lookOf(options, terminal), window).join("\n") : text;
      await printSafe(terminal.output, `${shown}\n`);
    }
    await hintAtDirectory(command, terminal);
    return found.files.length === 0 ? 1 : 0;
  } catch (error) {
    return reportError(toCommandLineError(command, error), terminal);
  }
}

const NO_WINDOW = { rows: undefined, columns: undefined };

/** If the first of several words is a directory, as in `find <dir> …`, tells the user how to search a directory here. */
async function hintAtDirectory({ argv, operands, options }: CommandLine, terminal: TerminalProcess): Promise<void> {
  const [first, second] = operands;
  if (first === undefined || second === undefined || options.has("dir") || isStorePath(first.value)) {
    return;
  }
  const { value: word, index } = first;
  // The working directory is searched anyway.
  if (/^\.\/*$/.test(word) || (await refuseMissingRoots([toDirPath(word, terminal)], undefined).catch(() => true))) {
    return;
  }
  const others = argv.filter((_, position) => position !== index);
  const at = others.indexOf("find") + 1;
  const better = writeCommand([...others.slice(0, at), "-C", word, ...others.slice(at)]);
  await print(terminal.stderr, `dirleaf: ${quoteWord(word)} is a directory; to search it: ${better}\n`);
}

/** About how many tokens a path takes at most. */
const TOKENS_PER_PATH = 40;

/** The lines of what was found, as many paths as fit in the window. `rows` is undefined if all are shown. */
function renderFound(found: FoundFiles, look: Look, { rows, columns }: ReturnType<typeof windowOf>): string[] {
  const { root, files, readDirectories: _read, ...end } = found;
  const uncut = { ...look, columns: undefined };
  const now = Date.now();
  const paths = files.map((file) => renderSpans(fileSpans(file, look, now), uncut));
  const render = (shown: number): string[] => {
    const count = (end.notShown?.count ?? 0) + files.length - shown;
    const last = renderEnd({ ...end, ...(count > 0 && { notShown: { ...end.notShown, count } }) });
    const notes = last.map((text) => renderSpans([{ text, colour: FAINT }], uncut));
    return [renderHeader(root), ...paths.slice(0, shown), ...notes];
  };
  let shown = files.length;
  // The last row is the shell's.
  for (const room = rows ?? Infinity; shown > 1 && rowsOf(render(shown), columns) >= room;) {
    shown -= 1;
  }
  return render(shown);
}

/** The path, its age if that was asked for and is known, and whether git ignores it. */
function fileSpans(file: FoundFile, { colourOf }: Look, now: number): Span[] {
  const { kind, modifiedMs, ignored } = file;
  const age = modifiedMs === undefined ? "" : ` [${renderAge(now - modifiedMs)}]`;
  const notes = `${age}${ignored === true ? " [ignored]" : ""}`;
  return [
    { text: renderCursor(toTreePath(file), kind), colour: colourOf(file) },
    { text: notes, colour: FAINT },
  ];
}
