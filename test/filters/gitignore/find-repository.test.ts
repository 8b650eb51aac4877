// Finds repositories where git finds them; the tests ask git itself.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { localDisk } from "../../../src/backends/disk/local-disk.ts";
import { memory } from "../../../src/backends/memory.ts";
import { toByteString } from "../../../src/core/byte-string.ts";
import { findRepository, type Repository } from "../../../src/filters/gitignore/find-repository.ts";
import { RuleFiles } from "../../../src/filters/gitignore/rule-files.ts";
import { commit, git } from "../../support/git.ts";
import { makeFiles } from "../../support/make-files.ts";
import { temporaryFolder } from "../../support/make-tree.ts";

type Places = Omit<Repository, "namedBy">;

async function find(directory: string): Promise<Places | undefined> {
  const found = await findRepository(
    new RuleFiles({ fileSystem: localDisk(), bounds: undefined }),
    toByteString(directory),
  );
  return found && { top: found.top, gitDirectory: found.gitDirectory, commonDirectory: found.commonDirectory };
}

/** The same, as git reports it. */
function tellRepository(directory: string): Places {
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
  test("is found from its top and from below, whatever its path", async () => {
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

  test("needs a `.git` with a `HEAD`: an empty `.git` is passed over, as in git", async () => {
    const folder = temporaryFolder();
    git(folder, ["init", "--quiet"]);
    fs.mkdirSync(`${folder}/a/.git`, { recursive: true });
    expect(await find(`${folder}/a`)).toEqual(tellRepository(`${folder}/a`));
  });

  test("is not found if there is none", async () => {
    const fileSystem = memory(["/a/b/file"]);
    expect(
      await findRepository(new RuleFiles({ fileSystem, bounds: undefined }), toByteString("/a/b")),
    ).toBeUndefined();
    expect(await findRepository(new RuleFiles({ fileSystem, bounds: undefined }), toByteString("/"))).toBeUndefined();
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

  test("is not made by a file `.git` that names nothing", async () => {
    const folder = temporaryFolder();
    makeFiles(folder, { "a/.git": "gitdir:\n", "b/.git": "\n".repeat(65_000) });
    expect(await find(`${folder}/a`)).toBeUndefined();
    expect(await find(`${folder}/b`)).toBeUndefined();
  });
});
