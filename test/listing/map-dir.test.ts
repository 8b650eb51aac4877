// What a map says is true: names, folds and counts add up to the tree, and each fold lists exactly what it counts.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ByteString } from "../../src/core/byte-string.ts";
import { bytesOfEntry } from "../../src/render/listing.ts";
import { listDir } from "../../src/listing/list-dir.ts";
import { mapDir } from "../../src/listing/map-dir.ts";
import type { MapContents } from "../../src/render/directory-map.ts";
import { anyTree } from "../support/arbitraries.ts";
import { anyCrowdedTree } from "../support/crowded-tree.ts";
import { inDepth } from "../support/deep.ts";
import { checkMap, openDirectories, shownNames, treeBelow } from "../support/map-model.ts";
import { MEMORY_ROOT, memoryTree, unordered } from "../support/memory-tree.ts";
import type { ModelEntry } from "../support/model.ts";

const anyBudget = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 60, max: 600 }));

/** What a fold of the root lists. */
async function listFold(tree: readonly ModelEntry[], glob: string): Promise<ByteString[]> {
  const { entries } = await listDir({
    dirPath: MEMORY_ROOT,
    include: `/${glob}`,
    depth: 1,
    limit: 1_000_000,
    gitignore: "off",
    fileSystem: memoryTree(tree),
  });
  return entries.map(bytesOfEntry);
}

/** Each fold of each open directory lists as many entries as it says, and no entry is shown twice. */
async function checkFolds(map: MapContents, tree: readonly ModelEntry[]): Promise<void> {
  for (const { path, contents } of openDirectories(map)) {
    const seen = shownNames(contents);
    for (const { glob, count } of contents.folds) {
      const listed = await listFold(treeBelow(tree, path), glob);
      expect([glob, listed.length]).toEqual([glob, count]);
      seen.push(...listed);
    }
    expect(new Set(seen).size).toBe(seen.length);
  }
}

describe("a map of any tree", () => {
  test.each([
    ["crowded", anyCrowdedTree],
    ["deep", anyTree],
  ])("adds up to its entries, and each fold lists exactly what it counts: %s", async (_, trees) => {
    await fc.assert(
      fc.asyncProperty(trees, anyBudget, async (tree, budget) => {
        const ask = { dirPath: MEMORY_ROOT, budget, gitignore: "off" } as const;
        const map = await mapDir({ ...ask, fileSystem: memoryTree(tree) });
        checkMap(map, tree);
        await checkFolds(map, tree);
        expect(await mapDir({ ...ask, fileSystem: unordered(memoryTree(tree)) })).toEqual(map);
      }),
      { numRuns: inDepth(60, 3000) },
    );
  });
});
