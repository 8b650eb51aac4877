// What the filter leaves of a tree, by example: which files apply where, and what happens to entries that they ignore.
import fs from "node:fs";
import { describe, expect, test } from "vitest";

import { commit, git, ignoredByGit } from "../../support/git.ts";
import { listByGitignore } from "../../support/list-by-gitignore.ts";
import { makeFiles } from "../../support/make-files.ts";
import { temporaryFolder } from "../../support/make-tree.ts";

describe("what is ignored", () => {
  test("is left out, or in mode collapse marked, and directories are not entered", async () => {
    const folder = makeFiles(temporaryFolder(), {
      ".git/": "",
      ".gitignore": "build/\n*.log\n",
      "a.log": "",
      "build/x": "",
      "src/a.ts": "",
      "src/build": "",
    });
    const rest = [".gitignore", "src/", "src/a.ts", "src/build"];
    expect(await listByGitignore(folder)).toEqual(rest);
    const [ignoreFile, ...others] = rest;
    expect(await listByGitignore(folder, { mode: "collapse" })).toEqual([
      ".git/ [ignored]",
      ignoreFile,
      "a.log [ignored]",
      "build/ [ignored]",
      ...others,
    ]);
    // For a listing whose names have no marks.
    expect(await listByGitignore(folder, { mode: "collapse", hidesFiles: true })).toEqual([
      ".git/ [ignored]",
      ignoreFile,
      "build/ [ignored]",
      ...others,
    ]);
  });

  test("includes `.git`, whatever it is and whatever the rules say", async () => {
    const folder = makeFiles(temporaryFolder(), { ".gitignore": "!.git\n", "a/.git": "no repository", "b/.git/x": "" });
    fs.mkdirSync(`${folder}/c`);
    fs.symlinkSync(".", `${folder}/c/.git`);
    expect(await listByGitignore(folder)).toEqual([".gitignore", "a/", "b/", "c/"]);
    expect(await listByGitignore(folder, { mode: "collapse" })).toEqual([
      ".gitignore",
      "a/",
      "a/.git [ignored]",
      "b/",
      "b/.git/ [ignored]",
      "c/",
      "c/.git [ignored]",
    ]);
  });

  test("includes `.git` in any case where case does not count", async () => {
    const folder = makeFiles(temporaryFolder(), { "a/.GIT/x": "", "a/.gIt2": "", ".gitignore": "B\n", b: "", c: "" });
    git(folder, ["init", "--quiet"]);
    expect(await listByGitignore(folder)).toEqual([".gitignore", "a/", "a/.GIT/", "a/.GIT/x", "a/.gIt2", "b", "c"]);
    git(folder, ["config", "core.ignoreCase", "true"]);
    const shown = [".gitignore", "a/", "a/.gIt2", "c"];
    expect(await listByGitignore(folder)).toEqual(shown);
    const byGit = git(folder, ["ls-files", "--others", "--exclude-standard"]).trim().split("\n");
    expect(shown.filter((name) => !name.endsWith("/"))).toEqual(byGit);
    expect(await listByGitignore(`${folder}/a/.GIT`)).toEqual(["x"]);
  });

  test("depends on the case of names as each repository says, from the top of each on", async () => {
    const home = makeFiles(temporaryFolder(), { ".config/git/ignore": "Mine\n" });
    const folder = makeFiles(temporaryFolder(), {
      ".gitignore": "Build\n",
      build: "",
      "in/.gitignore": "Build\n",
      "in/build": "",
      mine: "",
      "in/mine": "",
    });
    git(folder, ["init", "--quiet"]);
    git(`${folder}/in`, ["init", "--quiet"]);
    git(`${folder}/in`, ["config", "core.ignoreCase", "true"]);
    const list = () => listByGitignore(folder, { environment: { home } });
    expect(await list()).toEqual([".gitignore", "build", "in/", "in/.gitignore", "mine"]);
    git(folder, ["config", "core.ignoreCase", "yes"]);
    git(`${folder}/in`, ["config", "core.ignoreCase", "no"]);
    expect(await list()).toEqual([".gitignore", "in/", "in/.gitignore", "in/build", "in/mine"]);
  });

  test("does not include a link to a directory if the rule is for directories", async () => {
    const folder = makeFiles(temporaryFolder(), { ".gitignore": "link/\n" });
    fs.symlinkSync(".", `${folder}/link`);
    expect(await listByGitignore(folder)).toEqual([".gitignore", "link"]);
  });
});

describe("the rules of several files", () => {
  test("a nested file has the last word, and a directory that it re-includes is entered again", async () => {
    const folder = makeFiles(temporaryFolder(), {
      ".git/": "",
      ".gitignore": "build/\n",
      "build/x": "",
      "sub/.gitignore": "!build/\n",
      "sub/build/x": "",
    });
    expect(await listByGitignore(folder)).toEqual([
      ".gitignore",
      "sub/",
      "sub/.gitignore",
      "sub/build/",
      "sub/build/x",
    ]);
    expect([...ignoredByGit(folder, ["build", "sub/build", "sub/build/x"]).keys()]).toEqual(["build"]);
  });

  test("what is inside an ignored directory can't be re-included", async () => {
    const folder = makeFiles(temporaryFolder(), {
      ".git/": "",
      ".gitignore": "a/\n!a/b\n",
      "a/.gitignore": "!*",
      "a/b": "",
    });
    expect(await listByGitignore(folder)).toEqual([".gitignore"]);
  });

  test("take precedence over `info/exclude`, and that over the user's file", async () => {
    const home = makeFiles(temporaryFolder(), { ".config/git/ignore": "a\nb\nc\nd\n" });
    const files = { ".git/": "", ".git/info/exclude": "!b\nc\ne\n", ".gitignore": "!c\n" };
    const folder = makeFiles(temporaryFolder(), { ...files, a: "", b: "", c: "", d: "", e: "" });
    expect(await listByGitignore(folder, { environment: { home } })).toEqual([".gitignore", "b", "c"]);
    expect(await listByGitignore(folder)).toEqual([".gitignore", "a", "b", "c", "d"]);
  });

  test("those above the root of the listing apply, from the top of the repository down", async () => {
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
    expect(await listByGitignore(`${folder}/top/sub/deep`)).toEqual(expected);
    expect(await listByGitignore(`${folder}/top/./sub//deep/`)).toEqual(expected);
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
    expect(await listByGitignore(`${folder}/build`)).toEqual([
      ".gitignore",
      "a.log",
      "excluded",
      "out/",
      "out/.gitignore",
    ]);
  });

  test("so is one inside an ignored directory", async () => {
    const folder = makeFiles(temporaryFolder(), files);
    expect(await listByGitignore(`${folder}/build/out`)).toEqual([".gitignore", "a.tmp"]);
  });

  test("so is `.git`", async () => {
    const folder = makeFiles(temporaryFolder(), { ...files, ".git/x/a.log": "" });
    expect(await listByGitignore(`${folder}/.git/x`)).toEqual(["a.log"]);
  });
});

describe("repositories", () => {
  test("one inside another starts afresh: its own rules and the user's, nothing from above", async () => {
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
    expect(await listByGitignore(`${folder}/inner`, { environment })).toEqual(inner);
    expect(await listByGitignore(folder, { environment })).toEqual([
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
    expect(await listByGitignore(folder)).toEqual([".gitignore", "sub/", "sub/a.log"]);
  });

  test("a linked worktree uses the excludes of its repository", async () => {
    const folder = makeFiles(temporaryFolder(), { "main/.git/": "", "main/.git/info/exclude": "*.log\n" });
    commit(`${folder}/main`);
    git(`${folder}/main`, ["worktree", "add", "--quiet", "../linked"]);
    makeFiles(`${folder}/linked`, { "a.log": "", "sub/b.log": "", c: "" });
    expect(await listByGitignore(`${folder}/linked`)).toEqual(["c", "sub/"]);
    expect(await listByGitignore(`${folder}/linked/sub`)).toEqual([]);
    expect([...ignoredByGit(`${folder}/linked`, ["a.log", "c"]).keys()]).toEqual(["a.log"]);
  });

  test("outside any repository, the files at and below the root apply, and the user's", async () => {
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
    expect(await listByGitignore(`${folder}/root`, { environment })).toEqual([".gitignore", "c", "sub/", "sub/b"]);
  });
});
