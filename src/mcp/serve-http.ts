// The server over Streamable HTTP. It keeps nothing between two requests, so any replica can answer any of them.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { toNodeHandler, type NodeMcpRequestHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type McpServerFactory } from "@modelcontextprotocol/server";

import { httpGuard } from "./http-guard.ts";
import { toUrlHost, type HttpSettings } from "./http-settings.ts";
import { OpenRequests } from "./open-requests.ts";

/** A call is a path and a few globs. */
const LARGEST_BODY = 256 * 1024;

/** How long a client may take to send a request. */
const RECEIVE_MS = 10_000;

/** How many streams of news may be open. There are no news: a client that opens one only keeps a connection. */
const MOST_SUBSCRIPTIONS = 64;

const MOST_CONNECTIONS = 1024;

const MCP_PATH = "/mcp";
const HEALTH_PATH = "/health";

export interface HttpListener {
  readonly url: string;
  /** Takes no more requests. */
  stopListening(): void;
  /** Resolves when every request that was taken is answered. */
  idle(): Promise<void>;
  /** Ends what is still open. */
  close(): Promise<void>;
}

/** Listens, or throws if it can't. Errors that reach nobody else are given to `onError`. */
export async function serveHttp(
  factory: McpServerFactory,
  settings: HttpSettings,
  onError: (error: Error) => void,
): Promise<HttpListener> {
  const handler = createMcpHandler(factory, {
    maxRequestBodySize: LARGEST_BODY,
    maxSubscriptions: MOST_SUBSCRIPTIONS,
    onerror: onError,
  });
  const serve = toNodeHandler(handler, { maxRequestBodySize: LARGEST_BODY, onerror: onError });
  const mayCall = httpGuard(settings);
  const requests = new OpenRequests();
  const server = createServer({ connectionsCheckingInterval: RECEIVE_MS / 2 }, (request, response) => {
    const [pathname] = (request.url ?? "").split("?");
    if (pathname !== MCP_PATH && pathname !== HEALTH_PATH) {
      answer(response, 404, { error: `nothing here; the server is at ${MCP_PATH}` });
    } else if (pathname === HEALTH_PATH) {
      answer(response, 200, { status: "ok" });
    } else if (mayCall(request, response)) {
      if (request.method === "POST") {
        requests.add(response);
        serve(withClient(request), response).catch(onError);
      } else {
        // There are no sessions to read from or to end.
        answer(response, 405, { error: "only POST" }, { Allow: "POST" });
      }
    }
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.requestTimeout = RECEIVE_MS;
  server.headersTimeout = RECEIVE_MS;
  await listen(server, settings);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${toUrlHost(settings.host)}:${port}${MCP_PATH}`,
    stopListening: () => void server.close(),
    idle: () => requests.idle(),
    async close() {
      await handler.close();
      server.closeAllConnections();
    },
  };
}

async function listen(server: Server, { host, port }: HttpSettings): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** The request with the one who sent it, whose calls take turns with those of others. */
function withClient(request: IncomingMessage): Parameters<NodeMcpRequestHandler>[0] {
  const auth = { token: "", clientId: request.socket.remoteAddress ?? "", scopes: [] };
  return Object.assign(request, { auth }) as Parameters<NodeMcpRequestHandler>[0];
}

function answer(response: ServerResponse, status: number, body: object, headers?: Record<string, string>): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(`${JSON.stringify(body)}\n`);
}
