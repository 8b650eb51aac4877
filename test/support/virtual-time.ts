// A clock that only the test moves, so that waiting times are exact to the millisecond on a machine of any speed.
import { onTestFinished, vi } from "vitest";

/** How far the clock moves at a time. */
const STEP_MS = 10;

/**
 * Stops the clock for our own code until the test ends. It does not affect other processes and the disk. Nothing that stores a
 * time may outlive the test, because the clock then returns to real time.
 */
export function stopClock({ hasIntervals = false }: { readonly hasIntervals?: boolean } = {}): void {
  const now = performance.now();
  const intervals = hasIntervals ? (["setInterval", "clearInterval"] as const) : [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", ...intervals] });
  const uptime = vi.spyOn(process, "uptime").mockImplementation(() => performance.now() / 1000);
  // A new clock starts at 0, and time must not go backwards.
  vi.advanceTimersByTime(Math.ceil(now));
  onTestFinished(() => {
    vi.useRealTimers();
    uptime.mockRestore();
  });
}

/**
 * Waits for work, and moves the stopped clock whenever our process has nothing to do but wait. Returns the result of the work,
 * and how long it took by the clock. The work must not need another process's answer or a module that is not loaded yet, since
 * those take real time.
 */
export async function throughTime<Value>(work: Promise<Value>): Promise<{ value: Value; ms: number }> {
  const start = performance.now();
  const ended = { isSo: false };
  const settled = work.finally(() => {
    ended.isSo = true;
  });
  // It is awaited below, but may fail before that.
  settled.catch(() => {});
  await untilIdle();
  while (!ended.isSo) {
    vi.advanceTimersByTime(STEP_MS);
    await untilIdle();
  }
  return { value: await settled, ms: performance.now() - start };
}

/** Lets everything happen that needs no time: callbacks, and reads in the thread pool. */
async function untilIdle(): Promise<void> {
  let quietTurns = 0;
  while (quietTurns < 5) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    const isReading = process.getActiveResourcesInfo().some((resource) => resource.startsWith("FSReq"));
    quietTurns = isReading ? 0 : quietTurns + 1;
  }
}
