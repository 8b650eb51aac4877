import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ByteString } from "../../src/core/byte-string.ts";
import type { EntryKind } from "../../src/core/entry.ts";
import type { Problem } from "../../src/core/problem.ts";
import { parseLabel, renderLabel } from "../../src/text/entry-label.ts";
import { anyName } from "../support/arbitraries.ts";
import { inDepth } from "../support/deep.ts";

const name = "x" as ByteString;
const markedName = anyName.map((odd) => `${odd} [ignored]` as ByteString);

describe("renderLabel", () => {
  test.each<[EntryKind, string]>([
    ["file", "x"],
    ["directory", "x/"],
    ["symlink", "x@"],
    ["other", "x?"],
  ])("shows a %s as %s", (kind, label) => {
    expect(renderLabel(name, kind)).toBe(label);
  });

  test("marks a directory that could not be read", () => {
    expect(renderLabel(name, "directory", "unreadable: EIO")).toBe("x/ [unreadable: EIO]");
  });

  test("quotes a file that would read as a link, and nothing else with that ending", () => {
    const odd = "x@" as ByteString;
    expect(renderLabel(odd, "file")).toBe('"x@"');
    expect(renderLabel(odd, "directory")).toBe("x@/");
    expect(renderLabel(odd, "symlink")).toBe("x@@");
  });
});

describe("a name that ends in a space and a bracket", () => {
  test.each(["x [timed out]", "x [draft]", "x []", "x [1.8K, 2026-11-15 06:14]", "a [b [c]"])(
    "%j is quoted",
    (text) => {
      const odd = text as ByteString;
      expect(renderLabel(odd, "file")).toBe(`"${text}"`);
      expect(renderLabel(odd, "symlink")).toBe(`"${text}"@`);
      expect(renderLabel(odd, "other")).toBe(`"${text}"?`);
      expect(renderLabel(odd, "directory")).toBe(`${text}/`);
    },
  );

  test.each(["[slug].tsx", "x[1]", "a [b] c", "[slug]", "a [b]]", "a ]"])("%j is not like that", (text) => {
    for (const kind of ["file", "directory", "symlink", "other"] as const) {
      expect(renderLabel(text as ByteString, kind).startsWith('"')).toBe(false);
    }
  });
});

describe("parseLabel", () => {
  test("is the inverse of renderLabel", () => {
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
        expect(parseLabel(renderLabel(entry.name, entry.kind, marker))).toEqual(entry);
      }),
      { numRuns: inDepth(32, 3000) },
    );
  });

  test.each(["", '"open', '"a/b"', "a/b", '"x" [timed out]'])("refuses %j", (label) => {
    expect(parseLabel(label)).toBeUndefined();
  });
});
