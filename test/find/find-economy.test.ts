// How often a search names the file that is looked for, on the paths of three public repositories. The guesses are what somebody who does
// not know the tree may remember of a path: the words of its name, one after the other, and the directory that it is in.
import fs from "node:fs";
import { expect, test } from "vitest";

import { inDepth } from "../support/deep.ts";
import { findIn, smallFileSystem } from "../support/find-tree.ts";

function readLines(file: string): string[] {
  return fs
    .readFileSync(new URL(`../../bench/economy/${file}`, import.meta.url), "utf8")
    .trim()
    .split("\n");
}

test.each([
  // Over all 300 targets 95, 86 and 99 %: django has many files of the same few names.
  ["codex", 0.9],
  ["django", 0.75],
  ["ai", 0.9],
])("%s", async (repository, least) => {
  const fileSystem = smallFileSystem(readLines(`${repository}.paths`));
  const stride = Math.ceil(300 / inDepth(12, 100));
  const targets = readLines(`${repository}.targets`).filter((_, index) => index % stride === 0);
  let found = 0;
  for (const target of targets) {
    const [name = "", directory = ""] = target.split("/").toReversed();
    const phrase = name
      .replace(/\.[^.]*$/, "")
      .split(/[-_.]/)
      .join(" ");
    const { files } = (await findIn([], { fileSystem, words: [phrase, directory].filter(Boolean) })).found;
    found += files.some(({ path }) => path === target) ? 1 : 0;
  }
  expect(found / targets.length).toBeGreaterThan(least);
});
