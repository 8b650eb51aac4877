import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { joinPath, toByteString, toBytes, toExactText, toText, type ByteString } from "../../src/core/byte-string.ts";

const anyBytes = fc.uint8Array({ maxLength: 40 });

describe("byte strings", () => {
  test("keep every byte", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(toBytes(toByteString(bytes))).toEqual(bytes);
      }),
    );
  });

  test("compare with < as bytes do", () => {
    fc.assert(
      fc.property(anyBytes, anyBytes, (a, b) => {
        expect(toByteString(a) < toByteString(b)).toBe(Buffer.compare(a, b) < 0);
      }),
    );
  });

  test("read as Node reads UTF-8, with loss and without", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const text = Buffer.from(bytes).toString("utf8");
        expect(toText(toByteString(bytes))).toBe(text);
        expect(toExactText(toByteString(bytes))).toBe(Buffer.from(text).equals(bytes) ? text : undefined);
      }),
    );
  });

  test("of a text are its UTF-8, at any length", () => {
    const text = "\ufeffnaïve \u{1f600}".repeat(5000);
    expect(Buffer.from(toByteString(text), "latin1").toString("utf8")).toBe(text);
    expect(toText(toByteString(text))).toBe(text);
  });

  test("order U+FF21 before U+1F600, as their bytes stand", () => {
    expect(toByteString("\uff21") < toByteString("\u{1f600}")).toBe(true);
  });

  test("join to paths", () => {
    expect(joinPath("" as ByteString, "a" as ByteString)).toBe("a");
    expect(joinPath("a/b" as ByteString, "c" as ByteString)).toBe("a/b/c");
  });
});
