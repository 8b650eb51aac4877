// Which rule decides: the filter ignores what git ignores. The tests ask git itself about generated trees and rules.
import fs from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { localDisk } from "../../../src/backends/disk/local-disk.ts";
import { joinPath, toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import type { Entry, EntryKind } from "../../../src/core/entry.ts";
import type { DirectoryFilter } from "../../../src/core/filter.ts";
import { gitignoreFilter } from "../../../src/filters/gitignore/gitignore-filter.ts";
import { foldName } from "../../../src/core/names/fold-name.ts";
import { inDepth } from "../../support/deep.ts";
import { foldersOnFoldingDisk, type FolderOnFoldingDisk } from "../../support/folding-disk.ts";
import { git, ignoredByGit } from "../../support/git.ts";
import { locate, write } from "../../support/make-files.ts";
import { makeHugeFolder } from "../../support/many-files.ts";
import type { Skip } from "../../support/needs.ts";
import { anyRuledTree, ignoreText, type RuledTree } from "../../support/ruled-tree.ts";

const REPOSITORIES = inDepth(1, 20);
const TREES_IN_A_REPOSITORY = inDepth(20, 200);
const SEED = 20261115;

const TOP = "" as ByteString;

/** Puts a tree on the disk, in a directory of a repository. Returns its entries with their paths in the repository. */
function putTree(folder: string, name: string, { kinds, ignoreFiles }: RuledTree): [ByteString, EntryKind][] {
  const entries: [string, EntryKind][] = [[name, "directory"]];
  fs.mkdirSync(locate(folder, name));
  for (const [below, kind] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))) {
    entries.push([`${name}/${below}`, kind]);
    if (kind === "directory") {
      fs.mkdirSync(locate(folder, name, below));
    } else {
      // Making another hard link to a file or symbolic link takes a tenth of the time of creating a new one.
      fs.linkSync(locate(folder, ".git", kind), locate(folder, name, below));
    }
  }
  for (const [directory, text] of ignoreFiles) {
    write(locate(folder, name, directory, ".gitignore"), text);
    entries.push([[name, directory, ".gitignore"].filter((part) => part !== "").join("/"), "file"]);
  }
  return entries as [ByteString, EntryKind][];
}

/** A repository with rules in all places, and trees side by side in it. No tree is ignored as a whole. */
function putRepository(
  { root, source }: FolderOnFoldingDisk,
  trees: readonly RuledTree[],
  [top, exclude, user]: readonly string[],
): Repository {
  git(root, ["config", "core.excludesFile", `${root}/.git/user`]);
  // On the disk below, which is much faster.
  write(locate(source, ".gitignore"), `${top}\n!/tree-*/\n`);
  write(locate(source, ".git/info/exclude"), exclude ?? "");
  write(locate(source, ".git/user"), user ?? "");
  write(locate(source, ".git/file"), "");
  fs.symlinkSync(".", locate(source, ".git/symlink"));
  const entries = trees.flatMap((tree, index) => putTree(source, `tree-${index}`, tree));
  return { folder: root, kinds: new Map([[".gitignore" as ByteString, "file"], ...entries]) };
}

interface Repository {
  readonly folder: string;
  readonly kinds: ReadonlyMap<ByteString, EntryKind>;
}

type Children = ReadonlyMap<ByteString, readonly Entry[]>;

function toChildren(kinds: ReadonlyMap<ByteString, EntryKind>): Children {
  const children = new Map<ByteString, Entry[]>();
  for (const [full, kind] of kinds) {
    const slash = full.lastIndexOf("/");
    const directory = full.slice(0, Math.max(slash, 0)) as ByteString;
    const siblings = children.get(directory) ?? [];
    siblings.push({ name: full.slice(slash + 1) as ByteString, kind });
    children.set(directory, siblings);
  }
  return children;
}

/** Adds what is ignored below a directory, including the contents of ignored directories, which have no filter. */
async function addIgnored(
  ignored: Set<ByteString>,
  filter: DirectoryFilter | undefined,
  directory: ByteString,
  children: Children,
): Promise<void> {
  for (const entry of children.get(directory) ?? []) {
    const full = joinPath(directory, entry.name);
    const isShown = filter?.judge(entry) === "show";
    if (!isShown) {
      ignored.add(full);
    }
    if (entry.kind === "directory") {
      await addIgnored(ignored, isShown ? await filter?.enter(entry.name, undefined) : undefined, full, children);
    }
  }
}

/** What git lists of the untracked files. */
function listByGit(folder: string, options: readonly string[]): string[] {
  return git(folder, ["ls-files", "--others", "--exclude-standard", "-z", ...options])
    .split("\0")
    .slice(0, -1);
}

/** The directories above an entry, each with a trailing slash. */
function foldersOf(full: ByteString): string[] {
  const names = full.split("/").slice(0, -1);
  return names.map((_, index) => `${names.slice(0, index + 1).join("/")}/`);
}

async function filterAt(location: Buffer): Promise<DirectoryFilter> {
  const root = toByteString(location);
  return gitignoreFilter({ fileSystem: localDisk(), root, mode: "omit", environment: {}, bounds: undefined });
}

/** Makes repositories, each in a folder of its own. */
interface Disk {
  readonly makeRepository: (skip: Skip) => FolderOnFoldingDisk;
  readonly trees: number;
  readonly repositories: number;
  /** Whether it finds an entry by other spellings of its name, so that a directory can't hold two of them. */
  readonly foldsNames: boolean;
}

const DISKS: readonly (readonly [string, () => Disk])[] = [false, true].map((ignoresCase) => [
  `where core.ignoreCase is ${ignoresCase}`,
  () => ({
    makeRepository() {
      // In memory, where directories are made and removed in a tenth of the time.
      const folder = makeHugeFolder();
      git(folder, ["init", "--quiet"]);
      git(folder, ["config", "core.ignoreCase", String(ignoresCase)]);
      return { root: folder, source: folder };
    },
    trees: TREES_IN_A_REPOSITORY,
    repositories: REPOSITORIES,
    foldsNames: false,
  }),
]);

/** On such a disk, git sets it by itself. */
const ON_FOLDING_DISK = [
  "on a disk that folds names",
  () => {
    const folders = foldersOnFoldingDisk();
    return {
      makeRepository(skip: Skip) {
        const made = folders(skip);
        git(made.root, ["init", "--quiet"]);
        return made;
      },
      trees: inDepth(4, 100),
      repositories: 1,
      foldsNames: true,
    };
  },
] as const;

/** A tree without those entries that another spelling of their path is before. */
function dropSpellings({ kinds, ignoreFiles }: RuledTree): RuledTree {
  const spelled = new Map<string, string>();
  const isKept = (full: string): boolean => {
    const slash = full.lastIndexOf("/");
    if (slash !== -1 && !isKept(full.slice(0, slash))) {
      return false;
    }
    const names = full.split("/").map((name) => name.replace(/(?<=[^. ])[. ]+$/, ""));
    const folded = foldName(names.join("/") as ByteString);
    spelled.set(folded, spelled.get(folded) ?? full);
    return spelled.get(folded) === full;
  };
  return {
    kinds: new Map([...kinds].filter(([full]) => isKept(full))),
    ignoreFiles: new Map([...ignoreFiles].filter(([directory]) => directory === "" || isKept(directory))),
  };
}

describe.each([...DISKS, ON_FOLDING_DISK])("the filter and git, %s", (_disk, onDisk) => {
  const { makeRepository, trees: treesInEach, repositories, foldsNames } = onDisk();
  const trees = fc
    .sample(anyRuledTree, { seed: SEED, numRuns: repositories * treesInEach })
    .map((tree) => (foldsNames ? dropSpellings(tree) : tree));
  const entries = trees.reduce((sum, { kinds, ignoreFiles }) => sum + 1 + kinds.size + ignoreFiles.size, 0);
  const lines = trees
    .flatMap(({ ignoreFiles }) => [...ignoreFiles.values()])
    .join("\n")
    .split("\n").length;
  const somePaths = trees.slice(0, 100).flatMap(({ kinds }) => [...kinds.keys()]);
  const otherTexts = fc.sample(ignoreText(somePaths, 2), { seed: SEED, numRuns: 3 * repositories });

  test(`ignore the same ones of ${entries} entries in ${trees.length} trees with ${lines} lines of rules`, async ({
    skip,
  }) => {
    for (let index = 0; index < repositories; index += 1) {
      const chosen = trees.slice(index * treesInEach, (index + 1) * treesInEach);
      const made = makeRepository(skip);
      const { folder, kinds } = putRepository(made, chosen, otherTexts.slice(3 * index, 3 * index + 3));
      const byGit = ignoredByGit(folder, kinds.keys());
      const children = toChildren(kinds);
      const byFilter = new Set<ByteString>();
      await addIgnored(byFilter, await filterAt(locate(folder)), TOP, children);
      const differences = [...kinds]
        .filter(([full]) => byFilter.has(full) !== byGit.has(full))
        .map(([full, kind]) => {
          const rules = chosen[Number(/\d+/.exec(full))]?.ignoreFiles;
          return { full, kind, byGit: byGit.get(full), rules, others: otherTexts.slice(3 * index, 3 * index + 3) };
        });
      expect(differences).toEqual([]);

      const files = [...kinds.keys()].filter((full) => kinds.get(full) !== "directory").sort();
      expect(files.filter((full) => !byFilter.has(full))).toEqual(listByGit(folder, []).sort());

      // Git names a directory here if everything in it is ignored, whether or not it is ignored itself.
      const collapsed = new Set(listByGit(folder, ["--ignored", "--directory"]));
      const isCovered = (full: ByteString) =>
        collapsed.has(full) || foldersOf(full).some((each) => collapsed.has(each));
      expect(files.filter((full) => byFilter.has(full))).toEqual(files.filter(isCovered));

      const directories = [...kinds.keys()].filter((full) => kinds.get(full) === "directory" && !byFilter.has(full));
      const below = new Set<ByteString>();
      const expected = new Set<ByteString>();
      for (const directory of directories.filter((_, number) => number % 20 === index % 20)) {
        await addIgnored(below, await filterAt(locate(folder, directory)), directory, children);
        for (const full of byGit.keys()) {
          if (full.startsWith(`${directory}/`)) {
            expected.add(full);
          }
        }
      }
      expect([...below].sort()).toEqual([...expected].sort());
      // Removed here and not after the test: that has a time limit, and there are many.
      fs.rmSync(made.source, { recursive: true });
    }
  }, 300_000);
});
