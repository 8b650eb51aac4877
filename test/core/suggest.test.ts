import { expect, test } from "vitest";

import { suggest } from "../../src/core/suggest.ts";

const KNOWN = ["--depth", "--limit", "--offset", "--order", "--include", "--exclude"];

test.each([
  ["--dept", "--depth"],
  ["--detph", "--depth"],
  ["--DEPTH", "--depth"],
  ["--incl", "--include"],
  ["--ordr", "--order"],
  ["--ofset", "--offset"],
  ["--colour", undefined],
  ["--", undefined],
  ["", undefined],
  ["-x", undefined],
])("for %j suggests %j", (word, meant) => {
  expect(suggest(word, KNOWN)).toBe(meant);
});
