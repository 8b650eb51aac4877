// A mistake that reads the same, whichever way a framework reads it.
import { expect, test } from "vitest";

import { ListingError } from "../../src/adapters/respond-to-call.ts";

test("its message and its string are the same words", () => {
  const error = new ListingError("limit must be greater than zero");
  expect([error.message, String(error), error.toString()]).toEqual(Array(3).fill("limit must be greater than zero"));
  expect(error.name).toBe("ListingError");
});
