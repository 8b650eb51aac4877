// Keys do what the ARIA practices for trees say.
import { expect, test } from "vitest";

import type { TreeRow } from "../../../src/web/page/open-tree.ts";
import { actionFor } from "../../../src/web/page/tree-keys.ts";

const closed = {
  level: 2,
  index: 0,
  siblings: 1,
  parent: undefined,
  entry: undefined,
  directory: undefined,
} as TreeRow;
const open = { ...closed, directory: { pages: { count: 3 } } } as unknown as TreeRow;
const empty = { ...closed, directory: { pages: { count: 0 } } } as unknown as TreeRow;
const state = { focused: 5, rows: 20, page: 10, row: closed };

test.each([
  ["ArrowDown", state, { do: "go", row: 6 }],
  ["ArrowUp", state, { do: "go", row: 4 }],
  ["ArrowUp", { ...state, focused: 0 }, { do: "go", row: 0 }],
  ["ArrowDown", { ...state, focused: 19 }, { do: "go", row: 19 }],
  ["PageUp", state, { do: "go", row: 0 }],
  ["Home", state, { do: "go", row: 0 }],
  ["End", state, { do: "go", row: 19 }],
  ["ArrowRight", state, { do: "open" }],
  ["ArrowRight", { ...state, row: open }, { do: "go", row: 6 }],
  ["ArrowRight", { ...state, row: empty }, undefined],
  ["ArrowLeft", { ...state, row: open }, { do: "close" }],
  ["ArrowLeft", state, { do: "go to parent" }],
  ["Enter", state, { do: "open" }],
  ["Enter", { ...state, row: open }, { do: "close" }],
  ["s", state, { do: "find", letter: "s" }],
  ["Tab", state, undefined],
])("%s", (key, given, action) => {
  expect(actionFor(key, given)).toEqual(action);
});
