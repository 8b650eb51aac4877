// One look at the clock for several directories.
import { afterEach, expect, test, vi } from "vitest";

import { lookAtClock, recentTime } from "../../../src/backends/disk/recent-time.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("the time is the one that was seen last, and after some uses it is looked up again", () => {
  let now = 1000;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  expect(lookAtClock()).toBe(1000);
  now = 2000;
  expect(recentTime()).toBe(1000);
  expect(lookAtClock()).toBe(2000);
  now = 3000;
  const seen = Array.from({ length: 40 }, recentTime);
  expect(seen.slice(0, 16).every((time) => time === 2000)).toBe(true);
  expect(seen.slice(16).every((time) => time === 3000)).toBe(true);
  // Two looks at the beginning, and two for forty uses.
  expect(clock).toHaveBeenCalledTimes(4);
});
