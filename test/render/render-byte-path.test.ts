// A path of any bytes as a caller would write it: whoever reads it back has the same bytes.
import fc from "fast-check";
import { expect, test } from "vitest";

import { toByteString, toBytes, type ByteString } from "../../src/core/byte-string.ts";
import { renderBytePath, parseQuotedRoot } from "../../src/render/shown-path.ts";
import { anyName } from "../support/arbitraries.ts";

test("is read back as the same path", () => {
  fc.assert(
    fc.property(fc.array(anyName, { minLength: 1, maxLength: 4 }), (names) => {
      const path = `/${names.join("/")}` as ByteString;
      const text = renderBytePath(toBytes(path));
      expect(parseQuotedRoot(text) ?? toByteString(text)).toBe(path);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["/plain/naïve", "/plain/naïve"],
  ["/b\xff/c", String.raw`/"b\xff"/c`],
  ['/"a"/b', String.raw`/"\"a\""/b`],
  ['/a"b', '/a"b'],
  ["/", "/"],
  ["/a//b/", "/a//b/"],
])("%j is written %s", (path, text) => {
  const bytes = path.includes("\xff") ? Buffer.from(path, "latin1") : Buffer.from(path);
  expect(renderBytePath(bytes)).toBe(text);
});
