// The time of one call, counted from when it is made.

/** Gives the milliseconds that are left of `deadlineMs`, from now on. */
export function startDeadline(deadlineMs: number): () => number {
  const end = performance.now() + deadlineMs;
  return () => end - performance.now();
}
