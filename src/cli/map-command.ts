// `dirleaf map [dir…]`: maps of whole trees, one below the other. In a pipe a map is the answer that a model would get.
// With `-L <n>` the directories of level n are closed, and all that the map shows in them is counted.
import { makeMap } from "../tools/map-dir.ts";
import {
  blocksOf,
  renderMap,
  writePath,
  writeState,
  type DirectoryMap,
  type MapClosedDirectory,
  type MapContents,
  type MapOpenDirectory,
  type ShownBlock,
} from "../text/map-text.ts";
import { renderEnd, renderOnly } from "../text/closing-lines.ts";
import { escapeLines } from "../text/entry-label.ts";
import { FAINT, lookOf, markColour, renderSpans, rowsOf, widthOf, type Look, type Span } from "./coloured-line.ts";
import { forEachDirectory, isForPeople, isForPrograms, settingsFor } from "./directories.ts";
import { notesOnMap, pathsOnMap, printPaths, wantsPaths } from "./print-paths.ts";
import { showProgress } from "./progress.ts";
import type { CommandLine } from "./command-line.ts";
import { printEscaped, print, type TerminalProcess } from "./terminal-process.ts";

/** Maps directories and returns the exit code. */
export async function runMapCommand(command: CommandLine, terminal: TerminalProcess): Promise<number> {
  const { options } = command;
  const asked = options.toolArguments;
  const levels = options.count("depth");
  const isForModel = !isForPrograms(command) && !isForPeople(command, terminal) && levels === undefined;
  return forEachDirectory(command, terminal, async (directory) => {
    const { dirPath, head, rows } = directory;
    const settings = settingsFor(directory, isForModel);
    const read = (fitted?: number) =>
      showProgress(terminal, async ({ onProgress }) => {
        const { map } = await makeMap({ budget: fitted, ...asked, dirPath, onProgress }, settings);
        return levels === undefined ? map : closeLevels(map, levels);
      });
    if (wantsPaths(command)) {
      const map = await read();
      await printPaths(directory, pathsOnMap(map), notesOnMap(map), terminal);
    } else if (options.has("json")) {
      await printEscaped(terminal.output, `${escapeLines(JSON.stringify(await read()))}\n`);
    } else if (isForPeople(command, terminal)) {
      const room = asked.budget === undefined ? rows : undefined;
      const lines = await fitWindow(read, lookOf(options, terminal), room);
      await print(terminal.output, `${head}${lines.join("\n")}\n`);
    } else {
      await print(terminal.output, `${head}${renderMap(await read())}\n`);
    }
    return 0;
  });
}

/** Reads the map. `fitted` is the budget that fits the window, if there is one. */
type ReadMap = (fitted?: number) => Promise<DirectoryMap>;

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
  const blue = look.colourOf({ kind: "directory", path: "" });
  const faint = (text: string) => renderSpans([{ text, colour: FAINT }], look);
  return [
    map.root,
    ...(map.fold === undefined ? [] : [faint(renderOnly(map.fold))]),
    ...blocksOf(map).flatMap(({ indent, label, names, closed }) => [
      ...(label === undefined ? [] : [renderSpans([{ text: indent.slice(2) }, { text: label, colour: blue }], look)]),
      ...wrap(
        names.map((name) => [toSpan(name, look)]),
        indent,
        look,
      ),
      ...wrap(
        closed.map(({ directory }) => {
          const state = writeState(directory);
          const colour = directory.count === undefined ? markColour(state) : FAINT;
          return [{ text: writePath(directory.name), colour: blue }, { text: " " }, { text: state, colour }];
        }),
        indent,
        look,
      ),
    ]),
    ...renderEnd(map).map(faint),
  ];
}

/** A file in its colour, or a fold. */
function toSpan({ label, file }: ShownBlock["names"][number], { colourOf }: Look): Span {
  return { text: label, colour: file === undefined ? FAINT : colourOf({ ...file, path: file.name }) };
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

/** The map with at most `levels` levels. */
function closeLevels<Contents extends MapContents>(contents: Contents, levels: number): Contents {
  const isLast = (directory: MapOpenDirectory) => levelsOf(directory) >= levels;
  const closed = [...contents.closed, ...contents.open.filter(isLast)].map((directory) => close(directory, levels));
  return {
    ...contents,
    closed: closed.sort((one, other) => Buffer.compare(Buffer.from(`${one.name}/`), Buffer.from(`${other.name}/`))),
    open: contents.open
      .filter((directory) => !isLast(directory))
      .map((directory) => closeLevels(directory, levels - levelsOf(directory))),
  };
}

/** A directory, closed after the first `levels` names of its line. The other names, and all that is in the directory, count as below it. */
function close(directory: MapClosedDirectory | MapOpenDirectory, levels: number): MapClosedDirectory {
  const names = directory.name.split("/");
  if (names.length <= levels && !("open" in directory)) {
    return directory;
  }
  const { count, isPartial } = countBelow(directory);
  const hidden = Math.max(names.length - levels, 0);
  return { name: names.slice(0, levels).join("/"), count: hidden + count, ...(isPartial && { partial: true }) };
}

/** How much is below a directory. What could not be read may hold anything. */
function countBelow(directory: MapClosedDirectory | MapContents): { count: number; isPartial: boolean } {
  if (!("open" in directory)) {
    const { count = 0, partial, problem } = directory;
    return { count, isPartial: partial === true || problem !== undefined };
  }
  const { files, folds, closed, open } = directory;
  const total = { count: files.length, isPartial: false };
  for (const { count, below = 0, partial, belowPartial } of folds) {
    total.count += count + below;
    total.isPartial ||= partial === true || belowPartial === true;
  }
  for (const inner of [...closed, ...open]) {
    const { count, isPartial } = countBelow(inner);
    total.count += levelsOf(inner) + count;
    total.isPartial ||= isPartial;
  }
  return total;
}

/** How many names a directory has on its line. */
function levelsOf({ name }: MapClosedDirectory | MapOpenDirectory): number {
  return name.split("/").length;
}
