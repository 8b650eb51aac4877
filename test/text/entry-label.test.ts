// Names and entries as a listing shows them: what could be taken for something else is quoted, and reads back as the name.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { EntryKind } from "../../src/core/entry.ts";
import type { Problem } from "../../src/core/problem.ts";
import { escapeCharacters, quoteName, renderLabel, unquoteName } from "../../src/text/entry-label.ts";
import { anyCharacter, anyName } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";
import { readLabel } from "../support/read-listing.ts";
import { ACTING } from "../support/run-cli.ts";

describe("quoteName", () => {
  test.each([
    ["two\nlines", String.raw`"two\nlines"`],
    ["\x1b[31mred", String.raw`"\x1b[31mred"`],
    ["\u0085", String.raw`"\u0085"`],
    ["a\u2028b", String.raw`"a\u2028b"`],
    ["\u202egnp.exe", String.raw`"\u202egnp.exe"`],
    ["a\u200fb", String.raw`"a\u200fb"`],
    ["a\u2066b\u2069", String.raw`"a\u2066b\u2069"`],
    [" lead", '" lead"'],
    ["trail ", '"trail "'],
    ["\u3000", '"\u3000"'],
    ['"quoted"', String.raw`"\"quoted\""`],
    ['"back\\slash\n', String.raw`"\"back\\slash\n"`],
    ["More than 3 entries found", '"More than 3 entries found"'],
    ["Absolute path: x", '"Absolute path: x"'],
    ["…", '"…"'],
    ["[...a\nb]", String.raw`"[...a\nb]"`],
    ["\u2800", String.raw`"\u2800"`],
    ["\u3164", String.raw`"\u3164"`],
    ["a\ufff9b", String.raw`"a\ufff9b"`],
    ["zero\u200bwidth", String.raw`"zero\u200bwidth"`],
    ["\u2764\ufe0f", '"\u2764\\ufe0f"'],
    ["tag\u{e0001}\u{1f600}", '"tag\\U000e0001\u{1f600}"'],
    ["More\u00a0than 25 entries found", '"More\u00a0than 25 entries found"'],
    ["", '""'],
  ])("quotes %j", (name, expected) => {
    expect(quoteName(name)).toBe(expected);
  });

  test("quotes a name that ends in a reserved character", () => {
    expect(quoteName("x@", /@$/)).toBe('"x@"');
  });
});

describe("unquoteName", () => {
  test("is the inverse of quoteName", () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const shown = quoteName(name);
        expect(shown.startsWith('"') ? unquoteName(shown) : shown).toBe(name);
      }),
      { numRuns: inDepth(24, 2000) },
    );
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

const markedName = anyName.map((odd) => `${odd} [ignored]`);

describe("a name that ends like a mark", () => {
  test.each(["x [timed out]", "x [draft]", "x []", "x [1.8K, 2026-11-15 06:14]", "a [b [c]", "x\u00a0[ignored]"])(
    "%j is quoted",
    (text) => {
      const odd = text;
      expect(renderLabel(odd, "file")).toBe(`"${text}"`);
      expect(renderLabel(odd, "symlink")).toBe(`"${text}"@`);
      expect(renderLabel(odd, "other")).toBe(`"${text}"?`);
      expect(renderLabel(odd, "directory")).toBe(`"${text}"/`);
    },
  );

  test.each(["[slug].tsx", "x[1]", "a [b] c", "a [b]]", "a ]"])("%j is not quoted", (text) => {
    for (const kind of ["file", "directory", "symlink", "other"] as const) {
      expect(renderLabel(text, kind).startsWith('"')).toBe(false);
    }
  });
});

test("a name in square brackets is quoted, unless a slash tells that it is a directory", () => {
  for (const name of ["[slug]", "[empty]", "[timed out after 3 directories; narrow the search]"]) {
    const labels = (["directory", "file", "symlink", "other"] as const).map((kind) => renderLabel(name, kind));
    expect(labels).toEqual([`${name}/`, `"${name}"`, `"${name}"@`, `"${name}"?`]);
  }
});

describe("a label", () => {
  test("reads back as the entry", () => {
    const problems: Problem[] = ["permission denied", "no longer exists", "timed out", "unreadable: EIO"];
    const labelled = fc.oneof(
      fc.record({ name: anyName, kind: fc.constantFrom<EntryKind>("file", "directory", "symlink", "other") }),
      fc.record({ name: anyName, kind: fc.constant<EntryKind>("directory"), problem: fc.constantFrom(...problems) }),
      fc.record({
        name: fc.oneof(anyName, markedName),
        kind: fc.constantFrom<EntryKind>("file", "directory", "symlink", "other"),
        ignored: fc.constant(true as const),
      }),
      fc.record({ name: markedName, kind: fc.constantFrom<EntryKind>("file", "directory", "symlink", "other") }),
    );
    fc.assert(
      fc.property(labelled, (entry) => {
        const marker = "problem" in entry ? entry.problem : "ignored" in entry ? "ignored" : undefined;
        expect(readLabel(renderLabel(entry.name, entry.kind, marker))).toEqual(entry);
      }),
      { numRuns: inDepth(32, 3000) },
    );
  });
});

const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom(...'a\\"\n\t\0\x1b\x7f\x85\u2028\u202e\u2066\u{1f600}'), anyCharacter),
});

test("no control character is left, and the JSON means the same", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const escaped = escapeCharacters(JSON.stringify({ text }));
      expect(escaped).not.toMatch(ACTING);
      expect(JSON.parse(escaped)).toEqual({ text });
    }),
    { numRuns: 300 },
  );
});
