// Waits for a server to finish what it was asked, before it ends. Not for ever.

/** How long a client may take to read the last answers. */
const SEND_MS = 10_000;

/** What is still under way. */
export interface Work {
  /** Resolves when every call that was taken is answered. */
  idle(): Promise<void>;
  /** Resolves when the clients have the answers. */
  written(): Promise<void>;
}

/**
 * Waits until every call is answered, for at most `longestMs`, and then until the answers are read. There is no limit on that
 * until `isHurried` resolves; from then on there is. Gives whether everything was finished.
 */
export async function drain(work: Work, longestMs: number, isHurried: Promise<void>): Promise<boolean> {
  const areAnswered = await within(work.idle(), longestMs);
  const written = work.written();
  const areRead = await Promise.race([written.then(() => true), isHurried.then(() => within(written, SEND_MS))]);
  return areAnswered && areRead;
}

async function within(done: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const isDone = await Promise.race([done.then(() => true), tooLong]);
  clearTimeout(timer);
  return isDone;
}
