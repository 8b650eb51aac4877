// The clock of a path that is followed: each look at a name takes three milliseconds of it.
import { expect, onTestFinished, test, vi } from "vitest";

import { followPath } from "../../src/disk/follow-path.ts";

test("following a path that is slow to inspect ends at the deadline, and lets the event loop run", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const begin = performance.now();
  const uptime = vi.spyOn(process, "uptime").mockImplementation(() => (performance.now() - begin) / 1000);
  onTestFinished(() => uptime.mockRestore());
  onTestFinished(() => void vi.useRealTimers());
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const look = () => {
    vi.advanceTimersByTime(3);
    return { kind: "directory" } as const;
  };
  const following = followPath("/a".repeat(200), look, { timeoutMs: 100 });
  await expect(following).rejects.toMatchObject({ code: "ETIMEDOUT" });
  clearImmediate(timer);
  expect(turns).toBeGreaterThan(5);
});
