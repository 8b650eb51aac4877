// Writes text to a stream, at the pace of whoever reads it, and harmless where a person does.
import { escapeLines } from "../render/escape-characters.ts";
import { isTerminal } from "./terminal-process.ts";

/**
 * Writes a text and waits until it is taken. Gives whether anybody reads on. On a terminal no character acts but line
 * feeds, and what `paint` adds.
 */
export async function print(
  stream: NodeJS.WritableStream,
  text: string,
  paint: (safe: string) => string = (safe) => safe,
): Promise<boolean> {
  return printSafe(stream, paint(isTerminal(stream) ? escapeLines(text) : text));
}

/** Writes a text whose names are quoted already. A reader that has gone (`dirleaf | head`) wants no more: no fault. */
export async function printSafe(stream: NodeJS.WritableStream, text: string): Promise<boolean> {
  if (stream.listenerCount("error") === 0) {
    // An error is told twice. What is told to the writer is enough, but nobody listening to the other ends the process.
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
