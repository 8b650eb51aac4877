// Lets a server finish its calls before it exits, but not forever.

/** How long a client may take to read the last answers. */
const SEND_MS = 10_000;

/** Work in progress. */
export interface Work {
  /** Resolves when every accepted call is answered. */
  idle(): Promise<void>;
  /** Resolves when the clients have the answers. */
  written(): Promise<void>;
}

/**
 * Waits until every call is answered, for at most `longestMs`, and then until the answers are read. The second wait has no
 * limit until `isHurried` resolves, and `SEND_MS` from then on. Returns whether everything was finished.
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
