// How long a server that was told to stop waits: for answers, and for those who read them.
import { expect, test, vi } from "vitest";

import { serveUntil } from "../../src/cli/serve-until.ts";
import type { RunningServer } from "../../src/mcp/running-server.ts";
import { stopClock, throughTime } from "../support/virtual-time.ts";

const NEVER = new Promise<void>(() => {});
const AT_ONCE = Promise.resolve();

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** A server whose client has gone. */
function serverWith(work: Pick<RunningServer, "idle" | "flushed">): RunningServer {
  return { ...work, ended: AT_ONCE, stop: () => {}, close: () => {} };
}

test.each([
  ["all is done", AT_ONCE, AT_ONCE, AT_ONCE, { value: true, ms: 0 }],
  ["all is done and nobody hurries", AT_ONCE, AT_ONCE, NEVER, { value: true, ms: 0 }],
  ["no answer comes", NEVER, AT_ONCE, AT_ONCE, { value: false, ms: 1000 }],
  ["no answer is read, in a hurry", AT_ONCE, NEVER, AT_ONCE, { value: false, ms: 10_000 }],
  ["neither", NEVER, NEVER, AT_ONCE, { value: false, ms: 11_000 }],
])("%s", async (_, idle, flushed, isHurried, expected) => {
  stopClock();
  expect(
    await throughTime(serveUntil(isHurried, serverWith({ idle: () => idle, flushed: () => flushed }), 1000)),
  ).toEqual(expected);
  // A timer that is left would keep the process for as long.
  expect(vi.getTimerCount()).toBe(0);
});

test("waits for readers without a limit until it has to hurry, and ten seconds from then on", async () => {
  stopClock();
  const slow = { idle: () => AT_ONCE, flushed: () => after(12_000) };
  expect(await throughTime(serveUntil(NEVER, serverWith(slow), 1000))).toEqual({ value: true, ms: 12_000 });
  const work = { idle: () => AT_ONCE, flushed: () => NEVER };
  expect(await throughTime(serveUntil(after(2000), serverWith(work), 1000))).toEqual({ value: false, ms: 12_000 });
});
