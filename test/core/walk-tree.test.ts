// Continuing behind a path: against the model, and against callers who mean no good.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import type { Cursor } from "../../src/core/cursor.ts";
import { walkTree } from "../../src/core/walk-tree.ts";
import { anyName, anyTree } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import { counting, memoryTree, unordered } from "../support/memory-tree.ts";
import { modelVisits, treePath, type ModelEntry } from "../support/model.ts";
import { collect, walkSettings } from "../support/walk-settings.ts";

function tree(...paths: readonly string[]): ModelEntry[] {
  return paths.map((path) => ({
    path: toByteString(path.replace(/\/$/, "")),
    kind: path.endsWith("/") ? "directory" : "file",
  }));
}

function cursor(path: string): Cursor {
  const isDirectory = path.endsWith("/");
  return { names: path.replace(/\/$/, "").split("/").map(toByteString), isDirectory };
}

async function pathsAfter(entries: readonly ModelEntry[], path: string, depth = Infinity): Promise<string[]> {
  const settings = walkSettings(memoryTree(entries), { depth });
  return (await collect(walkTree(settings, cursor(path)))).map(treePath);
}

describe("walkTree behind a cursor", () => {
  test("gives what the model has behind it, whether or not it exists", async () => {
    const anyPath = fc.array(anyName, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        anyTree,
        anyPath,
        fc.boolean(),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(50),
        async (entries, names, isDirectory, depth, pick) => {
          // Half of the time an entry of the tree, half of the time any path.
          const picked = pick % 2 === 0 ? entries[pick % Math.max(entries.length, 1)] : undefined;
          const after: Cursor =
            picked === undefined
              ? { names, isDirectory }
              : { names: picked.path.split("/") as ByteString[], isDirectory };
          const path = after.names.join("/");
          const isDirectoryNow = entries.some((entry) => entry.path === path && entry.kind === "directory");
          const key = isDirectory || isDirectoryNow ? `${path}/` : path;
          const expected = modelVisits(entries, "tree", depth).filter((entry) => treePath(entry) > key);
          for (const fileSystem of [memoryTree(entries), unordered(memoryTree(entries))]) {
            expect(await collect(walkTree(walkSettings(fileSystem, { depth }), after))).toEqual(expected);
          }
        },
      ),
      { numRuns: inDepth(100, 500) },
    );
  });

  test("reads the directories on the path and none before them", async () => {
    const entries = tree("a/", "a/x", "b/", "b/c/", "b/c/1", "b/c/2", "b/d/", "b/d/3", "e/", "e/f");
    const { fileSystem, read } = counting(memoryTree(entries));
    const visits = walkTree(walkSettings(fileSystem, { needed: 1 }), cursor("b/c/1"));
    expect((await collect(visits)).map(({ path }) => path)).toEqual(["b/c/2"]);
    expect(read).toEqual(["b/c"]);
  });

  test("takes a path without its slash for a directory where it is one now", async () => {
    const entries = tree("src-old", "src/", "src/a", "src.ts", "t");
    expect(await pathsAfter(entries, "src")).toEqual(["src/a", "t"]);
    expect(await pathsAfter(entries, "src/")).toEqual(["src/a", "t"]);
    expect(await pathsAfter(tree("src-old", "src.ts", "t"), "src")).toEqual(["src-old", "src.ts", "t"]);
  });

  test("takes a name that only looks like a link's for the directory that it is", async () => {
    const entries = tree("x@/", "x@/in", "y");
    const after = { names: ["x" as ByteString], isDirectory: false, literal: "x@" as ByteString };
    const visits = await collect(walkTree(walkSettings(memoryTree(entries)), after));
    expect(visits.map(treePath)).toEqual(["x@/in", "y"]);
  });

  test("passes over a directory that has become a file", async () => {
    expect(await pathsAfter(tree("a", "b"), "a/x")).toEqual(["b"]);
  });

  test("does not go deeper than the depth", async () => {
    expect(await pathsAfter(tree("a/", "a/b/", "a/b/c", "d"), "a/b/", 2)).toEqual(["d"]);
    expect(await pathsAfter(tree("a/", "a/b/", "a/b/c", "d"), "a/b/c", 1)).toEqual(["d"]);
  });

  test.each(["..", ".", "a/..", "../../etc", "a\0b/c", "a//b"])(
    "reads nothing outside the root for %j",
    async (path) => {
      const { fileSystem, read } = counting(memoryTree(tree("a/", "a/b")));
      await collect(walkTree(walkSettings(fileSystem), cursor(path)));
      expect(read.filter((name) => name !== "" && name !== "a")).toEqual([]);
    },
  );

  test("asks no disk for a name that none can have", async () => {
    const fileSystem = { ...memoryTree(tree("a")), isDirectory: async () => expect.fail("asked") };
    const names = ["a\0b", "..", "", "a/b"] as ByteString[];
    for (const name of names) {
      await collect(walkTree(walkSettings(fileSystem), { names: [name], isDirectory: true }));
    }
  });

  test("reads nothing through a name that holds slashes", async () => {
    const { fileSystem, read } = counting(memoryTree(tree("a/", "a/b")));
    await collect(
      walkTree(walkSettings(fileSystem), { names: ["a/../.." as ByteString, "x" as ByteString], isDirectory: false }),
    );
    expect(read).toEqual([""]);
  });
});
