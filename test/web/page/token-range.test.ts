// What an answer costs.
import { expect, test } from "vitest";

import { costOf } from "../../../src/web/page/token-range.ts";

test("bytes are exact, tokens are within the range that was measured", () => {
  const text = `Absolute path: /repo\n${Array.from({ length: 50 }, (_, index) => `walk-${index}.ts`).join("\n")}`;
  const { bytes, tokens, fewest, most } = costOf(text);
  expect(bytes).toBe(text.length);
  expect(fewest).toBe(Math.floor(bytes / 4));
  expect(most).toBe(Math.ceil(bytes / 2.4));
  expect(tokens).toBeGreaterThanOrEqual(fewest);
  expect(tokens).toBeLessThanOrEqual(most);
  expect(costOf("größe").bytes).toBe(7);
});
