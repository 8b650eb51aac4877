// Maps of trees in memory, and what a map of a tree may say, found by counting the tree's entries one by one.
import { expect } from "vitest";

import { parseFold } from "../../src/text/fold.ts";
import { fitMap, type FittedMap, type MapRequest } from "../../src/map/fit-map.ts";
import { estimateTokens } from "../../src/text/estimate-tokens.ts";
import type { MapContents } from "../../src/text/map-text.ts";
import { ROOT, rootOf, unorderedTree, type PathEntry, type RootOptions } from "./unordered-tree.ts";
import type { FileSystem } from "../../src/core/file-system.ts";

export interface MapOptions extends Partial<Omit<MapRequest, "root">>, RootOptions {}

/** A map of a tree in memory; of everything, if no budget is given. */
export async function mapTree(tree: FileSystem | readonly PathEntry[], options: MapOptions = {}): Promise<FittedMap> {
  const { filter, clock, below, ...request } = options;
  const fileSystem = "readDirectory" in tree ? tree : unorderedTree(tree);
  const fitted = await fitMap({
    root: rootOf(fileSystem, { ...(filter && { filter }), ...(clock && { clock }), ...(below && { below }) }),
    shownRoot: ROOT,
    budget: 100_000,
    countTokens: estimateTokens,
    maxBytes: Infinity,
    isFiltered: false,
    maxDirectories: 2000,
    maxDepth: Infinity,
    ...request,
  });
  return fitted as FittedMap;
}

/** The lines of a map without its header. */
export async function mapLines(tree: FileSystem | readonly PathEntry[], options: MapOptions = {}): Promise<string> {
  return (await mapTree(tree, options)).text.split("\n").slice(1).join("\n");
}

/** The tree below one of its directories. */
export function treeBelow(tree: readonly PathEntry[], directory: string): PathEntry[] {
  const prefix = directory === "" ? "" : `${directory}/`;
  return tree
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ path, kind }) => ({ path: path.slice(prefix.length), kind }));
}

/** The names that are shown of a directory's own entries. */
export function shownNames({ files, closed, open }: MapContents): string[] {
  return [...files, ...closed, ...open].map(({ name }) => name.split("/")[0] as string);
}

/** Checks everything that a map says about a tree: names, counts, folds and what they match, and joined directories. */
export function expectTrueMap(map: MapContents, tree: readonly PathEntry[], isOnly = false): void {
  const own = tree.filter(({ path }) => !path.includes("/"));
  const kinds = new Map(own.map(({ path, kind }) => [path, kind]));
  const folds = map.folds.map(({ glob }) => {
    const { matches } = parseFold(glob);
    const matched = own.filter(({ path, kind }) => matches(path, kind === "directory"));
    const directories = matched.filter(({ kind }) => kind === "directory");
    const inside = directories.reduce((sum, { path }) => sum + treeBelow(tree, path).length, 0);
    return { glob, matched, directories, below: directories.length === 0 ? undefined : inside };
  });
  const seen = [...shownNames(map), ...folds.flatMap(({ matched }) => matched.map(({ path }) => path))];
  const joined = [...map.closed, ...map.open].map(({ name }) => name.split("/"));
  /** Whether each of these directories has just one more in it. */
  const areOnly = (names: readonly string[]): boolean[] =>
    names.map((_, index) => {
      const inside = treeBelow(tree, names.slice(0, index + 1).join("/"));
      const [first, ...others] = inside.filter(({ path }) => !path.includes("/"));
      return others.length === 0 && first?.kind === "directory";
    });
  // One comparison, because a run makes hundreds of thousands of them.
  expect({
    folds: map.folds,
    foldsOfDirectories: map.folds.map(({ glob }) => glob.endsWith("/")),
    // Every entry is named or in one fold.
    names: isOnly ? [] : seen.toSorted(),
    repeated: seen.length - new Set(seen).size,
    wrongKinds: map.files.filter(({ name, kind }) => kinds.get(name) !== kind),
    joined: joined.map((names) => [names, areOnly(names)]),
    closed: map.closed,
  }).toEqual({
    folds: folds.map(({ glob, matched, below }) => ({ glob, count: matched.length, below })),
    foldsOfDirectories: folds.map(({ matched, directories }) => directories.length === matched.length),
    names: isOnly ? [] : own.map(({ path }) => path).toSorted(),
    repeated: 0,
    wrongKinds: [],
    joined: joined.map((names) => [names, names.map((_, index) => index < names.length - 1)]),
    closed: map.closed.map(({ name }) => ({ name, count: treeBelow(tree, name).length })),
  });
  for (const directory of map.open) {
    expectTrueMap(directory, treeBelow(tree, directory.name));
  }
}
