// What a map says is true, whatever the tree: names, folds and counts add up to it, its text reads back, and the budget is kept.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { FileSystem } from "../../src/core/file-system.ts";
import { fractionalTokens } from "../../src/text/estimate-tokens.ts";
import { renderMap, type MapContents } from "../../src/text/map-text.ts";
import {
  anyCrowdedTree,
  expectTrueMap,
  mapTree,
  shownNames,
  treeBelow,
  unorderedTree,
  type PathEntry,
} from "../support/map-trees.ts";
import { inDepth } from "../support/deep.ts";
import { readMap } from "../support/read-map.ts";

const anyBudget = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 60, max: 600 }));

/** The same file system, which reads directories from the end, some entries at a time. */
function backwards(fileSystem: FileSystem): FileSystem {
  return {
    ...fileSystem,
    async readDirectory(...given) {
      const batches = [];
      for await (const batch of (await fileSystem.readDirectory(...given)).batches) {
        for (let end = batch.length; end > 0; end -= 3) {
          batches.push(batch.slice(Math.max(0, end - 3), end).toReversed());
        }
      }
      return { isSorted: false, batches };
    },
  };
}

test("a map adds up to its tree, its folds are exact, its text reads back, and the order of reading does not matter", async () => {
  await fc.assert(
    fc.asyncProperty(anyCrowdedTree, anyBudget, async (tree, budget) => {
      const { map, text } = await mapTree(tree, { budget });
      expectTrueMap(map, tree);
      expect(renderMap(map)).toBe(text);
      const { root, only, end, ...contents } = readMap(text);
      expect({ root, only, end }).toEqual({ root: "/r", only: undefined, end: tree.length === 0 ? ["[empty]"] : [] });
      const { files, folds, closed, open } = map;
      expect(contents).toEqual({ files, folds, closed, open });
      expect((await mapTree(backwards(unorderedTree(tree)), { budget })).text).toBe(text);
    }),
    { numRuns: inDepth(60, 2000) },
  );
});

const WAYS_TO_COUNT: Readonly<Record<string, (text: string) => number>> = {
  "as they are estimated": fractionalTokens,
  "as four characters each": (text) => text.length / 4,
  "as words": (text) => text.split(/[\s/]+/).length,
  "as bytes": (text) => Buffer.byteLength(text),
};

describe.each(Object.entries(WAYS_TO_COUNT))("a budget of tokens, counted %s,", (_, countTokens) => {
  test("is kept, unless the answer is the smallest there is", async () => {
    await fc.assert(
      fc.asyncProperty(anyCrowdedTree, fc.integer({ min: 1, max: 900 }), async (tree, budget) => {
        const { text } = await mapTree(tree, { budget, countTokens });
        if (countTokens(text) > budget) {
          expect(text).toBe((await mapTree(tree, { budget: 1, countTokens })).text);
        }
      }),
      { numRuns: inDepth(20, 1000) },
    );
  });

  test("is used: everything is shown if there is room for it", async () => {
    await fc.assert(
      fc.asyncProperty(anyCrowdedTree, async (tree) => {
        const { map, text } = await mapTree(tree, { countTokens });
        expect([map.folds, map.closed.filter(({ count }) => count !== 0)]).toEqual([[], []]);
        expect((await mapTree(tree, { countTokens, budget: Math.ceil(countTokens(text)) })).text).toBe(text);
      }),
      { numRuns: inDepth(20, 300) },
    );
  });
});

test("with filters, no directory stays closed whose names would fit", async () => {
  await fc.assert(
    fc.asyncProperty(anyCrowdedTree, fc.integer({ min: 20, max: 400 }), async (tree, budget) => {
      const { map } = await mapTree(tree, { budget, hasInclude: true });
      expectTrueMap(map, tree);
      for (const directory of map.closed.filter(({ count = 0 }) => count > 0)) {
        const below = treeBelow(tree, directory.name);
        const files = below.filter(({ path: each, kind }) => !each.includes("/") && kind !== "directory");
        const names = files.map(({ path: name, kind }) => ({ name, kind: kind as "file" }));
        // Only blocks without directories: how these are joined and counted is for the map to say.
        const isFlat = below.length === files.length;
        const block = { name: directory.name, files: names, folds: [], closed: [], open: [] };
        const closed = map.closed.filter((each) => each !== directory);
        const opened = renderMap({ ...map, closed, open: [...map.open, block] });
        expect(isFlat ? fractionalTokens(opened) : Infinity).toBeGreaterThan(budget);
      }
    }),
    { numRuns: inDepth(40, 2000) },
  );
});

/** Maps a tree, then everything that is shown folded or closed. Returns the paths of all entries that are named. */
async function openAll(tree: readonly PathEntry[], budget: number): Promise<string[]> {
  const named = new Set<string>();
  const fileSystem = unorderedTree(tree);
  const due: { readonly below: string; readonly fold?: string; readonly count?: number }[] = [{ below: "" }];
  for (let next = due.pop(); next !== undefined; next = due.pop()) {
    const { below, fold, count } = next;
    const { map } = await mapTree(fileSystem, { budget, below, fold });
    expectTrueMap(map, treeBelow(tree, below), fold !== undefined);
    if (fold !== undefined) {
      // Each fold in an opened one stands for less, so this comes to an end.
      expect(shownNames(map).length + Math.min(1, map.folds.length - 1)).toBeGreaterThan(0);
      expect(map.folds.reduce((sum, each) => sum + each.count, shownNames(map).length)).toBe(count);
    }
    const opened: [MapContents, string][] = [[map, below]];
    for (const [contents, path] of opened) {
      const at = path === "" ? "" : `${path}/`;
      contents.folds.forEach((each) => due.push({ below: path, fold: each.glob, count: each.count }));
      for (const { name } of [...contents.files, ...contents.closed, ...contents.open]) {
        const names = name.split("/");
        names.forEach((_, index) => named.add(at + names.slice(0, index + 1).join("/")));
      }
      contents.closed.filter(({ count: n }) => n !== 0).forEach(({ name }) => due.push({ below: at + name }));
      contents.open.forEach((each) => opened.push([each, at + each.name]));
    }
  }
  return [...named].toSorted();
}

describe("opening what a map shows", () => {
  test.each([1, 30, 80, 300])("leads to every entry, in calls of %d tokens", async (budget) => {
    await fc.assert(
      fc.asyncProperty(anyCrowdedTree, async (tree) => {
        expect(await openAll(tree, budget)).toEqual(tree.map(({ path }) => path).toSorted());
      }),
      { numRuns: inDepth(8, 500) },
    );
  });
});
