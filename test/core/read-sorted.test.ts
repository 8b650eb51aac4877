import { describe, expect, test } from "vitest";

import type { ByteString } from "../../src/core/byte-string.ts";
import type { Entry } from "../../src/core/entry.ts";
import type { Batch, FileSystem } from "../../src/core/file-system.ts";
import { SHOW_ALL } from "../../src/core/filter.ts";
import { readSorted } from "../../src/core/read-sorted.ts";
import { treeKey } from "../../src/core/sibling-order.ts";
import { memoryTree } from "../support/memory-tree.ts";
import { walkSettings } from "../support/walk-settings.ts";

function entries(...given: readonly string[]): Entry[] {
  return given.map((name) => ({ name: name as ByteString, kind: "file" }));
}

function giving(order: FileSystem["order"], ...batches: readonly Batch[]): FileSystem {
  return {
    ...memoryTree([]),
    order,
    async *readDirectory() {
      yield* batches;
    },
  };
}

async function names(fileSystem: FileSystem, skip = 0): Promise<string[]> {
  const read = { path: "" as ByteString, keyOf: treeKey, filter: SHOW_ALL, keep: 100, skip, enters: false };
  return (await readSorted(walkSettings(fileSystem), read)).entries.map(({ name }) => name);
}

describe("readSorted", () => {
  test.each(["none", "key"] as const)("forgets what a read gave before it started over, order %s", async (order) => {
    const fileSystem = giving(
      order,
      { entries: entries("a", "x") },
      { entries: [], startsOver: true },
      { entries: entries("a", "b") },
      { entries: entries("c") },
    );
    expect(await names(fileSystem)).toEqual(["a", "b", "c"]);
  });

  test.each(["none", "key"] as const)("tells how many entries it passed over, order %s", async (order) => {
    const fileSystem = giving(order, { entries: entries("a", "b", "c") });
    const read = (skip: number, keep: number) =>
      readSorted(walkSettings(fileSystem), {
        path: "" as ByteString,
        keyOf: treeKey,
        filter: SHOW_ALL,
        keep,
        skip,
        enters: false,
      });
    expect(await read(1, 2)).toEqual({ entries: entries("b"), passed: 1 });
    expect(await read(5, 9)).toEqual({ entries: [], passed: 3 });
  });

  test("does not believe an order that is none", async () => {
    await expect(names(giving("key", { entries: entries("b", "a") }))).rejects.toThrow(/order "key"/);
    await expect(names(giving("key", { entries: entries("a", "a") }))).rejects.toThrow(/order "key"/);
  });
});
