// Work that yields now and then, so that other work can have its turn.
import type { Pace } from "../core/pace.ts";

/** How many names are looked at in one turn. */
export const STRIDE = 4096;

/** Calls a function for each number below `count`. */
export function* inTurns(count: number, visit: (index: number) => void): Generator<void, void> {
  for (let from = 0; from < count; from += STRIDE) {
    if (from > 0) {
      yield;
    }
    const to = Math.min(from + STRIDE, count);
    for (let index = from; index < to; index += 1) {
      visit(index);
    }
  }
}

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
