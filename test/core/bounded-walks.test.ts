// Compares walks that may keep only a few entries in memory with the same walks that may keep everything: the visits and their
// order must be the same on disks and in stores, with any filter and any number of entries passed over.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { s3 } from "../../src/backends/s3/s3.ts";
import type { ByteString } from "../../src/core/byte-string.ts";
import { codexKey, codexSiblingKey } from "../../src/core/codex-key.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { DirectoryFilter, Verdict } from "../../src/core/filter.ts";
import { treeKey } from "../../src/core/sibling-order.ts";
import type { Visits } from "../../src/core/visit.ts";
import { walkBreadth } from "../../src/core/walk-breadth.ts";
import { walkPath } from "../../src/core/walk-path.ts";
import type { WalkSettings } from "../../src/core/walk-settings.ts";
import { walkTree } from "../../src/core/walk-tree.ts";
import { anyKeys } from "../support/any-keys.ts";
import { anyTree } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import { fakeStore } from "../support/fake-store.ts";
import { memoryTree, unordered } from "../support/memory-tree.ts";
import { collect, walkSettings } from "../support/walk-settings.ts";

const walks: Record<string, (settings: WalkSettings) => Visits> = {
  tree: (settings) => walkTree(settings),
  breadth: (settings) => walkBreadth(settings, treeKey),
  path: (settings) => walkPath(settings, (path) => path),
  "codex-sorted": (settings) => walkPath(settings, codexKey),
  "codex-breadth": (settings) => walkBreadth(settings, codexSiblingKey),
};

/** Gives each name some verdict, the same every time. Only directories can lead. */
function filterBy(seed: number): DirectoryFilter {
  const verdicts: readonly Verdict[] = ["show", "show", "show", "close", "ignore", "lead", "lead", "hide"];
  const filter: DirectoryFilter = {
    judge({ name, kind }) {
      let hash = seed + kind.length;
      for (let index = 0; index < name.length; index += 1) {
        hash = Math.imul(hash ^ name.charCodeAt(index), 16_777_619) >>> 0;
      }
      const verdict = verdicts[(hash >>> 8) % verdicts.length] as Verdict;
      return verdict === "lead" && kind !== "directory" ? "hide" : verdict;
    },
    enter: () => filter,
  };
  return filter;
}

const anyDemand = fc.record({
  depth: fc.integer({ min: 1, max: 5 }),
  skip: fc.oneof(fc.constant(0), fc.nat(30), fc.constant(1e9)),
  needed: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 })),
});

interface Demanded {
  readonly depth: number;
  readonly skip: number;
  readonly needed: number;
}

/** The visits of a walk that keeps few entries, and of one that keeps everything. */
async function bothWays(walk: string, fileSystem: FileSystem, counter: Demanded, settings: Partial<WalkSettings>) {
  const run = async (mostHeld: number) => {
    const visits = walks[walk]?.(walkSettings(fileSystem, { ...settings, ...counter, mostHeld })) as Visits;
    return (await collect(visits)).slice(0, counter.needed);
  };
  return [await run(settings.mostHeld as number), await run(Infinity)] as const;
}

describe.each(Object.keys(walks))("%s", (walk) => {
  test("yields the same for a tree, however few entries it keeps in memory", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTree,
        anyDemand,
        fc.nat(1000),
        fc.integer({ min: 1, max: 6 }),
        async (tree, counter, seed, mostHeld) => {
          const ordered = memoryTree(tree);
          for (const fileSystem of [ordered, unordered(ordered)]) {
            await bothWays(walk, fileSystem, counter, { filter: filterBy(seed), mostHeld }).then(
              ([little, everything]) => expect(little).toEqual(everything),
            );
            await bothWays(walk, fileSystem, counter, { mostHeld }).then(([little, everything]) =>
              expect(little).toEqual(everything),
            );
          }
        },
      ),
      { numRuns: inDepth(40, 1000) },
    );
  });

  test("yields the same for a store, however few entries it keeps in memory", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyKeys,
        anyDemand,
        fc.nat(1000),
        fc.integer({ min: 1, max: 6 }),
        async (keys, counter, seed, mostHeld) => {
          const store = s3({ client: fakeStore(keys, { pageSize: 3 }).client });
          const root = "s3://bucket" as ByteString;
          await bothWays(walk, store, counter, { root, filter: filterBy(seed), mostHeld }).then(
            ([little, everything]) => expect(little).toEqual(everything),
          );
          await bothWays(walk, store, counter, { root, mostHeld }).then(([little, everything]) =>
            expect(little).toEqual(everything),
          );
        },
      ),
      { numRuns: inDepth(25, 600) },
    );
  });
});
