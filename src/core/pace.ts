// The pace of long work: when it gives way to the event loop, and when it has to end. The core has no clock: whoever starts the work
// decides both.

/** Returns a promise if the event loop should have a turn first, and undefined otherwise. */
export type Pause = () => Promise<void> | undefined;

export interface Pace {
  /** Stops the work. */
  readonly signal: AbortSignal | undefined;
  readonly pause: Pause;
  /** How many milliseconds are left: `Infinity` if the work may take any time, 0 or less if its time is up. */
  readonly timeLeft: () => number;
}

/** For work that is short, or that nobody is waiting for. */
export const AT_ANY_PACE: Pace = { signal: undefined, pause: () => undefined, timeLeft: () => Infinity };

/** Await this between two pieces of work. Gives way to other work when it is time to, and throws if the work has to end. */
export function keepPace(pace: Pace): Promise<void> | undefined {
  const turn = pace.pause();
  if (turn !== undefined) {
    return turn.then(() => failWhenOver(pace));
  }
  failWhenOver(pace);
  return undefined;
}

/** Throws if the work has to end, because it was stopped or its time is up. */
export function failWhenOver(pace: Pick<Pace, "signal" | "timeLeft">): void {
  pace.signal?.throwIfAborted();
  failWhenLate(pace);
}

/** If the time is up, fails like a read that timed out. */
export function failWhenLate({ timeLeft }: Pick<Pace, "timeLeft">): void {
  if (timeLeft() <= 0) {
    throw Object.assign(new Error("the time for the listing is over"), { code: "ETIMEDOUT" });
  }
}

/** How long to wait for one answer: half of the time left. What does not answer must not use up the time of the whole listing. */
export function waitOnce({ signal, timeLeft }: Pick<Pace, "signal" | "timeLeft">): {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
} {
  return { signal, timeoutMs: timeLeft() / 2 };
}
