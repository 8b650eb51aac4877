// Compares walks that may keep only a few entries in memory with the same walks that may keep everything: the visits and their
// order must be the same on disks and in stores, with any filter and any number of entries passed over.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { s3 } from "../../src/backends/s3/s3.ts";
import type { ByteString } from "../../src/core/byte-string.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { SHOW_ALL, type DirectoryFilter, type Verdict } from "../../src/core/filter.ts";
import type { Visits } from "../../src/core/visit.ts";
import { anyKeys } from "../support/any-keys.ts";
import { anyTree } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import { fakeStore } from "../support/fake-store.ts";
import { memoryTree, remembering, unordered } from "../support/memory-tree.ts";
import { collect, walkSettings, type GivenSettings } from "../support/walk-settings.ts";
import { WALKS } from "../support/walks.ts";

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
  skip: fc.oneof({ weight: 4, arbitrary: fc.nat(20) }, fc.nat(30), fc.constant(1e9)),
  needed: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.integer({ min: 1, max: 12 })),
});

/** Most with more entries than a walk may hold. */
const anyLargeTree = fc.oneof({ weight: 4, arbitrary: anyTree.filter(({ length }) => length > 8) }, anyTree);

interface Demanded {
  readonly depth: number;
  readonly skip: number;
  readonly needed: number;
}

/** The visits of a walk that keeps at most so many entries. */
async function visitsOf(walk: string, fileSystem: FileSystem, counter: Demanded, settings: GivenSettings) {
  const visits = WALKS[walk]?.(walkSettings(fileSystem, { ...settings, ...counter })) as Visits;
  return (await collect(visits)).slice(0, counter.needed);
}

/** Fails if a walk finds something else when it may hold only a few entries, or in one of the file systems. */
async function expectSame<Made>(
  walk: string,
  made: fc.Arbitrary<Made>,
  toFileSystems: (value: Made) => readonly FileSystem[],
  settings: GivenSettings,
  numRuns: number,
): Promise<void> {
  const few = fc.integer({ min: 1, max: 6 });
  await fc.assert(
    fc.asyncProperty(made, anyDemand, fc.nat(1000), few, async (value, counter, seed, mostHeld) => {
      const fileSystems = toFileSystems(value);
      for (const filter of [{ filter: filterBy(seed) }, {}]) {
        const [first] = fileSystems as [FileSystem];
        const everything = await visitsOf(walk, first, counter, { ...settings, ...filter, mostHeld: Infinity });
        for (const fileSystem of fileSystems) {
          expect(await visitsOf(walk, fileSystem, counter, { ...settings, ...filter, mostHeld })).toEqual(everything);
        }
      }
    }),
    { numRuns },
  );
}

describe.each(Object.keys(WALKS))("%s", (walk) => {
  test("finds the same in a tree, however little it holds", async () => {
    const inAllWays = (tree: Parameters<typeof memoryTree>[0]) => {
      const ordered = memoryTree(tree);
      return [ordered, unordered(ordered), remembering(ordered)];
    };
    await expectSame(walk, anyLargeTree, inAllWays, {}, inDepth(8, 1000));
  });

  test("finds the same whether directories are read or their names remembered", async () => {
    const fewer = fc.integer({ min: 1, max: 6 });
    await fc.assert(
      fc.asyncProperty(anyLargeTree, anyDemand, fc.nat(1000), fewer, async (tree, counter, seed, mostHeld) => {
        const ordered = memoryTree(tree);
        for (const filter of [filterBy(seed), SHOW_ALL]) {
          const [read, remembered] = await Promise.all(
            [unordered(ordered), remembering(ordered)].map((fileSystem) =>
              collect(WALKS[walk]?.(walkSettings(fileSystem, { ...counter, filter, mostHeld, marks: true })) as Visits),
            ),
          );
          expect(remembered?.slice(0, counter.needed)).toEqual(read?.slice(0, counter.needed));
        }
      }),
      { numRuns: inDepth(12, 1000) },
    );
  });

  test("finds the same in a store, however little it holds", async () => {
    const toStore = (keys: Parameters<typeof fakeStore>[0]) => [
      s3({ client: fakeStore(keys, { pageSize: 3 }).client }),
    ];
    await expectSame(walk, anyKeys, toStore, { root: "s3://bucket" as ByteString }, inDepth(5, 600));
  });
});
