// Compares every walk with the model: same entries, same order, at any depth and with any limit, on all kinds of backends.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { treeKey } from "../../src/core/entry.ts";
import type { Visits } from "../../src/core/visit.ts";
import { walkBreadth } from "../../src/walks/walk-breadth.ts";
import { walkPath, wholePath } from "../../src/walks/walk-path.ts";
import type { WalkSettings } from "../../src/reading/selection.ts";
import { walkTree } from "../../src/walks/walk-tree.ts";
import { anyTree } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import { memoryTree, remembering, unordered } from "../support/memory-tree.ts";
import { modelVisits } from "../support/model.ts";
import { collect, walkSettings } from "../support/walk-settings.ts";

const walks: Record<"breadth" | "tree" | "path", (settings: WalkSettings) => Visits> = {
  breadth: (settings) => walkBreadth(settings, treeKey),
  tree: (settings) => walkTree(settings),
  path: (settings) => walkPath(settings, wholePath),
};

describe.each(["breadth", "tree", "path"] as const)("%s", (order) => {
  test("matches the model's order, whatever is passed over and needed", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTree,
        fc.integer({ min: 1, max: 5 }),
        fc.nat(20),
        fc.integer({ min: 1, max: 40 }),
        async (tree, depth, skip, needed) => {
          const expected = modelVisits(tree, order, depth).slice(skip, skip + needed);
          const ordered = memoryTree(tree);
          for (const fileSystem of [ordered, unordered(ordered), remembering(ordered)]) {
            const visits = await collect(walks[order](walkSettings(fileSystem, { depth, skip, needed })));
            expect(visits.slice(0, needed)).toEqual(expected);
          }
        },
      ),
      { numRuns: inDepth(8, 300) },
    );
  });
});
