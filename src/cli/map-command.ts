// `dirleaf map [dir…]`: maps of whole trees, one below the other. In a pipe a map is the answer that a model would get.
import { MAX_SEARCHED_DIRECTORIES } from "../tools/find-files.ts";
import { makeMap } from "../tools/map-dir.ts";
import { renderCount } from "../text/amounts.ts";
import { renderOnly } from "../text/closing-lines.ts";
import { blocksOf, writePath, writeState, type DirectoryMap, type MapContents } from "../text/map-text.ts";
import {
  COLOURS,
  cutLine,
  FAINT,
  lookOf,
  paint,
  RED,
  rowsOf,
  widthOfLine,
  type Line,
  type Span,
} from "./coloured-line.ts";
import { forEachDirectory } from "./directories.ts";
import { endLines } from "./end-lines.ts";
import { notesOn, printAnswer, type PathEntry } from "./print-answer.ts";
import { showProgress } from "./progress.ts";
import type { CommandLine } from "./command-line.ts";
import { print, type TerminalProcess } from "./terminal-process.ts";

/** Maps directories and returns the exit code. */
export async function runMapCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const { options } = command;
  const asked = options.toolArguments;
  return forEachDirectory(command, terminal, async (directory) => {
    const { dirPath, settings, head, rows } = directory;
    const look = lookOf(options, terminal);
    const forPeople = directory.audience === "people";
    const window = forPeople && asked.budget === undefined ? fitWindow(look.columns, rows) : {};
    // People see the progress, and can stop it.
    const limits = forPeople ? { ...settings, maxDirectories: MAX_SEARCHED_DIRECTORIES } : settings;
    const answer = await showProgress(terminal, (onProgress) =>
      makeMap({ ...asked, ...window, dirPath, onProgress }, limits),
    );
    if (forPeople) {
      await print(terminal.output, `${head}${paint(mapLines(answer.data(), look.columns), look)}\n`);
      return 0;
    }
    const paths = () => ({ entries: pathsOnMap(answer.data()), notes: notesOnMap(answer.data()) });
    await printAnswer(directory, terminal, { ...answer, paths });
    return 0;
  });
}

/** About how many columns of the window a token takes. */
const COLUMNS_PER_TOKEN = 4;

/** What to ask for so that the map fits the window; nothing if the window has no size. */
function fitWindow(columns: number | undefined, rows: number | undefined) {
  if (rows === undefined || columns === undefined) {
    return {};
  }
  // The last row is the shell's.
  const room = Math.max(rows - 1, 1);
  return {
    budget: Math.ceil((room * columns) / COLUMNS_PER_TOKEN),
    isTooLarge: (map: DirectoryMap) => rowsOf(mapLines(map, columns), columns) > room,
  };
}

/** The lines of a map for people, wrapped to the width of the window. */
function mapLines(map: DirectoryMap, columns: number | undefined): Line[] {
  const faint = (text: string) => cutLine([{ text, colour: FAINT }], columns);
  return [
    [{ text: map.root }],
    ...(map.fold === undefined ? [] : [faint(renderOnly(map.fold))]),
    ...blocksOf(map).flatMap(({ indent, label, names, closed }) => [
      ...(label === undefined
        ? []
        : [cutLine([{ text: indent.slice(2) }, { text: label, colour: COLOURS.directory }], columns)]),
      ...wrap(
        names.map(({ label: text, file }) => [{ text, colour: file === undefined ? FAINT : COLOURS[file.kind] }]),
        indent,
        columns,
      ),
      ...wrap(
        closed.map(({ directory }) => [
          { text: writePath(directory.name), colour: COLOURS.directory },
          { text: ` ${writeState(directory)}`, colour: directory.problem === undefined ? FAINT : RED },
        ]),
        indent,
        columns,
      ),
    ]),
    ...endLines(map).map(faint),
  ];
}

/** As many items on each line as the window has room for. */
function wrap(items: readonly Line[], indent: string, columns: number = Infinity): Line[] {
  const lines: Span[][] = [];
  let remaining = 0;
  for (const item of items) {
    const width = widthOfLine(item) + 1;
    const line = lines.at(-1);
    if (line === undefined || width > remaining) {
      lines.push([{ text: indent }, ...item]);
      remaining = columns - indent.length - width + 1;
    } else {
      line.push({ text: " " }, ...item);
      remaining -= width;
    }
  }
  return lines.map((line) => cutLine(line, columns));
}

/** What a map names: files, and directories, open or closed. */
function pathsOnMap({ files, closed, open }: MapContents, above: string = ""): PathEntry[] {
  return [
    ...files.map(({ name, kind }): PathEntry => ({ path: above + name, kind })),
    ...closed.map(({ name, ...state }): PathEntry => ({ ...state, path: above + name, kind: "directory" })),
    ...open.flatMap((directory): PathEntry[] => {
      const path = above + directory.name;
      return [{ path, kind: "directory" }, ...pathsOnMap(directory, `${path}/`)];
    }),
  ];
}

/** The closing lines of a map, and how much its folds leave without a path. */
export function notesOnMap(map: DirectoryMap): string[] {
  const folded = countFolded(map);
  return [
    ...(folded === 0 ? [] : [`[${renderCount(folded)} more in folds; --budget <n> names more]`]),
    ...notesOn(map, pathsOnMap(map)),
  ];
}

function countFolded({ folds, open }: MapContents): number {
  const own = folds.reduce((sum, { count, below = 0 }) => sum + count + below, 0);
  return open.reduce((sum, directory) => sum + countFolded(directory), own);
}
