// What the HTTP servers of `dirleaf mcp` and `dirleaf web` share: how they start, and what a client may take up.
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Node closes connections beyond this. */
const MAX_CONNECTIONS = 1024;

/** How long a client may take to send a request. */
const RECEIVE_MS = 10_000;

/** How long a connection may be silent in both directions. No call takes that long. */
const SILENCE_MS = 60_000;

/** The largest body, in bytes. A call is a path and a few globs. */
export const MAX_BODY_BYTES: number = 256 * 1024;

/** Listens, or throws if it can't. Port 0 takes any free one. Add the handler of requests at once: there are none before the next turn. */
export async function startServer(
  host: string,
  port: number,
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer({
    connectionsCheckingInterval: RECEIVE_MS / 2,
    headersTimeout: RECEIVE_MS,
    requestTimeout: RECEIVE_MS,
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = SILENCE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/**
 * The body of a request as text, or undefined if it is too large: then the rest is read and dropped, because a client that still sends
 * reads no answer. Rejects if the connection is closed.
 */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_BODY_BYTES) {
        chunks.push(chunk);
      }
    });
    request.on("end", () => resolve(length > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString()));
    request.on("error", reject).on("close", () => {
      // Every request ends with this event, and an error takes longer to make than the rest of this function.
      if (!request.readableEnded) {
        reject(new Error("the connection is closed"));
      }
    });
  });
}
