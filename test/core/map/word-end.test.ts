import { describe, expect, test } from "vitest";

import { isTelling, isWordEnd } from "../../../src/core/map/word-end.ts";

const byte = (letter: string) => (letter === "" ? undefined : letter.charCodeAt(0));

describe("isWordEnd", () => {
  test.each(["a-", "-a", "a.", "_b", "aB", "a1", "1a", "a", "1", ".", "a ", "\xc3-"])(
    "a word ends in the middle of %j",
    (pair) => {
      expect(isWordEnd(byte(pair.slice(0, 1)) as number, byte(pair.slice(1)))).toBe(true);
    },
  );

  test.each(["ab", "AB", "Ab", "12", "\xc3\xa9", "a\xc3", "\xa9b"])("no word ends in the middle of %j", (pair) => {
    expect(isWordEnd(byte(pair.slice(0, 1)) as number, byte(pair.slice(1)))).toBe(false);
  });
});

test.each([
  ["", false],
  ["ab", false],
  ["a-b.", false],
  ["abc", true],
  ["a-b1", true],
  ["\xe6\x97\xa5", true],
])("isTelling: %j is %s", (letters, tells) => {
  expect(isTelling(letters)).toBe(tells);
});
