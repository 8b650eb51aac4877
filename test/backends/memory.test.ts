import { describe, expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { toByteString } from "../../src/core/byte-string.ts";
import { listDir } from "../../src/listing/list-dir.ts";
import { describeFileSystem } from "../support/file-system-suite.ts";

const KINDS = { file: "file", dir: "directory", symlink: "symlink", fifo: "other", socket: "other" } as const;

describeFileSystem("memory", (tree) => ({
  root: "/tree",
  fileSystem: memory([
    { path: "/tree", kind: "directory" },
    ...tree.map(({ path, path_b64: base64, kind, target }) => ({
      path: Buffer.concat([
        Buffer.from("/tree/"),
        base64 === undefined ? Buffer.from(path ?? "") : Buffer.from(base64, "base64"),
      ]),
      kind: KINDS[kind],
      target,
    })),
  ]),
}));

describe("memory", () => {
  test("finds what a path means, however it is written", () => {
    const { mayExist } = memory(["/a/b/c"]);
    const paths = ["/a//b", "/a/./b/", "/a/b/../b/c", "a/b", "/a/b/c/..", "/.."].map(toByteString);
    expect(paths.filter((path) => mayExist?.(path) !== true)).toEqual([]);
    expect(["/a/b/..c", "/a/../b"].map(toByteString).filter((path) => mayExist?.(path) !== false)).toEqual([]);
  });

  test("knows what exists", () => {
    const { mayExist } = memory(["/a/b"]);
    const paths = ["/", "/a", "/a/b", "/a/b/c", "/c"].map(toByteString);
    expect(paths.map((path) => mayExist?.(path))).toEqual([true, true, true, false, false]);
  });

  test("treats plain paths as files and creates the directories above them", async () => {
    const { entries } = await listDir({ dirPath: "/", fileSystem: memory(["/a/b.txt", "/c.txt"]) });
    expect(entries.map(({ path, kind }) => [path, kind])).toEqual([
      ["a", "directory"],
      ["a/b.txt", "file"],
      ["c.txt", "file"],
    ]);
  });

  test("treats a path with a slash at its end as a directory, unless its kind is given", async () => {
    const fileSystem = memory([
      "c/",
      "d/x",
      "d/",
      { path: "/e/" },
      { path: Buffer.from("/f/") },
      { path: "/g/", kind: "file" },
    ]);
    const { entries } = await listDir({ dirPath: "/", fileSystem });
    expect(entries.map(({ path, kind }) => [path, kind])).toEqual([
      ["c", "directory"],
      ["d", "directory"],
      ["d/x", "file"],
      ["e", "directory"],
      ["f", "directory"],
      ["g", "file"],
    ]);
    expect((await listDir({ dirPath: "/c", fileSystem })).entries).toEqual([]);
  });
});
