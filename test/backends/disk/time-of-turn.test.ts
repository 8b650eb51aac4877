// One look at the clock for each turn of the event loop.
import { setImmediate } from "node:timers/promises";
import { expect, test, vi } from "vitest";

import { timeOfTurn } from "../../../src/backends/disk/time-of-turn.ts";

test("the time stands still within a turn of the event loop, and not longer", async () => {
  await setImmediate();
  const clock = vi.spyOn(performance, "now").mockReturnValueOnce(1).mockReturnValueOnce(2);
  expect([timeOfTurn(), timeOfTurn()]).toEqual([1, 1]);
  await Promise.resolve();
  expect(timeOfTurn()).toBe(1);
  await setImmediate();
  expect(timeOfTurn()).toBe(2);
  clock.mockRestore();
});
