// The bounds of an answer: its tokens, however they are counted, and its bytes.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { mapDirText } from "../../src/listing/map-dir.ts";
import { estimateTokens } from "../../src/render/estimate-tokens.ts";
import { callTool } from "../support/call-tool.ts";
import { anyCrowdedTree } from "../support/crowded-tree.ts";
import { inDepth } from "../support/deep.ts";
import { hostileTree } from "../support/hostile-tree.ts";
import { numbered } from "../support/many-files.ts";
import { MEMORY_ROOT, memoryTree } from "../support/memory-tree.ts";
import type { ModelEntry } from "../support/model.ts";
import { modelTree } from "../support/model-tree.ts";
import { readMap } from "../support/read-map.ts";

const WAYS: Readonly<Record<string, (text: string) => number>> = {
  "as they are estimated": estimateTokens,
  "as four characters each": (text) => text.length / 4,
  "as words": (text) => text.split(/[\s/]+/).length,
  "as bytes": (text) => Buffer.byteLength(text),
};

function askText(tree: readonly ModelEntry[], budget: number, more: object = {}): Promise<string> {
  return mapDirText({ dirPath: MEMORY_ROOT, budget, gitignore: "off", fileSystem: memoryTree(tree), ...more });
}

describe.each(Object.entries(WAYS))("a budget of tokens, counted %s,", (_, countTokens) => {
  test("is kept, unless the answer is the smallest there is", async () => {
    await fc.assert(
      fc.asyncProperty(anyCrowdedTree, fc.integer({ min: 1, max: 900 }), async (tree, budget) => {
        const text = await askText(tree, budget, { countTokens });
        if (countTokens(text) > budget) {
          const smallest = await askText(tree, 1, { countTokens });
          expect(countTokens(text)).toBeLessThanOrEqual(2 * countTokens(smallest));
        }
      }),
      { numRuns: inDepth(6, 1000) },
    );
  });

  test("is used: one as large as everything shows everything", async () => {
    await fc.assert(
      fc.asyncProperty(anyCrowdedTree, async (tree) => {
        const text = await askText(tree, 100_000, { countTokens });
        const { folds, closed } = readMap(text);
        expect(folds).toEqual([]);
        expect(closed.filter(({ count }) => count !== 0)).toEqual([]);
      }),
      { numRuns: inDepth(4, 300) },
    );
  });
});

test.each([
  ["files by numbers", numbered(3000, "")],
  ["files by numbers behind a word", numbered(3000, "frame-")],
  ["names with spaces", numbered(3000, "Screenshot ")],
  ["names beyond ASCII", numbered(3000, "写真")],
  ["directories", numbered(3000, "part").map((name) => `${name}/`)],
])("a directory of %s fits in any budget of some tokens", async (_, names) => {
  const tree = modelTree(...names);
  for (const budget of [60, 500]) {
    const text = await askText(tree, budget);
    expect(estimateTokens(text)).toBeLessThanOrEqual(budget);
    expect(text.split("\n").length).toBeGreaterThan(1);
  }
});

test("a budget that has room for everything shows everything, long names among short ones, too", async () => {
  const long = numbered(5, "a-name-so-long-that-hardly-anybody-would-miss-it-").map((name) => `${name}.html`);
  const tree = modelTree(...numbered(60, "t"), ...long);
  const everything = await askText(tree, 100_000);
  expect(await askText(tree, Math.ceil(1.05 * estimateTokens(everything)))).toBe(everything);
});

test("what does not fit at first is made smaller until it does", async () => {
  const names = ["More than 3 entries found; continue with offset 4", "a\u00c3", ".test.ts/x", "[slug]"];
  const fileSystem = memory(names.map((name) => `/r/${name}`));
  const options = { dirPath: "/r", fileSystem, gitignore: "off" as const, countTokens: Buffer.byteLength };
  expect(Buffer.byteLength(await mapDirText({ ...options, budget: 83 }))).toBeLessThanOrEqual(83);
});

test("at least one line comes, whatever the budget", async () => {
  const text = await askText(modelTree("a/", "a/b", "c"), 1);
  expect(text).toBe("Absolute path: /root\nc\na/ (1)");
});

describe("the bound on an answer's bytes", () => {
  test("is never exceeded", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(hostileTree, anyCrowdedTree),
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 4500, max: 6000 }),
        async (tree, budget, maxOutputBytes) => {
          const answer = await callTool(
            "map_dir",
            { dir_path: MEMORY_ROOT, budget },
            { fileSystem: memoryTree(tree), experimentalSupportedTools: ["map_dir"], maxOutputBytes },
          );
          expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(maxOutputBytes);
        },
      ),
      { numRuns: inDepth(8, 1000) },
    );
  });

  test("is what a refusal blames, and not the path", async () => {
    // No fold can be written of some of these names: they begin and end with what would be quoted.
    const fileSystem = memoryTree(modelTree(...numbered(1000, "a ").map((name) => `${name} b`)));
    const options = { fileSystem, experimentalSupportedTools: ["map_dir"], maxOutputBytes: 4500 };
    expect(await callTool("map_dir", { dir_path: MEMORY_ROOT, fold: "a*" }, options)).toBe(
      "error: the smallest map of this fold is too long for an answer of at most 4500 bytes; " +
        "map a directory below it, give another fold that stands for less, or use list_dir",
    );
    const long = { fileSystem: memoryTree(modelTree("\u0001".repeat(250))), maxOutputBytes: 300 };
    const refusal = await callTool("map_dir", { dir_path: MEMORY_ROOT }, { ...options, ...long });
    expect(refusal).toBe(
      "error: the smallest map of this directory is too long for an answer of at most 300 bytes; " +
        "map a directory below it, give a fold that stands for less, or use list_dir",
    );
    expect(Buffer.byteLength(refusal)).toBeLessThanOrEqual(300);
  });

  test("is too small for a long path", async () => {
    const path = `/${"long/".repeat(60)}end`;
    const options = { fileSystem: memory([`${path}/a`]), experimentalSupportedTools: ["map_dir"], maxOutputBytes: 300 };
    expect(await callTool("map_dir", { dir_path: path }, options)).toBe(
      "error: dir_path (304 bytes) is too long for an answer of at most 300 bytes; list a directory with a shorter path",
    );
  });

  test("holds for a directory that would take more", async () => {
    const fileSystem = memoryTree(modelTree(...numbered(5000, "a-long-name-of-a-file-")));
    const options = { fileSystem, experimentalSupportedTools: ["map_dir"], maxOutputBytes: 4500 };
    const answer = await callTool("map_dir", { dir_path: MEMORY_ROOT, budget: 1_000_000 }, options);
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(4500);
    expect(readMap(answer).root).toBe(MEMORY_ROOT);
  });
});
