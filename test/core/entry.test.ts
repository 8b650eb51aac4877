import fc from "fast-check";
import { expect, test } from "vitest";

import { byteKey, fromByteKey, joinLocation, sortedByBytes } from "../../src/core/entry.ts";

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

test.each([
  ["/", "a", "/a"],
  ["/a", "b", "/a/b"],
  ["C:\\", "a", "C:\\a"],
  ["s3://bucket", "", "s3://bucket//"],
])("in %j the entry %j is at %j", (directory, name, location) => {
  expect(joinLocation(directory, { name, kind: "file" })).toBe(location);
});

test("a name that is not UTF-8 makes its location bytes, and those of all below it", () => {
  const location = joinLocation("/é", { name: "\ufffd", kind: "directory", bytes: Buffer.from([0xff]) });
  const below = Buffer.concat([Buffer.from("/é/"), Buffer.from([0xff]), Buffer.from("/a")]);
  expect(joinLocation(location, { name: "a", kind: "file" })).toEqual(below);
});
