// Which folds a map prefers: those that tell what is behind them, and never one that says what is not so.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/backends/memory.ts";
import { mapDir, mapDirText } from "../../src/listing/map-dir.ts";
import { MEMORY_ROOT, memoryTree } from "../support/memory-tree.ts";
import { modelTree } from "../support/model-tree.ts";

const LETTERS = "abcdefghijklmnopqrst";

/** So many names: `toName` gets a letter and a number for each. */
function names(count: number, toName: (letter: string, index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => toName(LETTERS[index % LETTERS.length] as string, index));
}

test.each([
  ["an extension", 30, [...names(20, (a, i) => `${a}${i}q.ts`), "README"], "*.ts (20) README"],
  [
    "an extension, and directories",
    26,
    [...names(20, (a, i) => `${a}${i}.ts`), "u/", "v/"],
    "*.ts (20)\nu/ (0) v/ (0)",
  ],
  [
    "an extension that a directory has, too",
    30,
    [...names(12, (a) => `${a}x.ts`), "c.ts/"],
    "[d-l]* (9) ax.ts bx.ts cx.ts\nc.ts/ (0)",
  ],
  [
    "two extensions in one",
    24,
    [...names(9, (a) => `${a}z.test.ts`), ...names(4, (a) => `${a}.ts`)],
    "*.test.ts (9) a.ts b.ts c.ts d.ts",
  ],
  ["words", 26, [...names(9, (a) => `walk-${a}`), ...names(9, (a) => `read-${a}`)], "read-* (9) walk-* (9)"],
  ["capitals", 12, names(8, (a) => `MapNode${a.toUpperCase()}`), "MapNode[A-D]* (4) MapNode[E-H]* (4)"],
  ["numbers", 24, names(40, (_, i) => `page${i}`), "page[0-2]* (23) page[3-9]* (17)"],
  [
    "what a glob must escape",
    30,
    names(40, (_, i) => `[slug](${i})`),
    "\\[slug\\]\\([0-2]* (23) \\[slug\\]\\([3-9]* (17)",
  ],
  ["spaces", 24, names(40, (_, i) => `page ${i % 10} ${i}.png`), "page* (40)"],
  ["characters that share their first bytes", 20, names(60, (_, i) => String.fromCodePoint(0x4e00 + i)), "* (60)"],
  [
    "directories that hold nothing but the next",
    500,
    ["a/", "a/b/", "a/b/x", "a/b/y", "c/", "c/d/", "c/e"],
    "a/b/\n  x y\nc/\n  e\n  d/ (0)",
  ],
])("names that have in common: %s", async (_, budget, paths, text) => {
  const fileSystem = memoryTree(modelTree(...paths));
  const answer = await mapDirText({ dirPath: MEMORY_ROOT, budget, gitignore: "off", fileSystem });
  expect(answer.split("\n").slice(1).join("\n")).toBe(text);
});

describe("where little fits", () => {
  const sizes = {
    api: 800,
    audit: 4,
    bin: 5,
    charts: 60,
    cmd: 900,
    db: 300,
    docs: 150,
    lib: 1200,
    test: 900,
    web: 2500,
  };
  const files = [
    ".claudeignore",
    ".gitignore",
    "CLAUDE.md",
    "Dockerfile",
    "LICENSE",
    "Makefile",
    "README.md",
    "go.mod",
  ];
  const inside = Object.entries(sizes).flatMap(([name, count]) =>
    names(count, (letter, index) => `/r/${name}/${letter}${index}`),
  );
  const fileSystem = memory([...files.map((file) => `/r/${file}`), ...inside]);

  test.each([60, 80])("large directories are named, with %d tokens", async (budget) => {
    const { closed, folds } = await mapDir({ dirPath: "/r", budget, gitignore: "off", fileSystem });
    expect(closed.map(({ name }) => name)).toContain("web");
    expect(folds.map(({ glob }) => glob)).not.toContain("*/");
  });

  const many = {
    files:
      ".claudeignore .dockerignore .editorconfig .env.example .eslintrc.json .gitattributes .gitignore .npmrc .nvmrc .prettierrc LICENSE README.md package.json tsconfig.json vitest.config.ts",
    directories: { ...sizes, ".github": 6, examples: 13, packaging: 20, proofs: 157, search: 190, tools: 36 },
  };
  const ours = {
    files:
      ".editorconfig .gitattributes .gitignore .oxfmtrc.json .oxlintrc.json CHANGELOG.md CONTRIBUTING.md LICENSE README.md SECURITY.md package-lock.json package.json tsconfig.build.json tsconfig.json vitest.config.ts",
    directories: {
      ".ci": 1,
      ".github": 6,
      bench: 36,
      docs: 50,
      examples: 13,
      packaging: 20,
      proofs: 157,
      src: 349,
      test: 364,
    },
  };

  test.each([
    [40, "many", many],
    [60, "many", many],
    [80, "many", many],
    [100, "many", many],
    [40, "our", ours],
    [60, "our", ours],
  ])("no dot file is named while directories are folded: %d tokens, %s directories", async (budget, _, tree) => {
    const below = Object.entries(tree.directories).flatMap(([name, count]) =>
      names(count, (letter, index) => `/r/${name}/${letter}${index}`),
    );
    const paths = [...tree.files.split(" ").map((name) => `/r/${name}`), ...below];
    const map = await mapDir({ dirPath: "/r", budget, gitignore: "off", fileSystem: memory(paths) });
    expect(map.folds.some(({ below: hidden = 0 }) => hidden > 100)).toBe(true);
    expect(map.files.filter(({ name }) => name.startsWith("."))).toEqual([]);
  });

  test.each([100, 200, 500])(
    "two or three names are folded only if that saves a dozen tokens, with %d",
    async (budget) => {
      const pairs = ["search/", "search-api/", "flake.lock", "flake.nix", "com.ts", "common.ts", "tsconfig.json"];
      const tree = memoryTree(modelTree(...names(9, (letter) => `${letter}${letter}/`), ...pairs));
      const { folds } = await mapDir({ dirPath: MEMORY_ROOT, budget, gitignore: "off", fileSystem: tree });
      expect(folds.filter(({ count }) => count <= 3)).toEqual([]);
    },
  );

  test("three long names may be folded", async () => {
    const long = names(3, (letter) => `a-very-long-name-of-a-file-that-takes-many-tokens-${letter}.ts`);
    const tree = memoryTree(modelTree("README", ...long));
    expect(await mapDirText({ dirPath: MEMORY_ROOT, budget: 40, gitignore: "off", fileSystem: tree })).toMatch(
      /\* \(3\)$/,
    );
  });
});
