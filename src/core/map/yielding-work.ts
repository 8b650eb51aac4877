// Work that yields now and then, so that other work can have its turn.
import type { Pace } from "../pace.ts";

/** Does it with pauses. Throws the signal's reason if it is stopped. */
export async function runWithPauses<Result>(
  work: Generator<void, Result>,
  { pause, signal }: Pick<Pace, "pause" | "signal">,
): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) {
      return value;
    }
    const turn = pause();
    if (turn !== undefined) {
      await turn;
      signal?.throwIfAborted();
    }
  }
}

/** Does it in one go. */
export function runNow<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) {
      return value;
    }
  }
}
