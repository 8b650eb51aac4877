// The time as it was when it was first asked for in this turn of the event loop. Asking the clock for every directory takes a tenth
// as long as reading a small one, and what expires after a second may be some milliseconds older.

let time: number | undefined;

/** Milliseconds, as `performance.now()` counts them. No turn is long: whoever reads much lets others have theirs. */
export function timeOfTurn(): number {
  if (time === undefined) {
    time = performance.now();
    setImmediate(forgetTime);
  }
  return time;
}

function forgetTime(): void {
  time = undefined;
}
