// Lets the event loop turn during long listings, so that they do not hold up other work.
import type { Pause } from "../core/pause.ts";

/** How long all listings together may go on without a turn of the event loop. */
const LONGEST_STRETCH_MS = 10;

/**
 * How long listings go on: until then if we will hear of the next turn of the event loop, and otherwise until we ask to. Undefined if
 * none has worked since the last turn that we heard of.
 */
let end: number | undefined;

/** Whether we will hear of the next turn. To hear of each would cost a small listing as much as opening a directory. */
let isWatched = false;

/** The listings that wait for a turn. They continue one after the other: together they would hold up everything else. */
const waiting: (() => void)[] = [];
let isTurnComing = false;

/** A pause for listings: none for the first milliseconds of a turn of the event loop, then a turn for each. */
export const eventLoopPause: Pause = () => {
  const now = performance.now();
  // Only the clock of a test goes back.
  if (end === undefined || end > now + LONGEST_STRETCH_MS) {
    end = now + LONGEST_STRETCH_MS / 2;
    return undefined;
  }
  if (now < end) {
    return undefined;
  }
  if (!isWatched) {
    // There may have been many turns since then. We listen from now on.
    watch(now + LONGEST_STRETCH_MS / 2);
    return undefined;
  }
  return new Promise((resolve) => {
    waiting.push(resolve);
    askForTurn();
  });
};

function watch(until: number): void {
  end = until;
  isWatched = true;
  setImmediate(forgetEnd);
}

function forgetEnd(): void {
  end = undefined;
  isWatched = false;
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
  watch(performance.now() + LONGEST_STRETCH_MS);
  continueNext();
}

/** Lets the listings that wait go on, one after the other, as long as there is time in this turn. */
function continueNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) {
    queueMicrotask(() => {
      if (performance.now() < (end ?? 0)) {
        continueNext();
      } else {
        askForTurn();
      }
    });
  }
}
