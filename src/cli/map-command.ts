// `dirleaf map [dir…]`: maps of whole trees, one below the other. In a pipe a map is the answer that a model would get.
// With `-L <n>` directories are closed from some level on, and what they held counts as below them.
import { mapDir } from "../listing/map-dir.ts";
import {
  bytesOfName,
  toMapName,
  type DirectoryMap,
  type MapClosedDirectory,
  type MapContents,
  type MapName,
  type MapOpenDirectory,
} from "../render/directory-map.ts";
import { openStores } from "../listing/open-stores.ts";
import { parseMap } from "../render/parse-map.ts";
import { renderMap } from "../render/render-map.ts";
import { renderMapJson } from "../render/render-map-json.ts";
import { callTool } from "./call-command.ts";
import { lookOf } from "./colour.ts";
import { inShellWords } from "./shell-word.ts";
import type { MapCommand, Place } from "./parse-command.ts";
import { print, printSafe, reportError } from "./print.ts";
import { paintMap, renderMapScreen } from "./terminal/render-map-screen.ts";
import { isTerminal, type TerminalProcess } from "./terminal-process.ts";
import { toDirPath } from "./typed-path.ts";
import { watchWork } from "./watch-work.ts";

/** Maps directories and returns the exit code. One that fails does not keep the others from being mapped. */
export async function runMapCommand(command: MapCommand, host: TerminalProcess): Promise<number> {
  let head = "";
  let exitCode = 0;
  for (const place of command.places) {
    try {
      await printMap(place, command, host, head);
      head = place.json ? "" : "\n";
    } catch (error) {
      exitCode = await reportError(inShellWords(error, place.typed, "map"), host);
    }
  }
  return exitCode;
}

/** Prints a map after `head`. Throws a `FunctionCallError`. */
async function printMap(
  place: Place,
  { arguments: asked, levels = Infinity }: MapCommand,
  host: TerminalProcess,
  head: string,
): Promise<void> {
  const { json, color, store } = place;
  const dirPath = toDirPath(place.directory, host);
  if (json || isTerminal(host.output)) {
    const stores = await openStores([dirPath], store);
    const whole = await watchWork(host, ({ onProgress }) => mapDir({ ...asked, dirPath, stores, onProgress }));
    const map = closeLevels(whole, levels);
    const text = json ? renderMapJson(map) : renderMapScreen(map, lookOf(place, host)).join("\n");
    await (json ? print : printSafe)(host.output, `${head}${text}\n`);
    return;
  }
  const payload = JSON.stringify({ dir_path: dirPath, ...asked });
  const answer = await callTool({ toolName: "map_dir", payload, profiles: ["leaf"], store }, host);
  const content = levels === Infinity ? answer.content : renderMap(closeLevels(parseMap(answer.content), levels));
  await print(host.output, `${head}${color === "always" ? paintMap(content) : content}\n`);
}

/** What is known to be below a directory. */
type Below = Pick<MapClosedDirectory, "count" | "partial">;

/** The map with at most so many levels. */
export function closeLevels(map: DirectoryMap, levels: number): DirectoryMap {
  return { ...map, ...closeContents(map, levels) };
}

function closeContents<Contents extends MapContents>(contents: Contents, levels: number): Contents {
  const isLast = (directory: MapName) => lengthOf(directory) >= levels;
  const closed = [
    ...contents.closed.map((directory) => (lengthOf(directory) > levels ? close(directory, levels) : directory)),
    ...contents.open.filter(isLast).map((directory) => close(directory, levels)),
  ];
  return {
    ...contents,
    closed: closed.sort((one, other) => (bytesOfName(one) < bytesOfName(other) ? -1 : 1)),
    open: contents.open
      .filter((directory) => !isLast(directory))
      .map((directory) => closeContents(directory, levels - lengthOf(directory))),
  };
}

/** The first names of a directory's line, closed: the others, and what is in the last one, are below it. */
function close(directory: MapClosedDirectory | MapOpenDirectory, levels: number): MapClosedDirectory {
  const names = bytesOfName(directory).split("/");
  const inside = "open" in directory ? countContents(directory) : countClosed(directory);
  return {
    ...toMapName(names.slice(0, levels).join("/") as ReturnType<typeof bytesOfName>),
    ...sum([{ count: Math.max(names.length - levels, 0) }, inside]),
  };
}

function countContents({ files, folds, closed, open }: MapContents): Below {
  return sum([
    { count: files.length },
    ...folds.map(({ count, partial, below = 0, belowPartial }) => ({
      count: count + below,
      ...((partial ?? belowPartial) && { partial: true as const }),
    })),
    ...closed.map((directory) => sum([{ count: lengthOf(directory) }, countClosed(directory)])),
    ...open.map((directory) => sum([{ count: lengthOf(directory) }, countContents(directory)])),
  ]);
}

/** What could not be read may hold anything. */
function countClosed({ count = 0, partial, problem }: MapClosedDirectory): Below {
  return { count, ...((partial === true || problem !== undefined) && { partial: true }) };
}

function sum(parts: readonly Below[]): Below {
  const count = parts.reduce((total, { count: own = 0 }) => total + own, 0);
  return { count, ...(parts.some(({ partial }) => partial === true) && { partial: true }) };
}

/** How many names a directory has on its line. */
function lengthOf(directory: MapName): number {
  return bytesOfName(directory).split("/").length;
}
