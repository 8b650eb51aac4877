// Progress of a slow call, told by the clock: as often as there is something new, and never after the call.
import { expect, onTestFinished, test, vi } from "vitest";

import { reportProgress } from "../../src/mcp/report-progress.ts";

function reportTo(progressToken: string | number, notify: () => Promise<void> = async () => {}) {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const told: unknown[] = [];
  const report = reportProgress(progressToken, {
    notify: ({ method, params }) => {
      told.push({ method, ...params });
      return notify();
    },
  });
  return { told, report };
}

test("nothing is told twice: what is told rises every time", () => {
  const { told, report } = reportTo(0);
  report.onProgress({ directories: 1, entries: 5 });
  vi.advanceTimersByTime(3999);
  report.onProgress({ directories: 2, entries: 7 });
  vi.advanceTimersByTime(5000);
  expect(told).toEqual([
    { method: "notifications/progress", progressToken: 0, progress: 6, message: "5 entries in 1 directories read" },
    { method: "notifications/progress", progressToken: 0, progress: 9, message: "7 entries in 2 directories read" },
  ]);
  report.stop();
});

test("nothing is told once the call is over, and no timer is left", () => {
  const { told, report } = reportTo("token");
  report.stop();
  report.onProgress({ directories: 1, entries: 5 });
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a client that has gone does not end the call", async () => {
  const { told, report } = reportTo("token", () => Promise.reject(new Error("gone")));
  report.onProgress({ directories: 1, entries: 0 });
  vi.advanceTimersByTime(1000);
  // A rejection that nobody takes would fail the run.
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  expect(told).toHaveLength(1);
  report.stop();
});
