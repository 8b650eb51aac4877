// Searches of trees in memory, through `findInTree`.
import { CallClock } from "../../src/core/call-clock.ts";
import { treeKey, type Entry, type EntryDetails, type EntryKind } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { DirectoryFilter } from "../../src/core/filter.ts";
import { findInTree, type FittedFiles } from "../../src/find/find-in-tree.ts";
import type { FindRequest } from "../../src/find/find-request.ts";
import { fractionalTokens } from "../../src/text/estimate-tokens.ts";
import { GlobSet } from "../../src/filters/glob-set.ts";
import { denyOnly } from "../../src/filters/root-filter.ts";
import { Directory } from "../../src/tree/directory.ts";

/** What a path of a small tree is, if not a file: a directory if it ends in `/`, a link in `@`, something else in `?`. */
const KINDS: Readonly<Record<string, EntryKind>> = { "/": "directory", "@": "symlink", "?": "other" };

/** A directory of a small tree; a number is the time of a file. */
type SmallDirectory = Map<string, { kind: EntryKind; inside: SmallDirectory; modifiedMs?: number | undefined }>;

export interface SmallFileSystem extends FileSystem {
  readonly reads: string[];
}

/** A file system of one root, `/r`. `problems`: codes by the paths of directories that can't be read. */
export function smallFileSystem(
  paths: readonly string[],
  times: Readonly<Record<string, number>> = {},
  problems: Readonly<Record<string, string>> = {},
): SmallFileSystem {
  const root: SmallDirectory = new Map();
  for (const path of paths) {
    const kind = KINDS[path.at(-1) ?? ""] ?? "file";
    const names = (kind === "file" ? path : path.slice(0, -1)).split("/");
    let directory = root;
    for (const [depth, name] of names.entries()) {
      const isLast = depth === names.length - 1;
      const known = directory.get(name) ?? { kind: isLast ? kind : "directory", inside: new Map() };
      directory.set(name, isLast && path in times ? { ...known, modifiedMs: times[path] } : known);
      directory = known.inside;
    }
  }
  const find = (location: string): SmallDirectory => {
    let directory = root;
    for (const name of location.split("/").slice(2)) {
      directory = directory.get(name)?.inside as SmallDirectory;
    }
    return directory;
  };
  const reads: string[] = [];
  const listed = new Map<string, readonly Entry[]>();
  return {
    reads,
    isAbsolute: (path) => path.startsWith("/"),
    resolve: (_from, path) => path,
    readDirectory(location) {
      const path = String(location);
      reads.push(path.slice("/r/".length));
      const code = problems[path.slice("/r/".length)];
      if (code !== undefined) {
        throw Object.assign(new Error(code), { code });
      }
      const entries = listed.get(path) ?? Array.from(find(path), ([name, { kind }]): Entry => ({ name, kind }));
      listed.set(path, entries);
      return { isSorted: false, batches: [entries] };
    },
    async readDetails(location, entries) {
      const directory = find(String(location));
      return entries.map(({ name }): EntryDetails => {
        const modifiedMs = directory.get(name)?.modifiedMs;
        return modifiedMs === undefined ? {} : { modifiedMs };
      });
    },
  };
}

export interface SmallSearch extends Partial<Omit<FindRequest, "root">> {
  readonly fileSystem?: FileSystem;
  readonly filter?: DirectoryFilter;
  readonly clock?: CallClock;
}

/** The root of a tree, not read yet. */
export function toRoot({
  fileSystem,
  filter = denyOnly(GlobSet.of([])),
  clock = new CallClock(undefined),
}: SmallSearch): Directory {
  const tree = { fileSystem: fileSystem as FileSystem, clock, keyOf: treeKey };
  return Directory.root(tree, "/r", filter);
}

/** Searches a small tree. Paths as for `smallFileSystem`. */
export async function findIn(paths: readonly string[], search: SmallSearch): Promise<FittedFiles> {
  const root = toRoot({ fileSystem: smallFileSystem(paths), ...search });
  const fitted = await findInTree({
    root,
    shownRoot: "/r",
    withoutRoot: (word) => (word === "/r" || word.startsWith("/r/") ? word.slice("/r/".length) : word),
    words: [],
    notArguments: [],
    newest: false,
    now: 0,
    budget: 300,
    countTokens: fractionalTokens,
    maxBytes: 32_768,
    maxDirectories: 200_000,
    maxDepth: Infinity,
    ...search,
  });
  return fitted as FittedFiles;
}
