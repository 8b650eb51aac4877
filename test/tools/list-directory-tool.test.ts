import fc from "fast-check";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { renderDirectoryJson, type DirectoryPage } from "../../src/text/directory-json.ts";
import { createToolRouter, type ToolRouterOptions } from "../../src/tools/create-tool-router.ts";
import { callListDirectory, callTool } from "../support/call-tool.ts";
import { inDepth } from "../support/deep.ts";
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

describe("the summary of list_directory, if nothing is shown", () => {
  const MATCHES_NOTHING = "No entry matches the filters";

  test("counts the hidden entries of the directory itself", async () => {
    expect(await summaryOf([])).toBe("Directory is empty");
    expect(await summaryOf([".a"])).toBe("Directory is empty but for 1 hidden entry");
    expect(await summaryOf([".a", ".b/.c/d", ".b/e", ".f"])).toBe("Directory is empty but for 3 hidden entries");
    expect(await summaryOf([".a", ".b/c"], { recursive: true, offset: 7 })).toBe(
      "Directory is empty but for 2 hidden entries",
    );
    expect(await summaryOf([".a"], { showHidden: true })).toBe("Showing 1-1 of 1 files");
    expect(await summaryOf([".a", "b"])).toBe("Showing 1-1 of 1 files");
  });

  test("does not tell of what is denied", async () => {
    expect(await summaryOf([".a", ".secret"], {}, { deny: [".secret"] })).toBe(
      "Directory is empty but for 1 hidden entry",
    );
    expect(await summaryOf([".secret", "secret"], {}, { deny: ["*secret"] })).toBe("Directory is empty");
    expect(await summaryOf([".secret"], { include: "*.ts" }, { deny: ["*secret"] })).toBe("Directory is empty");
  });

  test("counts no more hidden entries than are indexed, and reads the directory a few times", async () => {
    const inner = memory(Array.from({ length: 50 }, (_, index) => `/r/.${index}`));
    let reads = 0;
    const fileSystem: FileSystem = {
      ...inner,
      readDirectory(directory, options) {
        reads += 1;
        return inner.readDirectory(directory, options);
      },
    };
    const summary = (maxIndexed: number) => summaryOf([], {}, { fileSystem, maxIndexed });
    expect(await summary(50)).toBe("Directory is empty but for 50 hidden entries");
    expect(reads).toBeLessThanOrEqual(3);
    expect(await summary(49)).toBe("Directory is empty but for more than 49 hidden entries");
  });

  test("is first of all that nothing matches the filters", async () => {
    expect(await summaryOf(["a", ".b"], { include: "*.ts" })).toBe(MATCHES_NOTHING);
    expect(await summaryOf([".a", ".b"], { include: "*.ts" })).toBe(MATCHES_NOTHING);
    expect(await summaryOf([".a", "b"], { exclude: "b" })).toBe(MATCHES_NOTHING);
    expect(await summaryOf([".a"], { include: "*.ts", showHidden: true })).toBe(MATCHES_NOTHING);
    expect(await summaryOf([], { include: "*.ts" })).toBe("Directory is empty");
  });

  test("is that names are hidden if they match the filters", async () => {
    expect(await summaryOf([".env", ".other"], { include: ".env" })).toBe(
      "Directory is empty but for 2 hidden entries",
    );
    expect(await summaryOf([".env"], { gitignore: "omit" })).toBe("Directory is empty but for 1 hidden entry");
    expect(await summaryOf([".env", "a"], { include: ".env" })).toBe(MATCHES_NOTHING);
  });

  test("names the directories that could not be read, whatever else it says", async () => {
    const inner = memory(["/r/a/x", "/r/b"]);
    const fileSystem: FileSystem = {
      ...inner,
      readDirectory(directory, options) {
        if (directory !== "/r") {
          throw Object.assign(new Error("closed"), { code: "EACCES" });
        }
        return inner.readDirectory(directory, options);
      },
    };
    const summary = (args: object) => summaryOf([], { recursive: true, ...args }, { fileSystem });
    const end = "; not readable: a (permission denied)";
    expect(await summary({})).toBe(`Showing 1-2 of 2 files${end}`);
    expect(await summary({ include: "*.ts" })).toBe(`${MATCHES_NOTHING}${end}`);
    expect(await summary({ offset: 2 })).toBe(`Offset 2 exceeds total count 2${end}`);
  });
});

test("the description of list_directory says what to do about truncated", () => {
  const descriptionOf = (options: ToolRouterOptions) =>
    createToolRouter(options)
      .specs()
      .find(({ name }) => name === "list_directory")?.description;
  expect(descriptionOf({})).toMatch(/first 1000 names.* If truncated, use include or list_dir\.$/);
  expect(descriptionOf({ experimentalSupportedTools: ["list_directory"] })).toMatch(/ If truncated, use include\.$/);
  expect(descriptionOf({ maxIndexed: 50 })).toMatch(/first 50 names/);
});

test("a page of list_directory that is cut by bytes has no room for a further entry", async () => {
  let cut = 0;
  const anyNames = fc.uniqueArray(fc.stringMatching(/^[a-zé"]{1,24}$/), { minLength: 8, maxLength: 130, size: "max" });
  await fc.assert(
    fc.asyncProperty(
      anyNames,
      fc.nat(12),
      fc.integer({ min: 256, max: 900 }),
      async (names, offset, maxOutputBytes) => {
        const fileSystem = memory(names.map((name) => `/r/${name}`));
        const call = { path: "/r", offset, maxResults: 1000 };
        const json = await callListDirectory(call, { fileSystem, maxOutputBytes });
        const whole = JSON.parse(await callListDirectory(call, { fileSystem, maxOutputBytes: 1e6 })) as DirectoryPage;
        const { files } = JSON.parse(json) as DirectoryPage;
        const withFiles = (count: number): string =>
          renderDirectoryJson({
            ...whole,
            summary: `Showing ${offset + 1}-${offset + count} of ${names.length} files`,
            files: whole.files.slice(0, count),
          });
        if (files.length > 0) {
          expect(json).toBe(withFiles(files.length));
          expect(Buffer.byteLength(json)).toBeLessThanOrEqual(maxOutputBytes);
        }
        if (files.length < whole.files.length) {
          cut += 1;
          expect(Buffer.byteLength(withFiles(files.length + 1))).toBeGreaterThan(maxOutputBytes);
        }
      },
    ),
    // A failed run is not shrunk: that would take longer than a test may.
    { numRuns: inDepth(40, 3000), endOnFailure: true },
  );
  expect(cut).toBeGreaterThan(inDepth(16, 50));
});

describe("list_directory", () => {
  test("answers with compact JSON, its keys in order", async () => {
    const root = makeTree("b/", "a", ".hidden");
    expect(await callListDirectory({ path: root })).toBe(
      `{"directory":${JSON.stringify(root)},"count":2,"summary":"Showing 1-2 of 2 files","files":["a","b/"]}`,
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
    expect(await files(false)).toEqual(["a/", "a/b"]);
    expect(await files(true)).toEqual([".git/", ".git/config", "a/", "a/.env", "a/b"]);
  });

  test("lists a hidden directory if asked for it by name", async () => {
    const root = makeTree(".git/", ".git/config");
    expect(JSON.parse(await callListDirectory({ path: `${root}/.git` }))).toMatchObject({ files: ["config"] });
  });

  test("indexes as many entries as it is set to", async () => {
    const fileSystem = memory(["/a", "/b", "/c"]);
    const listed = (maxIndexed: number) => callListDirectory({ path: "/" }, { fileSystem, maxIndexed });
    expect(JSON.parse(await listed(2))).toEqual({
      directory: "/",
      count: 2,
      summary: "Showing 1-2 of the first 2 files",
      files: ["a", "b"],
      truncated: true,
    });
    expect(JSON.parse(await listed(3))).not.toHaveProperty("truncated");
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
    expect(await page({ offset: 4 }, 4)).toMatchObject({ summary: "Offset 4 exceeds total count 4" });
  });

  test("puts the slash of a directory at its end after sorting and cutting", async () => {
    const names = ["a/x", "a!", "a-b", "a0"];
    const fileSystem = memory(names.map((name) => `/${name}`));
    const answer = await callListDirectory({ path: "/", recursive: true }, { fileSystem });
    expect(JSON.parse(answer)).toMatchObject({ files: ["a/", "a!", "a-b", "a/x", "a0"] });
  });

  test("tells the model the bound of a page", () => {
    const described = (options: ToolRouterOptions) =>
      createToolRouter({ ...options, experimentalSupportedTools: ["list_directory"] }).specs()[0]?.description;
    expect(described({})).toContain("as JSON, 32768 bytes a page");
    expect(described({ maxOutputBytes: 10_000 })).toContain("as JSON, 10000 bytes a page");
    expect(described({ maxOutputBytes: Infinity })).toContain("as paged JSON");
    expect(described({ profile: "hyper" })).not.toContain("bytes");
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
    [{ path: ".", offset: "1.5" }, "`offset` must be an integer"],
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
      files: ["a/", "a/up"],
    });
  });
});
