import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { toByteString, type ByteString } from "../../src/core/byte-string.ts";
import { quoteName, UNSAFE_CHARACTER, unquoteName } from "../../src/text/entry-label.ts";
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
    ["More than 25 entries found; continue with offset 26", '"More than 25 entries found; continue with offset 26"'],
    ["[nothing after a in order tree]", '"[nothing after a in order tree]"'],
    ["[no entry matches the filters]", '"[no entry matches the filters]"'],
    ["[no entry matches", '"[no entry matches"'],
    ["[timed out after 3 directories; narrow the search]", '"[timed out after 3 directories; narrow the search]"'],
    ["[ignored directories were not searched]", '"[ignored directories were not searched]"'],
    ["[only x].tsx", '"[only x].tsx"'],
    ["[stopped after 3", '"[stopped after 3"'],
    ["[nothing matches a, b]", '"[nothing matches a, b]"'],
    ["[1,204+ more match less well]", '"[1,204+ more match less well]"'],
    ["[7 more are older]", '"[7 more are older]"'],
    ["[empty]", '"[empty]"'],
    ["[empty].tsx", '"[empty].tsx"'],
    ["soft\u00adhyphen", String.raw`"soft\u00adhyphen"`],
    ["zero\u200bwidth", String.raw`"zero\u200bwidth"`],
    ["\u2764\ufe0f", '"\u2764\\ufe0f"'],
    ["\ufeffmark", String.raw`"\ufeffmark"`],
    ["tag\u{e0001}\u{1f600}", '"tag\\U000e0001\u{1f600}"'],
    ["\u{1d173}", String.raw`"\U0001d173"`],
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
    "More than 3 entries",
    "More than x entries found",
    "… and more",
    "[nothing]",
    "[no entry]",
    "[timed out]",
    "[ignored]",
    "[only]",
    "[...slug]",
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

describe("UNSAFE_CHARACTER", () => {
  test("has the ranges of Default_Ignorable_Code_Point, whatever Unicode this Node has", () => {
    // oxlint-disable-next-line no-control-regex
    const others = /[\p{Cc}\u2028\u2029]|\p{Bidi_Control}/u;
    const [major = 0] = (process.versions["unicode"] ?? "").split(".").map(Number);
    // The property has been the same since version 14. What a later version than these adds is not quoted.
    const isSame = major >= 14 && major <= 17;
    let ignorable = 0;
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      const isIgnorable = /\p{Default_Ignorable_Code_Point}/u.test(character);
      const isUnsafe = UNSAFE_CHARACTER.test(character);
      ignorable += Number(isIgnorable);
      if (isUnsafe !== (isIgnorable || others.test(character)) && (isUnsafe || isSame)) {
        expect.fail(`U+${code.toString(16)} is ${isUnsafe ? "" : "not "}unsafe`);
      }
    }
    expect(ignorable).toBeGreaterThan(4000);
  });

  test("covers every character above U+FFFF as one", () => {
    expect("a\u{e0001}b".replace(UNSAFE_CHARACTER, "")).toBe("ab");
  });
});

describe("unquoteName", () => {
  test("is the inverse of quoteName", () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const shown = quoteName(name, undefined);
        expect(shown.startsWith('"') ? unquoteName(shown) : toByteString(shown)).toBe(name);
      }),
      { numRuns: inDepth(24, 2000) },
    );
  });

  test("reads C's other escapes too", () => {
    expect(unquoteName(String.raw`"\a\b\f\v\x41\u0042\U00000043"`)).toBe("\x07\b\f\vABC");
    expect(unquoteName(String.raw`"\xFF\U000E0001"`)).toBe(`\xff${toByteString("\u{e0001}")}`);
  });

  test.each([
    '"',
    '"open',
    "plain",
    '"a"b"',
    String.raw`"\q"`,
    String.raw`"\x4"`,
    String.raw`"\U0041"`,
    String.raw`"\U00110000"`,
    String.raw`"\"`,
  ])("refuses %s", (text) => {
    expect(unquoteName(text)).toBeUndefined();
  });
});
