import { describe, expect, test } from "vitest";

import { decodeKey } from "../../../src/backends/s3/s3-list-pages.ts";
import { toByteString } from "../../../src/core/byte-string.ts";

describe("decodeKey", () => {
  test.each([
    ["plain", "plain"],
    ["a+b%2Bc", "a b+c"],
    ["%2F%2f", "//"],
    ["%252F", "%2F"],
    ["%01%0A%00", "\x01\n\0"],
    ["%F0%9F%98%80", "\u{1f600}"],
    ["\u{1f600}+", "\u{1f600} "],
    ["100%", "100%"],
  ])("decodes %j if the answer says that it is encoded", (written, key) => {
    expect(decodeKey(written, "url")).toBe(toByteString(key));
  });

  test("keeps bytes that are not valid UTF-8", () => {
    expect(decodeKey("a%FF", "url")).toBe("a\xff");
  });

  test("leaves a key as it is if the answer does not say that it is encoded", () => {
    expect(decodeKey("a+b%2Fc", undefined)).toBe("a+b%2Fc");
  });
});
