// Goes on at once with what is known, and later with what is not.
import { expect, test } from "vitest";

import { whenKnown } from "../../src/core/when-known.ts";

const double = (value: number) => 2 * value;

test("a value is used at once, and a promise when it is kept", async () => {
  expect(whenKnown(2, double)).toBe(4);
  const later = whenKnown(Promise.resolve(2), double);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(4);
  expect(await whenKnown(2, async (value) => double(value))).toBe(4);
});

test("a failure is passed on as it came", async () => {
  const failure = new Error("no");
  const fail = () => {
    throw failure;
  };
  expect(() => whenKnown(2, fail)).toThrow(failure);
  await expect(whenKnown(Promise.resolve(2), fail)).rejects.toBe(failure);
  await expect(whenKnown(Promise.reject(failure), double)).rejects.toBe(failure);
});
