// Compares glob components with minimatch, the reference for the glob language here, on arbitrary globs and names. Components
// with brackets but no wildcard also match themselves.
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
function expectedTest(glob: string): (name: ByteString) => boolean {
  const component = new Minimatch(glob, OPTIONS).set[0]?.[0];
  if (typeof component === "string") {
    return (name) => name === toByteString(component);
  }
  return (name) => typeof component === "object" && component.test(toText(name));
}

/**
 * Whether minimatch takes a `^` in a class for its negation that is not at its start: it leaves out ranges the wrong way round, `[c-a^b]`, and
 * then the `^` comes first.
 */
function isMisread(glob: string): boolean {
  return Array.from(glob.matchAll(/\[((?:\\?.-\\?.)+)\^/gsu), ([, ranges = ""]) => ranges).some((ranges) =>
    Array.from(ranges.matchAll(/\\?(.)-\\?(.)/gsu)).every(([, low = "", high = ""]) => low > high),
  );
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
    "[![:graph:]]",
    "[a-[:alpha:]]",
    "[[:no:]]",
  ),
  fc.constantFrom("[\u{1f600}-\u{1f601}]", "[!\u{1f600}]", "[é]", "[a-\u{1f600}]"),
);
const glob = fc
  .array(piece, { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(""))
  .filter((text) => text !== "**" && !isMisread(text));
const nameBytes = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(character, { maxLength: 4 }).map((characters) => toByteString(characters.join(""))),
  },
  fc.constantFrom(
    "a[b",
    "[]",
    "a]",
    "\\",
    "a*b",
    "\x01",
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

/** What no wildcard matches. */
const DOTS = [".", ".."] as ByteString[];

describe("a component", () => {
  test("has no range the wrong way round, and what follows one is what it is elsewhere in a class", () => {
    const { fits } = readComponent("[]-[^a-c]", toText);
    expect(["^", "b", "\\", "]", "x"].filter((name) => fits(name as ByteString))).toEqual(["^", "b"]);
  });

  test("matches the same names as minimatch, and itself if it has no wildcard", () => {
    fc.assert(
      fc.property(glob, fc.array(nameBytes, { minLength: 1, maxLength: 8 }), (text, others) => {
        const { fits } = readComponent(text, toText);
        const expected = expectedTest(text);
        const itself = toByteString(text);
        const isPlain = !/[*?\\]/.test(text);
        const unescaped = toByteString(text.replaceAll(/\\(.)/gsu, "$1"));
        // What an escape does to the component itself, the examples below say.
        const names = [...others, itself, ...DOTS].filter((name) => isPlain || name !== unescaped);
        expect(names.map((name) => [name, fits(name)])).toEqual(
          names.map((name) => [name, expected(name) || (isPlain && name === itself)]),
        );
      }),
      { numRuns: inDepth(100, 30_000) },
    );
  });

  test.each([
    ["[slug]", ["[slug]", "s"], ["slug", "[s]"]],
    ["[id].tsx", ["[id].tsx", "i.tsx"], ["id.tsx"]],
    ["[a]", ["[a]", "a"], ["b"]],
    ["[...slug]", ["[...slug]", "g"], ["[slug]", ".", ".."]],
    ["[[...slug]]", ["[[...slug]]", "g]", ".]"], ["[...slug]"]],
    ["[!a]", ["[!a]", "b"], ["a", "[a]"]],
    ["[c-a]", ["[c-a]"], ["b"]],
    ["[é]\u{1f600}", ["[é]\u{1f600}", "é\u{1f600}"], ["[e]\u{1f600}"]],
    ["[a]\\[b", ["[a][b", "a[b"], ["[a]\\[b"]],
    ["[id]*", ["i", "dx"], ["[id]", "[id]*"]],
    ["[id]?", ["ix"], ["[id]?", "[id]x"]],
    ["[*]", ["*"], ["[*]"]],
    ["[?]x", ["?x"], ["[?]x"]],
    ["[\\ab]", ["a", "b"], ["[ab]", "[\\ab]"]],
  ])("%s matches %j, but not %j", (text, matched, others) => {
    const { fits } = readComponent(text, toText);
    const matches = (name: string) => fits(toByteString(name));
    expect([...matched, ...others].filter(matches)).toEqual(matched);
  });

  test("with brackets does not match a name that only decodes to it", () => {
    const { fits } = readComponent("[\ufffd]", toText);
    expect([fits(toByteString("[\ufffd]")), fits("[\xff]" as ByteString)]).toEqual([true, false]);
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
