// What `include`, `exclude`, `hidden`, git's rules and deny rules leave of a tree together.
import { beforeEach, describe, expect, test } from "vitest";

import { folderWith, list, plainDisk, setHome, type Reads } from "../support/filtered-tree.ts";

beforeEach(() => setHome("/nowhere"));

const FILES = [
  "README.md",
  "docs/a.md",
  "docs/img/x.png",
  "node_modules/m/index.js",
  "src/.env",
  "src/[slug].tsx",
  "src/a.test.ts",
  "src/a.ts",
  "src/lib/B.ts",
  "src/lib/node_modules/n",
];

let root: string;
beforeEach(() => {
  root = folderWith(Object.fromEntries(FILES.map((name) => [name, ""])));
});

describe("include", () => {
  test.each([
    [["*.md"], ["README.md", "docs/a.md"]],
    [["/*.md"], ["README.md"]],
    [["./*.md"], ["README.md"]],
    [["src/*.ts"], ["src/a.test.ts", "src/a.ts"]],
    [["src/**/*.ts"], ["src/a.test.ts", "src/a.ts", "src/lib/B.ts"]],
    [["**/b.ts"], ["src/lib/B.ts"]],
    [["**/b.TS"], []],
    [["readme*"], ["README.md"]],
    [["Readme*"], []],
    [["*.{md,png}"], ["README.md", "docs/a.md", "docs/img/x.png"]],
    [["{docs/img,src/lib}/*"], ["docs/img/x.png", "src/lib/B.ts", "src/lib/node_modules/"]],
    [["src"], ["src/"]],
    [["lib/"], ["src/lib/"]],
    [["a.ts/"], []],
    [["src/lib/**"], ["src/lib/B.ts", "src/lib/node_modules/", "src/lib/node_modules/n"]],
    [["[!b].ts"], ["src/a.ts"]],
    [["[slug].tsx"], ["src/[slug].tsx"]],
    [["src/\\[slug\\].{js,tsx}"], ["src/[slug].tsx"]],
    [[".env"], ["src/.env"]],
    [
      ["*.md", "x.png"],
      ["README.md", "docs/a.md", "docs/img/x.png"],
    ],
    [["nothing"], []],
    [["../*"], []],
  ])("%j shows %j", async (include, expected) => {
    expect(await list(root, { include })).toEqual(expected);
  });

  test("includes what is below a matching directory, if told to", async () => {
    expect(await list(root, { include: ["lib"], includesBelow: true })).toEqual([
      "src/lib/",
      "src/lib/B.ts",
      "src/lib/node_modules/",
      "src/lib/node_modules/n",
    ]);
    const all = { include: ["src"], exclude: ["lib"], hidden: false, includesBelow: true };
    expect(await list(root, all)).toEqual(["src/", "src/[slug].tsx", "src/a.test.ts", "src/a.ts"]);
  });

  test("reads no directory below which nothing can match", async () => {
    const reads: Reads = { directories: [], files: [] };
    const include = ["src/*.ts", "docs/img/*", "/node_modules"];
    await list(root, { include }, { fileSystem: plainDisk(reads) });
    expect(reads.directories.map((directory) => directory.slice(root.length))).toEqual([
      "",
      "/docs",
      "/src",
      "/docs/img",
    ]);
  });
});

describe("exclude and hidden", () => {
  test("excluded entries are neither shown nor entered, and case matters", async () => {
    const reads: Reads = { directories: [], files: [] };
    const shown = await list(
      root,
      { exclude: ["**/node_modules", "docs", "readme*", "LIB"] },
      { fileSystem: plainDisk(reads) },
    );
    expect(shown).toEqual([
      "README.md",
      "src/",
      "src/.env",
      "src/[slug].tsx",
      "src/a.test.ts",
      "src/a.ts",
      "src/lib/",
      "src/lib/B.ts",
    ]);
    expect(reads.directories).toEqual([root, `${root}/src`, `${root}/src/lib`]);
    expect(await list(root, { exclude: ["src/**", "docs/*/"] })).toEqual([
      "README.md",
      "docs/",
      "docs/a.md",
      "node_modules/",
      "node_modules/m/",
      "node_modules/m/index.js",
      "src/",
    ]);
  });

  test("hidden names are left out, and hidden directories not entered", async () => {
    const folder = folderWith({ ".a/b": "", "c/.d": "", "c/e": "" });
    expect(await list(folder, { hidden: false })).toEqual(["c/", "c/e"]);
    expect(await list(folder, {})).toEqual([".a/", ".a/b", "c/", "c/.d", "c/e"]);
  });
});
