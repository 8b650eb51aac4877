import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ByteString } from "../../../src/core/byte-string.ts";
import { readFoldBounds, writeFold, writeRange } from "../../../src/core/map/write-fold.ts";

const bytes = (text: string) => text as ByteString;

test.each([
  ["walk-", "", false, "walk-*"],
  ["", ".snap", false, "*.snap"],
  ["test", "", true, "test*/"],
  ["[slug]", ".{a,b}", false, "\\[slug\\]*.\\{a\\,b\\}"],
  ["!(a\\", "", false, "\\!\\(a\\\\*"],
])("writeFold: %j, %j, %s is %j", (prefix, suffix, directoriesOnly, glob) => {
  expect(writeFold(bytes(prefix), bytes(suffix), directoriesOnly)).toBe(glob);
});

test.each([
  ["", "af", "", false, "[a-f]*"],
  ["x", "!]", "", true, "x[\\!-\\]]*/"],
  ["", "-^", ".ts", false, "[\\--\\^]*.ts"],
  ["(", "aa", "", false, "\\(a*"],
])("writeRange: %j, %j, %j, %s is %j", (prefix, ends, suffix, directoriesOnly, glob) => {
  const range = [bytes(ends.slice(0, 1)), bytes(ends.slice(1))] as const;
  expect(writeRange(bytes(prefix), range, bytes(suffix), directoriesOnly)).toBe(glob);
});

describe("readFoldBounds", () => {
  const anyPart = fc.stringMatching(/^[ab.\\[\]{}()!,-]{0,5}$/).map(bytes);

  test("reads what was written", () => {
    fc.assert(
      fc.property(anyPart, anyPart, fc.boolean(), (prefix, suffix, isDirectory) => {
        expect(readFoldBounds(writeFold(prefix, suffix, isDirectory))).toEqual({ prefixLength: prefix.length, suffix });
        expect(readFoldBounds(writeRange(prefix, [bytes("-"), bytes("]")], suffix, isDirectory))).toEqual({
          prefixLength: prefix.length + 1,
          suffix,
        });
      }),
    );
  });

  test.each(["a", "*a*", "?*", "[abc]*"])("asks for nothing if it is no fold: %j", (glob) => {
    expect(readFoldBounds(bytes(glob))).toEqual({ prefixLength: 0, suffix: "" });
  });
});
