// A map as tiles: how many entries are in each directory, as far as `map_dir` counted them.
import { type DirectoryMap, type MapClosedDirectory, type MapContents, type MapName } from "../../text/map-text.ts";
import { quoteName } from "../../text/entry-label.ts";

export interface MapTile {
  /** As it is shown: a directory's name ends in `/`. */
  readonly label: string;
  /** The path of the directory below the mapped one; undefined for a tile that is not a directory. */
  readonly path: string | undefined;
  /** How many entries the tile stands for: all below a directory, or some that are not named, with all below these. */
  readonly count: number;
  /** Whether there may be more. */
  readonly isPartial: boolean;
  /** Why it was not counted. */
  readonly mark?: string;
  readonly children: readonly MapTile[];
}

/** The mapped directory as a tile that contains the others. */
export function toTiles(map: DirectoryMap): MapTile {
  return toDirectory("", undefined, map, "");
}

/** The tiles of the directories that are directly in the mapped one, by name. */
export function countsOf({ children }: MapTile): Map<string, MapTile> {
  const counts = new Map<string, MapTile>();
  for (const tile of children) {
    const names = tile.path?.split("/");
    if (names?.[0] !== undefined) {
      // A chain of directories is one tile. Each of them but the last contains the next, which is an entry, too.
      counts.set(names[0], { ...tile, ...(tile.mark === undefined && { count: tile.count + names.length - 1 }) });
    }
  }
  return counts;
}

/** How many entries the mapped directory itself has; undefined if it was not read to its end. */
export function entriesOf({ files, folds, closed, open }: MapContents): number | undefined {
  const isPartial = folds.some(({ partial }) => partial === true);
  const folded = folds.reduce((sum, { count }) => sum + count, 0);
  return isPartial ? undefined : files.length + folded + closed.length + open.length;
}

function toDirectory(label: string, name: MapName | undefined, contents: MapContents, above: string): MapTile {
  const path = name === undefined ? above : join(above, name.name);
  const { files, folds, closed, open } = contents;
  const directories = [
    ...open.map((inside) => toDirectory(labelOf(inside), inside, inside, path)),
    ...closed.map((inside) => toClosed(inside, path)),
  ];
  const folded = folds.map(({ glob, count, partial, below = 0, belowPartial }) =>
    leaf(glob, count + below, partial === true || belowPartial === true),
  );
  const named =
    files.length === 0 ? [] : [leaf(files.length === 1 ? "1 file" : `${files.length} files`, files.length, false)];
  const children = [...directories, ...folded, ...named].sort((a, b) => b.count - a.count);
  // Each directory is an entry too.
  const count = children.reduce(
    (sum, tile) =>
      sum + tile.count + (tile.path === undefined ? 0 : tile.path.slice(path.length).split("/").filter(Boolean).length),
    0,
  );
  return {
    label,
    path,
    count,
    isPartial: children.some((tile) => tile.isPartial || (tile.mark ?? "ignored") !== "ignored"),
    children,
  };
}

function toClosed(directory: MapClosedDirectory, above: string): MapTile {
  const { count = 0, partial, problem, ignored } = directory;
  const mark = problem ?? (ignored === true ? "ignored" : undefined);
  const path = join(above, directory.name);
  return {
    label: labelOf(directory),
    path,
    count,
    isPartial: partial === true,
    children: [],
    ...(mark !== undefined && { mark }),
  };
}

function leaf(label: string, count: number, isPartial: boolean): MapTile {
  return { label, path: undefined, count, isPartial, children: [] };
}

function labelOf({ name }: MapName): string {
  const names = name.split("/").map((part) => quoteName(part));
  return `${names.join("/")}/`;
}

function join(above: string, name: string): string {
  return above === "" ? name : `${above}/${name}`;
}
