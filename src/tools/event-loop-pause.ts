// Lets the event loop turn while a long listing is made, so that one call does not hold up the others.
import type { Pause } from "../core/pause.ts";

/** How long work may go on without a turn of the event loop. */
const LONGEST_STRETCH_MS = 10;

/** The calls that wait for a turn. They go on one at a time: together they would hold up everybody else. */
const waiting: (() => void)[] = [];

/** A pause for one call: nothing for the first milliseconds, then a turn of the event loop whenever it is due. */
export function eventLoopPause(): Pause {
  let lastTurn = performance.now();
  return () => {
    if (performance.now() - lastTurn < LONGEST_STRETCH_MS) {
      return undefined;
    }
    return new Promise((resolve) => {
      waiting.push(() => {
        lastTurn = performance.now();
        resolve();
      });
      if (waiting.length === 1) {
        setImmediate(goOn);
      }
    });
  };
}

function goOn(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) {
    setImmediate(goOn);
  }
}
