import { describe, expect, test } from "vitest";

import { toByteString, toText, type ByteString } from "../../src/core/byte-string.ts";
import { codexKey, cutName } from "../../src/core/entry.ts";

describe("codexKey", () => {
  test("reads a backslash as a slash", () => {
    expect(codexKey("a\\b/c" as ByteString)).toBe("a/b/c");
  });

  test("decodes bytes that are not valid UTF-8 lossily", () => {
    expect(toText(codexKey("a/\xff" as ByteString))).toBe("a/\ufffd");
  });

  test("is cut at 500 bytes", () => {
    expect(codexKey("x".repeat(501) as ByteString)).toBe("x".repeat(500));
  });
});

describe("cutName", () => {
  test.each([
    ["x".repeat(500), 500],
    [`${"x".repeat(499)}é`, 499],
    [`${"x".repeat(498)}é`, 500],
    ["\u{1f600}".repeat(126), 500],
    [`x${"\u{1f600}".repeat(126)}`, 497],
  ])("cuts %s at a character boundary", (text, length) => {
    const cut = cutName(toByteString(text));
    expect(cut).toHaveLength(length);
    expect(text.startsWith(toText(cut))).toBe(true);
  });
});
