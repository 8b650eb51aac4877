// `dirleaf find [words…]`: files by words of their paths, or the newest. In a pipe it is the answer that a model would get. On a terminal
// there is a path on each line, the best first. Paths are never cut: they are there to be copied.
import type { FoundFile, FoundFiles } from "../find/find-in-tree.ts";
import { findFiles } from "../tools/find-files.ts";
import { isStorePath, openStores } from "../calls/open-stores.ts";
import { refuseMissingRoots } from "../calls/refuse-missing-roots.ts";
import { escapeLines, renderAge } from "../text/entry-label.ts";
import { toTreePath } from "../text/listing.ts";
import { renderEnd, renderHeader } from "../text/closing-lines.ts";
import { renderCursor } from "../text/shown-path.ts";
import { callTool } from "./call-command.ts";
import { FAINT, lookOf, type Look, renderSpans, rowsOf, type Span } from "./coloured-line.ts";
import { isForPeople, storeOf, toDirPath } from "./directories.ts";
import type { TypedCommand } from "./parse-command.ts";
import { print, printSafe, reportError } from "./print.ts";
import { quoteForShell } from "./print-page.ts";
import { showProgress } from "./progress.ts";
import { windowOf, type TerminalProcess } from "./terminal-process.ts";
import { quoteWord, toCommandLineError } from "./usage-error.ts";

/** Searches a directory and returns the exit code: 1 if nothing was found. */
export async function runFindCommand(command: TypedCommand, terminal: TerminalProcess): Promise<number> {
  const { options } = command;
  const dirPath = toDirPath(options.last("dir") ?? ".", terminal);
  const words = command.operands.map(({ value }) => value);
  const store = storeOf(command);
  try {
    if (!options.has("json") && !isForPeople(options, terminal)) {
      const { modifiedWithin: modified_within, ...asked } = options.toolArguments;
      const json = JSON.stringify({ dir_path: dirPath, words, ...asked, modified_within });
      const answer = await callTool({ toolName: "find_files", json, profiles: ["leaf"], store }, terminal);
      await print(terminal.output, `${answer}\n`);
      await hintAtDirectory(command, terminal);
      return NOTHING_FOUND.test(answer) ? 1 : 0;
    }
    const window = options.has("json") || options.has("budget") ? NO_WINDOW : windowOf(terminal.output);
    const budget = window.rows === undefined ? {} : { budget: window.rows * TOKENS_PER_PATH };
    const stores = await openStores([dirPath], store);
    const found = await showProgress(terminal, ({ onProgress }) =>
      findFiles({ ...options.toolArguments, ...budget, dirPath, words, stores, onProgress }),
    );
    if (options.has("json")) {
      await print(terminal.output, `${escapeLines(JSON.stringify(found))}\n`);
    } else {
      await printSafe(terminal.output, `${renderFound(found, lookOf(options, terminal), window).join("\n")}\n`);
    }
    await hintAtDirectory(command, terminal);
    return found.files.length === 0 ? 1 : 0;
  } catch (error) {
    return reportError(toCommandLineError(command, error), terminal);
  }
}

const NO_WINDOW = { rows: undefined, columns: undefined };

/** An answer without entries: the lines that otherwise come last follow the first line. No name on a map has a space that is not in quotes. */
const NOTHING_FOUND = /^[^\n]*\n\[(?:empty\](?![^\n])|(?:no entry|nothing|not readable:|stopped|timed out) )/;

/** If the first of several words is a directory, as in `find <dir> …`, tells the user how to search a directory here. */
async function hintAtDirectory({ argv, operands, options }: TypedCommand, terminal: TerminalProcess): Promise<void> {
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
  const better = ["dirleaf", ...others.slice(0, at), "-C", word, ...others.slice(at)].map(quoteForShell);
  await print(terminal.stderr, `dirleaf: ${quoteWord(word)} is a directory; to search it: ${better.join(" ")}\n`);
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
