// The tiles of a map have the counts of the map.
import fc from "fast-check";
import { expect, test } from "vitest";

import { mapDir } from "../../../src/tools/map-dir.ts";
import { countsOf, toTiles, type MapTile } from "../../../src/web/page/map-tiles.ts";
import { anyCrowdedTree, treeBelow, ROOT, unorderedTree } from "../../support/map-trees.ts";
import { inDepth } from "../../support/deep.ts";

function show({ label, count, children }: MapTile): string {
  return `${label}${count}${children.length === 0 ? "" : `(${children.map(show).join(" ")})`}`;
}

test("the largest come first, files are together, folds are themselves", () => {
  const tiles = toTiles({
    root: "/r",
    files: [
      { name: "a", kind: "file" },
      { name: "b", kind: "symlink" },
    ],
    folds: [{ glob: "walk-*", count: 40 }],
    closed: [
      { name: "big", count: 100, partial: true },
      { name: "no entry", problem: "permission denied" },
      { name: "node_modules", ignored: true },
    ],
    open: [{ name: "src", files: [{ name: "x", kind: "file" }], folds: [], closed: [], open: [] }],
  });
  expect(show(tiles)).toBe("147(big/100 walk-*40 2 files2 src/1(1 file1) no entry/0 node_modules/0)");
  expect(tiles.isPartial).toBe(true);
  expect(tiles.children.map(({ mark }) => mark)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    "permission denied",
    "ignored",
  ]);
});

test("the tree and the treemap have the same numbers, whatever is folded", async () => {
  await fc.assert(
    fc.asyncProperty(anyCrowdedTree, fc.integer({ min: 20, max: 300 }), async (tree, budget) => {
      const ask = { budget, gitignore: "off", fileSystem: unorderedTree(tree) } as const;
      const tiles = toTiles(await mapDir({ ...ask, dirPath: ROOT }));
      expect([tiles.count, tiles.isPartial]).toEqual([tree.length, false]);
      for (const [name, { count }] of countsOf(tiles)) {
        expect([name, count]).toEqual([name, treeBelow(tree, name).length]);
      }
    }),
    { numRuns: inDepth(8, 500) },
  );
});
