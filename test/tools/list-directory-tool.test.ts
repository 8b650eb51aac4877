// `list_directory` as a model sees it: its JSON, its summary, and what counts as out of range.
import path from "node:path";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { callListDirectory } from "../support/call-tool.ts";
import { makeTree } from "../support/make-tree.ts";

/** The summary for a directory with these paths. */
async function summaryOf(
  paths: readonly string[],
  args: object = {},
  options: ToolRouterOptions = {},
): Promise<string> {
  const fileSystem = memory([{ path: "/r", kind: "directory" }, ...paths.map((each) => `/r/${each}`)]);
  const json = await callListDirectory({ path: "/r", ...args }, { fileSystem, ...options });
  const page = JSON.parse(json) as { summary: string; files: string[]; truncated?: boolean };
  expect(page.files.length > 0).toBe(page.summary.startsWith("Showing"));
  expect(page.truncated).toBeUndefined();
  return page.summary;
}

describe("the summary of list_directory", () => {
  const MATCHES_NOTHING = "No entry matches the filters";

  test("counts the hidden entries of the directory itself", async () => {
    expect(await summaryOf([])).toBe("Directory is empty");
    expect(await summaryOf([".a"])).toBe("Directory is empty but for 1 hidden entry");
    expect(await summaryOf([".a", ".b/.c/d", ".b/e", ".f"])).toBe("Directory is empty but for 3 hidden entries");
    expect(await summaryOf([".a", ".b/c"], { recursive: true, offset: 7 })).toBe(
      "Directory is empty but for 2 hidden entries",
    );
    expect(await summaryOf([".a"], { showHidden: true })).toBe("Showing 1-1 of 1 files");
    expect(await summaryOf([".a", "b"])).toBe("Showing 1-1 of 1 files; 1 hidden entry not shown");
    expect(await summaryOf([".a", ".c", "b"], { offset: 1 })).toBe(
      "Offset 1 exceeds total count 1; 2 hidden entries not shown",
    );
    expect(await summaryOf([".a", ".b.ts", "c.ts"], { include: "*.ts" })).toBe(
      "Showing 1-1 of 1 files; 1 hidden entry not shown",
    );
  });

  test("reveals nothing that is denied", async () => {
    expect(await summaryOf([".a", ".secret"], {}, { deny: [".secret"] })).toBe(
      "Directory is empty but for 1 hidden entry",
    );
    expect(await summaryOf([".secret", "secret"], {}, { deny: ["*secret"] })).toBe("Directory is empty");
    expect(await summaryOf([".secret"], { include: "*.ts" }, { deny: ["*secret"] })).toBe("Directory is empty");
  });

  test("says first that nothing matches the filters", async () => {
    expect(await summaryOf(["a", ".b"], { include: "*.ts" })).toBe(MATCHES_NOTHING);
    expect(await summaryOf([".a", ".b"], { include: "*.ts" })).toBe(MATCHES_NOTHING);
    expect(await summaryOf([".a", "b"], { exclude: "b" })).toBe(MATCHES_NOTHING);
    expect(await summaryOf([".a"], { include: "*.ts", showHidden: true })).toBe(MATCHES_NOTHING);
    expect(await summaryOf([], { include: "*.ts" })).toBe("Directory is empty");
  });
});

test("the description of list_directory says what to do about truncated", () => {
  const descriptionOf = (options: ToolRouterOptions) =>
    createToolRouter({ tools: ["list_directory"], ...options })
      .specs()
      .find(({ name }) => name === "list_directory")?.description;
  expect(descriptionOf({})).toMatch(/first 1000 names.* If truncated, use include\.$/);
  expect(descriptionOf({ maxIndexed: 50 })).toMatch(/first 50 names/);
});

describe("list_directory", () => {
  test("answers with compact JSON, its keys in order", async () => {
    const root = makeTree("b/", "a", ".hidden");
    expect(await callListDirectory({ path: root })).toBe(
      `{"directory":${JSON.stringify(root)},"count":2,"summary":"Showing 1-2 of 2 files; 1 hidden entry not shown","files":["a","b/"]}`,
    );
  });

  test("names the directory that it has opened: without the quotes of a listing, unless there is one with quotes", async () => {
    const fileSystem = memory(["/r/two\nlines/a", '/r/"b"/c']);
    const directoryOf = async (given: string) =>
      (JSON.parse(await callListDirectory({ path: given }, { fileSystem })) as { directory: string }).directory;
    expect(await directoryOf('/r/"two\\nlines"')).toBe("/r/two\nlines");
    expect(await directoryOf('/r/"b"')).toBe('/r/"b"');
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
    expect(await files(false)).toEqual(["a/", "a/b"]);
    expect(await files(true)).toEqual([".git/", ".git/config", "a/", "a/.env", "a/b"]);
  });

  test("claims no total if it has indexed only a part", async () => {
    const fileSystem = memory(["/a", "/b", "/c/x", "/d"]);
    const page = async (args: object, maxIndexed: number) =>
      JSON.parse(await callListDirectory({ path: "/", ...args }, { fileSystem, maxIndexed })) as object;
    expect(await page({ offset: 1 }, 3)).toEqual({
      directory: "/",
      count: 3,
      summary: "Showing 2-3 of the first 3 files",
      files: ["b", "c/"],
      truncated: true,
    });
    expect(await page({ offset: 3 }, 3)).toEqual({
      directory: "/",
      count: 3,
      summary: "Offset 3 is beyond the first 3 files, the only ones that are indexed",
      files: [],
      truncated: true,
    });
    const hidden = memory(["/.a", "/b", "/c"]);
    expect(await callListDirectory({ path: "/" }, { fileSystem: hidden, maxIndexed: 1 })).toContain(
      '"Showing 1-1 of the first 1 files; at least 1 hidden entry not shown"',
    );
    expect(await page({ offset: 4 }, 4)).toEqual({
      directory: "/",
      count: 4,
      summary: "Offset 4 exceeds total count 4",
      files: [],
    });
  });

  test("puts the slash of a directory at its end after sorting and cutting", async () => {
    const names = ["a/x", "a!", "a-b", "a0"];
    const fileSystem = memory(names.map((name) => `/${name}`));
    const answer = await callListDirectory({ path: "/", recursive: true }, { fileSystem });
    expect(JSON.parse(answer)).toMatchObject({ files: ["a/", "a!", "a-b", "a/x", "a0"] });
  });

  test("handles out-of-range numbers as the contract says", async () => {
    const root = makeTree("a", "b");
    const summary = async (args: object) =>
      (JSON.parse(await callListDirectory({ path: root, ...args })) as { summary: string }).summary;
    expect(await summary({ offset: -5 })).toBe("Showing 1-2 of 2 files");
    expect(await summary({ maxResults: 0 })).toBe("Showing 1-2 of 2 files");
    expect(await summary({ offset: 2 })).toBe("Offset 2 exceeds total count 2");
    expect(await summary({ offset: 1, maxResults: 1 })).toBe("Showing 2-2 of 2 files");
    const fileSystem = memory(Array.from({ length: 1001 }, (_, index) => `/${index}`));
    const most = await callListDirectory({ path: "/", maxResults: 5000 }, { fileSystem, maxIndexed: 2000 });
    expect(most).toContain('"Showing 1-1000 of 1001 files"');
  });

  test.each([
    [{}, "missing field `path`"],
    [{ path: 5 }, "`path` must be a string"],
    [{ path: ".", offset: "1.5" }, "`offset` must be an integer"],
    [{ path: ".", maxResults: 1.5 }, "`maxResults` must be an integer"],
    [{ path: ".", recursive: "yes" }, "`recursive` must be true or false"],
    [{ path: "" }, "path must be an absolute path"],
    [{ path: "a\0b" }, "NUL character"],
  ])("refuses %j", async (args, reason) => {
    expect(await callListDirectory(args)).toContain(reason);
  });

  test("names three unreadable directories as a listing does, and counts the others", async () => {
    const inner = memory(["/a\n(timed out)/x", "/b/x", "/c /x", "/d/x", "/e/x"]);
    const fileSystem: FileSystem = {
      ...inner,
      readDirectory(directory, options) {
        if (directory !== "/") {
          throw Object.assign(new Error("broken"), { code: "EIO" });
        }
        return inner.readDirectory(directory, options);
      },
    };
    const { summary } = JSON.parse(await callListDirectory({ path: "/", recursive: true }, { fileSystem })) as {
      summary: string;
    };
    const named = ['"a\\n(timed out)"', "b", '"c "'].map((name) => `${name} (unreadable: EIO)`).join(", ");
    expect(summary).toBe(`Showing 1-5 of 5 files; not readable: ${named}, and 2 more`);
  });
});
