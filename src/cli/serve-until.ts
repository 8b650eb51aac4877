// What `dirleaf mcp` and `dirleaf web` share: their roots, and the signals that stop them. Running calls get some time to finish.
import type { CommandLine } from "./command-line.ts";
import type { TerminalProcess } from "./terminal-process.ts";
import { UsageError } from "./usage-error.ts";

/** How long a client may take to read the last answers. */
const SEND_MS = 10_000;

/** A server that runs, on either transport. */
export interface RunningServer {
  /** Accepts no more requests. */
  stop(): void;
  /** Resolves when every accepted request is answered. */
  idle(): Promise<void>;
  /** Resolves when the answers are sent. */
  written(): Promise<void>;
  /** Closes everything that is still open. */
  close(): void;
  /** Resolves when its only client is gone. Rejects if the connection to it can't go on. */
  readonly ended?: Promise<void>;
}

/** The roots that were named. Throws a `UsageError` if one is empty. */
export function rootsOf({ name, operands }: CommandLine): string[] {
  if (operands.some(({ value }) => value === "")) {
    throw new UsageError("a root must not be empty", name);
  }
  return operands.map(({ value }) => value);
}

/**
 * Serves until the client is gone or `stopped` resolves. Then the server has `longestMs` to answer what it was asked before. Returns whether
 * the clients have read all answers. They may take as long as they like, but only `SEND_MS` once `stopped` has resolved.
 */
export async function serveUntil(stopped: Promise<void>, server: RunningServer, longestMs: number): Promise<boolean> {
  try {
    await (server.ended === undefined ? stopped : Promise.race([server.ended, stopped]));
  } finally {
    server.stop();
  }
  try {
    const isAnswered = await within(server.idle(), longestMs);
    const written = server.written();
    const isRead = await Promise.race([written.then(() => true), stopped.then(() => within(written, SEND_MS))]);
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
