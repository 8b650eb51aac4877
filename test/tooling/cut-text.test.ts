// Texts cut to a number of bytes: never longer than that, never shorter than they must be, and never in a character.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { cutAt, cutText, cutWord } from "../../src/tooling/cut-text.ts";

/** The slow way: takes a character away until the rest fits. */
function cutSlowly(text: string, maxBytes: number): string {
  const end = maxBytes < 3 ? "" : "…";
  const characters = [...text];
  while (Buffer.byteLength(characters.join("") + end) > maxBytes) {
    characters.pop();
  }
  return characters.join("") + end;
}

describe("a text", () => {
  test("is cut at a character, to as much as fits", () => {
    const anyText = fc.string({ unit: fc.constantFrom("a", "é", "…", "\u{1f600}", "e\u0301", "\n"), maxLength: 20 });
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, maxBytes) => {
        const fits = Buffer.byteLength(text) <= maxBytes;
        expect(cutText(text, maxBytes)).toBe(fits ? text : cutSlowly(text, maxBytes));
      }),
      { numRuns: 300 },
    );
  });
});

describe("a word", () => {
  test("is repeated in full up to 200 characters, and told by its length beyond", () => {
    expect(cutWord("x".repeat(200))).toBe("x".repeat(200));
    expect(cutWord("x".repeat(201))).toBe(`${"x".repeat(200)}… (201 characters)`);
  });

  test("is never cut in the middle of a character, which strict readers of JSON refuse", () => {
    const word = `${"x".repeat(199)}\u{1f600}`;
    expect(cutWord(word)).toBe(`${"x".repeat(199)}… (201 characters)`);
    expect(cutAt(`${"x".repeat(4)}\u{1f600}y`, 6)).toBe(`${"x".repeat(4)}\u{1f600}`);
  });
});
