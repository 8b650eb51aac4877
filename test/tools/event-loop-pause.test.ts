// How listings share the event loop: together they run for some milliseconds, and then one by one.
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";

import { eventLoopPause } from "../../src/listing/event-loop-pause.ts";

/** A clock that moves only when work is done. */
function workClock(): { work: (ms: number) => void } {
  let now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  return {
    work(ms) {
      now += ms;
    },
  };
}

// Whatever one test leaves behind is over after a turn of the event loop.
beforeEach(
  () =>
    new Promise<void>((resolve) => {
      setImmediate(() => setImmediate(resolve));
    }),
);

describe("eventLoopPause", () => {
  test.each([1, 2, 8, 100])(
    "lets the event loop turn after some milliseconds of work, with %i at once",
    async (count) => {
      const clock = workClock();
      const inTurns = [0];
      let isOver = false;
      const turn = () => {
        inTurns.push(0);
        if (!isOver) {
          setImmediate(turn);
        }
      };
      setImmediate(turn);
      const listing = async () => {
        for (let step = 0; step < 20; step += 1) {
          await eventLoopPause();
          clock.work(4);
          inTurns.push((inTurns.pop() as number) + 4);
        }
      };
      await Promise.all(Array.from({ length: count }, listing));
      isOver = true;
      // In the first turn each has started before any of them checked the time.
      expect(Math.max(...inTurns.slice(1))).toBeLessThanOrEqual(20);
      expect(inTurns.length).toBeGreaterThanOrEqual((count * 19 * 4) / 20);
    },
  );

  test("lets many listings that need little time go on in one turn", async () => {
    const clock = workClock();
    await eventLoopPause();
    clock.work(11);
    let turns = 0;
    const turn = () => {
      turns += 1;
      setImmediate(turn).unref();
    };
    setImmediate(turn);
    const short = async () => {
      await eventLoopPause();
      clock.work(0.1);
    };
    await Promise.all(Array.from({ length: 50 }, short));
    expect(turns).toBeLessThanOrEqual(2);
  });

  test("does not make a short listing wait for a turn", () => {
    const clock = workClock();
    for (let step = 0; step < 9; step += 1) {
      expect(eventLoopPause()).toBeUndefined();
      clock.work(1);
    }
  });
});
