// A result as an object and as text are the same.
import fc from "fast-check";
import { expect, test } from "vitest";

import { toToolResult, writeToolResult } from "../../src/mcp/tool-result.ts";

test("the text of a result is the result as JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), fc.boolean(), (value, text, success) => {
      const json = { content: JSON.stringify(value), success };
      expect(writeToolResult(json, true)).toBe(JSON.stringify(toToolResult(json, true)));
      const plain = { content: text, success };
      expect(writeToolResult(plain, false)).toBe(JSON.stringify(toToolResult(plain, false)));
    }),
  );
});
