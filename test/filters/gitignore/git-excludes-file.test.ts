// Git's configuration is read as git reads it, and the excludes file is where it says. The tests ask git itself.
import fs from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { localDisk } from "../../../src/backends/disk/local-disk.ts";
import { toByteString } from "../../../src/core/byte-string.ts";
import { findRepository } from "../../../src/filters/gitignore/find-repository.ts";
import {
  excludesFile,
  readConfigValue,
  userExcludesSetting,
} from "../../../src/filters/gitignore/git-excludes-file.ts";
import { RuleFiles } from "../../../src/filters/gitignore/rule-files.ts";
import { inDepth } from "../../support/deep.ts";
import { git, ignoredByGit } from "../../support/git.ts";
import { locate, makeFiles, write } from "../../support/make-files.ts";
import { temporaryFolder } from "../../support/make-tree.ts";

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
    ["[core]\nexcludesFile = ~/voil\xc3\xa0\n", "~/voil\xc3\xa0"],
    ["[core]\nexcludesFile = \xa0x\xa0 \xa0\n", "\xa0x\xa0 \xa0"],
    ["[core]\nexcludesFile = \r\t x\v\f \r\n", "x\v\f"],
    ['[core "sub"]\nexcludesFile = x\n', undefined],
    ["[core.sub]\nexcludesFile = x\n", undefined],
    ["[other]\nexcludesFile = x\n", undefined],
    ["[core]\nexcludesFileX = x\nbare\n", undefined],
    ["", undefined],
  ])("%j sets %j", (config, value) => {
    expect(readConfigValue(config, "core", "excludesfile")).toBe(value);
  });

  const pieces = ["[core]", "[CORE]", '[core "a"]', "[user]", "excludesFile", "x", "=", " = ", "\n", "\n", "\r\n"];
  // No lone tab or carriage return: inside a value, some versions of git turn them into spaces.
  const more = [
    " ",
    '"',
    '""',
    "\\\\",
    '\\"',
    "\\n",
    "\\\n",
    "#",
    ";",
    "a b",
    "  ",
    "é",
    "~/",
    "\\x",
    "[",
    "]",
    "-",
    "à",
    "\v",
    "\f",
  ];
  const anyPiece = fc.constantFrom(...pieces, "\xa0", ...more.map((piece) => toByteString(piece)));
  const anyValue = fc.array(anyPiece, { maxLength: 6 }).map((value) => `excludesFile = ${value.join("")}\n`);
  const anyConfig = fc
    .array(fc.oneof(anyValue, anyPiece, fc.constant("[core]\n")), { minLength: 1, maxLength: 6 })
    .map((parts) => `[core]\n${parts.join("")}`);
  const configs = fc.sample(anyConfig, { seed: 3, numRuns: inDepth(60, 600) });

  test(`is read as git reads it, if git can read it, in ${configs.length} generated files`, () => {
    const folder = temporaryFolder();
    let read = 0;
    for (const config of configs) {
      write(locate(folder, "config"), config);
      const told = tellValue(folder);
      if (told !== "unreadable") {
        read += 1;
        expect({ config, value: readConfigValue(config, "core", "excludesfile") }).toEqual({ config, value: told });
      }
    }
    expect(read).toBeGreaterThan(configs.length / 4);
  });

  /** The last value that git reads. Git refuses a malformed file, and a path without a value. */
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

  const files = new RuleFiles(localDisk(), undefined);
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
    const repository = await findRepository(files, toByteString(`${folder}/repo`));
    const file = await excludesFile(files, environment, await userExcludesSetting(files, environment), repository);
    const read = file && (await files.read(file.path, file.namedBy, 100));

    const names = ["mine", "theirs", "home-default", "xdg-default", "relative"];
    const variables = { HOME: home, ...(withXdg ? { XDG_CONFIG_HOME: xdg } : {}) };
    const ignored = [...ignoredByGit(`${folder}/repo`, names, variables).keys()];
    expect(read === undefined ? [] : [read.text.trim()]).toEqual(ignored);
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
    const repository = await findRepository(files, toByteString(`${folder}/repo`));
    const file = await excludesFile(files, environment, await userExcludesSetting(files, environment), repository);
    const read = file && (await files.read(file.path, file.namedBy, 100));

    const variables = { HOME: home, ...(withXdg ? { XDG_CONFIG_HOME: `${folder}/xdg` } : {}) };
    const ignored = [...ignoredByGit(`${folder}/repo`, ["mine", "default", "voila"], variables).keys()];
    expect(read === undefined ? [] : [read.text.trim()]).toEqual(ignored);
  });

  test("of a repository does not count if it is a link", async () => {
    const folder = makeFiles(temporaryFolder(), {
      "kept/mine": "mine\n",
      "repo/.git/": "",
      "repo/linked@": "../kept/mine",
    });
    fs.appendFileSync(`${folder}/repo/.git/config`, settings("linked"));
    const repository = await findRepository(files, toByteString(`${folder}/repo`));
    const file = await excludesFile(files, {}, undefined, repository);
    expect(file).toEqual({ path: `${folder}/repo/linked`, namedBy: "tree" });
    expect(file && (await files.read(file.path, file.namedBy, 100))).toBeUndefined();
  });

  test("needs a home, or a place for configuration", async () => {
    const at = async (environment: object, value?: string) => {
      const setting = value === undefined ? undefined : ({ value, namedBy: "place" } as const);
      return (await excludesFile(files, environment, setting, undefined))?.path;
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
