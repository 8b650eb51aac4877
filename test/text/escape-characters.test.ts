// Text that can't act on a terminal: JSON stays the same JSON, and lines stay lines.
import fc from "fast-check";
import { expect, test } from "vitest";

import { escapeCharacters, escapeLines } from "../../src/text/entry-label.ts";
import { ACTING } from "../support/run-cli.ts";

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      "a",
      "\\",
      '"',
      "\n",
      "\t",
      "\0",
      "\x1b",
      "\x7f",
      "\x85",
      "\u2028",
      "\u202e",
      "\u2066",
      "\u{1f600}",
    ),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  ),
});

test("no character acts, and JSON says the same as before", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const escaped = escapeCharacters(JSON.stringify({ text }));
      expect(escaped).not.toMatch(ACTING);
      expect(JSON.parse(escaped)).toEqual({ text });
    }),
    { numRuns: 300 },
  );
});

test("characters that do nothing are left alone, all of them that do something are not", () => {
  expect(escapeCharacters("naïve \u{1f600} “x” 漢\u00a0")).toBe("naïve \u{1f600} “x” 漢\u00a0");
  expect(escapeCharacters("\x1b[2J\n\n\u202eb")).toBe("\\u001b[2J\\u000a\\u000a\\u202eb");
});

test("lines stay lines, and only line feeds part them", () => {
  expect(escapeLines("a\x07\n\nb\r\n\u2028")).toBe("a\\u0007\n\nb\\u000d\n\\u2028");
});
