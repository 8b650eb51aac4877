// Trees in memory whose directories are read in no particular order, crowded ones too, their maps, and what a map of a tree may say.
import { posix } from "node:path";
import { expect } from "vitest";
import fc from "fast-check";
import { parseFold } from "../../src/text/fold.ts";
import { fitMap, type FittedMap, type FitRequest } from "../../src/map/fit-map.ts";
import { fractionalTokens } from "../../src/text/estimate-tokens.ts";
import type { MapContents } from "../../src/text/map-text.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { CallClock } from "../../src/core/call-clock.ts";
import { treeKey, type Entry, type EntryKind } from "../../src/core/entry.ts";
import type { DirectoryFilter } from "../../src/core/filter.ts";
import { GlobSet } from "../../src/filters/glob-set.ts";
import { denyOnly } from "../../src/filters/root-filter.ts";
import { Directory } from "../../src/tree/directory.ts";

const STARTS = ["", "a", "ab", "abc", "abc-", "abc_def", "Abc", "b", "z", "test-", "test.", "x1", "x12", "."]
  .concat("[slug]", "[", "]", "{a,b}", "{", ",", "!", "!(", "@(a|b)", "(", "#", "-", "^", "\\", "a\\", "*", "a*", "?")
  .concat(" ", "a ", "a\t", "a\u0001", "é", "è", "e\u0301", "日", "本", "\u{1f600}", "\u{1f601}", "\ufffd", "\uffff")
  .concat("$&", "(3)", "(3,", "[only", "[ignored]", "[ignored", "…", '"', 'a"', "a@", "\u202e", "\u{e0001}", "[18");
const MIDDLES = ["", "", "1", "2", "10", "-", ".", "_", "a", "B", "-b", ".c", "é", " "];
const ENDS = ["", "", "", ".ts", ".ts", ".test.ts", ".t", ".d.ts", ".", "-x", ".é", ".a b", ".[b]", "]", "@", "?"];

const anyName = fc
  .tuple(fc.constantFrom(...STARTS), fc.constantFrom(...MIDDLES), fc.constantFrom(...ENDS))
  .map((pieces) => pieces.join(""))
  .filter((name) => !["", ".", ".."].includes(name));

interface Branch {
  readonly name: string;
  readonly kind: EntryKind;
  readonly children: readonly Branch[];
}

const anyKind = fc.oneof(
  { weight: 5, arbitrary: fc.constant<EntryKind>("file") },
  { weight: 3, arbitrary: fc.constant<EntryKind>("directory") },
  { weight: 1, arbitrary: fc.constantFrom<EntryKind>("symlink", "other") },
);

function crowd(children: fc.Arbitrary<readonly Branch[]>, maxLength: number): fc.Arbitrary<Branch[]> {
  const branch = fc.record({ name: anyName, kind: anyKind, children });
  return fc.uniqueArray(branch, { selector: ({ name }) => name, maxLength, size: "max" });
}

const nothing = fc.constant<Branch[]>([]);
const some = fc.oneof(
  { weight: 6, arbitrary: nothing },
  { weight: 2, arbitrary: crowd(nothing, 1) },
  crowd(nothing, 16),
);
const more = fc.oneof({ weight: 4, arbitrary: nothing }, crowd(some, 1), crowd(some, 4));
/** A tree with directories of up to forty entries. */
export const anyCrowdedTree: fc.Arbitrary<PathEntry[]> = crowd(more, 40).map((tree) => flatten(tree, ""));

function flatten(tree: readonly Branch[], above: string): PathEntry[] {
  return tree.flatMap(({ name, kind, children }) => [
    { path: above + name, kind },
    ...(kind === "directory" ? flatten(children, `${above}${name}/`) : []),
  ]);
}

export const ROOT = "/r";

export interface PathEntry {
  readonly path: string;
  readonly kind: EntryKind;
}

/** Entries from plain paths; those of directories end in `/`. */
export function pathEntries(...paths: readonly string[]): PathEntry[] {
  return paths.map((each) =>
    each.endsWith("/") ? { path: each.slice(0, -1), kind: "directory" } : { path: each, kind: "file" },
  );
}

export function unorderedTree(tree: Iterable<PathEntry>): FileSystem {
  const directories = new Map<string, Map<string, Entry>>([[ROOT, new Map()]]);
  const add = (location: string, kind: EntryKind): void => {
    const end = location.lastIndexOf("/");
    const [above, name] = [location.slice(0, end), location.slice(end + 1)];
    if (!directories.has(above)) {
      add(above, "directory");
    }
    directories.get(above)?.set(kind === "directory" ? `${name}/` : name, { name, kind });
    if (kind === "directory" && !directories.has(location)) {
      directories.set(location, new Map());
    }
  };
  for (const { path: each, kind } of tree) {
    add(`${ROOT}/${each}`, kind);
  }
  return {
    isAbsolute: posix.isAbsolute,
    resolve: (from, relative) => posix.resolve(from, relative),
    readDirectory(location) {
      const entries = directories.get(String(location));
      if (entries === undefined) {
        throw Object.assign(new Error("no such directory"), { code: "ENOENT" });
      }
      return { isSorted: false, batches: [[...entries.values()]] };
    },
  };
}

/** The root of a tree, not read yet. `below`: another directory than `/r` itself. */
export function rootOf(
  fileSystem: FileSystem,
  { filter = denyOnly(GlobSet.of([])), clock = new CallClock(undefined), below = "" }: RootOptions = {},
): Directory {
  const tree = { fileSystem, clock, keyOf: treeKey };
  return Directory.root(tree, below === "" ? ROOT : `${ROOT}/${below}`, filter);
}

export interface RootOptions {
  readonly filter?: DirectoryFilter;
  readonly clock?: CallClock;
  readonly below?: string;
}

export interface MapOptions extends Partial<Omit<FitRequest, "root">>, RootOptions {}

/** A map of a tree in memory; of everything, if no budget is given. */
export async function mapTree(tree: FileSystem | readonly PathEntry[], options: MapOptions = {}): Promise<FittedMap> {
  const { filter, clock, below, ...request } = options;
  const fileSystem = "readDirectory" in tree ? tree : unorderedTree(tree);
  const fitted = await fitMap({
    root: rootOf(fileSystem, { ...(filter && { filter }), ...(clock && { clock }), ...(below && { below }) }),
    shownRoot: ROOT,
    budget: 100_000,
    countTokens: fractionalTokens,
    maxBytes: Infinity,
    hasInclude: false,
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
    closed: map.closed.map(({ name }) => {
      const count = treeBelow(tree, name).length;
      return count === 0 ? { name, count, mark: "empty" } : { name, count };
    }),
  });
  for (const directory of map.open) {
    expectTrueMap(directory, treeBelow(tree, directory.name));
  }
}
