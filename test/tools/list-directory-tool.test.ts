import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { callListDirectory, callTool } from "../support/call-tool.ts";
import { makeEntries, makeTree, temporaryFolder } from "../support/make-tree.ts";

describe("list_directory", () => {
  test("answers with compact JSON, its keys in order", async () => {
    const root = makeTree("b/", "a", ".hidden");
    expect(await callListDirectory({ path: root })).toBe(
      `{"directory":${JSON.stringify(root)},"count":2,"summary":"Showing 1-2 of 2 files","files":["a","b"]}`,
    );
  });

  test("resolves a relative path against the working directory", async () => {
    const root = makeTree("a/", "a/b");
    const options = { workingDirectory: root };
    expect(JSON.parse(await callListDirectory({ path: "a" }, options))).toMatchObject({
      directory: path.join(root, "a"),
      files: ["b"],
    });
    expect(JSON.parse(await callListDirectory({ path: "a/.." }, options))).toMatchObject({ directory: root });
    expect(JSON.parse(await callListDirectory({ path: "." }))).toMatchObject({ directory: process.cwd() });
  });

  test("does not enter a hidden directory", async () => {
    const root = makeTree(".git/", ".git/config", "a/", "a/.env", "a/b");
    const files = async (showHidden: boolean) =>
      (JSON.parse(await callListDirectory({ path: root, recursive: true, showHidden })) as { files: string[] }).files;
    expect(await files(false)).toEqual(["a", "a/b"]);
    expect(await files(true)).toEqual([".git", ".git/config", "a", "a/.env", "a/b"]);
  });

  test("lists a hidden directory if asked for it by name", async () => {
    const root = makeTree(".git/", ".git/config");
    expect(JSON.parse(await callListDirectory({ path: `${root}/.git` }))).toMatchObject({ files: ["config"] });
  });

  test("quotes a name that is not valid UTF-8, and accepts it quoted", async () => {
    const root = temporaryFolder();
    makeEntries(root, [{ path_b64: Buffer.from([0x62, 0xff, 0x2f, 0x61]).toString("base64"), kind: "file" }]);
    expect(JSON.parse(await callListDirectory({ path: root, recursive: true }))).toMatchObject({
      files: ['"b\\xff"', '"b\\xff"/a'],
    });
    expect(JSON.parse(await callListDirectory({ path: `${root}/"b\\xff"` }))).toMatchObject({ files: ["a"] });
  });

  test("indexes as many entries as it is set to", async () => {
    const fileSystem = memory(["/a", "/b", "/c"]);
    const listed = (maxIndexed: number) => callListDirectory({ path: "/" }, { fileSystem, maxIndexed });
    expect(JSON.parse(await listed(2))).toEqual({
      directory: "/",
      count: 2,
      summary: "Showing 1-2 of 2 files",
      files: ["a", "b"],
      truncated: true,
    });
    expect(JSON.parse(await listed(3))).not.toHaveProperty("truncated");
  });

  test("handles out-of-range numbers as the contract says", async () => {
    const root = makeTree("a", "b");
    const summary = async (args: object) =>
      (JSON.parse(await callListDirectory({ path: root, ...args })) as { summary: string }).summary;
    expect(await summary({ offset: -5 })).toBe("Showing 1-2 of 2 files");
    expect(await summary({ maxResults: 0 })).toBe("Showing 1-2 of 2 files");
    expect(await summary({ offset: 2 })).toBe("Offset 2 exceeds total count 2");
    expect(await summary({ offset: 1, maxResults: 1 })).toBe("Showing 2-2 of 2 files");
  });

  test.each(["99999999999999999999", `1${"0".repeat(400)}`, "1e30"])(
    "clamps %s to the bound of its field",
    async (huge) => {
      const fileSystem = memory(Array.from({ length: 1500 }, (_, index) => `/${index}`));
      const summary = async (field: string) => {
        const json = `{"path":"/",${field}}`;
        return (
          JSON.parse(await callTool("list_directory", json, { fileSystem, maxIndexed: 5000 })) as { summary: string }
        ).summary;
      };
      expect(await summary(`"maxResults":${huge}`)).toBe("Showing 1-1000 of 1500 files");
      expect(await summary(`"maxResults":-${huge}`)).toBe("Showing 1-100 of 1500 files");
      expect(await summary(`"offset":-${huge}`)).toBe("Showing 1-100 of 1500 files");
      expect(await summary(`"offset":${huge}`)).toBe("Offset 18446744073709552000 exceeds total count 1500");
    },
  );

  test.each([
    [{}, "missing field `path`"],
    [{ path: 5 }, "`path` must be a string"],
    [{ path: ".", offset: "1" }, "`offset` must be an integer"],
    [{ path: ".", maxResults: 1.5 }, "`maxResults` must be an integer"],
    [{ path: ".", recursive: "yes" }, "`recursive` must be true or false"],
    [{ path: "" }, "the path is empty"],
    [{ path: "a\0b" }, "NUL character"],
  ])("refuses %j", async (args, reason) => {
    expect(await callListDirectory(args)).toContain(reason);
  });

  test("names a path that can't be listed and says what to do", async () => {
    const root = makeTree("file");
    expect(await callListDirectory({ path: `${root}/missing` })).toBe(
      `error: failed to read directory: ${root}/missing does not exist, but ${root} does; list that to see what is there`,
    );
    expect(await callListDirectory({ path: `${root}/file` })).toBe(
      `error: failed to read directory: ${root}/file is not a directory; list ${root} instead`,
    );
  });

  test("names three unreadable directories and counts the others", async () => {
    const inner = memory(["/a/x", "/b/x", "/c/x", "/d/x", "/e/x"]);
    const fileSystem: FileSystem = {
      ...inner,
      readDirectory(root, directory, options) {
        if (directory !== "") {
          throw Object.assign(new Error("broken"), { code: "EIO" });
        }
        return inner.readDirectory(root, directory, options);
      },
    };
    const { summary } = JSON.parse(await callListDirectory({ path: "/", recursive: true }, { fileSystem })) as {
      summary: string;
    };
    const named = ["a", "b", "c"].map((name) => `${name} (unreadable: EIO)`).join(", ");
    expect(summary).toBe(`Showing 1-5 of 5 files; not readable: ${named}, and 2 more`);
  });

  test("returns at most 1000 entries", async () => {
    const fileSystem = memory(Array.from({ length: 1500 }, (_, index) => `/${index}`));
    const options = { fileSystem, maxIndexed: 5000 };
    const { files, count } = JSON.parse(await callListDirectory({ path: "/", maxResults: 5000 }, options)) as {
      files: string[];
      count: number;
    };
    expect({ files: files.length, count }).toEqual({ files: 1000, count: 1500 });
  });

  test("does not hang on circular links", async () => {
    const root = makeTree("a/");
    fs.symlinkSync("..", path.join(root, "a/up"));
    expect(JSON.parse(await callListDirectory({ path: root, recursive: true }))).toMatchObject({
      files: ["a", "a/up"],
    });
  });
});
