// What a listing tells of what git ignores: marks by default, and that a search did not look everywhere.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/disk/memory.ts";
import type { FileSystem } from "../../src/core/file-system.ts";
import { renderListing } from "../../src/text/listing.ts";
import { callListDir, callListDirectory } from "../support/call-tool.ts";
import { readListing } from "../support/read-listing.ts";

const NOT_SEARCHED = "[ignored directories were not searched; gitignore: off searches them]";

const project = memory([
  { path: "/r/.gitignore", content: "build/\n*.log\nlink\n" },
  "/r/a.log",
  "/r/build/b.ts",
  { path: "/r/link", kind: "symlink" },
  "/r/src/a.ts",
  "/r/src/build/c.ts",
  "/r/src/x.log",
]);

const list = async (args: object, options: object = {}) =>
  (await callListDir({ dir_path: "/r", ...args }, { fileSystem: project, ...options })).split("\n").slice(1);

const MARKED = [
  ".gitignore",
  "a.log [ignored]",
  "build/ [ignored]",
  "link@ [ignored]",
  "src/",
  "  a.ts",
  "  build/ [ignored]",
  "  x.log [ignored]",
];

describe("list_dir", () => {
  test("shows and marks what is ignored, and does not enter ignored directories", async () => {
    expect(await list({})).toEqual(MARKED);
    expect(await list({ gitignore: "collapse" })).toEqual(MARKED);
    expect(await list({ order: "tree", depth: 9 })).toEqual(MARKED);
    expect(await list({ gitignore: "omit" })).toEqual([".gitignore", "src/", "  a.ts"]);
    expect((await list({ gitignore: "off" })).join()).toBe(
      ".gitignore,a.log,build/,  b.ts,link@,src/,  a.ts,  build/,  x.log",
    );
  });

  test("does not read rules in the profiles of the original", async () => {
    const { readFile: _, ...rest } = project;
    const fileSystem: FileSystem = { ...rest, readFile: () => Promise.reject(new Error("a rule was read")) };
    for (const profile of ["codex-sorted", "codex-breadth"] as const) {
      expect(await list({}, { fileSystem, profile })).toContain("  b.ts");
    }
  });
});

test("list_directory reads no rules by default, and has no marks: collapse leaves out ignored files", async () => {
  const names = async (args: object) =>
    (JSON.parse(await callListDirectory({ path: "/r", ...args }, { fileSystem: project })) as { files: string[] })
      .files;
  expect(await names({})).toEqual(["a.log", "build/", "link", "src/"]);
  expect(await names({ gitignore: "collapse" })).toEqual(["build/", "src/"]);
  expect(await names({ gitignore: "collapse", include: "*.ts", recursive: true })).toEqual(["src/a.ts"]);
});

describe("a search", () => {
  test.each<[object, string[]]>([
    [{ include: "*.ts" }, ["src/", "  a.ts"]],
    [{ include: "*.log" }, ["a.log [ignored]", "src/", "  x.log [ignored]"]],
    [{ include: "b*" }, ["build/ [ignored]", "src/", "  build/ [ignored]"]],
    [{ include: "nothing*" }, ["[no entry matches the filters]", NOT_SEARCHED]],
    // The page ends before the first ignored directory, or after it.
    [
      { include: ["*.log", "*.ts"], limit: 1 },
      ["a.log [ignored]", "More than 1 entries found; continue with offset 2"],
    ],
    [
      { include: ["*.log", "/link"], limit: 1, depth: 2, order: "tree", after: "build/" },
      ["…", "link@ [ignored]", "More than 1 entries found; continue with after: link@"],
    ],
    // No glob can match in an ignored directory.
    [{ include: "/build" }, ["build/ [ignored]"]],
    [{ include: "/src/*.ts" }, ["src/", "  a.ts"]],
    // The listing would not enter it anyway.
    [{ include: "*.log", depth: 1 }, ["a.log [ignored]"]],
    [{ include: "*.ts", exclude: "build" }, ["src/", "  a.ts"]],
    [{ include: "*.ts", gitignore: "omit" }, ["src/", "  a.ts"]],
    [{ exclude: "*.ts", depth: 1 }, [".gitignore", ...MARKED.slice(1, 5)]],
  ])("%j", async (args, expected) => {
    const lines = await list({ depth: 9, ...args });
    expect(lines).toEqual(expected);
    const text = ["Absolute path: /r", ...lines].join("\n");
    expect(renderListing(readListing(text))).toBe(text);
    expect(readListing(text).ignoredNotSearched).toBe(lines.includes(NOT_SEARCHED) ? true : undefined);
  });

  test("does not mention .git, or denied or hidden directories", async () => {
    const fileSystem = memory(["/r/.git/a.ts", "/r/.git/HEAD", "/r/x.ts"]);
    expect(await list({ include: "*.md" }, { fileSystem })).toEqual(["[no entry matches the filters]"]);
    expect(await list({ include: "*.ts", hidden: false }, { fileSystem })).toEqual(["x.ts"]);
    expect(await list({ include: "*.ts" }, { fileSystem, deny: [".git"] })).toEqual(["x.ts"]);
  });
});
