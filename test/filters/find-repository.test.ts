// Repositories, git's configuration and the excludes file are found where git finds them: git itself is asked.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { localDisk } from "../../src/backends/local-disk.ts";
import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import { findRepository, toPlainPath, type Repository } from "../../src/filters/find-repository.ts";
import { excludesFile, readConfigValue, userExcludesSetting } from "../../src/filters/git-excludes-file.ts";
import { temporaryFolder } from "../support/make-tree.ts";

/** Git without the configuration of whoever runs the tests; `variables` may name another. */
function git(folder: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}): string {
  const env = { PATH: process.env["PATH"], GIT_CONFIG_NOSYSTEM: "1", ...variables };
  return execFileSync("git", args, { cwd: folder, env, encoding: "latin1", stdio: "pipe" });
}

function write(folder: string, below: string, text: string): void {
  const location = path.join(folder, below);
  fs.mkdirSync(path.dirname(location), { recursive: true });
  fs.writeFileSync(location, text, "latin1");
}

function commit(folder: string): void {
  const author = ["-c", "user.name=x", "-c", "user.email=x@y.z"];
  git(folder, [...author, "commit", "--quiet", "--allow-empty", "-m", "first"]);
}

function find(directory: string): Promise<Repository | undefined> {
  return findRepository(localDisk(), toByteString(directory));
}

/** The same, as git tells it. */
function tellRepository(directory: string): Repository {
  const tell = (what: string) => {
    const [line = ""] = git(directory, ["rev-parse", what]).split("\n");
    return toByteString(path.resolve(directory, Buffer.from(line, "latin1").toString()));
  };
  return {
    top: tell("--show-toplevel"),
    gitDirectory: tell("--absolute-git-dir"),
    commonDirectory: tell("--git-common-dir"),
  };
}

describe("a repository", () => {
  test("is found from its top and from below, by any name", async () => {
    const folder = path.join(temporaryFolder(), "é");
    fs.mkdirSync(`${folder}/a/b`, { recursive: true });
    git(folder, ["init", "--quiet"]);
    expect(await find(folder)).toEqual(tellRepository(folder));
    expect(await find(`${folder}/a/b`)).toEqual(tellRepository(`${folder}/a/b`));
    expect(await find(`${folder}/a/../a/./b//`)).toEqual(await find(folder));
  });

  test("is the nearest one", async () => {
    const folder = temporaryFolder();
    git(folder, ["init", "--quiet"]);
    git(folder, ["init", "--quiet", "inner"]);
    fs.mkdirSync(`${folder}/inner/a`);
    expect((await find(`${folder}/inner/a`))?.top).toBe(`${folder}/inner`);
  });

  test("is known by a `.git` with a `HEAD`: an empty one is passed by, as git does", async () => {
    const folder = temporaryFolder();
    git(folder, ["init", "--quiet"]);
    fs.mkdirSync(`${folder}/a/.git`, { recursive: true });
    expect(await find(`${folder}/a`)).toEqual(tellRepository(`${folder}/a`));
  });

  test("is not there where there is none", async () => {
    expect(await find(temporaryFolder())).toBeUndefined();
    expect(await find("/")).toBeUndefined();
  });

  test("may have its git directory elsewhere", async () => {
    const folder = temporaryFolder();
    git(folder, ["init", "--quiet", "--separate-git-dir", `${folder}/kept`, "checkout"]);
    fs.mkdirSync(`${folder}/checkout/a`);
    expect(await find(`${folder}/checkout/a`)).toEqual(tellRepository(`${folder}/checkout/a`));
  });

  test("may be a linked worktree", async () => {
    const folder = temporaryFolder();
    git(folder, ["init", "--quiet", "main"]);
    commit(`${folder}/main`);
    git(`${folder}/main`, ["worktree", "add", "--quiet", "../linked"]);
    const found = await find(`${folder}/linked`);
    expect(found).toEqual(tellRepository(`${folder}/linked`));
    expect(found?.commonDirectory).toBe(`${folder}/main/.git`);
  });

  test("may be a submodule", async () => {
    const folder = temporaryFolder();
    git(folder, ["init", "--quiet", "other"]);
    commit(`${folder}/other`);
    git(folder, ["init", "--quiet", "main"]);
    git(`${folder}/main`, [
      "-c",
      "protocol.file.allow=always",
      "submodule",
      "--quiet",
      "add",
      "../other",
      "sub/module",
    ]);
    const found = await find(`${folder}/main/sub/module`);
    expect(found).toEqual(tellRepository(`${folder}/main/sub/module`));
    expect(found?.gitDirectory).toBe(`${folder}/main/.git/modules/sub/module`);
  });

  test("a file `.git` that names nothing makes none", async () => {
    const folder = temporaryFolder();
    write(folder, "a/.git", "gitdir:\n");
    write(folder, "b/.git", "\n".repeat(65_000));
    expect(await find(`${folder}/a`)).toBeUndefined();
    expect(await find(`${folder}/b`)).toBeUndefined();
  });
});

test.each([
  ["/", ""],
  ["/a/b", "/a/b"],
  ["//a/./b/../c/", "/a/c"],
  ["/../a", "/a"],
  ["/a\\b", "/a\\b"],
  ["C:\\a\\.\\b", "C:/a/b"],
  ["C:/a/..", "C:"],
  ["\\\\server\\share\\a", "//server/share/a"],
])("%j is plainly %j", (written, plain) => {
  expect(toPlainPath(written)).toBe(plain);
});

describe("the configuration", () => {
  test.each([
    ["[core]\nexcludesFile = a b  ; comment\n", "a b"],
    ["[core]\n\texcludesfile=~/x # comment", "~/x"],
    ["[CORE] ExcludesFile = x\n", "x"],
    ['[core]\nexcludesFile = "a # b" c"d" \n', "a # b cd"],
    ['[core]\nexcludesFile = a\\\n b\\t\\"\\\\\n', 'a b\t"\\'],
    ["[core]\r\nexcludesFile = x\r\n[user]\r\nname = y\r\n", "x"],
    ["\xef\xbb\xbf[core]\nexcludesFile = x\n", "x"],
    ["[core]\nexcludesFile = x\n[core]\nexcludesFile = y\n", "y"],
    ["[core]\nexcludesFile =\n", ""],
    ['[core "sub"]\nexcludesFile = x\n', undefined],
    ["[core.sub]\nexcludesFile = x\n", undefined],
    ["[other]\nexcludesFile = x\n", undefined],
    ["[core]\nexcludesFileX = x\nbare\n", undefined],
    ["", undefined],
  ])("%j sets %j", (config, value) => {
    expect(readConfigValue(config, "core", "excludesfile")).toBe(value);
  });

  const pieces = ["[core]", "[CORE]", '[core "a"]', "[user]", "excludesFile", "x", "=", " = ", "\n", "\n", "\r\n"];
  const more = [" ", '"', '""', "\\\\", '\\"', "\\n", "\\\n", "#", ";", "a b", "  ", "é", "~/", "\\x", "[", "]", "-"];
  const anyPiece = fc.constantFrom(...pieces, ...more.map((piece) => toByteString(piece)));
  const anyValue = fc.array(anyPiece, { maxLength: 6 }).map((value) => `excludesFile = ${value.join("")}\n`);
  const anyConfig = fc
    .array(fc.oneof(anyValue, anyPiece, fc.constant("[core]\n")), { minLength: 1, maxLength: 6 })
    .map((parts) => `[core]\n${parts.join("")}`);
  const configs = fc.sample(anyConfig, { seed: 3, numRuns: 600 });

  test(`is read as git reads it, where git can read it, in ${configs.length} generated files`, () => {
    const folder = temporaryFolder();
    let read = 0;
    for (const config of configs) {
      write(folder, "config", config);
      const told = tellValue(folder);
      if (told !== "unreadable") {
        read += 1;
        expect({ config, value: readConfigValue(config, "core", "excludesfile") }).toEqual({ config, value: told });
      }
    }
    expect(read).toBeGreaterThan(configs.length / 4);
  });

  /** The last value that git reads. It refuses a file that is malformed, and a path without a value. */
  function tellValue(folder: string): string | undefined {
    try {
      const settings = git(folder, ["config", "--file", "config", "-z", "--list"]).split("\0");
      const [last] = settings.filter((setting) => /^core\.excludesfile(?:\n|$)/.test(setting)).slice(-1);
      return last === "core.excludesfile" ? "unreadable" : last?.slice("core.excludesfile\n".length);
    } catch {
      return "unreadable";
    }
  }
});

describe("the excludes file", () => {
  interface Places {
    readonly xdgConfig?: string;
    readonly gitconfig?: string;
    readonly own?: string;
    readonly withXdg?: boolean;
  }

  const settings = (value: string | undefined) => (value === undefined ? "" : `[core]\nexcludesFile = ${value}\n`);

  test.each<Places>([
    {},
    { withXdg: true },
    { gitconfig: "~/mine" },
    { xdgConfig: "~/mine" },
    { xdgConfig: "~/theirs", gitconfig: "~/mine" },
    { withXdg: true, xdgConfig: "~/mine" },
    { withXdg: true, xdgConfig: "~/theirs", gitconfig: "~/mine" },
    { gitconfig: "~/mine", own: "relative" },
    { own: "../home/mine" },
    { own: "~/mine" },
    { gitconfig: "~/mine", own: '""' },
    { gitconfig: "~/missing" },
  ])("is where git looks for it: %j", async ({ xdgConfig, gitconfig, own, withXdg = false }) => {
    const folder = temporaryFolder();
    git(folder, ["init", "--quiet", "repo"]);
    const [home, xdg] = [`${folder}/home`, `${folder}/xdg`];
    // One name for each place, so that what is ignored tells which file was read.
    write(home, "mine", "mine\n");
    write(home, "theirs", "theirs\n");
    write(home, ".config/git/ignore", "home-default\n");
    write(xdg, "git/ignore", "xdg-default\n");
    write(folder, "repo/relative", "relative\n");
    write(withXdg ? xdg : `${home}/.config`, "git/config", settings(xdgConfig));
    write(home, ".gitconfig", settings(gitconfig));
    fs.appendFileSync(`${folder}/repo/.git/config`, settings(own));

    const environment = { home, xdgConfigHome: withXdg ? xdg : undefined };
    const repository = await find(`${folder}/repo`);
    const userSetting = await userExcludesSetting(localDisk(), environment);
    const location = await excludesFile(localDisk(), environment, userSetting, repository);
    const read = location === undefined ? undefined : await localDisk().readFile?.(location, { maxBytes: 100 });

    const names = ["mine", "theirs", "home-default", "xdg-default", "relative"];
    const variables = { HOME: home, ...(withXdg ? { XDG_CONFIG_HOME: xdg } : {}) };
    const ignored = names.filter((name) => {
      try {
        return git(`${folder}/repo`, ["check-ignore", name], variables) !== "";
      } catch {
        return false;
      }
    });
    expect(read === undefined ? [] : [toByteString(read).trim()]).toEqual(ignored);
  });

  test("needs a home, or a place for configuration", async () => {
    const at = (environment: object, setting?: string) => excludesFile(localDisk(), environment, setting, undefined);
    expect(await at({})).toBeUndefined();
    expect(await at({}, "~/x")).toBeUndefined();
    expect(await at({ home: "/home/é" }, "~/x")).toBe(toByteString("/home/é/x"));
    expect(await at({ home: "/h", xdgConfigHome: "" })).toBe("/h/.config/git/ignore");
    expect(await at({ xdgConfigHome: "/x" })).toBe("/x/git/ignore");
    expect(await at({ home: "/h" }, "~other/x")).toBeUndefined();
    expect(await at({ home: "/h" }, "relative")).toBeUndefined();
    expect(await at({ home: "/h" }, "/absolute" as ByteString)).toBe("/absolute");
  });
});
