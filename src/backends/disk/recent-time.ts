// The time as it was a few directories ago. Asking the clock for each would make a walk some percent slower, and what expires
// after a second may be some milliseconds older.

/** How often the time may be used before the clock is asked again. */
const MOST_USES = 16;

let time = 0;
let uses = 0;

/** The time now, in milliseconds as `performance.now()` counts them. Asked when a listing begins: the last may be long ago. */
export function lookAtClock(): number {
  time = performance.now();
  uses = 0;
  return time;
}

/** The time as the clock was last seen, by this function or the one above. */
export function recentTime(): number {
  uses += 1;
  return uses > MOST_USES ? lookAtClock() : time;
}
