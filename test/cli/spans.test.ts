// How wide names are on a terminal, and what is left of them in a narrow one.
import fc from "fast-check";
import { expect, test } from "vitest";

import { cutTo, widthOf } from "../../src/cli/coloured-line.ts";
import { anyCharacter } from "../support/arbitraries.ts";

test.each([
  ["plain.txt", 9],
  ["日本語", 6],
  ["ｆｕｌｌ", 8],
  ["ｶﾅ", 2],
  ["한국어", 6],
  ["é", 1],
  ["e\u0301", 1],
  ["นี่", 1],
  ["😀🚀", 4],
  ["❤", 1],
  ["⭐", 2],
  ["🇩🇪", 2],
  ["├─ …", 4],
  ["𠀀", 2],
  ["עברית", 5],
])("%s takes %i columns", (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});

test.each([
  ["name.txt", 8, "name.txt"],
  ["name.txt", 7, "name.t…"],
  ["日本語", 6, "日本語"],
  ["日本語", 5, "日本…"],
  ["日本語", 4, "日…"],
  ["日本語", 1, "…"],
  ["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
])("%s in %i columns is %s", (text, columns, shown) => {
  expect(cutTo(text, columns)).toBe(shown);
});

test("what is cut is a start of the text, and never too wide", () => {
  const texts = fc.string({ unit: anyCharacter, maxLength: 20 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 30 }), (text, columns) => {
      const shown = cutTo(text, columns);
      expect(widthOf(shown)).toBeLessThanOrEqual(columns);
      expect(shown === text || text.startsWith(shown.replace(/…$/u, ""))).toBe(true);
    }),
  );
});
