// What limits long work: the signal that stops it, the time it has, and when it yields to other work.
import type { Pause } from "./pause.ts";

export interface Pacing {
  readonly signal: AbortSignal | undefined;
  readonly pause: Pause;
  /** How many milliseconds are left: `Infinity` if the work may take any time, 0 or less if its time is up. */
  readonly timeLeft: () => number;
}

/** For work that is short, or that nobody is waiting for. */
export const AT_ANY_PACE: Pacing = { signal: undefined, pause: () => undefined, timeLeft: () => Infinity };

/** Await this between two pieces of work. Yields to other work when it is time to, and throws if the work has to end. */
export async function keepPace(pacing: Pacing): Promise<void> {
  await pacing.pause();
  failWhenOver(pacing);
}

/** Throws if the work has to end, because it was stopped or its time is up. */
export function failWhenOver(pacing: Pacing): void {
  pacing.signal?.throwIfAborted();
  failWhenLate(pacing);
}

/** If the time is up, fails like a read that timed out. */
export function failWhenLate({ timeLeft }: Pick<Pacing, "timeLeft">): void {
  if (timeLeft() <= 0) {
    throw Object.assign(new Error("the time for the listing is over"), { code: "ETIMEDOUT" });
  }
}
