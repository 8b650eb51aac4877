// What the filter ignores is what git ignores: git itself is asked, over generated trees and rules, and by examples.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { localDisk } from "../../src/backends/local-disk.ts";
import { joinPath, toByteString, type ByteString } from "../../src/core/byte-string.ts";
import type { Entry, EntryKind } from "../../src/core/entry.ts";
import type { DirectoryFilter } from "../../src/core/filter.ts";
import { gitignoreFilter } from "../../src/filters/gitignore-filter.ts";
import { temporaryFolder } from "../support/make-tree.ts";

const REPOSITORIES = Number(process.env["R"] ?? 20);
const TREES_IN_A_REPOSITORY = 200;
const SEED = Number(process.env["S"] ?? 20261115);

const TOP = "" as ByteString;

/** Git without the configuration of whoever runs the tests. */
function git(folder: string, args: readonly string[], input: string = ""): string {
  const env = { PATH: process.env["PATH"], HOME: folder, XDG_CONFIG_HOME: folder, GIT_CONFIG_NOSYSTEM: "1" };
  return execFileSync("git", args, {
    cwd: folder,
    input: Buffer.from(input, "latin1"),
    env: { ...env, GIT_CONFIG_GLOBAL: "/dev/null" },
    encoding: "latin1",
    maxBuffer: 2 ** 30,
    stdio: ["pipe", "pipe", "inherit"],
  });
}

/** A tree with ignore files in it: the text of each by its directory. */
interface RuledTree {
  readonly kinds: ReadonlyMap<ByteString, EntryKind>;
  readonly ignoreFiles: ReadonlyMap<ByteString, string>;
}

const COMMON_NAMES = ["a", "b", "ab", "abb", ".a"].map(toByteString);

const NAMES = ["A", "ba", "a.b", "-", "]", "^", "[a]", "*", "?", "**", "a*", "!a", "#a", "{a,b}", "+(a)", "a b", "a "]
  .concat([" ", "\t", "a\t", "\\", "a\\", "\\a", "a\n", "\r", "a\r", "\u0001", "é", "a\u{1f600}"])
  .map(toByteString);

const NAMES_THAT_ARE_NO_TEXT = ["\xff", "a\xff", "\xc3"] as ByteString[];

const PIECES = [
  "*",
  "**",
  "***",
  "?",
  "/",
  "//",
  "**/",
  "/**",
  "/**/",
  "**\\/",
  "\\/",
  "*/",
  "/*",
  "a**",
  "**a",
  ".",
  "-",
]
  .concat(["!", "#", "]", "^", "$", "(", "|", " ", "  ", "\t", "\r", "\0", "{a,b}", "+(a)", "@(a|b)", "!(a)"])
  .concat(["\\", "\\\\", "\\a", "\\*", "\\?", "\\[", "\\!", "\\#", "\\ "])
  .concat(["[ab]", "[!a]", "[^a]", "[]a]", "[!]a]", "[a-b]", "[b-a]", "[a/b]", "[!/]", "[\\]]", "[\\a-\\b]", "[a-]"])
  .concat([
    "[-a]",
    "[--a]",
    "[a-a-b]",
    "[[a]",
    "[",
    "[a",
    "[]",
    "[!",
    "[\\",
    "[a\\",
    "[\xc3]",
    "[\x80-\xff]",
    "[\xc3\xa9]",
  ])
  .concat(["[[:alpha:]]", "[![:alnum:]]", "[[:space:][:punct:]]", "[[:cntrl:]b]", "[a-[:alpha:]]"])
  .concat(["[[:no:]a]", "[[:alpha]", "[[:alpha:", "[[:]", "[[::]a]"]);

const anyName: fc.Arbitrary<ByteString> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...COMMON_NAMES) },
  { weight: 2, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: fc.constantFrom(...NAMES_THAT_ARE_NO_TEXT) },
);

const anyPath = fc.array(anyName, { minLength: 1, maxLength: 4 }).map((names) => names.join("/") as ByteString);

const anyPiece = fc.constantFrom(...PIECES);

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
      behind: fc.constantFrom(
        "",
        "",
        "",
        "/",
        "/",
        "/**",
        "/*",
        "**",
        "*",
        "//",
        "/**/",
        "/**//",
        " ",
        "\\ ",
        "\\",
        "\r",
      ),
    })
    .map(({ near, replaced, inserted, where, dropped, before, behind }) => {
      const names = near.split("/").map((name, index) => (replaced[index] === null ? name : replaced[index]));
      const text = names.slice(Math.min(dropped, names.length - 1)).join("/");
      const at = where % (text.length + 1);
      return `${before}${text.slice(0, at)}${inserted ?? ""}${text.slice(at)}${behind}`;
    });
}

const lineOfPieces = fc.array(fc.oneof(anyPiece, anyName), { minLength: 1, maxLength: 6 }).map((line) => line.join(""));

function ignoreText(paths: readonly ByteString[], maxLength: number): fc.Arbitrary<string> {
  const line = fc.oneof(
    { weight: 6, arbitrary: lineNear(paths) },
    { weight: 3, arbitrary: lineOfPieces },
    { weight: 1, arbitrary: fc.constantFrom("", "#", " ", "!", "*", "*/", "!*/", "**", "/", "!a") },
  );
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

function filterAt(location: Buffer, mode: "collapse" | "omit" = "omit"): Promise<DirectoryFilter> {
  return gitignoreFilter({ fileSystem: localDisk(), root: toByteString(location), mode, environment: {} });
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

      const listed = git(folder, ["ls-files", "--others", "--exclude-standard", "-z"]).split("\0").slice(0, -1);
      const shown = [...kinds].filter(([full, kind]) => kind !== "directory" && !byFilter.has(full));
      expect(shown.map(([full]) => full).sort()).toEqual(listed.sort());

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
  });
});
