// Starts an HTTP server whose connections are bounded, and that serves the requests of each connection one after the other.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { Connections, type ConnectionBounds } from "./connections.ts";

/** How long a client may take to send a request. */
const RECEIVE_MS = 10_000;

export interface ServerSettings extends ConnectionBounds {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /**
   * How long a connection may be silent in both directions.
   * @default for ever
   */
  readonly silenceMs?: number;
}

export interface RequestHandler {
  /** Returns what answers a request that may call nothing, such as a refusal; undefined if the request may call. */
  quickAnswer(request: IncomingMessage): ((response: ServerResponse) => void) | undefined;
  /** Answers a request that may call. Never rejects. */
  answer(request: IncomingMessage, response: ServerResponse, client: string): Promise<void>;
}

export interface StartedServer {
  readonly server: Server;
  readonly port: number;
  readonly connections: Connections;
}

/** Listens, or throws if it can't. A connection counts as known once a request on it may call. */
export async function startServer(
  settings: ServerSettings,
  makeHandler: (port: number) => RequestHandler,
): Promise<StartedServer> {
  const connections = new Connections(settings);
  const server = createServer({ connectionsCheckingInterval: RECEIVE_MS / 2 });
  server.requestTimeout = RECEIVE_MS;
  server.headersTimeout = RECEIVE_MS;
  server.timeout = settings.silenceMs ?? 0;
  server.on("connection", (socket) => connections.admit(socket));
  const port = await listen(server, settings);
  const handler = makeHandler(port);
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.of(request.socket);
    if (connection === undefined) {
      return;
    }
    const quick = handler.quickAnswer(request);
    connection.isKnown ||= quick === undefined;
    connection.serve(response, async () => {
      await (quick === undefined ? handler.answer(request, response, connection.client) : quick(response));
    });
  });
  return { server, port, connections };
}

async function listen(server: Server, { host, port }: ServerSettings): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}
