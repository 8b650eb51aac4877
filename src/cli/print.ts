// Writes text to a stream at the reader's pace, and makes it safe for a terminal.
import type { Writable } from "node:stream";

import { escapeLines } from "../text/entry-label.ts";
import { toFunctionCallError } from "../tooling/function-call-error.ts";
import { isTerminal, type Output, type TerminalProcess } from "./terminal-process.ts";

/**
 * Writes text and waits until it is taken. Returns whether the reader is still there. On a terminal, control characters are
 * escaped, except for line feeds.
 */
export async function print(stream: Output, text: string): Promise<boolean> {
  return printSafe(stream, isTerminal(stream) ? escapeLines(text) : text);
}

/** Writes text whose names are already quoted. It is not an error if the reader is gone (`dirleaf | head`). */
export async function printSafe(stream: Output, text: string): Promise<boolean> {
  if ("listenerCount" in stream && (stream as Writable).listenerCount("error") === 0) {
    // Node reports an error to the callback and as an event. The callback is enough, but an unhandled event ends the process.
    (stream as Writable).on("error", () => {});
  }
  return new Promise<boolean>((resolve, reject) => {
    stream.write(text, (error) => {
      if (error === undefined || error === null) {
        resolve(true);
      } else if ((error as NodeJS.ErrnoException).code === "EPIPE") {
        resolve(false);
      } else {
        reject(error);
      }
    });
  });
}

/** Prints the error of a command that was understood, and returns the exit code. */
export async function reportError(error: unknown, terminal: TerminalProcess): Promise<number> {
  const { kind, message } = toFunctionCallError(error);
  await print(terminal.stderr, kind === "fatal" ? `dirleaf: ${message}\n` : `${message}\n`);
  return 1;
}
