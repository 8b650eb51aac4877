// Git's configuration files are read as git reads them. The tests ask git itself.
import fs from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readConfigValue } from "../../src/filters/git-files.ts";
import { inDepth } from "../support/deep.ts";
import { folderWith } from "../support/filtered-tree.ts";
import { git } from "../support/git.ts";
import { toBytes } from "../support/ruled-tree.ts";

describe("a configuration", () => {
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
    ["[core]\nexcludesFile = \xa0x\xa0 \xa0\n", "\xa0x\xa0 \xa0"],
    ["[core]\nexcludesFile = \r\t x\v\f \r\n", "x\v\f"],
    ['[core "sub"]\nexcludesFile = x\n', undefined],
    ["[core.sub]\nexcludesFile = x\n", undefined],
    ["[other]\nexcludesFile = x\n", undefined],
    ["[core]\nexcludesFileX = x\nbare\n", undefined],
    ["[core]\nexcludesFile\n", true],
    ["[core]\nexcludesFile = x\nexcludesFile", true],
    ["", undefined],
  ])("%j sets %j", (config, value) => {
    expect(readConfigValue(config, "core", "excludesfile")).toBe(value);
  });

  const pieces = ["[core]", "[CORE]", '[core "a"]', "[user]", "excludesFile", "x", "=", " = ", "\n", "\n", "\r\n"];
  // No lone tab or carriage return: inside a value, some versions of git turn them into spaces.
  const more = [" ", '"', '""', "\\\\", '\\"', "\\n", "\\\n", "#", ";", "a b", "  ", "é", "~/", "\\x", "[", "]", "-"];
  const anyPiece = fc.constantFrom(...pieces, "\xa0", "\v", "\f", ...more.map(toBytes));
  const anyValue = fc.array(anyPiece, { maxLength: 6 }).map((value) => `excludesFile = ${value.join("")}\n`);
  const anyConfig = fc
    .array(fc.oneof(anyValue, anyPiece, fc.constant("[core]\n")), { minLength: 1, maxLength: 6 })
    .map((parts) => `[core]\n${parts.join("")}`);

  test("is read as git reads it, if git can read it", () => {
    const folder = folderWith({});
    const configs = fc.sample(anyConfig, { seed: 3, numRuns: inDepth(20, 200) });
    const isReadable = configs.map((config) => {
      fs.writeFileSync(`${folder}/config`, config, "latin1");
      const value = tellValue(folder);
      if (value !== "unreadable") {
        expect({ config, value: readConfigValue(config, "core", "excludesfile") }).toEqual({ config, value });
      }
      return value !== "unreadable";
    });
    expect(isReadable.filter(Boolean).length).toBeGreaterThan(configs.length / 4);
  });

  /** The last value that git reads. Git refuses a malformed file. */
  function tellValue(folder: string): string | true | undefined {
    try {
      const settings = git(folder, ["config", "--file", "config", "-z", "--list"]).split("\0");
      const [last] = settings.filter((setting) => /^core\.excludesfile(?:\n|$)/.test(setting)).slice(-1);
      return last === "core.excludesfile" ? true : last?.slice("core.excludesfile\n".length);
    } catch {
      return "unreadable";
    }
  }

  test.each([
    `[${"a".repeat(128 * 1024)}`,
    `[core "${'\\"'.repeat(64 * 1024)}`,
    "[".repeat(128 * 1024),
    " ".repeat(128 * 1024),
    `${"a".repeat(128 * 1024)}!`,
    `[core]\nexcludesfile = "${"\\\n".repeat(64 * 1024)}`,
    "[core]\na = b\n".repeat(9000),
    "#\n".repeat(64 * 1024),
  ])("%.10j… is read in no time", (config) => {
    const start = process.cpuUsage().user;
    expect(readConfigValue(config, "core", "ignorecase")).toBeUndefined();
    expect(process.cpuUsage().user - start).toBeLessThan(1_000_000);
  });
});
