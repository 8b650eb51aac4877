// Whoever opens every fold and every closed directory of a map, as shown, gets to every entry of the tree.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { joinPath, type ByteString } from "../../src/core/byte-string.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { MapBlock } from "../../src/maps/directory-map.ts";
import { mapTree } from "../../src/maps/map-tree.ts";
import { mapDir } from "../../src/listing/map-dir.ts";
import { bytesOfName } from "../../src/render/directory-map.ts";
import { estimateTokens } from "../../src/render/estimate-tokens.ts";
import { mapCosts } from "../../src/render/map-word.ts";
import { renderMap } from "../../src/render/render-map.ts";
import { anyCrowdedTree } from "../support/crowded-tree.ts";
import { inDepth } from "../support/deep.ts";
import { checkFolds } from "../support/map-folds.ts";
import { checkMap, openDirectories, shownNames, treeBelow } from "../support/map-model.ts";
import { mapSettings } from "../support/map-settings.ts";
import { MEMORY_ROOT, memoryTree } from "../support/memory-tree.ts";
import type { ModelEntry } from "../support/model.ts";
import { modelTree } from "../support/model-tree.ts";
import { numbered } from "../support/many-files.ts";
import { readMap } from "../support/read-map.ts";

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
      { numRuns: inDepth(2, 500) },
    );
  });

  test.each([
    ["numbers", numbered(70, "")],
    ["numbers behind a word", numbered(70, "frame")],
    ["names that only differ in bytes beyond ASCII", ["á", "à", "â", "日", "本", "語", "\u{1f600}", "\u{1f601}"]],
    ["names with spaces", numbered(60, "Screenshot ")],
    ["names with spaces and one ending", numbered(60, "Screenshot ").map((name) => `${name}.png`)],
    [
      "names with spaces and several endings",
      numbered(40, "a b").flatMap((name) => [`${name}.png`, `${name}é`, `${name}日/`]),
    ],
    ["names that begin with a space", [...numbered(60, " "), "a", "b", "c", "d1", "d2"]],
    ["names that end with what they begin with", ["a", "a a", "aa", ...numbered(30, "a ").map((name) => `${name}a`)]],
    ["names that end with spaces", numbered(20, "a ").map((name) => `${name} b`)],
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

describe("an opened fold of names that no fold can part by their beginnings", () => {
  const names = numbered(1000, "Screenshot ").map((name) => `${name}.png`);

  test.each([
    ["only such names", names, "Screenshot*"],
    ["directories", names.map((name) => `${name}/`), "Screenshot*/"],
    ["files and directories", names.map((name, index) => (index % 3 === 0 ? `${name}/` : name)), "Screenshot*"],
    [
      "other names beside the fold",
      [...names, "a0.png", "b1.png", "Screen0.png", "Screenshot.jpg/"],
      "Screenshot*.png",
    ],
    ["such names among others", [...names.map((name) => ` ${name}`), ...numbered(50, "b"), "c", "d"], "*"],
  ])("fits its budget by their endings: %s", async (_, all, first) => {
    const tree = modelTree(...all);
    let fold = first;
    let calls = 0;
    for (; fold !== "" && calls < 5; calls += 1) {
      const asked = {
        dirPath: MEMORY_ROOT,
        budget: 160,
        fold,
        gitignore: "off",
        fileSystem: memoryTree(tree),
      } as const;
      const map = await mapDir(asked);
      expect(estimateTokens(renderMap(map))).toBeLessThanOrEqual(160);
      expect(readMap(renderMap(map))).toEqual(map);
      await checkFolds(map, tree);
      fold = map.folds.toSorted((one, other) => other.count - one.count)[0]?.glob ?? "";
    }
    expect(fold).toBe("");
    expect(calls).toBeGreaterThan(1);
  });

  test("looks at few single names where there are too many", async () => {
    const count = inDepth(10_000, 1_000_000);
    let named = 0;
    const costs = mapCosts(estimateTokens);
    const fileSystem: FileSystem = {
      ...memoryTree([]),
      async *readDirectory() {
        for (let start = 0; start < count; start += 1000) {
          const entries = numbered(1000, "").map((_, index) => `Screenshot ${start + index}.png` as ByteString);
          yield { entries: entries.map((name) => ({ name, kind: "file" })) };
        }
      },
    };
    const settings = mapSettings(fileSystem, { fold: "Screenshot*" as ByteString });
    const name: typeof costs.name = (...given) => {
      named += 1;
      return costs.name(...given);
    };
    const tree = await mapTree(settings, { ...costs, name });
    const { folds, names: shown } = (await tree.layOut(480)) as MapBlock;
    expect(shown).toEqual([]);
    expect(folds.map((each) => each.count)).toEqual(Array.from({ length: 10 }, () => count / 10));
    // Only a few names are weighed where none can be shown.
    expect(named).toBeLessThan(1000);
  });
});
