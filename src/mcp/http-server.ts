// The HTTP server below the protocol: how it starts, the limits of a client, bodies and answers.
import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** Node closes connections beyond this. */
const MAX_CONNECTIONS = 1024;

/** How many requests may be open on one connection. Hardly any client sends one before it has the answer to the last. */
const MAX_PIPELINED = 8;

/** How long a client may take to send a request. */
const RECEIVE_MS = 10_000;

/** How long a connection may be silent in both directions. No call takes that long. */
const SILENCE_MS = 60_000;

/** The largest body, in bytes. A call is a path and a few globs. */
export const MAX_BODY_BYTES: number = 256 * 1024;

/** Why a request is refused. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Decides whether a request is refused, before anything reads its body. */
export type HttpGuard = (request: IncomingMessage) => Refusal | undefined;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Listens, or throws if it can't. Port 0 takes any free one. */
export async function startServer(
  host: string,
  port: number,
  handle: Handle,
): Promise<{ readonly server: Server; readonly port: number }> {
  const serve = inTurn(handle);
  const server = createServer({
    connectionsCheckingInterval: RECEIVE_MS / 2,
    headersTimeout: RECEIVE_MS,
    requestTimeout: RECEIVE_MS,
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = SILENCE_MS;
  server.on("request", serve);
  // Node would answer a request with `Expect` itself, before anybody has checked who sends it. Expectations we don't know may be ignored.
  server.on("checkContinue", serve).on("checkExpectation", serve);
  await once(server.listen(port, host), "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

/**
 * Handles the requests of each connection one after the other. Node would start all of them at once, and would not tell the later ones
 * that the connection was dropped.
 */
function inTurn(handle: Handle): Handle {
  const connections = new WeakMap<Socket, { open: number; turn: Promise<void> }>();
  return async (request, response) => {
    const { socket } = request;
    // Node takes the first Host header and drops the others. A proxy in front of us may have checked another one.
    if ((request.headersDistinct["host"]?.length ?? 0) > 1) {
      refuse(response, { status: 400, error: "there is more than one Host header" });
      return;
    }
    const connection = connections.get(socket) ?? { open: 0, turn: Promise.resolve() };
    connections.set(socket, connection);
    connection.open += 1;
    if (connection.open > MAX_PIPELINED) {
      socket.destroy();
      return;
    }
    const { turn } = connection;
    connection.turn = new Promise((resolve) => {
      response.once("close", () => {
        connection.open -= 1;
        resolve();
      });
    });
    await turn;
    if (!socket.destroyed) {
      handle(request, response);
    }
  };
}

/** Answers with JSON text. */
export function sendJson(response: ServerResponse, status: number, text: string, headers: object = {}): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(text);
}

/** Refuses a request, and closes the connection: a client that may not call must not hold one open. */
export function refuse(response: ServerResponse, { status, error, headers }: Refusal): void {
  sendJson(response, status, JSON.stringify({ error }), { Connection: "close", ...headers });
}

/** The Expect header of a client that waits for our go-ahead. */
const WAITS_WITH_BODY = /\b100-continue\b/i;

/**
 * What `read` makes of the body of a request, which is undefined if it is too large: then the rest is read and dropped, because a client that
 * still sends reads no answer. A request keeps its listeners, and so the result, until it is answered, but not the text. Rejects if the
 * connection is closed.
 */
export async function readBody<Read>(
  request: IncomingMessage,
  response: ServerResponse,
  read: (body: string | undefined) => Read,
): Promise<Read> {
  if (WAITS_WITH_BODY.test(request.headers.expect ?? "")) {
    response.writeContinue();
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_BODY_BYTES) {
        chunks.push(chunk);
      }
    });
    request.on("end", () => {
      const body = length > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString();
      chunks.length = 0;
      try {
        resolve(read(body));
      } catch (error) {
        reject(error as Error);
      }
    });
    request.on("error", reject).on("close", () => {
      // Every request ends with this event. An error is made only if it is needed: that takes longer than the rest of this function.
      if (!request.readableEnded) {
        reject(new Error("the connection is closed"));
      }
    });
  });
}

/** Whether two texts are the same. How long this takes does not depend on how much of a guess was right. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/** Always the same length, as `timingSafeEqual` requires. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
