// The server over Streamable HTTP. It keeps nothing between two requests, so any replica can answer any of them.
import type { IncomingMessage, ServerResponse } from "node:http";

import { startServer } from "../http/start-server.ts";
import { endOfTurn } from "./end-of-turn.ts";
import type { Engine } from "./engine.ts";
import { exchange } from "./http-exchange.ts";
import { httpGuard, type HttpGuard } from "../http/http-guard.ts";
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

export interface HttpListener {
  readonly url: string;
  /** Accepts no more requests. */
  stop(): void;
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
  { host, port: wanted, maxPerAddress, ...guarded }: HttpSettings,
  onError: (error: Error) => void,
): Promise<HttpListener> {
  const turnEnds = endOfTurn();
  const findAnswer = answerFinder(httpGuard(guarded));
  let isStopping = false;
  const bounds = { most: MOST_CONNECTIONS, mostPerClient: maxPerAddress, silenceMs: SILENCE_MS };
  const { server, port, connections } = await startServer({ host, port: wanted, ...bounds }, () => ({
    quickAnswer(request) {
      const found = isStopping ? refusal(503, "the server is stopping") : findAnswer(request);
      return found && ((response) => answer(response, found));
    },
    answer: (request, response, client) =>
      exchange(engine, turnEnds, request, response, client).catch((error: unknown) => {
        // A dropped connection explains the failure, so it is not reported.
        if (!request.socket.destroyed) {
          onError(error as Error);
          request.socket.destroy();
        }
      }),
  }));
  return {
    url: `http://${toUrlHost(host)}:${port}${MCP_PATH}`,
    stop() {
      isStopping = true;
      server.close();
    },
    idle: () => connections.idle(),
    written: () => connections.written(),
    close: () => server.closeAllConnections(),
  };
}

/** Finds the answer to a request, or undefined if the request may call a tool. */
function answerFinder(guard: HttpGuard): (request: IncomingMessage) => Answer | undefined {
  return (request) => {
    const [pathname] = (request.url ?? "").split("?");
    if (pathname === HEALTH_PATH) {
      return { status: 200, body: { status: "ok" } };
    }
    if (pathname !== MCP_PATH) {
      return refusal(404, `nothing here; the server is at ${MCP_PATH}`);
    }
    const refused = guard(request);
    if (refused !== undefined) {
      return refusal(refused.status, refused.error, refused.headers);
    }
    // There are no sessions to read from or to end.
    return request.method === "POST" ? undefined : refusal(405, "only POST", { Allow: "POST" });
  };
}

function refusal(status: number, error: string, headers: Answer["headers"] = {}): Answer {
  return { status, body: { error }, headers };
}

/** Also closes the connection: a client that has not proved that it may call has no right to keep one. */
function answer(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { "Content-Type": "application/json", Connection: "close", ...headers });
  response.end(`${JSON.stringify(body)}\n`);
}
