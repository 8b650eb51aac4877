// What a map may say about a tree, by counting the tree's entries one by one.
import { expect } from "vitest";

import { joinPath, type ByteString } from "../../src/core/byte-string.ts";
import { bytesOfName, type MapContents, type MapName } from "../../src/render/directory-map.ts";
import type { ModelEntry } from "./model.ts";

/** What is in a directory of the tree, at any depth, with the paths below that directory. */
export function treeBelow(tree: readonly ModelEntry[], directory: ByteString): ModelEntry[] {
  if (directory === "") {
    return [...tree];
  }
  return tree
    .filter(({ path }) => path.startsWith(`${directory}/`))
    .map(({ path, kind }) => ({ path: path.slice(directory.length + 1) as ByteString, kind }));
}

/** The entries of a directory itself. */
export function entriesOf(tree: readonly ModelEntry[], directory: ByteString = "" as ByteString): ModelEntry[] {
  return treeBelow(tree, directory).filter(({ path }) => !path.includes("/"));
}

/** A directory that is open on a map, with its path below the root. */
export interface OpenDirectory {
  readonly path: ByteString;
  readonly contents: MapContents;
}

/** All open directories of a map, the root first. */
export function openDirectories(contents: MapContents, path: ByteString = "" as ByteString): OpenDirectory[] {
  const inside = contents.open.flatMap((open) => openDirectories(open, joinPath(path, bytesOfName(open))));
  return [{ path, contents }, ...inside];
}

/** The names that are shown of a directory's own entries. */
export function shownNames({ files, closed, open }: MapContents): ByteString[] {
  return [...files, ...[...closed, ...open].map(firstName)].map((each) =>
    typeof each === "string" ? each : bytesOfName(each),
  );
}

function firstName(directory: MapName): ByteString {
  return bytesOfName(directory).split("/")[0] as ByteString;
}

/** Checks everything that a whole map says, but for what its folds stand for. */
export function checkMap(map: MapContents, tree: readonly ModelEntry[]): void {
  for (const { path, contents } of openDirectories(map)) {
    const entries = entriesOf(tree, path);
    const kinds = new Map(entries.map((entry) => [entry.path, entry.kind]));
    const shown = shownNames(contents);
    expect(new Set(shown).size).toBe(shown.length);
    expect(contents.files.filter((file) => kinds.get(bytesOfName(file)) !== file.kind)).toEqual([]);
    const directories = [...contents.closed, ...contents.open];
    expect(directories.filter((directory) => kinds.get(firstName(directory)) !== "directory")).toEqual([]);
    const around = treeBelow(tree, path);
    directories.forEach((directory) => checkJoined(around, bytesOfName(directory)));
    for (const directory of contents.closed) {
      const below = treeBelow(tree, joinPath(path, bytesOfName(directory)));
      expect(directory).toStrictEqual({ ...nameOf(directory), count: below.length });
    }
    for (const directory of contents.open) {
      expect(entriesOf(tree, joinPath(path, bytesOfName(directory)))).not.toEqual([]);
    }
    expect(contents.folds.filter(({ partial, belowPartial }) => partial === true || belowPartial === true)).toEqual([]);
    expect(contents.folds.every(({ count }) => count > 1)).toBe(true);
    expect(contents.folds.reduce((sum, { count }) => sum + count, shown.length)).toBe(entries.length);
  }
}

/** Every directory of a joined path but the last holds nothing but the next one, and the last one holds something else. */
function checkJoined(tree: readonly ModelEntry[], path: ByteString): void {
  const names = path.split("/");
  const isOnlyDirectory = names.map((_, index) => {
    const inside = entriesOf(tree, names.slice(0, index + 1).join("/") as ByteString);
    return inside.length === 1 && inside[0]?.kind === "directory";
  });
  expect(isOnlyDirectory).toEqual(names.map((_, index) => index < names.length - 1));
}

function nameOf({ name, nameBytes }: MapName): MapName {
  return { name, ...(nameBytes !== undefined && { nameBytes }) };
}
