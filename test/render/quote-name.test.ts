import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import { quoteName, unquoteName } from "../../src/render/quote-name.ts";
import { anyName } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";

function quoted(text: string): string {
  return quoteName(toByteString(text), undefined);
}

describe("quoteName", () => {
  test.each([
    ["two\nlines", String.raw`"two\nlines"`],
    ["tab\there", String.raw`"tab\there"`],
    ["\r", String.raw`"\r"`],
    ["\x1b[31mred", String.raw`"\x1b[31mred"`],
    ["\x7f", String.raw`"\x7f"`],
    ["\u0085", String.raw`"\u0085"`],
    ["a\u2028b", String.raw`"a\u2028b"`],
    ["\u202egnp.exe", String.raw`"\u202egnp.exe"`],
    ["a\u200fb", String.raw`"a\u200fb"`],
    ["a\u200eb", String.raw`"a\u200eb"`],
    ["a\u061cb", String.raw`"a\u061cb"`],
    ["a\u2066b\u2069", String.raw`"a\u2066b\u2069"`],
    [" lead", '" lead"'],
    ["trail ", '"trail "'],
    ["\u3000", '"\u3000"'],
    ['"quoted"', String.raw`"\"quoted\""`],
    ['"back\\slash\n', String.raw`"\"back\\slash\n"`],
    ["More than 3 entries found", '"More than 3 entries found"'],
    ["Absolute path: x", '"Absolute path: x"'],
    ["…", '"…"'],
    ["", '""'],
  ])("quotes %j", (name, expected) => {
    expect(quoted(name)).toBe(expected);
  });

  test.each([
    "[slug].tsx",
    "a b",
    'in"side',
    "back\\slash",
    "日本語",
    "\u{1f600}",
    "-",
    "x [timed out]",
    "More than 3",
    "$(x)",
  ])("leaves %j as it is", (name) => {
    expect(quoted(name)).toBe(name);
  });

  test("writes bytes that are not valid UTF-8 as bytes, and the text around them as text", () => {
    expect(quoteName("bad\xff" as ByteString, undefined)).toBe(String.raw`"bad\xff"`);
    expect(quoteName(`\xc3${toByteString("é")}\xf0\x9f` as ByteString, undefined)).toBe(String.raw`"\xc3é\xf0\x9f"`);
  });

  test("quotes a name that ends in a reserved character", () => {
    expect(quoteName("x@" as ByteString, /@$/)).toBe('"x@"');
  });
});

describe("unquoteName", () => {
  test("is the inverse of quoteName", () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const shown = quoteName(name, undefined);
        expect(shown.startsWith('"') ? unquoteName(shown) : toByteString(shown)).toBe(name);
      }),
      { numRuns: inDepth(200, 2000) },
    );
  });

  test("reads C's other escapes too", () => {
    expect(unquoteName(String.raw`"\a\b\f\v\x41\u0042"`)).toBe("\x07\b\f\vAB");
  });

  test.each(['"', '"open', "plain", '"a"b"', String.raw`"\q"`, String.raw`"\x4"`, String.raw`"\"`])(
    "refuses %s",
    (text) => {
      expect(unquoteName(text)).toBeUndefined();
    },
  );
});
