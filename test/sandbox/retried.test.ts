import { expect, test } from "vitest";

import { Retried } from "../../src/sandbox/retried.ts";

test("keeps a value that was found, and tries again after a failure, once for all waiters", async () => {
  let tries = 0;
  const retried = new Retried(async (dropLater) => {
    tries += 1;
    if (tries < 3) {
      throw new Error(`try ${tries}`);
    }
    if (tries === 3) {
      dropLater();
    }
    return tries;
  });
  expect(tries).toBe(1);
  await expect(Promise.all([retried.get(), retried.get()])).rejects.toThrow("try 1");
  await expect(retried.get()).rejects.toThrow("try 2");
  expect(await Promise.all([retried.get(), retried.get()])).toEqual([3, 3]);
  expect(await Promise.all([retried.get(), retried.get()])).toEqual([4, 4]);
  expect(await retried.get()).toBe(4);
  expect(tries).toBe(4);
});
