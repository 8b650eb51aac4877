import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  joinPath,
  splitPath,
  toByteString,
  toBytes,
  toExactText,
  toText,
  type ByteString,
} from "../../src/core/byte-string.ts";

const anyBytes = fc.uint8Array({ maxLength: 40 });

describe("byte strings", () => {
  test("keep every byte", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(toBytes(toByteString(bytes))).toEqual(bytes);
      }),
    );
  });

  test.each([1, 2, 255, 256, 257, 5000])("are read as UTF-8 wherever the byte is among %i", (length) => {
    for (const at of [0, length >> 1, length - 1]) {
      const ascii = "a".repeat(length);
      const text = `${ascii.slice(0, at)}é${ascii.slice(at + 1)}`;
      expect(toByteString(text)).toBe(Buffer.from(text).toString("latin1"));
      expect(toText(toByteString(text))).toBe(text);
      expect(toExactText(`${ascii.slice(0, at)}\xff${ascii.slice(at + 1)}` as ByteString)).toBeUndefined();
      expect(toExactText(ascii as ByteString)).toBe(ascii);
    }
  });

  test("compare with < in byte order", () => {
    fc.assert(
      fc.property(anyBytes, anyBytes, (a, b) => {
        expect(toByteString(a) < toByteString(b)).toBe(Buffer.compare(a, b) < 0);
      }),
    );
  });

  test("are decoded as Node decodes UTF-8, lossily and exactly", () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const text = Buffer.from(bytes).toString("utf8");
        expect(toText(toByteString(bytes))).toBe(text);
        expect(toExactText(toByteString(bytes))).toBe(Buffer.from(text).equals(bytes) ? text : undefined);
      }),
    );
  });

  test("made from text contain its UTF-8, at any length", () => {
    const text = "\ufeffnaïve \u{1f600}".repeat(5000);
    expect(Buffer.from(toByteString(text), "latin1").toString("utf8")).toBe(text);
    expect(toText(toByteString(text))).toBe(text);
  });

  test("sort U+FF21 before U+1F600, in byte order", () => {
    expect(toByteString("\uff21") < toByteString("\u{1f600}")).toBe(true);
  });

  test("can be joined into paths", () => {
    expect(joinPath("" as ByteString, "a" as ByteString)).toBe("a");
    expect(joinPath("a/b" as ByteString, "c" as ByteString)).toBe("a/b/c");
  });

  test("form a distinct path for any names without slashes, even empty ones, and paths sort as their keys do", () => {
    const names = fc.array(fc.constantFrom("", "a", "-", ".", "..", "0", "é").map(toByteString), {
      minLength: 1,
      maxLength: 4,
    });
    const pathOf = (parts: readonly ByteString[]) => parts.reduce(joinPath, "" as ByteString);
    fc.assert(
      fc.property(names, names, (a, b) => {
        expect(splitPath(pathOf(a))).toEqual(a);
        expect(pathOf(a)).not.toBe("");
        const [keyA, keyB] = [`${a.join("/")}/`, `${b.join("/")}/`];
        expect(`${pathOf(a)}/` < `${pathOf(b)}/`).toBe(keyA < keyB);
      }),
    );
    expect(splitPath("" as ByteString)).toEqual([]);
  });
});
