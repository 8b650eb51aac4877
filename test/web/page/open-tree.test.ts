// The rows of a tree of open directories.
import { expect, test } from "vitest";

import { EntryCache } from "../../../src/web/page/entry-cache.ts";
import { directoryLister } from "../../../src/web/page/list-calls.ts";
import { OpenTree, type TreeRow } from "../../../src/web/page/open-tree.ts";
import { clientFor, numberedFiles } from "../../support/recording-client.ts";

function makeTree(paths: readonly string[]): OpenTree {
  const client = clientFor(paths);
  return new OpenTree(
    "/r",
    (dirPath) => directoryLister(client, dirPath),
    new EntryCache(),
    () => {},
  );
}

async function openRow(tree: OpenTree, row: number): Promise<void> {
  await tree.open(tree.rowAt(row) as TreeRow)?.pages?.load(0);
}

/** Each row as its level and its name. */
function show(tree: OpenTree): string[] {
  return Array.from({ length: tree.rows }, (_, number) => {
    const { level, entry, directory } = tree.rowAt(number) as TreeRow;
    return `${level} ${entry?.path ?? directory?.dirPath}`;
  });
}

test("rows follow what is open", async () => {
  const tree = makeTree(["/r/a/b/c", "/r/a/d", "/r/e", "/s/t"]);
  expect(show(tree)).toEqual(["1 /r"]);
  await openRow(tree, 0);
  expect(show(tree)).toEqual(["1 /r", "2 a", "2 e"]);
  await openRow(tree, 1);
  await openRow(tree, 2);
  expect(show(tree)).toEqual(["1 /r", "2 a", "3 b", "4 c", "3 d", "2 e"]);
  expect(tree.rowAt(6)).toBe(undefined);
  for (let number = 0; number < tree.rows; number += 1) {
    const { parent, index } = tree.rowAt(number) as TreeRow;
    expect(tree.numberOf(parent, index)).toBe(number);
  }
  tree.close((tree.rowAt(1) as TreeRow).directory as NonNullable<TreeRow["directory"]>);
  expect(show(tree)).toEqual(["1 /r", "2 a", "2 e"]);
  await openRow(tree, 1);
  expect(show(tree)).toEqual(["1 /r", "2 a", "3 b", "3 d", "2 e"]);
});

test("an entry far inside is revealed: directories on the way are opened", async () => {
  const tree = makeTree([...numberedFiles("/r", 700), "/r/m/n/o", "/r/m.x", "/r/m-"]);
  const row = await tree.reveal(["m", "n", "o"]);
  expect(show(tree)[row]).toBe("4 o");
  expect(await tree.reveal([])).toBe(0);
  const missing = await tree.reveal(["m", "gone", "o"]);
  expect(show(tree)[missing]).toBe("2 m");
});
