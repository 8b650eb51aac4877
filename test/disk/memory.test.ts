// Trees in memory pass the suite of every file system, and take paths and entries as they are given.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import { describeFileSystem } from "../support/file-system-suite.ts";
import { readPlainEntries } from "../support/read-entries.ts";

const KINDS = { file: "file", dir: "directory", symlink: "symlink", fifo: "other", socket: "other" } as const;

describeFileSystem(
  "memory",
  (tree) => ({
    root: "/tree",
    fileSystem: memory(["/tree/", ...tree.map(({ path, kind }) => ({ path: `/tree/${path}`, kind: KINDS[kind] }))]),
  }),
  { anyBytes: false, many: 2000 },
);

describe("memory", () => {
  test("finds what a path means, however it is written", async () => {
    const fileSystem = memory(["/a/b/c"]);
    for (const path of ["/a//b", "/a/./b/", "/a/b/../b", "a/b"]) {
      expect(await readPlainEntries(fileSystem, path)).toEqual([{ name: "c", kind: "file" }]);
    }
  });

  test("takes a path for a directory if it ends in a slash or has something below it, unless a kind is given", async () => {
    const fileSystem = memory(["/c/", "/d/x", "/d/", { path: "/e/" }, { path: "/g/", kind: "file" }, "/h.txt"]);
    expect(await readPlainEntries(fileSystem, "/")).toEqual([
      { name: "c", kind: "directory" },
      { name: "d", kind: "directory" },
      { name: "e", kind: "directory" },
      { name: "g", kind: "file" },
      { name: "h.txt", kind: "file" },
    ]);
    expect(await readPlainEntries(fileSystem, "/c")).toEqual([]);
    expect(await readPlainEntries(fileSystem, "/d")).toEqual([{ name: "x", kind: "file" }]);
  });

  test.each([
    ["relative", ["x"]],
    ["relative", ["./x/y"]],
    ["below a file", ["/x", "/x/y"]],
    ["below a file", ["/x/y", "/x"]],
    ["below a link", [{ path: "/x", kind: "symlink" as const }, "/x/y/z"]],
  ])("refuses a path that is %s: %j", (_, entries) => {
    expect(() => memory(entries)).toThrow(TypeError);
  });

  test("has contents and times", async () => {
    const fileSystem = memory([{ path: "/a", content: "é", modifiedMs: 5 }]);
    expect(await fileSystem.readDetails?.("/", [{ name: "a", kind: "file" }], {})).toEqual([
      { size: 2, modifiedMs: 5 },
    ]);
    expect(fileSystem.readFile?.("/a", { maxBytes: 2, refusesLinks: true })).toEqual(new TextEncoder().encode("é"));
    expect(fileSystem.readFile?.("/a", { maxBytes: 1, refusesLinks: true })).toBeUndefined();
  });
});
