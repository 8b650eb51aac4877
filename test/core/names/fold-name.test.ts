// The form that all spellings of a name share: deny rules hide by it, so a spelling that is missed is seen.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { toByteString, type ByteString } from "../../../src/core/byte-string.ts";
import { foldGlob, foldName } from "../../../src/core/names/fold-name.ts";

/** Letters whose cases or normal forms differ in odd ways: one to many, many to one, or with marks in between. */
const LETTERS = [
  "a",
  "Z",
  "ß",
  "ẞ",
  "ﬁ",
  "İ",
  "ı",
  "ſ",
  "Å",
  "K",
  "ς",
  "Σ",
  "é",
  "e\u0301",
  "Ά",
  "ŉ",
  "ǰ",
  "가",
  "\u{10400}",
];

const anyText = fc.string({ unit: fc.constantFrom(...LETTERS, ".", "*", "\u0327"), maxLength: 8 });

function fold(text: string): string {
  return foldName(toByteString(text));
}

describe("a folded name", () => {
  test("is the same for every spelling that differs in case or normalisation", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = fold(text);
        const composed = [text.normalize("NFC"), text.normalize("NFD")];
        const spellings = composed.flatMap((form) => [form, form.toUpperCase(), form.toLowerCase()]);
        expect(spellings.map(fold)).toEqual(spellings.map(() => folded));
      }),
      { numRuns: 500 },
    );
  });

  test("leaves out what nobody sees, as some disks do when they compare names", () => {
    expect(fold("Se\u200bc\u00adret\ufe0f")).toBe("secret");
    expect(foldGlob("se\u200dcret/*")).toBe("secret/*");
  });

  test("of names that have no other spelling is the name itself, bytes that are no text included", () => {
    const plain = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).filter((c) => !/[A-Z]/.test(c));
    expect(fold(plain.join(""))).toBe(plain.join(""));
    expect(fold("AZ@[")).toBe("az@[");
    // Two that are none read alike then. A rule for one hides the other, too.
    expect(foldName("A\xff" as ByteString)).toBe(foldName("a\xfe" as ByteString));
  });

  test("tells different names apart", () => {
    const different = ["a", "b", "e", "é", "i\u0307", "o", "ö", "ss ", "1", "_", "가", "各"];
    expect(new Set(different.map(fold)).size).toBe(different.length);
  });
});

test("a folded glob keeps what is no letter, and its classes of case match letters of both", () => {
  expect(foldGlob("**/[A-F]?{X,\\*}É")).toBe("**/[a-f]?{x,\\*}é");
  // The last letter of a word, or not: a glob can't know.
  expect(foldGlob("ΟΔΟΣ*")).toBe("οδοσ*");
  expect(foldGlob("[[:upper:]_][![:lower:]][[:DIGIT:]]")).toBe("[[:alpha:]_][![:alpha:]][[:digit:]]");
});
