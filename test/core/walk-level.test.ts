// One directory in the order of whole paths. That it equals the walk of a tree to the first level, walk-orders.test.ts shows.
import { expect, test } from "vitest";

import { s3 } from "../../src/backends/s3/s3.ts";
import type { ByteString } from "../../src/core/byte-string.ts";
import { wholePath } from "../../src/core/path-event.ts";
import { walkLevel } from "../../src/core/walk-level.ts";
import { fakeStore } from "../support/fake-store.ts";
import { counting, memoryTree, unordered } from "../support/memory-tree.ts";
import { collect, walkSettings } from "../support/walk-settings.ts";

test("an empty name in a store has the path that other walks give it", async () => {
  const { client } = fakeStore(["/a", "b", "c/d"]);
  const root = "s3://bucket" as ByteString;
  const visits = await collect(walkLevel(walkSettings(s3({ client }), { root, depth: 1 }), wholePath));
  expect(visits.map(({ path, kind }) => `${path} ${kind}`)).toEqual(["/ directory", "b file", "c directory"]);
});

test("what does not fit into memory is read again, and what is passed over is not yielded", async () => {
  const files = Array.from({ length: 50 }, (_, index) => ({
    path: String(index).padStart(2, "0") as ByteString,
    kind: "file" as const,
  }));
  const { fileSystem, read } = counting(unordered(memoryTree(files)));
  const settings = walkSettings(fileSystem, { depth: 1, skip: 40, needed: 2, mostHeld: 4 });
  const visits = await collect(walkLevel(settings, wholePath));
  expect(visits.map(({ path }) => path)).toEqual(files.slice(40, 42).map(({ path }) => path));
  expect(read.length).toBeGreaterThan(1);
});
