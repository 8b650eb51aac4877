// Continuing after a path: compared with the model, and under attack from malicious callers.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import type { Cursor } from "../../src/walks/cursor.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import type { DirectoryFilter } from "../../src/core/filter.ts";
import type { WalkSettings } from "../../src/reading/selection.ts";
import { walkTree } from "../../src/walks/walk-tree.ts";
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

describe("walkTree after a cursor", () => {
  test("yields what the model has after it, whether or not it exists", async () => {
    const anyPath = fc.array(anyName, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        anyTree,
        anyPath,
        fc.boolean(),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(50),
        async (entries, names, isDirectory, depth, pick) => {
          // Half of the time an entry of the tree, the other half any path.
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
      { numRuns: inDepth(12, 500) },
    );
  });

  test("reads the directories on the path and none before them", async () => {
    const entries = tree("a/", "a/x", "b/", "b/c/", "b/c/1", "b/c/2", "b/d/", "b/d/3", "e/", "e/f");
    const { fileSystem, read } = counting(memoryTree(entries));
    const visits = walkTree(walkSettings(fileSystem, { needed: 1 }), cursor("b/c/1"));
    expect((await collect(visits)).map(({ path }) => path)).toEqual(["b/c/2"]);
    expect(read).toEqual(["b/c"]);
  });

  test("treats a path without a slash as a directory if it is one now", async () => {
    const entries = tree("src-old", "src/", "src/a", "src.ts", "t");
    expect(await pathsAfter(entries, "src")).toEqual(["src/a", "t"]);
    expect(await pathsAfter(entries, "src/")).toEqual(["src/a", "t"]);
    expect(await pathsAfter(tree("src-old", "src.ts", "t"), "src")).toEqual(["src-old", "src.ts", "t"]);
  });

  test("treats a name that only looks like a link as the directory that it is", async () => {
    const entries = tree("x@/", "x@/in", "y");
    const after = { names: ["x" as ByteString], isDirectory: false, literal: "x@" as ByteString };
    const visits = await collect(walkTree(walkSettings(memoryTree(entries)), after));
    expect(visits.map(treePath)).toEqual(["x@/in", "y"]);
  });

  test("treats it as the link if there is one, so that no page loses what is between the two", async () => {
    const link: ModelEntry = { path: "x" as ByteString, kind: "symlink" };
    const entries = [link, ...tree("x y", "x@/", "x@/in", "y")];
    const after = { names: ["x" as ByteString], isDirectory: false, literal: "x@" as ByteString };
    const visits = await collect(walkTree(walkSettings(memoryTree(entries)), after));
    expect(visits.map(treePath)).toEqual(["x y", "x@/", "x@/in", "y"]);
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

  test("does not ask the disk about impossible names", async () => {
    const fileSystem = { ...memoryTree(tree("a")), isDirectory: async () => expect.fail("asked") };
    const names = ["a\0b", "..", "", "a/b"] as ByteString[];
    for (const name of names) {
      await collect(walkTree(walkSettings(fileSystem), { names: [name], isDirectory: true }));
    }
  });

  test("reads nothing through a name that contains slashes", async () => {
    const { fileSystem, read } = counting(memoryTree(tree("a/", "a/b")));
    await collect(
      walkTree(walkSettings(fileSystem), { names: ["a/../.." as ByteString, "x" as ByteString], isDirectory: false }),
    );
    expect(read).toEqual([""]);
  });
});

describe("a cursor with many names", () => {
  const DEPTH = 400;
  const NAMES = Array.from({ length: DEPTH }, () => "a" as ByteString);
  const CHAIN = tree(...NAMES.map((_, index) => `${NAMES.slice(0, index + 1).join("/")}/`));

  /** A chain that counts checks, entered filters and pauses. */
  function counted(settings: Partial<WalkSettings> = {}) {
    const work = { looks: 0, entered: 0, pauses: 0 };
    const fileSystem = memoryTree(CHAIN);
    const filter: DirectoryFilter = {
      judge: () => "show",
      enter() {
        work.entered += 1;
        return filter;
      },
    };
    const walked = walkSettings(
      {
        ...fileSystem,
        isDirectory(root, path, options) {
          work.looks += 1;
          return fileSystem.isDirectory(root, path, options);
        },
      },
      {
        filter,
        pause() {
          work.pauses += 1;
          return undefined;
        },
        ...settings,
      },
    );
    return { walk: () => collect(walkTree(walked, { names: NAMES, isDirectory: true })), work };
  }

  test("costs one check and one filter for each of them, with pauses in between", async () => {
    const { walk, work } = counted();
    expect(await walk()).toEqual([]);
    expect(work.looks).toBe(DEPTH);
    expect(work.entered).toBe(DEPTH);
    expect(work.pauses).toBeGreaterThanOrEqual(DEPTH);
  });

  test("stops when its time is up or its signal fires", async () => {
    let left = 100;
    const hurried = counted({ timeLeft: () => (left -= 1) });
    await expect(hurried.walk()).rejects.toMatchObject({ code: "ETIMEDOUT" });
    expect(hurried.work.looks).toBeLessThan(100);
    const controller = new AbortController();
    const reason = new Error("stop");
    let pauses = 0;
    const stopped = counted({
      signal: controller.signal,
      pause() {
        pauses += 1;
        if (pauses === 50) {
          controller.abort(reason);
        }
        return undefined;
      },
    });
    await expect(stopped.walk()).rejects.toBe(reason);
    expect(stopped.work.looks).toBeLessThan(60);
  });
});

describe("what the filter hides", () => {
  /** Hides entries named `secret`: only directories, or anything. */
  function hiding(directoriesOnly: boolean): DirectoryFilter {
    const filter: DirectoryFilter = {
      judge: ({ name, kind }) => (name === "secret" && (kind === "directory" || !directoriesOnly) ? "hide" : "show"),
      enter: () => filter,
    };
    return filter;
  }

  const CURSORS: readonly Cursor[] = [
    cursor("secret"),
    cursor("secret/"),
    cursor("secret/in"),
    cursor("secret/in/deep"),
    { names: ["x" as ByteString], isDirectory: false, literal: "secret" as ByteString },
  ];

  test.each(CURSORS)("is not accessed for $names, and the page is the same whatever is there", async (after) => {
    const around = ["a", "secret-x", "secret.txt", "secret0", "t", "x", "z"];
    const pages = [];
    for (const hidden of [[], ["secret"], ["secret/"], ["secret/", "secret/in/", "secret/in/deep"]]) {
      const { fileSystem, read } = counting(memoryTree(tree(...around, ...hidden)));
      const guarded: FileSystem = {
        ...fileSystem,
        isDirectory(root, path, options) {
          expect(path.split("/")).not.toContain("secret");
          return fileSystem.isDirectory(root, path, options);
        },
      };
      const visits = await collect(walkTree(walkSettings(guarded, { filter: hiding(false) }), after));
      expect(read).toEqual([""]);
      pages.push(visits.map(treePath));
    }
    expect(new Set(pages.map((page) => page.join("\n"))).size).toBe(1);
  });

  test("only as a directory is shown as a file, and pages continue after it", async () => {
    const settings = walkSettings(memoryTree(tree("a", "secret", "secret-x", "z")), { filter: hiding(true) });
    const visits = await collect(walkTree(settings, cursor("secret")));
    expect(visits.map(treePath)).toEqual(["secret-x", "z"]);
  });
});

describe("a path that is too long", () => {
  test("is reported and not followed", async () => {
    const names = Array.from({ length: 100 }, () => "n".repeat(255));
    const { fileSystem, read } = counting(
      memoryTree(tree(...names.map((_, index) => `${names.slice(0, index + 1).join("/")}/`))),
    );
    const visits = await collect(walkTree(walkSettings(fileSystem)));
    expect(visits.at(-1)).toMatchObject({ depth: 33, problem: "unreadable: ENAMETOOLONG" });
    expect(read.length).toBe(33);
  });
});
