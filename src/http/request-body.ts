// Reads the body of a request, and refuses one that is too large.
import type { IncomingMessage, ServerResponse } from "node:http";

/** The largest body, in bytes. A call is a path and a few globs. */
export const LARGEST_BODY: number = 256 * 1024;

/** How much of a larger body is still read, and dropped. */
const MOST_DROPPED = 16 * 1024 * 1024;

/** A client that sends nothing for this long is not sending any more, and reads the answer. */
const LONGEST_SILENCE_MS = 500;

/** The body as text, or undefined if it is too large. Rejects if the connection is closed. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers["content-length"]) > LARGEST_BODY) {
    return undefined;
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > LARGEST_BODY) {
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
 * Sends a refusal of a body that is too large, and reads what may still come of it before the connection is closed. A connection
 * that is closed with bytes unread is reset, and a client that is still sending would see only that, and not the refusal.
 */
export async function refuseBody(
  request: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  text: string,
): Promise<void> {
  response.writeHead(413, { ...headers, "Content-Length": Buffer.byteLength(text), Connection: "close" }).write(text);
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
