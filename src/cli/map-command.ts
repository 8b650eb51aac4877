// `dirleaf map [dir…]`: maps of whole trees, one below the other. A pipe gets the answer that a model would get.
import { MAX_SEARCHED_DIRECTORIES } from "../tools/find-files.ts";
import { makeMap } from "../tools/map-dir.ts";
import { renderCount } from "../text/amounts.ts";
import { renderOnly } from "../text/closing-lines.ts";
import type { Line } from "../text/entry-label.ts";
import { mapLines, type DirectoryMap, type MapContents } from "../text/map-text.ts";
import { forEachDirectory } from "./directories.ts";
import { answerLines, noteLine, notesOn, printAnswer, type PathEntry } from "./print-answer.ts";
import { showProgress } from "./progress.ts";
import { fit, rowsOf } from "./screen.ts";
import type { CommandLine } from "./command-line.ts";
import type { TerminalProcess } from "./terminal-process.ts";

/** Maps directories and returns the exit code. */
export async function runMapCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const { options } = command;
  const asked = options.toolArguments;
  return forEachDirectory(command, terminal, async (directory) => {
    const { dirPath, settings, rows, columns } = directory;
    const forPeople = directory.audience === "people";
    const window = forPeople && asked.budget === undefined ? fitWindow(columns, rows) : {};
    // People see the progress and can stop the call.
    const limits = forPeople ? { ...settings, maxDirectories: MAX_SEARCHED_DIRECTORIES } : settings;
    const answer = await showProgress(terminal, (onProgress) =>
      makeMap({ ...asked, ...window, dirPath, onProgress }, limits),
    );
    const paths = () => ({ entries: pathsOnMap(answer.data()), notes: notesOnMap(answer.data()) });
    const lines = () => screenLines(answer.data(), columns);
    await printAnswer(directory, terminal, { ...answer, paths, lines });
    return 0;
  });
}

/** About how many columns of the window a token takes. */
const COLUMNS_PER_TOKEN = 4;

/** The arguments for a map that fits the window; none if its size is unknown. */
function fitWindow(columns: number | undefined, rows: number | undefined) {
  if (rows === undefined || columns === undefined) {
    return {};
  }
  // The last row is the shell's.
  const room = Math.max(rows - 1, 1);
  return {
    budget: Math.ceil((room * columns) / COLUMNS_PER_TOKEN),
    isTooLarge: (map: DirectoryMap) => rowsOf(screenLines(map, columns), columns) > room,
  };
}

/** The lines of a map for people. */
function screenLines(map: DirectoryMap, columns: number | undefined): Line[] {
  return answerLines(map, fit([...renderOnly(map.fold).map(noteLine), ...mapLines(map)], columns));
}

/** The files and directories that a map names. */
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

/** The closing lines of a map, and how many entries are only in folds. */
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
