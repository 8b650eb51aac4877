// What a map says is true: names, folds and counts add up to the tree, and each fold lists exactly what it counts.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { mapDir, mapDirText } from "../../src/listing/map-dir.ts";
import { anyTree } from "../support/arbitraries.ts";
import { anyCrowdedTree } from "../support/crowded-tree.ts";
import { inDepth } from "../support/deep.ts";
import { checkFolds } from "../support/map-folds.ts";
import { checkMap } from "../support/map-model.ts";
import { MEMORY_ROOT, memoryTree, unordered } from "../support/memory-tree.ts";
import { readMap } from "../support/read-map.ts";

const anyBudget = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 60, max: 600 }));

describe("a map of any tree", () => {
  test.each([
    ["crowded", anyCrowdedTree],
    ["deep", anyTree],
  ])("adds up to its entries, and each fold lists exactly what it counts: %s", async (_, trees) => {
    await fc.assert(
      fc.asyncProperty(trees, anyBudget, async (tree, budget) => {
        const ask = { dirPath: MEMORY_ROOT, budget, gitignore: "off" } as const;
        const fileSystem = memoryTree(tree);
        const map = readMap(await mapDirText({ ...ask, fileSystem }));
        checkMap(map, tree);
        await checkFolds(map, tree);
        expect(await mapDir({ ...ask, fileSystem: unordered(fileSystem) })).toEqual(map);
      }),
      { numRuns: inDepth(12, 2000) },
    );
  });
});
