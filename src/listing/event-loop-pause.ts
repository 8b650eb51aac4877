// The pace of a call: it gives way to the event loop, so that long listings do not hold up other work, and ends at its deadline.
import type { Pace, Pause } from "../core/pace.ts";

/** The pace of a call that starts now. */
export function startPace(signal: AbortSignal | undefined, deadlineMs: number): Pace {
  const end = performance.now() + deadlineMs;
  return { signal, pause: eventLoopPause, timeLeft: () => end - performance.now() };
}

/** How long all listings together may go on without a turn of the event loop. */
const LONGEST_STRETCH_MS = 10;

/** When the first listing started work in this turn of the event loop; undefined if none has yet. */
let start: number | undefined;

/** The listings that wait for a turn. They continue one after the other: together they would hold up everything else. */
const waiting: (() => void)[] = [];
let isTurnComing = false;

/** A pause for listings: none for the first milliseconds of a turn of the event loop, then a turn for each. */
export const eventLoopPause: Pause = () => {
  const now = performance.now();
  if (start === undefined) {
    start = now;
    setImmediate(forgetStart);
    return undefined;
  }
  if (now - start < LONGEST_STRETCH_MS) {
    return undefined;
  }
  return new Promise((resolve) => {
    waiting.push(resolve);
    askForTurn();
  });
};

function forgetStart(): void {
  start = undefined;
}

/** Sees to it that those that wait go on in the next turn, once however many ask. */
function askForTurn(): void {
  if (!isTurnComing) {
    isTurnComing = true;
    setImmediate(goOn);
  }
}

function goOn(): void {
  isTurnComing = false;
  start = performance.now();
  setImmediate(forgetStart);
  continueNext();
}

/** Lets the listings that wait go on, one after the other, as long as there is time in this turn. */
function continueNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) {
    queueMicrotask(() => {
      if (performance.now() - (start ?? 0) < LONGEST_STRETCH_MS) {
        continueNext();
      } else {
        askForTurn();
      }
    });
  }
}
