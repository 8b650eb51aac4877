// Lists a tree through the filters alone: no tool, no arguments, and a disk of a few lines.
import fs from "node:fs";
import path from "node:path";
import { onTestFinished, vi } from "vitest";

import { CallClock } from "../../src/core/call-clock.ts";
import { nameKey, type Entry, type EntryKind } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { DirectoryFilter } from "../../src/core/filter.ts";
import { GlobList } from "../../src/filters/compile-globs.ts";
import { RuleFiles, type RuleFileAccess } from "../../src/filters/rule-files.ts";
import { GlobSet } from "../../src/filters/glob-set.ts";
import { makeRootFilter, type FilterSettings } from "../../src/filters/root-filter.ts";
import { Directory, type ReadOutcome } from "../../src/tree/directory.ts";
import { scan } from "../../src/tree/scan.ts";
import { makeFiles } from "./make-files.ts";
import { makeFolder } from "./make-tree.ts";

/** Creates these files in a new folder and returns it. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  return makeFiles(fs.realpathSync(makeFolder()), files);
}

function kindOf(entry: fs.Dirent): EntryKind {
  return entry.isDirectory() ? "directory" : entry.isSymbolicLink() ? "symlink" : "file";
}

/** What was read from a disk. */
export interface Reads {
  readonly directories: string[];
  readonly files: string[];
}

/** The disk, with just what filters need. */
export function plainDisk(reads: Reads = { directories: [], files: [] }): FileSystem {
  return {
    isAbsolute: path.isAbsolute,
    resolve: (from, relative) => path.resolve(from, relative),
    readDirectory(directory) {
      reads.directories.push(String(directory));
      const entries = fs.readdirSync(String(directory), { withFileTypes: true });
      return { isSorted: false, batches: [entries.map((entry): Entry => ({ name: entry.name, kind: kindOf(entry) }))] };
    },
    async readFile(location, { maxBytes, refusesLinks }) {
      reads.files.push(location);
      try {
        const isLinked = refusesLinks && fs.realpathSync(location) !== location;
        const stats = fs.statSync(location);
        return isLinked || !stats.isFile() || stats.size > maxBytes ? undefined : fs.readFileSync(location);
      } catch {
        return undefined;
      }
    },
    realPath: async (location) => fs.realpathSync(location),
  };
}

/** Settings with their globs as texts. */
export type FilterTexts = Partial<Omit<FilterSettings, "include" | "exclude">> & {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
};

/** What a filter that shows everything is set to. */
const NO_FILTERS: FilterSettings = { hidden: true, gitignore: "off" };

interface FilterRoot {
  readonly fileSystem: FileSystem;
  readonly denied: GlobSet;
  readonly ruleFiles: RuleFileAccess;
  readonly clock: CallClock;
}

/** The filter of a root that may be listed without bounds, unless others are given. */
export async function filterAt(
  location: string,
  { include, exclude, ...settings }: FilterTexts,
  root: Partial<FilterRoot> = {},
): Promise<DirectoryFilter> {
  const anyFile = { mayRead: () => true, isConfined: false, isInside: () => true };
  const {
    fileSystem = plainDisk(),
    denied = GlobSet.of([]),
    ruleFiles = anyFile,
    clock = new CallClock(undefined),
  } = root;
  const globs = {
    include: include && new GlobList(include, "smart"),
    exclude: exclude && new GlobList(exclude, "exact"),
  };
  const files = new RuleFiles(fileSystem, ruleFiles, clock, location);
  return makeRootFilter({ ...NO_FILTERS, ...globs, ...settings }, denied, files);
}

/** The entries of a whole tree that are shown, in byte order: a directory ends in `/`, what is ignored in ` [ignored]`. */
export async function list(location: string, settings: FilterTexts, root: Partial<FilterRoot> = {}): Promise<string[]> {
  const { fileSystem = plainDisk() } = root;
  const filter = await filterAt(location, settings, { ...root, fileSystem });
  return listBy(fileSystem, location, filter);
}

export async function listBy(fileSystem: FileSystem, location: string, filter: DirectoryFilter): Promise<string[]> {
  const tree = { fileSystem, clock: new CallClock(undefined), keyOf: nameKey };
  const lines: string[] = [];
  const leave = ({ prefix }: Directory, outcome: ReadOutcome | undefined) => {
    for (const { name, kind, verdict } of outcome?.entries ?? []) {
      if (verdict.isShown) {
        const mark = verdict.isIgnored ? " [ignored]" : "";
        lines.push(`${prefix}${name}${kind === "directory" ? "/" : ""}${mark}`);
      }
    }
  };
  const root = Directory.root(tree, location, filter);
  await scan(root, root, { maxDepth: Infinity }, { enter: (_parent, _entry, directory) => directory, leave });
  return lines.sort();
}

/** Sets the user's home for the rest of the test. */
export function setHome(home: string, configHome?: string): void {
  vi.stubEnv("HOME", home);
  vi.stubEnv("XDG_CONFIG_HOME", configHome);
  onTestFinished(() => void vi.unstubAllEnvs());
}
