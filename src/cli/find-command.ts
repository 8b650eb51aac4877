// `dirleaf find [words…]`: files by words of their paths, or the newest. In a pipe it is the answer that a model would get. On a terminal
// there is a path on each line, the best first, with what matched in colour. Paths are never cut: they are there to be copied. One that is
// wider than the window goes on in the next line, after a slash.
import { isStorePath } from "../calls/open-stores.ts";
import { mayBeDirectory } from "../calls/check-roots.ts";
import type { FoundFile, FoundFiles } from "../find/find-in-tree.ts";
import { renderEnd } from "../text/closing-lines.ts";
import { escapeLines, renderAge } from "../text/entry-label.ts";
import { toTreePath } from "../text/listing.ts";
import { matchedParts, type MatchedPart } from "../text/matched-parts.ts";
import { renderCursor } from "../text/shown-path.ts";
import { searchFiles } from "../tools/find-files.ts";
import { FAINT, COLOURS, lookOf, renderSpans, rowsOf, widthOf, type Look, type Span } from "./coloured-line.ts";
import type { CommandLine } from "./command-line.ts";
import {
  forEachDirectory,
  isForPeople,
  isForPrograms,
  settingsFor,
  toDirPath,
  type NamedDirectory,
} from "./directories.ts";
import { printPaths, wantsPaths } from "./print-paths.ts";
import { showProgress } from "./progress.ts";
import { printEscaped, print, windowOf, type TerminalProcess } from "./terminal-process.ts";
import { quoteWord } from "./usage-error.ts";

/** About how many tokens a path takes at most. */
const TOKENS_PER_PATH = 40;

/** Searches a directory and returns the exit code: 1 if nothing was found. */
export async function runFindCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const { options, operands: words } = command;
  const forPeople = isForPeople(command, terminal);
  const window: Window = forPeople && !options.has("budget") ? windowOf(terminal.output) : {};
  // Enough to fill the window, if the user does not say how much.
  const filled = { budget: window.rows && window.rows * TOKENS_PER_PATH };
  const search = async (directory: NamedDirectory): Promise<number> => {
    const settings = settingsFor(directory, !forPeople && !isForPrograms(command));
    const { found, text } = await showProgress(terminal, ({ onProgress }) =>
      searchFiles({ ...filled, ...options.toolArguments, dirPath: directory.dirPath, words, onProgress }, settings),
    );
    if (wantsPaths(command)) {
      await printPaths(directory, found.files, renderEnd(found), terminal);
    } else {
      const shown = forPeople
        ? renderFound(found, words, lookOf(options, terminal), window).join("\n")
        : options.has("json")
          ? escapeLines(JSON.stringify(found))
          : text;
      await print(terminal.output, `${shown}\n`);
    }
    await hintAtDirectory(command, terminal);
    return found.files.length === 0 ? 1 : 0;
  };
  return forEachDirectory(command, terminal, search, [options.last("dir") ?? "."]);
}

/** If one of several words is a directory, as in `find <word> <dir>`, tells the user how to search a directory here. */
async function hintAtDirectory({ operands, options }: CommandLine, terminal: TerminalProcess): Promise<void> {
  if (operands.length < 2 || options.has("dir")) {
    return;
  }
  const directory = operands.find(
    // The working directory is searched anyway.
    (word) => !isStorePath(word) && !/^\.\/*$/.test(word) && mayBeDirectory(toDirPath(word, terminal)),
  );
  if (directory !== undefined) {
    const word = quoteWord(directory);
    await printEscaped(terminal.stderr, `dirleaf: ${word} is a directory; to search in it: -C ${word}\n`);
  }
}

/** The size of a window, as far as it is known. */
type Window = Partial<ReturnType<typeof windowOf>>;

/** The lines of what was found, as many paths as fit in the window. */
function renderFound(found: FoundFiles, words: readonly string[], look: Look, { rows, columns }: Window): string[] {
  const uncut = { ...look, columns: undefined };
  const paths = found.files.map((file) => pathLines(file, words, look).map((line) => renderSpans(line, uncut)));
  const render = (shown: number): string[] => {
    const count = (found.notShown?.count ?? 0) + paths.length - shown;
    const last = renderEnd({ ...found, ...(count > 0 && { notShown: { ...found.notShown, count } }) });
    const notes = last.map((text) => renderSpans([{ text, colour: FAINT }], uncut));
    return [found.root, ...paths.slice(0, shown).flat(), ...notes];
  };
  let shown = paths.length;
  // The last row is the shell's.
  for (const room = rows ?? Infinity; shown > 1 && rowsOf(render(shown), columns) >= room;) {
    shown -= 1;
  }
  return render(shown);
}

const MATCHED = "1;31";

const INDENT = "  ";

/**
 * The lines of a path, what matched in a colour of its own, with its notes after the last. It is broken at slashes alone: a name that is
 * wider than the window is left whole.
 */
function pathLines(file: FoundFile, words: readonly string[], { columns = Infinity }: Look): Span[][] {
  const path = renderCursor(toTreePath(file), file.kind);
  const matched = matchedParts(path, words);
  const notes = { text: notesOf(file), colour: FAINT };
  const lines: Span[][] = [[]];
  let width = 0;
  let end = 0;
  for (const name of path.split(/(?<=\/)/u)) {
    const start = end;
    end += name.length;
    if (start > 0 && width + widthOf(end === path.length ? name + notes.text : name) > columns) {
      lines.push([{ text: INDENT }]);
      width = INDENT.length;
    }
    width += widthOf(name);
    lines.at(-1)?.push(...markParts(name, start, matched, COLOURS[file.kind]));
  }
  lines.at(-1)?.push(notes);
  return lines;
}

/** A name that begins at `start` of the path that the parts are of. */
function markParts(name: string, start: number, parts: readonly MatchedPart[], colour: string | undefined): Span[] {
  const spans: Span[] = [];
  let shown = 0;
  for (const [from, to] of parts) {
    const end = Math.max(to - start, shown);
    spans.push({ text: name.slice(shown, Math.max(from - start, shown)), colour });
    spans.push({ text: name.slice(Math.max(from - start, shown), end), colour: MATCHED });
    shown = end;
  }
  return [...spans, { text: name.slice(shown), colour }];
}

/** The age if that was asked for and is known, and whether git ignores it. */
function notesOf({ modifiedMs, ignored }: FoundFile): string {
  const age = modifiedMs === undefined ? "" : ` [${renderAge(Date.now() - modifiedMs)}]`;
  return `${age}${ignored === true ? " [ignored]" : ""}`;
}
