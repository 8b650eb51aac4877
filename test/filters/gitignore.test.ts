// Which rule files apply where, by example: repositories, directories above the root, the user's files, and files that may not be read.
import fs from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";

import { memory, s3 } from "../../src/index.ts";
import { fakeStore } from "../support/fake-store.ts";
import { folderWith, list, setHome, watchedDisk } from "../support/filtered-tree.ts";
import { makeFiles } from "../support/make-files.ts";
import { commit, git, ignoredByGit } from "../support/git.ts";

beforeEach(() => setHome("/nowhere"));

const omitted = (root: string, roots?: readonly string[]) => list(root, { gitignore: "omit", ...(roots && { roots }) });

describe("what is ignored", () => {
  test("includes `.git`, whatever it is and whatever the rules say", async () => {
    const folder = folderWith({ ".gitignore": "!.git\n", "a/.git": "none", "b/.git/x": "", "c/.git@": "." });
    expect(await omitted(folder)).toEqual([".gitignore", "a/", "b/", "c/"]);
    const fileSystem = s3({ client: fakeStore([".git/x", "a/.git/x", "a/.gitignore"]).client });
    expect(await list("s3://b", { gitignore: "collapse", fileSystem })).toEqual([
      ".git/ [ignored]",
      "a/",
      "a/.git/ [ignored]",
      "a/.gitignore",
    ]);
  });

  test("depends on the case of names as each repository says, from the top of each on", async () => {
    const home = folderWith({ ".config/git/ignore": "Mine\n" });
    setHome(home);
    const rules = { ".gitignore": "Build\n", "in/.gitignore": "Build\n" };
    const folder = folderWith({
      ...rules,
      ".git/": "",
      "in/.git/": "",
      build: "",
      "in/build": "",
      mine: "",
      "in/mine": "",
    });
    git(`${folder}/in`, ["config", "core.ignoreCase", "true"]);
    expect(await omitted(folder)).toEqual([".gitignore", "build", "in/", "in/.gitignore", "mine"]);
    git(folder, ["config", "core.ignoreCase", "yes"]);
    git(`${folder}/in`, ["config", "core.ignoreCase", "no"]);
    makeFiles(folder, { "x/.GIT/y": "" });
    expect(await omitted(folder)).toEqual([".gitignore", "in/", "in/.gitignore", "in/build", "in/mine", "x/"]);
  });
});

test("a rule file overrides those above it", async () => {
  const rules = { ".gitignore": "*.log\n!b.log\n", "a/.gitignore": "!x.log\nb.log\n" };
  const folder = folderWith({ ...rules, "a/b.log": "", "a/x.log": "", "a/y.log": "", "b.log": "", "x.log": "" });
  expect(await omitted(folder)).toEqual([".gitignore", "a/", "a/.gitignore", "a/x.log", "b.log"]);
});

test("spaces, escapes and ends of lines are read as git reads them", async () => {
  const names = ["a ", "a", "b", "b   ", "c\\", "c\\ ", "#d", "!e", "f", "f\r", "g\t", "g", "\ufeffh", "h", " i", "i"];
  const text = "\ufeffh\na\\   \nb   \nc\\\\  \n\\#d\n\\!e\n# g\nf\r\ng\t\n i\n   \n";
  const folder = folderWith({
    ".git/": "",
    ".gitignore": text,
    ...Object.fromEntries(names.map((name) => [name, ""])),
  });
  const inGit = (name: string) => Buffer.from(name).toString("latin1");
  const byGit = ignoredByGit(folder, names.map(inGit));
  expect(byGit.size).toBe(9);
  const shown = await omitted(folder);
  expect(names.filter((name) => !shown.includes(name))).toEqual(names.filter((name) => byGit.has(inGit(name))));
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
    ".git/x/a.log": "",
  };

  test.each([
    ["build", [".gitignore", "a.log", "excluded", "out/", "out/.gitignore"]],
    ["build/out", [".gitignore", "a.tmp"]],
    [".git/x", ["a.log"]],
  ])("is listed by the rules at and below it: %s", async (root, expected) => {
    expect(await omitted(`${folderWith(files)}/${root}`)).toEqual(expected);
  });
});

describe("repositories", () => {
  test("one inside another starts afresh: its own rules and the user's, nothing from above", async () => {
    setHome(folderWith({ ".gitconfig": "[core]\nexcludesFile = ~/mine\n", mine: "*.user\n" }));
    const folder = folderWith({
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
    expect(await omitted(`${folder}/inner`)).toEqual(inner);
    expect(await omitted(folder)).toEqual([".gitignore", "inner/", ...inner.map((line) => `inner/${line}`)]);
  });

  test("a submodule is one; an empty `.git`, and a file `.git` without a usable path, are not", async () => {
    const folder = folderWith({
      ".git/": "",
      ".git/modules/sub/info/exclude": "*.sub\n",
      ".gitignore": "*.log\n",
      "sub/.git": "gitdir: ../.git/modules/sub\n",
      "sub/a.log": "",
      "sub/a.sub": "",
      "empty/.git/x": "",
      "empty/a.log": "",
      "file/.git": "gitdir:\n",
      "file/a.log": "",
      "long/.git": `gitdir: ${"../sub/".repeat(3000)}../.git/modules/sub\n`,
      "long/a.log": "",
    });
    expect(await omitted(folder)).toEqual([".gitignore", "empty/", "file/", "long/", "sub/", "sub/a.log"]);
  });

  test("a linked worktree uses the excludes of its repository, and a git directory may be elsewhere", async () => {
    const folder = folderWith({ "main/.git/": "", "main/.git/info/exclude": "*.log\n" });
    commit(`${folder}/main`);
    git(`${folder}/main`, ["worktree", "add", "--quiet", "../linked"]);
    makeFiles(`${folder}/linked`, { "a.log": "", "sub/b.log": "", c: "" });
    expect(await omitted(`${folder}/linked`)).toEqual(["c", "sub/"]);
    expect(await omitted(`${folder}/linked/sub`)).toEqual([]);
    git(folder, ["init", "--quiet", "--separate-git-dir", `${folder}/kept`, "checkout"]);
    makeFiles(folder, { "kept/info/exclude": "x\n", "checkout/x": "", "checkout/y": "" });
    expect(await omitted(`${folder}/checkout`)).toEqual(["y"]);
  });

  test("outside any, the user's rules and those at and below the root apply", async () => {
    const home = folderWith({ "xdg/git/ignore": "/b\n" });
    setHome(home, `${home}/xdg`);
    const files = { "root/.gitignore": "a\n", "root/a": "", "root/b": "", "root/c": "", "root/sub/b": "" };
    const folder = folderWith({ ".gitignore": "c\n", ...files });
    expect(await omitted(`${folder}/root`)).toEqual([".gitignore", "c", "sub/", "sub/b"]);
  });
});

describe("the user's excludes file", () => {
  test.each<[string, Record<string, string>]>([
    [".gitconfig, from home", { ".gitconfig": "[core]\nexcludesFile = ~/a é\n", "a é": "probe\n" }],
    [
      ".gitconfig, before the other",
      {
        ".gitconfig": "[core]\nexcludesfile = ~/a\n",
        ".config/git/config": "[core]\nexcludesFile = ~/b\n",
        a: "probe\n",
        b: "plain\n",
      },
    ],
    [
      "the other configuration",
      {
        ".gitconfig": "[core]\nignoreCase = false\n",
        ".config/git/config": "[core]\nexcludesFile = ~/b\n",
        b: "probe\n",
      },
    ],
    ["its place by default", { ".config/git/ignore": "probe\n" }],
  ])("is found by %s", async (_, files) => {
    const home = folderWith(files);
    setHome(home);
    const folder = folderWith({ ".git/": "", probe: "", plain: "" });
    expect(await omitted(folder)).toEqual(["plain"]);
    expect([...ignoredByGit(folder, ["plain", "probe"], { HOME: home }).keys()]).toEqual(["probe"]);
  });

  test.each([
    "~/rules  ; comment",
    '"~/ru"les # comment',
    '~/"rules" \r',
    "~/ru\\\nles",
    "~/other\nexcludesfile = ~/rules",
    '~/rules\n[core "sub"]\nexcludesFile = ~/other',
    '~/"a # b"',
  ])("is the file that git reads for the value %j", async (value) => {
    const rules = { rules: "probe\n", "a # b": "probe\n", other: "plain\n" };
    const home = folderWith({ ".gitconfig": `\ufeff[user]\nname = x\n[CORE]\n\tExcludesFile = ${value}\n`, ...rules });
    setHome(home);
    const folder = folderWith({ ".git/": "", probe: "", plain: "" });
    expect([...ignoredByGit(folder, ["plain", "probe"], { HOME: home }).keys()]).toEqual(["probe"]);
    expect(await omitted(folder)).toEqual(["plain"]);
  });

  test.each(["", "~other/x", "~"])("does not exist if its value is %j", async (value) => {
    setHome(folderWith({ ".gitconfig": `[core]\nexcludesFile = ${value}\n`, ".config/git/ignore": "a\n" }));
    expect(await omitted(folderWith({ ".git/": "", a: "" }))).toEqual(["a"]);
  });
});

/** A configuration that sets `core.excludesFile` to this value as written. */
function excludes(value: string): string {
  return `[core]\n\trepositoryformatversion = 0\n\texcludesFile = ${value}\n`;
}

interface Attempt {
  readonly way: string;
  readonly files: Readonly<Record<string, string>>;
  /** What to do once the files are there. */
  readonly change?: (folder: string) => void;
  /** The root. */
  readonly root?: string;
  readonly listed?: string;
}

/** Moves a git directory that git itself made. */
function move(from: string, to: string): (folder: string) => void {
  return (folder) => fs.renameSync(`${folder}/${from}`, `${folder}/${to}`);
}

function replaceByLink(location: string, target: string): void {
  fs.rmSync(location, { recursive: true });
  fs.symlinkSync(target, location);
}

const OUT_GIT = { "out/.git/": "", "out/.git/info/exclude": "probe\n" };

const ATTEMPTS: readonly Attempt[] = [
  { way: "core.excludesFile, relative", files: { "in/.git/": "", "in/.git/config": excludes("../out/secret") } },
  {
    way: "core.excludesFile in the home directory",
    files: { "in/.git/": "", "in/.git/config": excludes("~/secret"), "home/secret": "probe\n" },
  },
  {
    way: "core.excludesFile behind a link",
    files: { "in/.git/": "", "in/.git/config": excludes("link/secret"), "in/link@": "../out" },
  },
  {
    way: "core.excludesFile of a repository above the root",
    files: { "top/.git/": "", "top/.git/config": excludes("../out/secret"), "top/in/x": "" },
    root: "top/in",
  },
  {
    way: "a file .git that names a git directory behind a link",
    files: { "in/.git": "gitdir: link/git\n", "in/link@": "../out", ...OUT_GIT },
    change: move("out/.git", "out/git"),
  },
  {
    way: "commondir",
    files: {
      "in/.git": "gitdir: kept\n",
      "in/kept/HEAD": "ref: refs/heads/main\n",
      "in/kept/commondir": "../../out/git\n",
      ...OUT_GIT,
    },
    change: move("out/.git", "out/git"),
  },
  { way: "a .git that is a link", files: { ...OUT_GIT, "in/.git@": "../out/.git" } },
  {
    way: "a .git/info that is a link",
    files: { "in/.git/": "" },
    change: (folder) => replaceByLink(`${folder}/in/.git/info`, "../../out/info"),
  },
  {
    way: "the user's configuration, where that is in a root",
    files: { "home/.gitconfig": excludes("~/../out/secret"), "home/in/.git/": "", "home/in/x": "" },
    root: "home",
    listed: "home/in",
  },
  {
    way: "the user's configuration, where a link leads to it in a root",
    files: { "in/.git/": "", "in/config/git/config": excludes("~/../out/secret"), "home/.config@": "../in/config" },
  },
];

describe("where roots are set", () => {
  test.each(ATTEMPTS)(
    "no file outside is read that is named by $way",
    async ({ files, change, root = "in", listed = root }) => {
      const probes = { [`${listed}/plain`]: "", [`${listed}/probe`]: "" };
      const folder = folderWith({
        ...probes,
        "out/secret": "probe\n",
        "out/info/exclude": "probe\n",
        "home/x": "",
        ...files,
      });
      change?.(folder);
      setHome(`${folder}/home`);
      // Without roots the file is read, by git and by us.
      const names = ["plain", "probe"];
      expect([...ignoredByGit(`${folder}/${listed}`, names, { HOME: `${folder}/home` }).keys()]).toEqual(["probe"]);
      expect(await omitted(`${folder}/${listed}`)).not.toContain("probe");

      const shown = await omitted(`${folder}/${listed}`, [`${folder}/${root}`]);
      expect(names.filter((name) => shown.includes(name))).toEqual(names);
      // The same from above, where the walk reaches the repository on its way.
      const fromAbove = await omitted(`${folder}/${root}`, [`${folder}/${root}`]);
      expect(fromAbove.some((line) => /(?:^|\/)probe$/.test(line))).toBe(true);
    },
  );

  test("no file outside is even looked for, whatever names it inside", async () => {
    const folder = folderWith({
      "in/absolute/.git": "gitdir: /out/git\n",
      "in/relative/.git": "gitdir: ../../out/git\n",
      "in/config/.git/": "",
      "in/config/.git/config": excludes("../../out/secret"),
      "out/git/info/exclude": "x\n",
    });
    const { fileSystem, files } = watchedDisk();
    await list(`${folder}/in`, { gitignore: "omit", fileSystem, roots: [`${folder}/in`] });
    expect(files).toContain(`${folder}/in/relative/.git`);
    expect(files.filter((file) => file.includes("/out/"))).toEqual([]);
  });

  test("rules above a root, the user's, and what is named inside a root still apply", async () => {
    const folder = folderWith({
      "top/.git/": "",
      "top/.git/info/exclude": "excluded\n",
      "top/.gitignore": "/in/anchored\n",
      "top/in/anchored": "",
      "top/in/excluded": "",
      "top/in/mine": "",
      "top/in/plain": "",
      "home/.gitconfig": excludes("~/../rules"),
      rules: "mine\n",
      "one/.git/": "",
      "one/.git/config": excludes("../two/rules"),
      "one/probe": "",
      "two/rules": "probe\n",
      "alias@": "home",
    });
    const root = `${folder}/top/in`;
    // A home that is reached through a link is the same one.
    for (const home of ["home", "alias"]) {
      setHome(`${folder}/${home}`);
      expect(await omitted(root, [root])).toEqual(["plain"]);
    }
    expect(await omitted(`${folder}/one`, [`${folder}/one`, `${folder}/two`])).toEqual([]);
  });
});

describe("a rule file", () => {
  test("is not read if it is denied", async () => {
    const folder = folderWith({
      ".git/": "",
      ".git/info/exclude": "excluded\n",
      ".gitignore": "own\n",
      excluded: "",
      own: "",
    });
    const without = (rule: string) => list(folder, { gitignore: "omit", deny: [rule] });
    expect(await without("nothing")).toEqual([".gitignore"]);
    expect(await without(".gitignore")).toEqual(["own"]);
    expect(await without("info/")).toEqual([".gitignore", "excluded"]);
  });

  test("must not be a link, as in git, and has at most 128 KiB", async () => {
    const folder = folderWith({ ".git/": "", rules: "a\n", ".gitignore@": "rules", a: "", b: "" });
    expect(await omitted(folder)).toEqual([".gitignore", "a", "b", "rules"]);
    fs.rmSync(`${folder}/.gitignore`);
    makeFiles(folder, { ".gitignore": `b\n#${"x".repeat(128 * 1024 - 3)}` });
    expect(await omitted(folder)).not.toContain("b");
    makeFiles(folder, { ".gitignore": `b\n#${"x".repeat(128 * 1024)}` });
    expect(await omitted(folder)).toContain("b");
  });

  test("that does not answer counts as absent, unless the call is cancelled", async () => {
    const timedOut = () => Promise.reject(Object.assign(new Error("slow"), { code: "ETIMEDOUT" }));
    const fileSystem = { ...memory([{ path: "/r/.gitignore", content: "a" }, "/r/a"]), readFile: timedOut };
    expect(await list("/r", { gitignore: "omit", fileSystem })).toEqual([".gitignore", "a"]);
    const stop = new AbortController();
    const readFile = () => Promise.reject(stop.abort());
    const cancelled = list("/r", { gitignore: "omit", signal: stop.signal, fileSystem: { ...fileSystem, readFile } });
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
  });
});
