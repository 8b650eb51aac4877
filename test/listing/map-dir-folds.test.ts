// Which folds a map prefers: those that tell what is behind them, and never one that says what is not so.
import { expect, test } from "vitest";

import { mapDirText } from "../../src/listing/map-dir.ts";
import { MEMORY_ROOT, memoryTree } from "../support/memory-tree.ts";
import { modelTree } from "../support/model-tree.ts";

const LETTERS = "abcdefghijklmnopqrst";

/** So many names: `toName` gets a letter and a number for each. */
function names(count: number, toName: (letter: string, index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => toName(LETTERS[index % LETTERS.length] as string, index));
}

test.each([
  ["an extension", 30, [...names(20, (a, i) => `${a}${i}q.ts`), "README"], "*.ts (20) README"],
  [
    "an extension, and directories",
    26,
    [...names(20, (a, i) => `${a}${i}.ts`), "u/", "v/"],
    "*.ts (20)\nu/ (0) v/ (0)",
  ],
  [
    "an extension that a directory has, too",
    30,
    [...names(12, (a) => `${a}x.ts`), "c.ts/"],
    "[a-e]* (6, 0 below) [f-k]* (6) lx.ts",
  ],
  [
    "two extensions in one",
    24,
    [...names(9, (a) => `${a}z.test.ts`), ...names(4, (a) => `${a}.ts`)],
    "*.test.ts (9) a.ts b.ts c.ts d.ts",
  ],
  ["words", 26, [...names(9, (a) => `walk-${a}`), ...names(9, (a) => `read-${a}`)], "read-* (9) walk-* (9)"],
  ["capitals", 12, names(8, (a) => `MapNode${a.toUpperCase()}`), "MapNode[A-D]* (4) MapNode[E-H]* (4)"],
  ["numbers", 24, names(40, (_, i) => `page${i}`), "page[0-2]* (23) page[3-9]* (17)"],
  [
    "what a glob must escape",
    30,
    names(40, (_, i) => `[slug](${i})`),
    "\\[slug\\]\\([0-2]* (23) \\[slug\\]\\([3-9]* (17)",
  ],
  ["spaces", 24, names(40, (_, i) => `page ${i % 10} ${i}.png`), "page* (40)"],
  ["characters that share their first bytes", 20, names(60, (_, i) => String.fromCodePoint(0x4e00 + i)), "* (60)"],
  [
    "directories that hold nothing but the next",
    500,
    ["a/", "a/b/", "a/b/x", "a/b/y", "c/", "c/d/", "c/e"],
    "a/b/\n  x y\nc/\n  e\n  d/ (0)",
  ],
])("names that have in common: %s", async (_, budget, paths, text) => {
  const fileSystem = memoryTree(modelTree(...paths));
  const answer = await mapDirText({ dirPath: MEMORY_ROOT, budget, gitignore: "off", fileSystem });
  expect(answer.split("\n").slice(1).join("\n")).toBe(text);
});
