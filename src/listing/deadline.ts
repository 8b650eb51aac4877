// The time limit of one call, counted from when it is made.

/** Returns a function that says how many milliseconds are left of `deadlineMs`, counted from now. */
export function startDeadline(deadlineMs: number): () => number {
  const end = performance.now() + deadlineMs;
  return () => end - performance.now();
}
