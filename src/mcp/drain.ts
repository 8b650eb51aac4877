// The end of a server that is told to stop: calls that run are answered first, but not for ever.
/** A call takes at most its deadline, which is 10 seconds unless somebody set it otherwise. */
const LONGEST_DRAIN_MS = 12_000;

/** Resolves when nothing runs any more, or the time for it is over. */
export async function drain(work: { idle(): Promise<void> }): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_DRAIN_MS);
  });
  await Promise.race([work.idle(), tooLong]);
  clearTimeout(timer);
  // An answer that was made in this turn of the event loop is written in the next.
  await new Promise((resolve) => setImmediate(resolve));
}
