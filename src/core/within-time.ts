// Waits for work until its deadline, whether or not the work itself keeps to it.
import type { ReadOptions } from "./file-system.ts";

/** The longest delay that Node's timers support: they fire at once for a longer one. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;

/**
 * Waits for work, and fails with `tooLate()` once the time is over. The signal that the work gets aborts then, and when the caller's does:
 * how the work ends after that is up to the work.
 */
export async function withinTime<Result>(
  { signal, timeoutMs = Infinity }: ReadOptions,
  tooLate: () => Error,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const cancel = () => stop.abort(signal?.reason);
  signal?.addEventListener("abort", cancel);
  if (signal?.aborted === true) {
    cancel();
  }
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, fail) => {
    const end = () => {
      const error = tooLate();
      stop.abort(error);
      fail(error);
    };
    timer = timeoutMs <= LONGEST_TIMER_MS ? setTimeout(end, Math.max(0, timeoutMs)) : undefined;
  });
  try {
    return await Promise.race([work(stop.signal), timedOut]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}
