// What is typed into the search finds what a person means by it.
import { expect, test } from "vitest";

import { globLister } from "../../../src/web/page/list-calls.ts";
import { toGlobs } from "../../../src/web/page/search-globs.ts";
import { clientFor } from "../../support/recording-client.ts";

const PATHS = [
  "src/walks/walk-tree.ts",
  "src/walks/marks.ts",
  "src/tree/walk.ts",
  "src/tree/root.md",
  "docs/walk-tree.md",
  "docs/tree/deep/er/walk-notes.md",
  "walk",
];

/** The files that are found. */
async function find(typed: string): Promise<string[]> {
  const client = clientFor(PATHS.map((path) => `/r/${path}`));
  const { signal } = new AbortController();
  const { entries } = await globLister(client, "/r", toGlobs(typed))({ limit: 99 }, signal);
  return entries.filter(({ kind }) => kind === "file").map(({ path }) => path);
}

test("globs are taken as they are", async () => {
  expect(toGlobs(" *.ts  src/** a?b ")).toEqual(["*.ts", "src/**", "a?b"]);
  expect(toGlobs("  ")).toEqual([]);
  expect(await find("*.ts *.md")).toHaveLength(6);
});

test("several words narrow a glob: all are in the path, in any order", async () => {
  const both = ["docs/tree/deep/er/walk-notes.md", "docs/walk-tree.md", "src/tree/walk.ts", "src/walks/walk-tree.ts"];
  expect(await find("* walk tree")).toEqual(both);
  expect(await find("tree * walk")).toEqual(both);
  expect(await find("walk tree docs *")).toEqual(["docs/tree/deep/er/walk-notes.md", "docs/walk-tree.md"]);
  expect(await find("* walk nothing")).toEqual([]);
  // Of many words, in the order in which they were typed.
  expect(await find("docs tree deep walk *")).toEqual(["docs/tree/deep/er/walk-notes.md"]);
});

test("a word narrows globs, which are alternatives", async () => {
  expect(await find("walk *.ts")).toEqual(["src/tree/walk.ts", "src/walks/marks.ts", "src/walks/walk-tree.ts"]);
  expect(await find("walk tree *.ts *.md")).toEqual(
    expect.arrayContaining(["docs/walk-tree.md", "src/tree/walk.ts", "src/walks/walk-tree.ts"]),
  );
  expect(await find("src/** tree")).toEqual(["src/walks/walk-tree.ts"]);
  expect(await find("src/**/*.ts mark")).toEqual(["src/walks/marks.ts"]);
  expect(toGlobs("a b c d e *.x *.y *.z *.w *.v *.u").length).toBeLessThanOrEqual(100);
});
