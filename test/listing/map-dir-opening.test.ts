// Whoever opens every fold and every closed directory of a map, as shown, gets to every entry of the tree.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { joinPath, type ByteString } from "../../src/core/byte-string.ts";
import { mapDir } from "../../src/listing/map-dir.ts";
import { bytesOfName } from "../../src/render/directory-map.ts";
import { anyCrowdedTree } from "../support/crowded-tree.ts";
import { inDepth } from "../support/deep.ts";
import { checkFolds } from "../support/map-folds.ts";
import { checkMap, openDirectories, shownNames, treeBelow } from "../support/map-model.ts";
import { MEMORY_ROOT, memoryTree } from "../support/memory-tree.ts";
import type { ModelEntry } from "../support/model.ts";
import { modelTree } from "../support/model-tree.ts";
import { numbered } from "../support/many-files.ts";

/** Maps a directory, then everything that its map shows folded or closed. Returns the paths of all entries that are named. */
async function openAll(tree: readonly ModelEntry[], budget: number): Promise<ByteString[]> {
  const found = new Set<ByteString>();
  const due: { readonly path: ByteString; readonly fold?: string; readonly count: number }[] = [
    { path: "" as ByteString, count: tree.length },
  ];
  for (let next = due.pop(); next !== undefined; next = due.pop()) {
    const { path, fold, count } = next;
    const below = treeBelow(tree, path);
    const fileSystem = memoryTree(below);
    const map = await mapDir({ dirPath: MEMORY_ROOT, budget, fold, gitignore: "off", fileSystem });
    if (fold !== undefined) {
      // Each fold behind a fold stands for less, so this comes to an end.
      expect(shownNames(map).length + Math.min(1, map.folds.length - 1)).toBeGreaterThan(0);
      expect(map.folds.reduce((sum, each) => sum + each.count, shownNames(map).length)).toBe(count);
    } else {
      checkMap(map, below);
    }
    await checkFolds(map, below);
    for (const { path: inside, contents } of openDirectories(map)) {
      const at = inside === "" ? path : joinPath(path, inside);
      shownNames(contents).forEach((name) => found.add(joinPath(at, name)));
      due.push(...contents.folds.map((each) => ({ path: at, fold: each.glob, count: each.count })));
      for (const closed of contents.closed) {
        // On the way to a closed directory all names are shown.
        const names = bytesOfName(closed).split("/") as ByteString[];
        names.forEach((_, index) => found.add(names.slice(0, index + 1).reduce(joinPath, at)));
        if (closed.count !== 0) {
          due.push({ path: joinPath(at, bytesOfName(closed)), count: closed.count as number });
        }
      }
      for (const open of contents.open) {
        const names = bytesOfName(open).split("/") as ByteString[];
        names.forEach((_, index) => found.add(names.slice(0, index + 1).reduce(joinPath, at)));
      }
    }
  }
  return [...found];
}

describe("opening what a map shows", () => {
  test.each([1, 10, 30, 80, 300])("leads to every entry, in calls of %d tokens", async (budget) => {
    await fc.assert(
      fc.asyncProperty(anyCrowdedTree, async (tree) => {
        const found = await openAll(tree, budget);
        expect(found.toSorted()).toEqual(tree.map(({ path }) => path).toSorted());
      }),
      { numRuns: inDepth(5, 500) },
    );
  });

  test.each([
    ["numbers", numbered(70, "")],
    ["numbers behind a word", numbered(70, "frame")],
    ["names that only differ in bytes beyond ASCII", ["á", "à", "â", "日", "本", "語", "\u{1f600}", "\u{1f601}"]],
    ["names with spaces", numbered(60, "Screenshot ")],
    ["names with spaces beside others", [...numbered(60, "a b"), ...numbered(9, "a-"), "a", "c d", "c e"]],
    ["one name after the other", Array.from({ length: 30 }, (_, index) => "a".repeat(index + 1))],
    [
      "several extensions",
      ["a", "b", "c", "d"].flatMap((name) => [`${name}.ts`, `${name}.test.ts`, `${name}.snap`, `${name}/`]),
    ],
  ])("leads to every entry: %s", async (_, names) => {
    for (const budget of [1, 60]) {
      const tree = modelTree(...names);
      expect((await openAll(tree, budget)).toSorted()).toEqual(tree.map(({ path }) => path).toSorted());
    }
  });

  test.each(["*.ts", "[c-f]*", "chat-*.ts", "[c-d]*.ts"])(
    "shows folds that match nothing outside of %s",
    async (fold) => {
      const words = ["chat-", "draw-", "walk-", "find-"];
      const tree = modelTree(
        ...words.flatMap((word) => numbered(24, word).flatMap((name) => [`${name}.ts`, `${name}.md`])),
      );
      for (const budget of [20, 45]) {
        const map = await mapDir({
          dirPath: MEMORY_ROOT,
          budget,
          fold,
          gitignore: "off",
          fileSystem: memoryTree(tree),
        });
        expect(map.folds).not.toEqual([]);
        await checkFolds(map, tree);
      }
    },
  );
});
