// The tiles of a map have the counts of the map.
import fc from "fast-check";
import { expect, test } from "vitest";

import { mapDir } from "../../../src/tools/map-dir.ts";
import { memory } from "../../../src/disk/memory.ts";
import { countsOf, entriesOf, toTiles, type MapTile } from "../../../src/web/page/map-tiles.ts";
import { anyCrowdedTree } from "../../support/crowded-tree.ts";
import { inDepth } from "../../support/deep.ts";
import { treeBelow } from "../../support/map-requests.ts";
import { numberedFiles } from "../../support/recording-client.ts";
import { ROOT, unorderedTree } from "../../support/unordered-tree.ts";

const PATHS = [
  "/r/README.md",
  "/r/LICENSE",
  ...numberedFiles("/r/src/core", 30),
  ...numberedFiles("/r/src", 3),
  "/r/packages/core/deep/down/only.txt",
  ...numberedFiles("/r/data", 400),
];

/** How many entries are below a directory. */
function countBelow(directory: string): number {
  const below = PATHS.filter((path) => path.startsWith(`${directory}/`)).map((path) =>
    path.slice(directory.length + 1),
  );
  const all = below.flatMap((path) => path.split("/").map((_, index, names) => names.slice(0, index + 1).join("/")));
  return new Set(all).size;
}

function show({ label, count, children }: MapTile): string {
  return `${label}${count}${children.length === 0 ? "" : `(${children.map(show).join(" ")})`}`;
}

test.each([60, 200, 8000])(
  "with a budget of %i, directories have as many entries as are below them",
  async (budget) => {
    const map = await mapDir({ dirPath: "/r", budget, fileSystem: memory(PATHS) });
    const tiles = toTiles(map);
    expect(tiles.count).toBe(countBelow("/r"));
    for (const tile of tiles.children.filter(({ path }) => path !== undefined)) {
      expect([tile.label, tile.count]).toEqual([tile.label, countBelow(`/r/${tile.path}`)]);
    }
    expect(entriesOf(map)).toBe(5);
    const counts = countsOf(tiles);
    for (const [name, { count }] of counts) {
      expect([name, count]).toEqual([name, countBelow(`/r/${name}`)]);
    }
  },
);

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

test("a fold of directories stands for what is below them, too", () => {
  const folds = [{ glob: "package-*/", count: 10, below: 70 }];
  const map = { root: "/r", files: [], closed: [], open: [] };
  expect(toTiles({ ...map, folds })).toMatchObject({ count: 80, isPartial: false });
  const partial = folds.map((fold) => ({ ...fold, belowPartial: true as const }));
  expect(toTiles({ ...map, folds: partial })).toMatchObject({ count: 80, isPartial: true });
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

test("a directory that was not read to its end has no number of entries", () => {
  const folds = [{ glob: "f*", count: 10, partial: true as const }];
  expect(entriesOf({ files: [], folds, closed: [], open: [] })).toBe(undefined);
});
