// `dirleaf map -L <n>`: a map whose directories are closed from some level on. What they held counts as below them.
import {
  bytesOfName,
  toMapName,
  type DirectoryMap,
  type MapClosedDirectory,
  type MapContents,
  type MapName,
  type MapOpenDirectory,
} from "../render/directory-map.ts";

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
