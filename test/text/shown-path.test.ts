// Paths as answers show them, and as callers send them back.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { EntryKind } from "../../src/core/entry.ts";
import {
  isUnsafe,
  parseCursor,
  parseQuotedRoot,
  renderCursor,
  renderDirectoryBelow,
  renderPathForJson,
} from "../../src/text/entry-label.ts";
import { anyName } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";

describe("parseCursor", () => {
  test("is the inverse of renderCursor", () => {
    const names = fc.array(anyName, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(names, fc.constantFrom<EntryKind>("file", "directory", "symlink", "other"), (path, kind) => {
        const text = renderCursor({ path: path.join("/"), kind });
        expect(parseCursor(text)).toMatchObject({ names: path, isDirectory: kind === "directory" });
      }),
      { numRuns: inDepth(24, 2000) },
    );
  });

  test.each([
    ["a/b", ["a", "b"], false],
    ["link@", ["link"], false],
    ["a/pipe?", ["a", "pipe"], false],
    ['"two\\nlines"', ["two\nlines"], false],
    ['"end@"', ["end@"], false],
    ['a/"…"', ["a", "…"], false],
    ["…", ["…"], false],
    ["a/b/ [permission denied]", ["a", "b"], true],
    ['"a"b/c', ['"a"b', "c"], false],
    ["", [], true],
    ["/", [""], true],
    ['""/', [""], true],
    ["/x", ["", "x"], false],
    ["a//b", ["a", "", "b"], false],
    ['a/""/"."', ["a", "", "."], false],
    ['"."/x', [".", "x"], false],
  ])("reads %s", (text, names, isDirectory) => {
    expect(parseCursor(text)).toMatchObject({ names, isDirectory });
  });
});

describe("renderDirectoryBelow", () => {
  test("reads back as the same directory, however the root was written", () => {
    const anyRoot = fc.array(anyName, { maxLength: 3 });
    fc.assert(
      fc.property(anyRoot, fc.array(anyName, { minLength: 1, maxLength: 3 }), fc.boolean(), (above, below, quotes) => {
        const isQuoted = quotes && above.length > 0;
        const root = isQuoted
          ? `/${renderCursor({ path: above.join("/"), kind: "directory" })}`
          : `/${above.join("/")}`;
        const wasQuoted = isQuoted && parseQuotedRoot(root) !== undefined;
        const text = renderDirectoryBelow(root, below, wasQuoted);
        expect(parseQuotedRoot(text) ?? text).toBe(`/${[...above, ...below].join("/")}`);
        expect(isUnsafe(text)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

describe("parseQuotedRoot", () => {
  test.each(['/repo/a"b"/src', '/repo/"src"@core', '/repo/"src"?core', '/repo/"src"x'])(
    "takes %s literally",
    (path) => {
      expect(parseQuotedRoot(path)).toBeUndefined();
    },
  );
});

describe("renderPathForJson", () => {
  test("quotes names that would vanish or lead elsewhere", () => {
    const paths = ["", "/x", "a/", "a/../b", ".", ".hidden/...", "a//b"];
    const shown = paths.map((path) => renderPathForJson(path)).join(" ");
    expect(shown).toBe('"" ""/x a/"" a/".."/b "." .hidden/... a/""/b');
  });
});
