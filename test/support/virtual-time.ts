// A clock that only the test moves: how long something waits is then told to the millisecond, on a machine of any speed.
import { onTestFinished, vi } from "vitest";

/** The clock goes on by so much at a time. */
const STEP_MS = 10;

/**
 * Stops the clock by which our own code waits, until the test ends. Other processes and the disk know nothing of it. What
 * remembers a time must not live longer than the test: after it the clock goes back to the real time.
 */
export function stopClock(): void {
  const now = performance.now();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  // A new clock begins at 0. Nobody must see time go backwards.
  vi.advanceTimersByTime(Math.ceil(now));
  onTestFinished(() => void vi.useRealTimers());
}

/**
 * Waits for work, and moves the stopped clock on whenever our process has nothing to do but to wait. Gives what came of the
 * work, and how long it took by the clock. It must not need the answer of another process, nor a module that is not loaded
 * yet: those take real time.
 */
export async function throughTime<Value>(work: Promise<Value>): Promise<{ value: Value; ms: number }> {
  const start = performance.now();
  const ended = { isSo: false };
  const settled = work.finally(() => {
    ended.isSo = true;
  });
  // It is waited for below, and may fail before that.
  settled.catch(() => {});
  await untilIdle();
  while (!ended.isSo) {
    vi.advanceTimersByTime(STEP_MS);
    await untilIdle();
  }
  return { value: await settled, ms: performance.now() - start };
}

/** Lets everything happen that needs no time: callbacks, and what the thread pool reads. */
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
