// How `dirleaf mcp` and `dirleaf web` are stopped: by signals, and with some time for running calls to finish.
import type { RunningServer } from "../mcp/running-server.ts";
import type { TerminalProcess } from "./terminal-process.ts";

/** How long a client may take to read the last answers. */
const SEND_MS = 10_000;

/**
 * Serves until the client is gone or `stopped` resolves. Then the server has `longestMs` to finish running calls. Returns whether the clients
 * have read all answers, for which they have any time, but only `SEND_MS` after `stopped` has resolved.
 */
export async function serveUntil(stopped: Promise<void>, server: RunningServer, longestMs: number): Promise<boolean> {
  try {
    await (server.ended === undefined ? stopped : Promise.race([server.ended, stopped]));
  } finally {
    server.stop();
  }
  try {
    const isAnswered = await within(server.idle(), longestMs);
    const flushed = server.flushed();
    const isRead = await Promise.race([flushed.then(() => true), stopped.then(() => within(flushed, SEND_MS))]);
    return isAnswered && isRead;
  } finally {
    server.close();
  }
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
export async function stopSignal(terminal: TerminalProcess): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = () => {
      terminal.off("SIGINT", stop);
      terminal.off("SIGTERM", stop);
      resolve();
    };
    terminal.once("SIGINT", stop);
    terminal.once("SIGTERM", stop);
  });
}
