// What keeps long work in its bounds: the signal that stops it, the time that it has, and when it lets other work in.
import type { Pause } from "./pause.ts";

export interface Pacing {
  readonly signal: AbortSignal | undefined;
  readonly pause: Pause;
  /** How many milliseconds are left: `Infinity` where the work may take any time, 0 or less where its time is over. */
  readonly timeLeft: () => number;
}

/** For work that is short, or that nobody waits for. */
export const AT_ANY_PACE: Pacing = { signal: undefined, pause: () => undefined, timeLeft: () => Infinity };

/** To be awaited between two pieces of work. Lets other work in where that is due, and throws where the work has to end. */
export async function keepPace(pacing: Pacing): Promise<void> {
  await pacing.pause();
  pacing.signal?.throwIfAborted();
  failWhenLate(pacing);
}

/** Fails as a read that timed out where the time is over. */
export function failWhenLate({ timeLeft }: Pick<Pacing, "timeLeft">): void {
  if (timeLeft() <= 0) {
    throw Object.assign(new Error("the time for the listing is over"), { code: "ETIMEDOUT" });
  }
}
