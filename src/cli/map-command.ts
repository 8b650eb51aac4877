// `dirleaf map [dir…]`: maps of whole trees, one below the other. In a pipe a map is the answer that a model would get.
import { makeMap } from "../tools/map-dir.ts";
import { blocksOf, writePath, writeState, type DirectoryMap } from "../text/map-text.ts";
import { renderEnd, renderOnly } from "../text/closing-lines.ts";
import { escapeLines } from "../text/entry-label.ts";
import { COLOURS, FAINT, RED, lookOf, renderSpans, rowsOf, widthOf, type Look, type Span } from "./coloured-line.ts";
import { forEachDirectory, isForPeople, isForPrograms, settingsFor } from "./directories.ts";
import { notesOnMap, pathsOnMap, printPaths, wantsPaths } from "./print-paths.ts";
import { showProgress } from "./progress.ts";
import type { CommandLine } from "./command-line.ts";
import { print, type TerminalProcess } from "./terminal-process.ts";

/** Maps directories and returns the exit code. */
export async function runMapCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const { options } = command;
  const asked = options.toolArguments;
  const forPeople = isForPeople(command, terminal);
  return forEachDirectory(command, terminal, async (directory) => {
    const { dirPath, head, rows } = directory;
    const settings = settingsFor(directory, !forPeople && !isForPrograms(command));
    const read = (fitted?: number) =>
      showProgress(terminal, ({ onProgress }) => makeMap({ budget: fitted, ...asked, dirPath, onProgress }, settings));
    if (forPeople) {
      const room = asked.budget === undefined ? rows : undefined;
      const lines = await fitWindow(async (budget) => (await read(budget)).map, lookOf(options, terminal), room);
      await print(terminal.output, `${head}${lines.join("\n")}\n`);
      return 0;
    }
    const { map, text } = await read();
    if (wantsPaths(command)) {
      await printPaths(directory, pathsOnMap(map), notesOnMap(map), terminal);
    } else {
      const shown = options.has("json") ? escapeLines(JSON.stringify(map)) : head + text;
      await print(terminal.output, `${shown}\n`);
    }
    return 0;
  });
}

/** Reads the map. `budget` is the one that fits the window, if there is one. */
type ReadMap = (budget?: number) => Promise<DirectoryMap>;

/** How many maps to try, each smaller than the one before, if a map has more lines than the window. */
const MAX_TRIES = 4;

/** About how many columns of the window a token takes. */
const COLUMNS_PER_TOKEN = 4;

/** The lines of a map that fits into `rows` rows of the window; of any length if that is undefined. */
async function fitWindow(read: ReadMap, look: Look, rows: number | undefined): Promise<string[]> {
  if (rows === undefined || look.columns === undefined) {
    return renderMapScreen(await read(), look);
  }
  // The last row is the shell's.
  const room = Math.max(rows - 1, 1);
  let budget = Math.ceil((room * look.columns) / COLUMNS_PER_TOKEN);
  for (let tries = 1; ; tries += 1) {
    const lines = renderMapScreen(await read(budget), look);
    const taken = rowsOf(lines, look.columns);
    if (taken <= room || tries === MAX_TRIES) {
      return lines;
    }
    budget = Math.max(Math.floor((budget * room) / taken), 1);
  }
}

/** The lines of a map for people: in colours, and wrapped to the width of the window. */
export function renderMapScreen(map: DirectoryMap, look: Look): string[] {
  const blue = COLOURS.directory;
  const faint = (text: string) => renderSpans([{ text, colour: FAINT }], look);
  return [
    map.root,
    ...(map.fold === undefined ? [] : [faint(renderOnly(map.fold))]),
    ...blocksOf(map).flatMap(({ indent, label, names, closed }) => [
      ...(label === undefined ? [] : [renderSpans([{ text: indent.slice(2) }, { text: label, colour: blue }], look)]),
      ...wrap(
        names.map(({ label: text, file }) => [{ text, colour: file === undefined ? FAINT : COLOURS[file.kind] }]),
        indent,
        look,
      ),
      ...wrap(
        closed.map(({ directory }) => {
          const colour = directory.problem === undefined ? FAINT : RED;
          return [
            { text: writePath(directory.name), colour: blue },
            { text: ` ${writeState(directory)}`, colour },
          ];
        }),
        indent,
        look,
      ),
    ]),
    ...renderEnd(map).map(faint),
  ];
}

/** As many items on each line as the window has room for. */
function wrap(items: readonly (readonly Span[])[], indent: string, look: Look): string[] {
  const lines: Span[][] = [];
  let remaining = 0;
  for (const item of items) {
    const width = item.reduce((columns, { text }) => columns + widthOf(text), 1);
    const line = lines.at(-1);
    if (line === undefined || width > remaining) {
      lines.push([{ text: indent }, ...item]);
      remaining = (look.columns ?? Infinity) - indent.length - width + 1;
    } else {
      line.push({ text: " " }, ...item);
      remaining -= width;
    }
  }
  return lines.map((line) => renderSpans(line, look));
}
