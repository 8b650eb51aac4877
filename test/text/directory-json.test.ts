// The JSON of a page: what it means, and what it looks like to a reader.
import fc from "fast-check";
import { expect, test } from "vitest";

import { isUnsafe } from "../../src/text/entry-label.ts";
import { renderDirectoryJson } from "../../src/text/directory-json.ts";

test("no character of a name reverses or hides the text around it, and none is lost", () => {
  const oddText = fc.array(
    fc.constantFrom("a", '"', "\\", "\u202e", "\u2028", "\u009b", "\u007f", "\n", "\u{1f600}", "\u200b", "\u{e0001}"),
  );
  fc.assert(
    fc.property(fc.array(oddText), (names) => {
      const files = names.map((name) => name.join(""));
      const page = { directory: "/", count: files.length, summary: "", files };
      const text = renderDirectoryJson(page);
      expect(isUnsafe(text)).toBe(false);
      expect(JSON.parse(text)).toEqual(page);
    }),
  );
});
