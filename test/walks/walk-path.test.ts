// The original's order when keys tie or interleave, compared with what the original did: collect breadth first, sort stably.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { s3 } from "../../src/backends/s3/s3.ts";
import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import { codexKey, codexSiblingKey } from "../../src/core/entry.ts";
import { walkBreadth } from "../../src/walks/walk-breadth.ts";
import { walkPath, wholePath } from "../../src/walks/walk-path.ts";
import { anyTree } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import { fakeStore } from "../support/fake-store.ts";
import { counting, memoryTree, unordered } from "../support/memory-tree.ts";
import type { ModelEntry } from "../support/model.ts";
import { collect, walkSettings } from "../support/walk-settings.ts";

async function sortedAsTheOriginal(tree: readonly ModelEntry[]): Promise<string[]> {
  const collected = await collect(walkBreadth(walkSettings(unordered(memoryTree(tree))), codexSiblingKey));
  return collected
    .map(({ path }) => ({ path, key: codexKey(path) }))
    .sort((a, b) => Buffer.compare(Buffer.from(a.key, "latin1"), Buffer.from(b.key, "latin1")))
    .map(({ path }) => path);
}

async function walked(tree: readonly ModelEntry[], needed = Infinity): Promise<string[]> {
  const visits = await collect(walkPath(walkSettings(unordered(memoryTree(tree)), { needed }), codexKey));
  return visits.map(({ path }) => path);
}

function chain(...paths: readonly string[]): ModelEntry[] {
  return paths.map((path) => ({
    path: toByteString(path.replace(/\/$/, "")),
    kind: path.endsWith("/") ? "directory" : "file",
  }));
}

describe("walkPath with the original's keys", () => {
  test("equals one stable sort of a breadth-first collection", async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, fc.integer({ min: 1, max: 30 }), async (tree, needed) => {
        const expected = await sortedAsTheOriginal(tree);
        expect(await walked(tree)).toEqual(expected);
        expect((await walked(tree, needed)).slice(0, needed)).toEqual(expected.slice(0, needed));
      }),
      { numRuns: inDepth(12, 500) },
    );
  });

  test("puts a name with a backslash among the entries of the directory before the backslash", async () => {
    expect(await walked(chain("a/", "a/a", "a/c", "a\\b"))).toEqual(["a", "a/a", "a\\b", "a/c"]);
  });

  test("merges directories whose names read alike", async () => {
    const tree: ModelEntry[] = [
      { path: "\xfe" as ByteString, kind: "directory" },
      { path: "\xfe/b" as ByteString, kind: "file" },
      { path: "\xff" as ByteString, kind: "directory" },
      { path: "\xff/a" as ByteString, kind: "file" },
    ];
    expect(await walked(tree)).toEqual(["\xfe", "\xff", "\xff/a", "\xfe/b"]);
  });

  test("keeps levels in order when all keys are cut to the same one", async () => {
    const long = "d".repeat(250);
    const tree = chain(
      `${long}/`,
      `${long}/${long}/`,
      `${long}/${long}/b/`,
      `${long}/${long}/b/z`,
      `${long}/${long}/a`,
    );
    expect(await walked(tree)).toEqual(await sortedAsTheOriginal(tree));
  });
});

describe("walkPath to the first level", () => {
  test("an empty name in a store has the path that other walks give it", async () => {
    const { client } = fakeStore(["/a", "b", "c/d"]);
    const root = "s3://bucket" as ByteString;
    const visits = await collect(walkPath(walkSettings(s3({ client }), { root, depth: 1 }), wholePath));
    expect(visits.map(({ path, kind }) => `${path} ${kind}`)).toEqual(["/ directory", "b file", "c directory"]);
  });

  test("what does not fit into memory is read again, and what is skipped is not yielded", async () => {
    const files = Array.from({ length: 50 }, (_, index) => ({
      path: String(index).padStart(2, "0") as ByteString,
      kind: "file" as const,
    }));
    const { fileSystem, read } = counting(unordered(memoryTree(files)));
    const settings = walkSettings(fileSystem, { depth: 1, skip: 40, needed: 2, mostHeld: 4 });
    const visits = await collect(walkPath(settings, wholePath));
    expect(visits.map(({ path }) => path)).toEqual(files.slice(40, 42).map(({ path }) => path));
    expect(read.length).toBeGreaterThan(1);
  });
});
