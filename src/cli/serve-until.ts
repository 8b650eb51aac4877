// Runs a server until a signal says stop or its client has gone, and lets it finish its calls, but not forever.
import type { ServerProcess } from "./terminal-process.ts";

/** How long a client may take to read the last answers. */
const SEND_MS = 10_000;

/** A server that runs, on either transport. */
export interface RunningServer {
  /** Resolves when its only client has gone. Rejects if the connection to it can't go on. */
  readonly over?: Promise<void>;
  /** Accepts no more requests. */
  stop(): void;
  /** Resolves when every accepted call is answered. */
  idle(): Promise<void>;
  /** Resolves when the clients have the answers. */
  written(): Promise<void>;
  /** Closes everything that is still open. */
  close(): void;
}

/**
 * Serves until the server is over or `stopped` resolves, and answers everything it was asked by then, within `longestMs`. Returns whether
 * the clients read all answers.
 */
export async function serveUntil(stopped: Promise<void>, server: RunningServer, longestMs: number): Promise<boolean> {
  let isDone = false;
  try {
    await (server.over === undefined ? stopped : Promise.race([server.over, stopped]));
  } finally {
    server.stop();
    // As with any pipe, the reader may take as long as it likes, unless we get a stop signal.
    isDone = await drain(server, longestMs, stopped);
    server.close();
  }
  return isDone;
}

/**
 * Waits until every call is answered, for at most `longestMs`, and then until the answers are read. The second wait has no
 * limit until `isHurried` resolves, and `SEND_MS` from then on. Returns whether everything was finished.
 */
export async function drain(
  work: Pick<RunningServer, "idle" | "written">,
  longestMs: number,
  isHurried: Promise<void>,
): Promise<boolean> {
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

/** Resolves at the first SIGINT or SIGTERM. A second one ends the process as usual. */
export async function stopSignal(host: ServerProcess): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = () => {
      host.off("SIGINT", stop);
      host.off("SIGTERM", stop);
      resolve();
    };
    host.once("SIGINT", stop);
    host.once("SIGTERM", stop);
  });
}
