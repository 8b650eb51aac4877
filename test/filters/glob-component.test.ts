// Compares glob components with minimatch, the reference for the glob language here, on arbitrary globs and names.
import fc from "fast-check";
import { Minimatch } from "minimatch";
import { describe, expect, test } from "vitest";

import { toByteString, toText, type ByteString } from "../../src/core/byte-string.ts";
import { readComponent } from "../../src/filters/glob-component.ts";
import { inDepth } from "../support/deep.ts";

const OPTIONS = {
  dot: true,
  noext: true,
  nocomment: true,
  nonegate: true,
  nobrace: true,
  platform: "linux",
  optimizationLevel: 0,
} as const;

/** Whether minimatch matches a name, called as it was when it still did the matching here. */
function expected(glob: string, name: ByteString): boolean {
  const component = new Minimatch(glob, OPTIONS).set[0]?.[0];
  if (typeof component === "string") {
    return name === toByteString(component);
  }
  return typeof component === "object" && component.test(toText(name));
}

const character = fc.constantFrom(
  "a",
  "b",
  "c",
  "B",
  "-",
  ".",
  "é",
  "e\u0301",
  "\u{1f600}",
  "\u{1f601}",
  "1",
  " ",
  "_",
);
const piece = fc.oneof(
  { weight: 4, arbitrary: character },
  fc.constantFrom("*", "?", "**", "\\", "\\*", "\\[", "[", "]", "[]", "[!", "[^", "-", "!", "^", "]]", "\\]", "(", "|"),
  fc.constantFrom(
    "[ab]",
    "[!ab]",
    "[^a-c]",
    "[a-]",
    "[-a]",
    "[]a]",
    "[!]a]",
    "[c-a]",
    "[b-b]",
    "[a-[]",
    "[\\]]",
    "[\\a-c]",
  ),
  fc.constantFrom(
    "[[:alpha:]]",
    "[![:alpha:]]",
    "[[:digit:]x]",
    "[[:graph:]]",
    "[![:print:]a]",
    "[a-[:alpha:]]",
    "[[:no:]]",
  ),
  fc.constantFrom("[\u{1f600}-\u{1f610}]", "[!\u{1f600}]", "[é]", "[a-\u{1f600}]"),
);
const glob = fc
  .array(piece, { minLength: 1, maxLength: 6 })
  .map((pieces) => pieces.join(""))
  .filter((text) => text !== "**");
const nameBytes = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(character, { maxLength: 6 }).map((characters) => toByteString(characters.join(""))),
  },
  fc.constantFrom(
    "a[b",
    "[]",
    "a]",
    "\\",
    "a*b",
    "(",
    "|",
    ".",
    "..",
    "",
    "\xff",
    "a\xffb",
    "\xc3",
  ) as fc.Arbitrary<ByteString>,
);

describe("a component", () => {
  test("matches the same names as minimatch", () => {
    fc.assert(
      fc.property(glob, fc.array(nameBytes, { minLength: 1, maxLength: 8 }), (text, names) => {
        const { fits } = readComponent(text, toText);
        expect(names.map((name) => [name, fits(name)])).toEqual(names.map((name) => [name, expected(text, name)]));
      }),
      { numRuns: inDepth(1000, 100_000) },
    );
  });

  test.each([
    ["*x".repeat(450), "x".repeat(255), 10_000],
    [`*${"a".repeat(127)}b*`, "a".repeat(255), 10_000],
    [`*${"?".repeat(127)}b*`, "a".repeat(255), 255 * 256],
    [`*${"[ab]".repeat(127)}c*`, "a".repeat(255), 255 * 256],
    [`*${"[[:alpha:]]".repeat(80)}-*`, "a".repeat(255), 8 * 255 * 256],
  ])("costs no more steps than it says: %.20s", (text, name, most) => {
    const { fits, cost } = readComponent(text, toText);
    expect(fits(name as ByteString)).toBe(false);
    expect(cost).toBeLessThanOrEqual(most);
  });
});
