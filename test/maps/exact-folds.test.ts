// A fold without an upper-case letter would match names of either case: where there are such names beside it, it says which it means.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { s3 } from "../../src/backends/s3/s3.ts";
import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import { mapDir, mapDirText } from "../../src/listing/map-dir.ts";
import { inDepth } from "../support/deep.ts";
import { fakeStore } from "../support/fake-store.ts";
import { numbered } from "../support/many-files.ts";
import { checkFolds } from "../support/map-folds.ts";
import { checkMap, shownNames } from "../support/map-model.ts";
import { MEMORY_ROOT, memoryTree, unordered } from "../support/memory-tree.ts";
import type { ModelEntry } from "../support/model.ts";
import { readMap } from "../support/read-map.ts";

const files = (...names: string[]): ModelEntry[] =>
  names.map((name) => ({ path: toByteString(name), kind: "file" as const }));

/** The headers differ, and take no tokens here. */
const tokensBehindHeader = (text: string) => text.replace(/^Absolute path: .*/, "").length / 4;

/** The words of a map of these names, without those that are no folds. */
async function folds(budget: number, ...names: string[]): Promise<string[]> {
  const map = await mapDir({ dirPath: MEMORY_ROOT, budget, gitignore: "off", fileSystem: memoryTree(files(...names)) });
  return map.folds.map(({ glob, count }) => `${glob} (${count})`);
}

describe("a fold", () => {
  test("has the letters in classes that a sibling has in the other case", async () => {
    expect(await folds(30, ...numbered(40, "walk-"), "Walk-a", "x")).toEqual(["[w]alk-* (40)"]);
    expect(await folds(30, ...numbered(40, "walk-"), "WALK-a", "x")).toEqual(["[w][a][l][k]-* (40)"]);
    expect(await folds(30, ...numbered(40, "set-"), "ſet-1", "x")).toEqual(["[s]et-* (40)"]);
    expect(await folds(30, ...numbered(40, "ſet-"), "set-1", "x")).toEqual(["[ſ]et-* (40)"]);
  });

  test("has none if it has an upper-case letter, or if no sibling is like that", async () => {
    expect(await folds(30, ...numbered(40, "Walk-"), "walk-a", "x")).toEqual(["Walk-* (40)"]);
    expect(await folds(30, ...numbered(40, "walk-"), "README", "Wal", "x")).toEqual(["walk-* (40)"]);
  });

  const anyLetter = fc.constantFrom("w", "W", "a", "A", "k", "K", "\u212a", "é", "É", "1", "2", "-", ".", "(");
  const anyEnd = fc.constantFrom("", "", "", "", ".k", ".K", ".wé", ".wÉ");
  const anyName = fc
    .tuple(fc.string({ unit: anyLetter, minLength: 1, maxLength: 4 }), anyEnd)
    .map((parts) => parts.join(""))
    .filter((name) => !/^\.\.?$/.test(name));
  const anyNames = fc.uniqueArray(anyName, { minLength: 3, maxLength: 60 });

  test("lists exactly what it counts, and so do those inside it", async () => {
    await fc.assert(
      fc.asyncProperty(anyNames, fc.constantFrom(1, 15, 30, 60), async (names, budget) => {
        const tree = files(...names);
        const fileSystem = memoryTree(tree);
        const due: { readonly fold?: string; readonly count: number }[] = [{ count: names.length }];
        const found = new Set<ByteString>();
        for (const { fold, count } of due) {
          const ask = { dirPath: MEMORY_ROOT, budget, fold, gitignore: "off" } as const;
          const map = readMap(await mapDirText({ ...ask, fileSystem }));
          expect(map.folds.reduce((sum, each) => sum + each.count, shownNames(map).length)).toBe(count);
          await checkFolds(map, tree);
          expect(await mapDir({ ...ask, fileSystem: unordered(fileSystem) })).toEqual(map);
          shownNames(map).forEach((name) => found.add(name));
          due.push(...map.folds.map(({ glob, count: inside }) => ({ fold: glob, count: inside })));
          if (fold === undefined) {
            checkMap(map, tree);
          }
        }
        expect([...found].toSorted()).toEqual(tree.map(({ path }) => path).toSorted());
      }),
      { numRuns: inDepth(10, 2000) },
    );
  });

  test("is the same in a store", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyNames,
        fc.constantFrom(15, 30),
        fc.constantFrom(undefined, "[a-k]*", "[w]*", "w*"),
        async (names, budget, fold) => {
          const ask = { budget, fold, gitignore: "off", countTokens: tokensBehindHeader } as const;
          const lines = (text: string) => text.split("\n").slice(1);
          const store = s3({ client: fakeStore(names).client });
          const fileSystem = memory(names.map((name) => `/b/${name}`));
          const expected = await mapDirText({ ...ask, dirPath: "/b", fileSystem }).then(lines);
          expect(await mapDirText({ ...ask, dirPath: "s3://b", fileSystem: store }).then(lines)).toEqual(expected);
        },
      ),
      { numRuns: inDepth(8, 500) },
    );
  });
});
