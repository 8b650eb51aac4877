// What `include`, `exclude` and `hidden` leave of a tree, and what is read for that. glob.test.ts has which names a glob matches.
import { describe, expect, test } from "vitest";

import { memory } from "../../src/index.ts";
import { list } from "../support/filtered-tree.ts";
import { counting, MEMORY_ROOT } from "../support/model-tree.ts";

const FILES =
  "README.md docs/a.md docs/img/x.png node_modules/m/index.js src/.env src/[slug].tsx src/a.test.ts src/a.ts"
    .concat(" src/lib/B.ts src/lib/node_modules/n")
    .split(" ");

/** What is shown of the tree, and the directories that were read. */
async function listed(options: object) {
  const { fileSystem, read } = counting(memory(FILES.map((file) => `${MEMORY_ROOT}/${file}`)));
  return { shown: await list(MEMORY_ROOT, { fileSystem, ...options }), read };
}

describe("include", () => {
  test.each([
    ["*.md", "README.md docs/a.md"],
    ["/*.md", "README.md"],
    ["./*.md", "README.md"],
    ["src/**/*.ts", "src/a.test.ts src/a.ts src/lib/B.ts"],
    ["**/b.TS", ""],
    ["Readme*", ""],
    ["{docs/img,src/lib}/*", "docs/img/x.png src/lib/B.ts src/lib/node_modules/"],
    ["src", "src/"],
    ["lib/", "src/lib/"],
    ["a.ts/", ""],
    ["src/lib/**", "src/lib/B.ts src/lib/node_modules/ src/lib/node_modules/n"],
    ["[slug].tsx", "src/[slug].tsx"],
    ["src/\\[slug\\].{js,tsx}", "src/[slug].tsx"],
    [".env", "src/.env"],
    [["*.md", "x.png"], "README.md docs/a.md docs/img/x.png"],
    ["../*", ""],
  ])("%j shows %j", async (include, expected) => {
    expect((await listed({ include })).shown.join(" ")).toBe(expected);
  });

  test("reads no directory below which nothing can match", async () => {
    const { read } = await listed({ include: ["src/*.ts", "docs/img/*", "/node_modules"] });
    expect(read.sort()).toEqual(["", "docs", "docs/img", "src"]);
  });
});

test("excluded entries are neither shown nor entered, and case matters", async () => {
  const { shown, read } = await listed({ exclude: ["**/node_modules", "docs", "readme*", "LIB"] });
  expect(shown.join(" ")).toBe("README.md src/ src/.env src/[slug].tsx src/a.test.ts src/a.ts src/lib/ src/lib/B.ts");
  expect(read).toEqual(["", "src", "src/lib"]);
  expect((await listed({ exclude: ["src/**", "docs/*/"] })).shown.join(" ")).toBe(
    "README.md docs/ docs/a.md node_modules/ node_modules/m/ node_modules/m/index.js src/",
  );
});

test("hidden names are left out, and hidden directories not entered", async () => {
  const fileSystem = memory(["/.a/b", "/c/.d", "/c/e"]);
  expect(await list("/", { hidden: false, fileSystem })).toEqual(["c/", "c/e"]);
  expect(await list("/", { fileSystem })).toEqual([".a/", ".a/b", "c/", "c/.d", "c/e"]);
});
