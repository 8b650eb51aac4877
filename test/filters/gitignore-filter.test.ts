// What the filter ignores is what git ignores: git itself is asked, over generated trees and rules, and by examples.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { localDisk } from "../../src/backends/local-disk.ts";
import { memory } from "../../src/backends/memory.ts";
import { joinPath, toByteString, type ByteString } from "../../src/core/byte-string.ts";
import type { Entry, EntryKind } from "../../src/core/entry.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { DirectoryFilter } from "../../src/core/filter.ts";
import { walkTree } from "../../src/core/walk-tree.ts";
import { gitignoreFilter, type GitignoreSettings } from "../../src/filters/gitignore-filter.ts";
import { temporaryFolder } from "../support/make-tree.ts";
import { counting } from "../support/memory-tree.ts";
import { collect, walkSettings } from "../support/walk-settings.ts";

const REPOSITORIES = 20;
const TREES_IN_A_REPOSITORY = 200;
const SEED = 20261115;

const TOP = "" as ByteString;

/** Git without the configuration of whoever runs the tests. */
function git(folder: string, args: readonly string[], input: string = ""): string {
  const env = { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
  const result = spawnSync("git", args, {
    cwd: folder,
    env,
    input: Buffer.from(input, "latin1"),
    encoding: "latin1",
    maxBuffer: 2 ** 30,
  });
  // 1 is an answer: nothing is ignored.
  if (result.status !== 0 && result.status !== 1) {
    throw new Error(result.stderr);
  }
  return result.stdout;
}

/** A tree with ignore files in it: the text of each by its directory. */
interface RuledTree {
  readonly kinds: ReadonlyMap<ByteString, EntryKind>;
  readonly ignoreFiles: ReadonlyMap<ByteString, string>;
}

const COMMON_NAMES = ["a", "b", "ab", "abb", ".a"].map(toByteString);

const NAMES = "A ba a.b - ] ^ [a] * ? ** a* !a #a {a,b} +(a) \\ a\\ \\a \r a\r \t a\t a\n \u0001 é a\u{1f600}"
  .split(" ")
  .concat("a b", "a ", " ")
  .map(toByteString);

const NAMES_THAT_ARE_NO_TEXT = ["\xff", "a\xff", "\xc3"] as ByteString[];

/** What lines are made of, apart from spaces: wildcards, escapes, classes, classes that are malformed, what is not special. */
const PIECES = "* ** *** ? / // **/ /** /**/ **\\/ \\/ */ /* a** **a . - ! # ] ^ $ ( | \t \r \0 {a,b} +(a) @(a|b) !(a)"
  .split(" ")
  .concat(
    "\\ \\\\ \\a \\* \\? \\[ \\! \\# [ab] [!a] [^a] []a] [!]a] [a-b] [b-a] [a/b] [!/] [\\]] [\\a-\\b] [a-] [-a]".split(
      " ",
    ),
  )
  .concat("[--a] [a-a-b] [[a] [\xc3] [\x80-\xff] [\xc3\xa9] [[:alpha:]] [![:alnum:]] [[:space:][:punct:]]".split(" "))
  .concat("[[:cntrl:]b] [a-[:alpha:]] [ [a [] [! [\\ [a\\ [[:no:]a] [[:alpha] [[:alpha: [[:] [[::]a]".split(" "))
  .concat(" ", "  ", "\\ ");

const anyName: fc.Arbitrary<ByteString> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...COMMON_NAMES) },
  { weight: 2, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: fc.constantFrom(...NAMES_THAT_ARE_NO_TEXT) },
);

const anyPath = fc.array(anyName, { minLength: 1, maxLength: 4 }).map((names) => names.join("/") as ByteString);

const anyPiece = fc.constantFrom(...PIECES);

const BEHIND = ["", "", "", "/", "/", "/**", "/*", "**", "*", "//", "/**/", "/**//", " ", "\\ ", "\\", "\r"];

/** A line that has to do with a path: a part of it, names and places in it taken by wildcards, more before and behind. */
function lineNear(paths: readonly ByteString[]): fc.Arbitrary<string> {
  return fc
    .record({
      near: fc.constantFrom(...paths),
      replaced: fc.array(fc.option(anyPiece, { freq: 3 }), { minLength: 4, maxLength: 4 }),
      inserted: fc.option(anyPiece, { freq: 2 }),
      where: fc.nat(),
      dropped: fc.nat({ max: 2 }),
      before: fc.constantFrom("", "", "", "/", "!", "!", "!/", "**/", "!**/", "*/", "\\"),
      behind: fc.constantFrom(...BEHIND),
    })
    .map(({ near, replaced, inserted, where, dropped, before, behind }) => {
      const names = near.split("/").map((name, index) => (replaced[index] === null ? name : replaced[index]));
      const text = names.slice(Math.min(dropped, names.length - 1)).join("/");
      const at = where % (text.length + 1);
      return `${before}${text.slice(0, at)}${inserted ?? ""}${text.slice(at)}${behind}`;
    });
}

const lineOfPieces = fc.array(fc.oneof(anyPiece, anyName), { minLength: 1, maxLength: 6 }).map((line) => line.join(""));

const COMPONENTS =
  "a b ab abb * ** *** ? a* *b a** ab** **b a*** ?** [ab] [!b]* [a \\a \\a** a\\ a\\\\ [[:lower:]]? [[:] [[:]*"
    .split(" ")
    .concat("a ", "a\\ ", "a\\\\ ");

/** A line of the names that most trees have, and of what git reads in its own way. */
const lineOfComponents = fc
  .record({
    before: fc.constantFrom("", "", "/", "!", "!/"),
    parts: fc.array(fc.tuple(fc.constantFrom(...COMPONENTS), fc.constantFrom("/", "/", "/", "\\/", "//")), {
      minLength: 1,
      maxLength: 5,
    }),
    last: fc.constantFrom("", ...COMPONENTS),
  })
  .map(({ before, parts, last }) => `${before}${parts.flat().join("")}${last}`);

/**
 * Where `**` stands right behind the plain bytes that a pattern begins with, git before 2.52 let it go over slashes, and
 * `a**` with `/b` behind it matched `ab`. That was a defect: no line that shows it is compared with such a git.
 */
const HAS_OLD_DEFECT = /^git version (?:1|2\.[1-4]?\d|2\.5[01])\./.test(git(".", ["version"]));

function meetsOldDefect(line: string): boolean {
  const [pattern = ""] = line.replace(/^!/, "").split("\0");
  const isForPaths = /\/./.test(pattern.replace(/[ \r]+$/, ""));
  return HAS_OLD_DEFECT && isForPaths && /^[^*?[\\]*[^*?[\\/]\*\*+(?:\\?\/|[ \r]*$)/.test(pattern);
}

function ignoreText(paths: readonly ByteString[], maxLength: number): fc.Arbitrary<string> {
  const line = fc
    .oneof(
      { weight: 6, arbitrary: lineNear(paths) },
      { weight: 4, arbitrary: lineOfComponents },
      { weight: 3, arbitrary: lineOfPieces },
      { weight: 1, arbitrary: fc.constantFrom("", "#", " ", "!", "*", "*/", "!*/", "**", "/", "!a") },
    )
    .filter((text) => !text.split("\n").some(meetsOldDefect));
  return fc
    .record({
      start: fc.constantFrom("", "", "", "\xef\xbb\xbf"),
      lines: fc.array(line, { minLength: 1, maxLength }),
      newline: fc.constantFrom("\n", "\n", "\r\n"),
      end: fc.constantFrom("", "\n"),
    })
    .map(({ start, lines, newline, end }) => start + lines.join(newline) + end);
}

const anyKind = fc.constantFrom<EntryKind>("file", "file", "directory", "symlink");

const anyRuledTree: fc.Arbitrary<RuledTree> = fc
  .array(fc.tuple(anyPath, anyKind), { minLength: 4, maxLength: 14 })
  .map(toKinds)
  .chain((kinds) => {
    const directories = [...kinds.keys()].filter((each) => kinds.get(each) === "directory");
    const own = fc.tuple(fc.constant(TOP), ignoreText([...kinds.keys()], 6));
    const nested = fc.tuple(fc.constantFrom(TOP, ...directories), ignoreText([...kinds.keys()], 3));
    return fc
      .tuple(fc.array(nested, { maxLength: 3 }), own)
      .map(([some, last]) => ({ kinds, ignoreFiles: new Map([...some, last]) }));
  });

/** Paths and kinds as a tree: what lies above an entry is a directory, whatever was said of it. */
function toKinds(paths: readonly (readonly [ByteString, EntryKind])[]): Map<ByteString, EntryKind> {
  const kinds = new Map(paths);
  for (const [each] of paths) {
    for (let at = each.indexOf("/"); at !== -1; at = each.indexOf("/", at + 1)) {
      kinds.set(each.slice(0, at) as ByteString, "directory");
    }
  }
  return kinds;
}

/** Where something is on the disk: the path of a directory in a folder, and names in it, as bytes. */
function locate(folder: string, ...below: readonly string[]): Buffer {
  return Buffer.from([toByteString(folder), ...below.filter((part) => part !== "")].join("/"), "latin1");
}

function write(location: Buffer, text: string): void {
  fs.mkdirSync(location.subarray(0, location.lastIndexOf("/")), { recursive: true });
  fs.writeFileSync(location, text, "latin1");
}

/** Puts a tree on the disk, in a directory of a repository. Gives its entries by their paths in the repository. */
function putTree(folder: string, name: string, { kinds, ignoreFiles }: RuledTree): [ByteString, EntryKind][] {
  const entries: [string, EntryKind][] = [[name, "directory"]];
  fs.mkdirSync(locate(folder, name));
  for (const [below, kind] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))) {
    entries.push([`${name}/${below}`, kind]);
    if (kind === "directory") {
      fs.mkdirSync(locate(folder, name, below));
    } else {
      // A further link to a file, or to a symbolic link, is made in a tenth of the time of a new one.
      fs.linkSync(locate(folder, ".git", kind), locate(folder, name, below));
    }
  }
  for (const [directory, text] of ignoreFiles) {
    write(locate(folder, name, directory, ".gitignore"), text);
    entries.push([[name, directory, ".gitignore"].filter((part) => part !== "").join("/"), "file"]);
  }
  return entries as [ByteString, EntryKind][];
}

/** A repository with rules in all places, and trees in it side by side, none of which is ignored as a whole. */
function putRepository(trees: readonly RuledTree[], [top, exclude, user]: readonly string[]): Repository {
  const folder = temporaryFolder();
  git(folder, ["init", "--quiet"]);
  write(locate(folder, ".gitignore"), `${top}\n!/tree-*/\n`);
  write(locate(folder, ".git/info/exclude"), exclude ?? "");
  write(locate(folder, ".git/user"), user ?? "");
  git(folder, ["config", "core.excludesFile", `${folder}/.git/user`]);
  write(locate(folder, ".git/file"), "");
  fs.symlinkSync(".", locate(folder, ".git/symlink"));
  const entries = trees.flatMap((tree, index) => putTree(folder, `tree-${index}`, tree));
  return { folder, kinds: new Map([[".gitignore" as ByteString, "file"], ...entries]) };
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

/** Adds what is ignored below a directory, the contents of ignored directories included: those have no filter. */
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

/** What git ignores of these paths, and by which rule. */
function ignoredByGit(folder: string, paths: Iterable<ByteString>): Map<ByteString, string> {
  const input = [...paths].map((each) => `${each}\0`).join("");
  const fields = git(folder, ["check-ignore", "--no-index", "-z", "--stdin", "-v", "-n"], input).split("\0");
  const ignored = new Map<ByteString, string>();
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [source, line, pattern, full] = fields.slice(at, at + 4) as [string, string, string, ByteString];
    if (pattern !== "" && !pattern.startsWith("!")) {
      ignored.set(full, `${source}:${line}: ${pattern}`);
    }
  }
  return ignored;
}

/** What git lists of the files that it does not keep. */
function listByGit(folder: string, options: readonly string[]): string[] {
  return git(folder, ["ls-files", "--others", "--exclude-standard", "-z", ...options])
    .split("\0")
    .slice(0, -1);
}

/** The directories above an entry, each with a slash at its end. */
function foldersOf(full: ByteString): string[] {
  const names = full.split("/").slice(0, -1);
  return names.map((_, index) => `${names.slice(0, index + 1).join("/")}/`);
}

function filterAt(location: Buffer): Promise<DirectoryFilter> {
  return gitignoreFilter({ fileSystem: localDisk(), root: toByteString(location), mode: "omit", environment: {} });
}

describe("the filter and git", () => {
  const trees = fc.sample(anyRuledTree, { seed: SEED, numRuns: REPOSITORIES * TREES_IN_A_REPOSITORY });
  const entries = trees.reduce((sum, { kinds, ignoreFiles }) => sum + 1 + kinds.size + ignoreFiles.size, 0);
  const lines = trees
    .flatMap(({ ignoreFiles }) => [...ignoreFiles.values()])
    .join("\n")
    .split("\n").length;
  const somePaths = trees.slice(0, 100).flatMap(({ kinds }) => [...kinds.keys()]);
  const otherTexts = fc.sample(ignoreText(somePaths, 2), { seed: SEED, numRuns: 3 * REPOSITORIES });

  test(`ignore the same of ${entries} entries in ${trees.length} trees with ${lines} lines of rules`, async () => {
    for (let index = 0; index < REPOSITORIES; index += 1) {
      const chosen = trees.slice(index * TREES_IN_A_REPOSITORY, (index + 1) * TREES_IN_A_REPOSITORY);
      const { folder, kinds } = putRepository(chosen, otherTexts.slice(3 * index, 3 * index + 3));
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

      // Git names a directory here where all that it holds is ignored, whether it is ignored itself or not.
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
    }
  }, 300_000);
});

/** A folder with these files in it; `.git` is made by git where it is asked for. */
function makeFiles(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [below, text] of Object.entries(files)) {
    if (below.endsWith(".git/")) {
      fs.mkdirSync(locate(folder, below), { recursive: true });
      git(folder, ["init", "--quiet", below.slice(0, -".git/".length) || "."]);
    } else {
      write(locate(folder, below), text);
    }
  }
  return folder;
}

/** A listing as lines: a directory ends in `/`, one that is marked as ignored in `/ [ignored]`. */
async function list(root: string, options: Partial<GitignoreSettings> = {}): Promise<string[]> {
  const { fileSystem = localDisk() } = options;
  const bytes = toByteString(root);
  const filter = await gitignoreFilter({ fileSystem, root: bytes, mode: "omit", environment: {}, ...options });
  const visits = await collect(walkTree(walkSettings(fileSystem, { root: bytes, filter })));
  return visits.map(
    ({ path, kind, ignored }) => `${path}${kind === "directory" ? "/" : ""}${ignored ? " [ignored]" : ""}`,
  );
}

describe("what is ignored", () => {
  test("is left out, but for directories in mode collapse, which are shown and not entered", async () => {
    const folder = makeFiles(temporaryFolder(), {
      ".git/": "",
      ".gitignore": "build/\n*.log\n",
      "a.log": "",
      "build/x": "",
      "src/a.ts": "",
      "src/build": "",
    });
    const rest = [".gitignore", "src/", "src/a.ts", "src/build"];
    expect(await list(folder)).toEqual(rest);
    const [ignoreFile, ...others] = rest;
    expect(await list(folder, { mode: "collapse" })).toEqual([
      ".git/ [ignored]",
      ignoreFile,
      "build/ [ignored]",
      ...others,
    ]);
  });

  test("`.git` is, whatever it is and whatever the rules say", async () => {
    const folder = makeFiles(temporaryFolder(), { ".gitignore": "!.git\n", "a/.git": "no repository", "b/.git/x": "" });
    fs.mkdirSync(`${folder}/c`);
    fs.symlinkSync(".", `${folder}/c/.git`);
    expect(await list(folder)).toEqual([".gitignore", "a/", "b/", "c/"]);
    expect(await list(folder, { mode: "collapse" })).toEqual([".gitignore", "a/", "b/", "b/.git/ [ignored]", "c/"]);
  });

  test("a rule for directories does not meet a link to one", async () => {
    const folder = makeFiles(temporaryFolder(), { ".gitignore": "link/\n" });
    fs.symlinkSync(".", `${folder}/link`);
    expect(await list(folder)).toEqual([".gitignore", "link"]);
  });
});

describe("the rules of several files", () => {
  test("a nested file has the last word, and what it takes back is entered again", async () => {
    const folder = makeFiles(temporaryFolder(), {
      ".git/": "",
      ".gitignore": "build/\n",
      "build/x": "",
      "sub/.gitignore": "!build/\n",
      "sub/build/x": "",
    });
    expect(await list(folder)).toEqual([".gitignore", "sub/", "sub/.gitignore", "sub/build/", "sub/build/x"]);
    expect([...ignoredByGit(folder, ["build", "sub/build", "sub/build/x"] as ByteString[]).keys()]).toEqual(["build"]);
  });

  test("what lies in an ignored directory can't be taken back", async () => {
    const folder = makeFiles(temporaryFolder(), {
      ".git/": "",
      ".gitignore": "a/\n!a/b\n",
      "a/.gitignore": "!*",
      "a/b": "",
    });
    expect(await list(folder)).toEqual([".gitignore"]);
  });

  test("come before `info/exclude`, and that before the user's file", async () => {
    const home = makeFiles(temporaryFolder(), { ".config/git/ignore": "a\nb\nc\nd\n" });
    const files = { ".git/": "", ".git/info/exclude": "!b\nc\ne\n", ".gitignore": "!c\n" };
    const folder = makeFiles(temporaryFolder(), { ...files, a: "", b: "", c: "", d: "", e: "" });
    expect(await list(folder, { environment: { home } })).toEqual([".gitignore", "b", "c"]);
    expect(await list(folder)).toEqual([".gitignore", "a", "b", "c", "d"]);
  });

  test("those above the root of the listing apply, from the top of the repository on", async () => {
    const folder = makeFiles(temporaryFolder(), {
      ".gitignore": "not-above-the-top\n",
      "top/.git/": "",
      "top/.gitignore": "/sub/deep/x\n/x\n",
      "top/sub/.gitignore": "deep/y\n",
      "top/sub/deep/not-above-the-top": "",
      "top/sub/deep/x": "",
      "top/sub/deep/y": "",
      "top/sub/deep/z/x": "",
    });
    const expected = ["not-above-the-top", "z/", "z/x"];
    expect(await list(`${folder}/top/sub/deep`)).toEqual(expected);
    expect(await list(`${folder}/top/./sub//deep/`)).toEqual(expected);
  });
});

describe("a root that is ignored", () => {
  const files = {
    ".git/": "",
    ".git/info/exclude": "excluded\n",
    ".gitignore": "build/\n*.log\n",
    "build/.gitignore": "*.tmp\n",
    "build/a.log": "",
    "build/excluded": "",
    "build/out/.gitignore": "b.tmp\n",
    "build/out/a.tmp": "",
    "build/out/b.tmp": "",
  };

  test("is listed by the rules at and below it", async () => {
    const folder = makeFiles(temporaryFolder(), files);
    expect(await list(`${folder}/build`)).toEqual([".gitignore", "a.log", "excluded", "out/", "out/.gitignore"]);
  });

  test("so is one that lies in an ignored directory", async () => {
    const folder = makeFiles(temporaryFolder(), files);
    expect(await list(`${folder}/build/out`)).toEqual([".gitignore", "a.tmp"]);
  });

  test("so is `.git`", async () => {
    const folder = makeFiles(temporaryFolder(), { ...files, ".git/x/a.log": "" });
    expect(await list(`${folder}/.git/x`)).toEqual(["a.log"]);
  });
});

describe("repositories", () => {
  test("one in another starts anew: its own rules and the user's, nothing from above", async () => {
    const home = makeFiles(temporaryFolder(), { ".gitconfig": "[core]\nexcludesFile = ~/mine\n", mine: "*.user\n" });
    const folder = makeFiles(temporaryFolder(), {
      ".git/": "",
      ".git/info/exclude": "*.outer\n",
      ".gitignore": "*.log\n/inner/x\n",
      "inner/.git/": "",
      "inner/.git/info/exclude": "*.inner\n",
      "inner/a.inner": "",
      "inner/a.log": "",
      "inner/a.outer": "",
      "inner/a.user": "",
      "inner/deep/a.inner": "",
      "inner/deep/a.log": "",
      "inner/x": "",
    });
    const inner = ["a.log", "a.outer", "deep/", "deep/a.log", "x"];
    const environment = { home };
    expect(await list(`${folder}/inner`, { environment })).toEqual(inner);
    expect(await list(folder, { environment })).toEqual([
      ".gitignore",
      "inner/",
      ...inner.map((line) => `inner/${line}`),
    ]);
  });

  test("a submodule is one", async () => {
    const folder = makeFiles(temporaryFolder(), {
      ".git/": "",
      ".git/modules/sub/info/exclude": "*.sub\n",
      ".gitignore": "*.log\n",
      "sub/.git": "gitdir: ../.git/modules/sub\n",
      "sub/a.log": "",
      "sub/a.sub": "",
    });
    expect(await list(folder)).toEqual([".gitignore", "sub/", "sub/a.log"]);
  });

  test("a linked worktree has the excludes of its repository", async () => {
    const folder = makeFiles(temporaryFolder(), { "main/.git/": "", "main/.git/info/exclude": "*.log\n" });
    const author = ["-c", "user.name=x", "-c", "user.email=x@y.z"];
    git(`${folder}/main`, [...author, "commit", "--quiet", "--allow-empty", "-m", "first"]);
    git(`${folder}/main`, ["worktree", "add", "--quiet", "../linked"]);
    makeFiles(`${folder}/linked`, { "a.log": "", "sub/b.log": "", c: "" });
    expect(await list(`${folder}/linked`)).toEqual(["c", "sub/"]);
    expect(await list(`${folder}/linked/sub`)).toEqual([]);
    expect([...ignoredByGit(`${folder}/linked`, ["a.log", "c"] as ByteString[]).keys()]).toEqual(["a.log"]);
  });

  test("outside of any, the files at and below the root apply, and the user's", async () => {
    const home = makeFiles(temporaryFolder(), { "xdg/git/ignore": "/b\n" });
    const folder = makeFiles(temporaryFolder(), {
      ".gitignore": "c\n",
      "root/.gitignore": "a\n",
      "root/a": "",
      "root/b": "",
      "root/c": "",
      "root/sub/b": "",
    });
    const environment = { home, xdgConfigHome: `${home}/xdg` };
    expect(await list(`${folder}/root`, { environment })).toEqual([".gitignore", "c", "sub/", "sub/b"]);
  });
});

describe("what an ignore file may be", () => {
  test("a link is none, as for git", async () => {
    const folder = makeFiles(temporaryFolder(), { ".git/": "", rules: "*\n" });
    fs.symlinkSync("rules", `${folder}/.gitignore`);
    expect(await list(folder)).toEqual([".gitignore", "rules"]);
    expect(git(folder, ["ls-files", "--others", "--exclude-standard"])).toBe(".gitignore\nrules\n");
  });

  test("up to 128 KiB long, else it counts as absent", async () => {
    const comment = (length: number) => `a\n#${"-".repeat(length - 3)}`;
    const fits = makeFiles(temporaryFolder(), { ".gitignore": comment(128 * 1024), a: "" });
    expect(await list(fits)).toEqual([".gitignore"]);
    const tooLong = makeFiles(temporaryFolder(), { ".gitignore": comment(128 * 1024 + 1), a: "" });
    expect(await list(tooLong)).toEqual([".gitignore", "a"]);
  });

  test("a place without files to read has none", async () => {
    const { readFile: _, ...fileSystem } = memory([
      "/tree/.git/HEAD",
      { path: "/tree/.gitignore", content: "*" },
      "/tree/a/b",
    ]);
    expect(await list("/tree", { fileSystem })).toEqual([".gitignore", "a/", "a/b"]);
  });
});

describe("the work of the filter", () => {
  /** Counts the files that are asked for. */
  function recording(fileSystem: FileSystem): { fileSystem: FileSystem; asked: string[] } {
    const asked: string[] = [];
    const recorded: FileSystem = {
      ...fileSystem,
      async readFile(location, options) {
        asked.push(location);
        return fileSystem.readFile?.(location, options);
      },
    };
    return { fileSystem: recorded, asked };
  }

  const tree = memory([
    { path: "/repo/.git/HEAD", content: "ref: refs/heads/main" },
    { path: "/repo/.gitignore", content: "node_modules/\n" },
    "/repo/src/a/b",
    "/repo/src/node_modules/m/index.js",
  ]);

  test("ignored directories are not read", async () => {
    const { fileSystem, read } = counting(tree);
    expect(await list("/repo", { fileSystem })).toEqual([".gitignore", "src/", "src/a/", "src/a/b"]);
    expect(read).toEqual(["", "src", "src/a"]);
  });

  test("asks for three files in a directory, and for those above the root once", async () => {
    const { fileSystem, asked } = recording(tree);
    const root = "/repo/src" as ByteString;
    const filter = await gitignoreFilter({ fileSystem, root, mode: "omit", environment: {} });
    expect(asked).toEqual([
      "/repo/src/.git/HEAD",
      "/repo/src/.git",
      "/repo/.git/HEAD",
      "/repo/.git/config",
      "/repo/.git/info/exclude",
      "/repo/.gitignore",
      "/repo/src/.gitignore",
    ]);
    asked.length = 0;
    await filter.enter("a" as ByteString, undefined);
    expect(asked).toEqual(["/repo/src/a/.git/HEAD", "/repo/src/a/.git", "/repo/src/a/.gitignore"]);
  });

  test("reads the user's files once, however many repositories there are", async () => {
    const repositories = ["a", "b", "c"].map((name) => `/tree/${name}/.git/HEAD`);
    const { fileSystem, asked } = recording(memory(repositories));
    await list("/tree", { fileSystem, environment: { home: "/home/me" } });
    const ofUser = ["/home/me/.gitconfig", "/home/me/.config/git/config", "/home/me/.config/git/ignore"];
    expect(asked.filter((location) => location.startsWith("/home"))).toEqual(ofUser);
  });

  test("stops when it is told to", async () => {
    const filter = await gitignoreFilter({
      fileSystem: tree,
      root: "/repo" as ByteString,
      mode: "omit",
      environment: {},
    });
    const reason = new Error("enough");
    await expect(filter.enter("src" as ByteString, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
