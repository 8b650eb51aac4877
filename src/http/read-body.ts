// Reads the body of an HTTP request, up to a limit, and refuses a larger one in a way that its sender can see.
import type { IncomingMessage, ServerResponse } from "node:http";

/** How much of a larger body is still read, and dropped. */
const MOST_DROPPED = 16 * 1024 * 1024;

/** A client that sends nothing for this long is not sending any more, and reads the answer. */
const LONGEST_SILENCE_MS = 500;

/** The body as text, or undefined if it has more than `largest` bytes. */
export async function readBody(request: IncomingMessage, largest: number): Promise<string | undefined> {
  if (Number(request.headers["content-length"]) > largest) {
    return undefined;
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > largest) {
        request.off("data", take);
        resolve(undefined);
      }
    };
    request.on("data", take);
    request.on("end", () => resolve((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString()));
    request.on("error", reject).on("close", () => {
      // Every request ends with this event, and an error costs more than the rest of this function.
      if (!request.readableEnded) {
        reject(new Error("the connection is closed"));
      }
    });
  });
}

/**
 * Answers with this JSON text that the body is too large, and reads what may still come of it before the connection is closed. A
 * connection that is closed with bytes unread is reset, and a client that is still sending would see only that, not the refusal.
 */
export async function refuseBody(request: IncomingMessage, response: ServerResponse, text: string): Promise<void> {
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    Connection: "close",
  };
  response.writeHead(413, headers).write(text);
  let dropped = 0;
  await new Promise<void>((resolve) => {
    const silence = setTimeout(resolve, LONGEST_SILENCE_MS);
    request.on("data", (chunk: Buffer) => {
      silence.refresh();
      dropped += chunk.length;
      if (dropped > MOST_DROPPED) {
        request.pause();
        resolve();
      }
    });
    request.once("end", resolve).once("close", () => {
      clearTimeout(silence);
      resolve();
    });
  });
  response.end();
}
