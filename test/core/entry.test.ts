// The order of names, by the bytes of their UTF-8.
import fc from "fast-check";
import { expect, test } from "vitest";

import { byteKey, fromByteKey, sortedByBytes } from "../../src/core/entry.ts";

test("texts are sorted by the bytes of their UTF-8, and a key leads back to its text", () => {
  const anyText = fc.string({
    unit: fc.constantFrom("a", "b", "é", "\ud7ff", "\ue000", "\uff21", "\uffff", "\u{10000}", "\u{1f600}"),
  });
  fc.assert(
    fc.property(fc.array(anyText), (texts) => {
      const sorted = texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(sortedByBytes(texts, (text) => text)).toEqual(sorted);
      expect(texts.map((text) => fromByteKey(byteKey(text)))).toEqual(texts);
    }),
  );
  const long = "\ud83d\ude00\udfff\uffff".repeat(200_000);
  expect(fromByteKey(byteKey(long))).toBe(long);
});
