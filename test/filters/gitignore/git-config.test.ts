// Git's configuration files are read as git reads them. The tests ask git itself.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { toByteString } from "../../../src/core/byte-string.ts";
import { readConfigValue, toBoolean } from "../../../src/filters/gitignore/git-settings.ts";
import { inDepth } from "../../support/deep.ts";
import { git } from "../../support/git.ts";
import { locate, write } from "../../support/make-files.ts";
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
    ["[core]\nexcludesFile\n", true],
    ["[core]\nexcludesFile = x\nexcludesFile", true],
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
  const configs = fc.sample(anyConfig, { seed: 3, numRuns: inDepth(8, 600) });

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
});

test.each([
  ["true", "TRUE", "yes", "on", "1", "-1", "2k", "0x1", "010", "-0xF0"],
  ["false", "False", "no", "off", "", "0", "0k", "+0", "0x0", "00", "-0G"],
  ["maybe", "t", "y", "1x", "k", "-", "0x", "08", "1 k", "yes no", "1.5", "truе"],
])("a value means yes or no as it does for git: %s, …", (...values) => {
  const folder = temporaryFolder();
  for (const value of values) {
    write(locate(folder, "config"), `[core]\nignorecase = "${toByteString(value)}"\n`);
    expect([value, toBoolean(value)]).toEqual([value, tellBoolean(folder)]);
  }
  expect(toBoolean(true)).toBe(true);
});

function tellBoolean(folder: string): boolean | undefined {
  try {
    const told = git(folder, ["config", "--file", "config", "--type=bool", "core.ignorecase"]).trim();
    return told === "" ? undefined : told === "true";
  } catch {
    return undefined;
  }
}
