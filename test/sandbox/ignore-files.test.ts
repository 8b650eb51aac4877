// Rules from outside the roots. A file out there that the tree names in any way is not read, though git would read it. Files that
// are there by git's own layout, or belong to the user, still apply as in git.
import fs from "node:fs";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import type { ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { callListDir, callListDirectory } from "../support/call-tool.ts";
import { commit, git, ignoredByGit } from "../support/git.ts";
import { makeFiles } from "../support/make-files.ts";
import { temporaryFolder } from "../support/make-tree.ts";

type Files = Readonly<Record<string, string>>;

/** A folder with these files, and a home directory in it. */
function makeFolders(files: Files): string {
  const folder = makeFiles(temporaryFolder(), files);
  fs.mkdirSync(`${folder}/home`, { recursive: true });
  vi.stubEnv("HOME", `${folder}/home`);
  vi.stubEnv("XDG_CONFIG_HOME", undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}

/** A configuration that sets `core.excludesFile` to this value as written. */
function excludes(value: string): string {
  return `[core]\n\trepositoryformatversion = 0\n\texcludesFile = ${value}\n`;
}

/** The names in a listing of a directory. */
async function list(directory: string, options: ToolRouterOptions = {}): Promise<string[]> {
  const answer = await callListDirectory({ path: directory, gitignore: "omit" }, options);
  return (JSON.parse(answer) as { files: string[] }).files.map((name) => name.replace(/\/$/, ""));
}

/** The names that git does not ignore. */
function listByGit(folder: string, directory: string): string[] {
  const names = fs.readdirSync(`${folder}/${directory}`).filter((name) => !name.startsWith("."));
  const ignored = ignoredByGit(`${folder}/${directory}`, names, { HOME: `${folder}/home` });
  return names.filter((name) => !ignored.has(name as never)).sort();
}

interface Attempt {
  readonly way: string;
  readonly files: Files;
  /** What to do once the files are there. */
  readonly change?: (folder: string) => void;
  /** The directory that may be listed. */
  readonly root?: string;
  /** The directory to list. */
  readonly listed?: string;
}

/** Moves a git directory that git itself made. */
function moveGitDirectory(from: string, to: string): (folder: string) => void {
  return (folder) => fs.renameSync(`${folder}/${from}`, `${folder}/${to}`);
}

const OUTSIDE = { "out/secret": "probe\n", "out/info/exclude": "probe\n" };

const ATTEMPTS: readonly Attempt[] = [
  {
    way: "core.excludesFile, relative",
    files: { "in/.git/": "", "in/.git/config": excludes("../out/secret") },
  },
  {
    way: "core.excludesFile, absolute",
    files: { "in/.git/": "" },
    change: (folder) => fs.appendFileSync(`${folder}/in/.git/config`, excludes(`${folder}/out/secret`)),
  },
  {
    way: "core.excludesFile in the home directory",
    files: { "in/.git/": "", "in/.git/config": excludes("~/secret"), "home/secret": "probe\n" },
  },
  {
    way: "core.excludesFile through the home directory",
    files: { "in/.git/": "", "in/.git/config": excludes("~/../out/secret") },
  },
  {
    way: "core.excludesFile behind a link",
    files: { "in/.git/": "", "in/.git/config": excludes("link/secret"), "in/link@": "../out" },
  },
  {
    way: "core.excludesFile of a repository in another",
    files: { "in/.git/": "", "in/sub/.git/": "", "in/sub/.git/config": excludes("../../out/secret"), "in/sub/x": "" },
    listed: "in/sub",
  },
  {
    way: "core.excludesFile of a repository above the root",
    files: { "top/.git/": "", "top/.git/config": excludes("../out/secret"), "top/in/x": "" },
    root: "top/in",
  },
  {
    way: "core.excludesFile that is read by its place for something else",
    files: {
      "top/.git/": "",
      "top/.git/config": "[core]\n\trepositoryformatversion = 0\nprobe\n",
      "top/in/.git/": "",
      "top/in/.git/config": excludes("../.git/config"),
    },
    root: "top/in",
  },
  {
    way: "a file .git that names a git directory",
    files: { "in/.git": "gitdir: ../out/git\n", "out/.git/": "", "out/.git/info/exclude": "probe\n" },
    change: moveGitDirectory("out/.git", "out/git"),
  },
  {
    way: "a file .git that names a git directory with a configuration",
    files: { "in/.git": "gitdir: ../out/git\n", "out/.git/": "", "out/.git/config": excludes("../out/secret") },
    change: moveGitDirectory("out/.git", "out/git"),
  },
  {
    way: "a file .git that names a git directory behind a link",
    files: {
      "in/.git": "gitdir: link/git\n",
      "in/link@": "../out",
      "out/.git/": "",
      "out/.git/info/exclude": "probe\n",
    },
    change: moveGitDirectory("out/.git", "out/git"),
  },
  {
    way: "commondir",
    files: {
      "in/.git": "gitdir: kept\n",
      "in/kept/HEAD": "ref: refs/heads/main\n",
      "in/kept/commondir": "../../out/git\n",
      "out/.git/": "",
      "out/.git/info/exclude": "probe\n",
    },
    change: moveGitDirectory("out/.git", "out/git"),
  },
  {
    way: "a commondir outside, which names what lies inside",
    files: {
      "in/.git": "gitdir: ../out/git\n",
      "out/git/HEAD": "ref: refs/heads/main\n",
      "out/git/commondir": "../../in/common\n",
      "made/.git/": "",
      "made/.git/info/exclude": "probe\n",
    },
    change: moveGitDirectory("made/.git", "in/common"),
  },
  {
    way: "a .git that is a link",
    files: { "out/.git/": "", "out/.git/info/exclude": "probe\n", "in/.git@": "../out/.git" },
  },
  {
    way: "a .git/info that is a link",
    files: { "in/.git/": "" },
    change: (folder) => {
      fs.rmSync(`${folder}/in/.git/info`, { recursive: true });
      fs.symlinkSync("../../out/info", `${folder}/in/.git/info`);
    },
  },
  {
    way: "a .git/info that is a link, above the root",
    files: { "top/.git/": "", "top/in/x": "" },
    root: "top/in",
    change: (folder) => {
      fs.rmSync(`${folder}/top/.git/info`, { recursive: true });
      fs.symlinkSync("../../out/info", `${folder}/top/.git/info`);
    },
  },
  {
    way: "the user's configuration, where that lies in a root",
    files: { "home/.gitconfig": excludes("~/../out/secret"), "home/in/.git/": "", "home/in/x": "" },
    root: "home",
    listed: "home/in",
  },
  {
    way: "the user's configuration, where a link leads to it in a root",
    files: {
      "in/.git/": "",
      "in/config/git/config": excludes("~/../out/secret"),
      "home/x": "",
      "home/.config@": "../in/config",
    },
  },
  {
    way: "the place of the user's file, where a link in a root leads out of it",
    files: { "home/in/.git/": "", "home/.config@": "../out/config", "out/config/git/ignore": "probe\n" },
    root: "home",
    listed: "home/in",
  },
];

describe("a file outside the roots is not read for rules", () => {
  test.each(ATTEMPTS)("named by $way", async ({ files, change, root = "in", listed = root }) => {
    const all = { [`${listed}/plain`]: "", [`${listed}/probe`]: "", ...OUTSIDE, ...files };
    // Links come last, after the files that they lead to, and `.git/` is made before the files inside it.
    const ordered = Object.entries(all).sort(([a], [b]) => Number(a.endsWith("@")) - Number(b.endsWith("@")));
    const folder = makeFolders(Object.fromEntries(ordered));
    change?.(folder);
    // Without roots the file is read, by git and by us.
    expect(listByGit(folder, listed)).not.toContain("probe");
    expect(await list(`${folder}/${listed}`)).not.toContain("probe");

    const roots = [`${folder}/${root}`];
    const shown = await list(`${folder}/${listed}`, { roots });
    expect(shown).toContain("probe");
    expect(shown).toEqual([...listByGit(folder, listed), "probe"].sort());
    // The same from above, when the walk reaches the repository on its way.
    const options = { roots: [`${folder}/${root}`] };
    const whole = await callListDir({ dir_path: `${folder}/${root}`, gitignore: "omit", limit: 100 }, options);
    expect(whole).toMatch(/^ *probe$/m);
  });
});

describe("what still applies if there are roots", () => {
  test("the ignore files above a root, up to the top of its repository, and its info/exclude", async () => {
    const folder = makeFolders({
      ".gitignore": "not-above-the-top\n",
      "top/.git/": "",
      "top/.git/info/exclude": "excluded\n",
      "top/.gitignore": "node_modules/\n/mid/in/anchored\n",
      "top/mid/.gitignore": "middle\n",
    });
    for (const name of ["anchored", "excluded", "middle", "not-above-the-top", "plain"]) {
      makeFiles(folder, { [`top/mid/in/${name}`]: "" });
    }
    makeFiles(folder, { "top/mid/in/node_modules/x": "" });
    const roots = [`${folder}/top/mid/in`];
    expect(await list(`${folder}/top/mid/in`, { roots })).toEqual(["not-above-the-top", "plain"]);
    expect(listByGit(folder, "top/mid/in")).toEqual(["not-above-the-top", "plain"]);
  });

  test.each<{ what: string; files: Files }>([
    { what: "by default", files: { "home/.config/git/ignore": "probe\n" } },
    { what: "by its configuration", files: { "home/.gitconfig": excludes("~/../out/secret") } },
    {
      what: "by its other configuration",
      files: { "home/.config/git/config": excludes("~/mine"), "home/mine": "probe" },
    },
  ])("the user's own file, found $what", async ({ files }) => {
    const folder = makeFolders({ "in/.git/": "", "in/plain": "", "in/probe": "", ...OUTSIDE, ...files });
    const roots = [`${folder}/in`];
    expect(await list(`${folder}/in`, { roots })).toEqual(["plain"]);
    expect(listByGit(folder, "in")).toEqual(["plain"]);
    // A home directory reached through a link is the same one.
    fs.symlinkSync("home", `${folder}/alias`);
    vi.stubEnv("HOME", `${folder}/alias`);
    expect(await list(`${folder}/in`, { roots })).toEqual(["plain"]);
    vi.stubEnv("HOME", `${folder}/missing`);
    expect(await list(`${folder}/in`, { roots })).toEqual(["plain", "probe"]);
  });

  test("what a repository names inside a root, the same one or another", async () => {
    const folder = makeFolders({
      "one/.git/": "",
      "one/.git/config": excludes("../two/rules"),
      "one/probe": "",
      "two/rules": "probe\n",
      "two/main/.git/": "",
      "two/main/.git/info/exclude": "probe\n",
    });
    commit(`${folder}/two/main`);
    git(`${folder}/two/main`, ["worktree", "add", "--quiet", "../linked"]);
    makeFiles(folder, { "two/linked/probe": "" });
    const roots = [`${folder}/one`, `${folder}/two`];
    expect(await list(`${folder}/one`, { roots })).toEqual([]);
    expect(await list(`${folder}/two/linked`, { roots })).toEqual([]);
    expect(await list(`${folder}/two/linked`, { roots: [`${folder}/two/linked`] })).toEqual(["probe"]);
    // Also when the roots are given under other names.
    fs.symlinkSync(".", `${folder}/alias`);
    const byAlias = { roots: [`${folder}/alias/one`, `${folder}/alias/two`] };
    expect(await list(`${folder}/alias/one`, byAlias)).toEqual([]);
  });

  test("the rules of a file system without links", async () => {
    const fileSystem = memory([
      "/in/.git/HEAD",
      { path: "/in/.git/config", content: excludes("../out/secret") },
      { path: "/in/.gitignore", content: "ignored\n" },
      { path: "/out/secret", content: "probe\n" },
      "/in/ignored",
      "/in/probe",
    ]);
    makeFolders({});
    expect(await list("/in", { fileSystem })).toEqual([]);
    expect(await list("/in", { fileSystem, roots: ["/in"] })).toEqual(["probe"]);
  });
});

describe("a denied file is not read for rules", () => {
  test.each<{ what: string; deny: string; files: Files }>([
    { what: "an ignore file", deny: "**/.gitignore", files: { ".gitignore": "probe\n" } },
    { what: "info/exclude", deny: "**/info", files: { ".git/info/exclude": "probe\n" } },
    { what: "a git directory", deny: ".git", files: { ".git/info/exclude": "probe\n" } },
    { what: "an excludes file", deny: "**/secret", files: { ".git/config": excludes("secret"), secret: "probe\n" } },
    {
      what: "what lies in a denied directory",
      deny: "rules/",
      files: { ".git/config": excludes("rules/a"), "rules/a": "probe\n" },
    },
    { what: "the user's file", deny: "**/git/ignore", files: { "../home/.config/git/ignore": "probe\n" } },
  ])("$what", async ({ deny, files }) => {
    const below = Object.fromEntries(Object.entries(files).map(([name, text]) => [`in/${name}`, text]));
    const folder = makeFolders({ "in/.git/": "", "in/probe": "", ...below });
    expect(listByGit(folder, "in")).not.toContain("probe");
    expect(await list(`${folder}/in`)).not.toContain("probe");
    expect(await list(`${folder}/in`, { deny: [deny] })).toContain("probe");
    expect(await list(`${folder}/in`, { deny: [deny], roots: [`${folder}/in`] })).toContain("probe");
    expect(await list(`${folder}/in`, { deny: ["something-else"] })).not.toContain("probe");
  });
});
