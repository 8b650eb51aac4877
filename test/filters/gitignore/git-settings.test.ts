// What git's configuration says about ignored files, wherever it says so. The tests ask git itself.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { localDisk } from "../../../src/backends/disk/local-disk.ts";
import { toByteString } from "../../../src/core/byte-string.ts";
import { findRepository, type Repository } from "../../../src/filters/gitignore/find-repository.ts";
import { readGitEnvironment } from "../../../src/listing/listing-filter.ts";
import {
  excludesFile,
  repositorySettings,
  userSettings,
  type GitEnvironment,
} from "../../../src/filters/gitignore/git-settings.ts";
import { RuleFiles } from "../../../src/filters/gitignore/rule-files.ts";
import { git, ignoredByGit } from "../../support/git.ts";
import { makeFiles } from "../../support/make-files.ts";
import { temporaryFolder } from "../../support/make-tree.ts";

describe("the excludes file", () => {
  interface Places {
    readonly xdgConfig?: string;
    readonly gitconfig?: string;
    readonly own?: string;
    readonly withXdg?: boolean;
  }

  const files = new RuleFiles({ fileSystem: localDisk(), bounds: undefined });
  /** The settings that apply in a repository, and the file that they name. */
  async function findFile(environment: GitEnvironment, top: string) {
    const repository = (await findRepository(files, toByteString(top))) as Repository;
    const { excludes } = await repositorySettings(files, await userSettings(files, environment), repository);
    return excludesFile(files, environment, excludes, repository);
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
    // One name for each place, so that the ignored name shows which file was read.
    makeFiles(folder, {
      "home/mine": "mine\n",
      "home/theirs": "theirs\n",
      "home/.config/git/ignore": "home-default\n",
      "xdg/git/ignore": "xdg-default\n",
      "repo/relative": "relative\n",
      [withXdg ? "xdg/git/config" : "home/.config/git/config"]: settings(xdgConfig),
      "home/.gitconfig": settings(gitconfig),
    });
    fs.appendFileSync(`${folder}/repo/.git/config`, settings(own));

    const environment = { home, xdgConfigHome: withXdg ? xdg : undefined };
    const file = await findFile(environment, `${folder}/repo`);
    const read = file && (await files.read(file.path, file.namedBy, 100));

    const names = ["mine", "theirs", "home-default", "xdg-default", "relative"];
    const variables = { HOME: home, ...(withXdg ? { XDG_CONFIG_HOME: xdg } : {}) };
    const ignored = [...ignoredByGit(`${folder}/repo`, names, variables).keys()];
    expect(read === undefined ? [] : [Buffer.from(read.bytes).toString().trim()]).toEqual(ignored);
  });

  test.each<Places>([
    {},
    { withXdg: true },
    { gitconfig: "~/linked" },
    { xdgConfig: "~/linked" },
    { xdgConfig: "~/theirs", gitconfig: "~/voilà" },
    { gitconfig: "~/circle" },
    { gitconfig: "~/nowhere" },
  ])("is found through links, as made by programs that keep a user's files together: %j", async (places) => {
    const { xdgConfig, gitconfig, withXdg = false } = places;
    const folder = temporaryFolder();
    git(folder, ["init", "--quiet", "repo"]);
    const home = `${folder}/home`;
    const configHome = withXdg ? "xdg" : "home/.config";
    makeFiles(folder, {
      "kept/gitconfig": toByteString(settings(gitconfig)),
      "kept/config": settings(xdgConfig),
      "kept/ignore": "default\n",
      "kept/mine": "mine\n",
      [toByteString("home/voilà")]: "voila\n",
      [`${configHome}/git/other`]: "",
      [`${configHome}/git/config@`]: `${folder}/kept/config`,
      [`${configHome}/git/ignore@`]: "elsewhere",
      [`${configHome}/git/elsewhere@`]: `${folder}/kept/ignore`,
      "home/.gitconfig@": "../kept/gitconfig",
      "home/linked@": "../kept/mine",
      "home/circle@": "circle",
      "home/nowhere@": "missing",
    });

    const environment = { home, xdgConfigHome: withXdg ? `${folder}/xdg` : undefined };
    const file = await findFile(environment, `${folder}/repo`);
    const read = file && (await files.read(file.path, file.namedBy, 100));

    const variables = { HOME: home, ...(withXdg ? { XDG_CONFIG_HOME: `${folder}/xdg` } : {}) };
    const ignored = [...ignoredByGit(`${folder}/repo`, ["mine", "default", "voila"], variables).keys()];
    expect(read === undefined ? [] : [Buffer.from(read.bytes).toString().trim()]).toEqual(ignored);
  });

  test("of a repository does not count if it is a link", async () => {
    const folder = makeFiles(temporaryFolder(), {
      "kept/mine": "mine\n",
      "repo/.git/": "",
      "repo/linked@": "../kept/mine",
    });
    fs.appendFileSync(`${folder}/repo/.git/config`, settings("linked"));
    const file = await findFile({}, `${folder}/repo`);
    expect(file).toEqual({ path: `${folder}/repo/linked`, namedBy: "tree" });
    expect(file && (await files.read(file.path, file.namedBy, 100))).toBeUndefined();
  });

  test("needs a home, or a place for configuration", async () => {
    const at = async (environment: object, value?: string) => {
      const setting = value === undefined ? undefined : ({ value, namedBy: "place" } as const);
      return excludesFile(files, environment, setting, undefined)?.path;
    };
    expect(await at({})).toBeUndefined();
    expect(await at({}, "~/x")).toBeUndefined();
    expect(await at({ home: "/home/é" }, "~/x")).toBe(toByteString("/home/é/x"));
    expect(await at({ home: "/h", xdgConfigHome: "" })).toBe("/h/.config/git/ignore");
    expect(await at({ xdgConfigHome: "/x" })).toBe("/x/git/ignore");
    expect(await at({ home: "/h" }, "~other/x")).toBeUndefined();
    expect(await at({ home: "/h" }, "relative")).toBeUndefined();
    expect(await at({ home: "/h" }, "/absolute")).toBe("/absolute");
  });
});

describe("whether case counts", () => {
  const files = new RuleFiles({ fileSystem: localDisk(), bounds: undefined });

  test.each([
    { gitconfig: "", xdgConfig: "", own: "" },
    { gitconfig: "true", xdgConfig: "", own: "" },
    { gitconfig: "", xdgConfig: "true", own: "" },
    { gitconfig: "false", xdgConfig: "true", own: "" },
    { gitconfig: "true", xdgConfig: "", own: "false" },
    { gitconfig: "", xdgConfig: "", own: "yes" },
    { gitconfig: "no", xdgConfig: "no", own: "1" },
  ])("is said by the repository, else by the user: %j", async ({ gitconfig, xdgConfig, own }) => {
    const setting = (value: string) => (value === "" ? "" : `[core]\nignoreCase = ${value}\n`);
    const folder = temporaryFolder();
    git(folder, ["init", "--quiet", "repo"]);
    const home = `${folder}/home`;
    makeFiles(folder, {
      // The other setting in the first file must not keep the second from being read.
      "home/.gitconfig": `${setting(gitconfig)}[core]\nexcludesFile = ~/mine\n`,
      "home/.config/git/config": setting(xdgConfig),
      "repo/.gitignore": "Build\n",
    });
    fs.appendFileSync(`${folder}/repo/.git/config`, setting(own));
    const repository = (await findRepository(files, toByteString(`${folder}/repo`))) as Repository;
    const { ignoresCase = false } = await repositorySettings(files, await userSettings(files, { home }), repository);
    const byGit = ignoredByGit(`${folder}/repo`, ["build"], { HOME: home });
    expect(ignoresCase).toBe(byGit.size === 1);
  });
});

describe("the user's home", () => {
  const HOME = "C:\\own";
  const DRIVE = { HOMEDRIVE: "H:", HOMEPATH: "\\me" };
  const USERPROFILE = "C:\\Users\\me";

  test.each([
    [{ HOME, ...DRIVE, USERPROFILE }, HOME],
    [{ ...DRIVE, USERPROFILE }, "H:\\me"],
    [{ HOMEDRIVE: "X:", HOMEPATH: "\\gone", USERPROFILE }, USERPROFILE],
    [{ HOMEDRIVE: "H:", USERPROFILE }, USERPROFILE],
    [{ USERPROFILE }, USERPROFILE],
    [{}, undefined],
  ])("on Windows the home of %j is %j", (variables, home) => {
    const system = { isAbsolute: path.win32.isAbsolute, mayExist: (directory: string) => directory === "H:\\me" };
    expect(readGitEnvironment({ ...variables, XDG_CONFIG_HOME: "C:\\x" }, system)).toEqual({
      home,
      xdgConfigHome: "C:\\x",
    });
  });

  test("elsewhere only HOME counts", () => {
    const system = { isAbsolute: path.posix.isAbsolute, mayExist: () => true };
    expect(readGitEnvironment({ ...DRIVE, USERPROFILE }, system).home).toBeUndefined();
    expect(readGitEnvironment({ HOME: "/home/me", USERPROFILE }, system).home).toBe("/home/me");
  });
});
