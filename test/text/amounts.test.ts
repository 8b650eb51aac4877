// Sizes and times as the details of a listing show them.
import { expect, test } from "vitest";

import { renderDetails } from "../../src/text/amounts.ts";

test("sizes are short, and times those that a date can have", () => {
  const sizes = [0, 1023, 1024, 1536, 10_188, 10_189, 1_047_552, 1_048_063, 1_048_064, 5 * 2 ** 30, 2 ** 53];
  expect(sizes.map((size) => renderDetails({ size })).join(" ")).toBe(
    "0 1023 1.0K 1.5K 9.9K 10K 1023K 1023K 1.0M 5.0G 8.0P",
  );
  expect([0, 8.64e15, 8.65e15].map((modifiedMs) => renderDetails({ modifiedMs }))).toEqual([
    "1970-01-01 00:00",
    "+275760-09-13 00:00",
    undefined,
  ]);
});
