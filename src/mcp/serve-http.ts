// The server over Streamable HTTP. It keeps nothing between two requests, so any replica can answer any of them.
import type { IncomingMessage, ServerResponse } from "node:http";

import { startServer } from "../http/start-server.ts";
import { EndOfTurn } from "./end-of-turn.ts";
import type { Engine } from "./engine.ts";
import { exchange } from "./http-exchange.ts";
import { httpGuard } from "../http/http-guard.ts";
import { toUrlHost } from "../http/host-name.ts";
import type { HttpSettings } from "./http-settings.ts";

/** How long a connection may be silent in both directions. No call takes that long. */
const SILENCE_MS = 60_000;

const MOST_CONNECTIONS = 1024;

const MCP_PATH = "/mcp";
const HEALTH_PATH = "/health";

/** An answer that needs no call. */
interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const STOPPING: Answer = { status: 503, body: { error: "the server is stopping" } };

export interface HttpListener {
  readonly url: string;
  /** Accepts no more requests. */
  stopListening(): void;
  /** Resolves when every accepted request is answered. */
  idle(): Promise<void>;
  /** Resolves when the answers are sent. */
  written(): Promise<void>;
  /** Closes everything that is still open. */
  close(): void;
}

/** Listens, or throws if it can't. Errors that reach nobody else go to `onError`. */
export async function serveHttp(
  engine: Engine,
  settings: HttpSettings,
  onError: (error: Error) => void,
): Promise<HttpListener> {
  const turn = new EndOfTurn();
  const findAnswer = router(settings);
  let isStopping = false;
  const { server, port, connections } = await startServer(
    {
      host: settings.host,
      port: settings.port,
      most: MOST_CONNECTIONS,
      mostPerClient: settings.maxPerAddress,
      silenceMs: SILENCE_MS,
    },
    () => ({
      quickAnswer(request) {
        const found = isStopping ? STOPPING : findAnswer(request);
        return found && ((response) => answer(response, found));
      },
      answer: (request, response, client) =>
        exchange(engine, turn, request, response, client).catch((error: unknown) => {
          // A dropped connection explains the failure, so it is not reported.
          if (!request.socket.destroyed) {
            onError(error as Error);
            request.socket.destroy();
          }
        }),
    }),
  );
  return {
    url: `http://${toUrlHost(settings.host)}:${port}${MCP_PATH}`,
    stopListening() {
      isStopping = true;
      server.close();
    },
    idle: () => connections.idle(),
    written: () => connections.written(),
    close: () => server.closeAllConnections(),
  };
}

/** Finds the answer to a request, or undefined if the request may call a tool. */
function router(settings: HttpSettings): (request: IncomingMessage) => Answer | undefined {
  const findRefusal = httpGuard(settings);
  return (request) => {
    const [pathname] = (request.url ?? "").split("?");
    if (pathname === HEALTH_PATH) {
      return { status: 200, body: { status: "ok" } };
    }
    if (pathname !== MCP_PATH) {
      return { status: 404, body: { error: `nothing here; the server is at ${MCP_PATH}` } };
    }
    const refusal = findRefusal(request);
    if (refusal !== undefined) {
      return { ...refusal, body: { error: refusal.error } };
    }
    // There are no sessions to read from or to end.
    return request.method === "POST"
      ? undefined
      : { status: 405, body: { error: "only POST" }, headers: { Allow: "POST" } };
  };
}

/** Also closes the connection: a client that has not proved that it may call has no right to keep one. */
function answer(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { "Content-Type": "application/json", Connection: "close", ...headers });
  response.end(`${JSON.stringify(body)}\n`);
}
