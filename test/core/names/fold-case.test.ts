// Compares the written-out table with the tables of this Node, as far as both are of the same version of Unicode.
import { describe, expect, test } from "vitest";

import { foldCase, inEveryCase, isUpperCase } from "../../../src/core/names/fold-case.ts";

/** What later versions have added. */
const ADDED_IN_17 = /[\ua7ce\ua7cf\ua7d2-\ua7d5\u{16ea0}-\u{16eb8}\u{16ebb}-\u{16ed3}]/u;

const [major = 0] = (process.versions["unicode"] ?? "").split(".").map(Number);

const CHARACTERS = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

describe("folding", () => {
  test("is Unicode 16's: 1,484 characters have another form, of as many units, which has none", () => {
    const folded = CHARACTERS.filter((character) => foldCase(character) !== character);
    expect(folded).toHaveLength(1484);
    for (const character of folded) {
      const form = foldCase(character);
      expect([foldCase(form), form.length]).toEqual([form, character.length]);
      expect(inEveryCase(character)).toEqual(inEveryCase(form));
      expect(inEveryCase(form)).toContain(character.codePointAt(0));
    }
  });

  test.each([
    ["README.MD", "readme.md"],
    ["ÄÖÜ", "äöü"],
    // One for one: this is not "ss".
    ["ẞ", "ß"],
    ["ΣΊΣΥΦΟΣ", "σίσυφοσ"],
    ["σίσυφος", "σίσυφοσ"],
    ["\u212a\u017f", "ks"],
    ["\u{10400}", "\u{10428}"],
    ["ǅ", "ǆ"],
    // The dotless and the dotted one are letters of their own.
    ["İı", "İı"],
  ])("%s is %s", (text, folded) => {
    expect(foldCase(text)).toBe(folded);
  });

  test.skipIf(major < 16 || major > 17)("agrees with what patterns of this Node match without regard to case", () => {
    const cased = CHARACTERS.filter(
      (character) =>
        !ADDED_IN_17.test(character) &&
        (character.toLowerCase() !== character ||
          character.toUpperCase() !== character ||
          foldCase(character) !== character),
    );
    const all = cased.join("");
    for (const character of cased) {
      const same = Array.from(all.matchAll(new RegExp(character, "giu")), ([found]) => found).sort();
      expect(
        inEveryCase(character)
          .map((point) => String.fromCodePoint(point))
          .sort(),
      ).toEqual(same);
    }
  });

  test.skipIf(major < 16 || major > 17)("knows the letters of upper case and of title case", () => {
    const wrong = CHARACTERS.filter(
      (character) => isUpperCase(character) !== /[\p{Lu}\p{Lt}]/u.test(character) && !ADDED_IN_17.test(character),
    );
    expect(wrong).toEqual([]);
  });
});
