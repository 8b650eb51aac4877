// Writes text to a stream at the reader's pace, and makes it safe for a terminal.
import { escapeLines } from "../render/quote-name.ts";
import { isTerminal } from "./terminal-process.ts";

/**
 * Writes text and waits until it is taken. Returns whether the reader is still there. On a terminal, control characters are
 * escaped, except for line feeds and what `paint` adds.
 */
export async function print(
  stream: NodeJS.WritableStream,
  text: string,
  paint: (safe: string) => string = (safe) => safe,
): Promise<boolean> {
  return printSafe(stream, paint(isTerminal(stream) ? escapeLines(text) : text));
}

/** Writes text whose names are already quoted. It is not an error if the reader is gone (`dirleaf | head`). */
export async function printSafe(stream: NodeJS.WritableStream, text: string): Promise<boolean> {
  if (stream.listenerCount("error") === 0) {
    // Node reports an error to the callback and as an event. The callback is enough, but an unhandled event ends the process.
    stream.on("error", () => {});
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
