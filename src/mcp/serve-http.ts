// The server over Streamable HTTP. It keeps nothing between two requests, so any replica can answer any of them.
import type { ServerResponse } from "node:http";

import { refuse, sendJson, startServer } from "./http-server.ts";
import type { Engine } from "./engine.ts";
import { exchange } from "./http-exchange.ts";
import { toUrlHost } from "./http-guard.ts";
import type { HttpSettings } from "./http-settings.ts";
import type { RunningServer } from "./running-server.ts";

const MCP_PATH = "/mcp";
const HEALTH_PATH = "/health";
const PAGE_PATH = "/";

/** A page in a browser that calls this server. */
export interface ServedPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Listens, or throws if it can't. Errors that no client sees go to `onError`. */
export async function serveHttp(
  engine: Engine,
  settings: HttpSettings,
  onError: (error: Error) => void,
  page?: ServedPage,
): Promise<RunningServer & { readonly url: string }> {
  const turnEnds = endOfTurn();
  /** The exchanges whose answers are not sent yet. */
  const open = new Map<ServerResponse, Promise<void>>();
  let isStopping = false;

  const { server, port } = await startServer(settings.host, settings.port, (request, response) => {
    const [path] = (request.url ?? "").split("?");
    if (isStopping) {
      return refuse(response, { status: 503, error: "the server is stopping" });
    }
    if (path === HEALTH_PATH) {
      return sendJson(response, 200, JSON.stringify({ status: "ok" }), { Connection: "close" });
    }
    const isPage = page !== undefined && path === PAGE_PATH;
    if (!isPage && path !== MCP_PATH) {
      return refuse(response, { status: 404, error: `nothing here; the server is at ${MCP_PATH}` });
    }
    const method = isPage ? "GET" : "POST";
    const refusal = (isPage ? settings.pageGuard : settings.guard)(request);
    if (refusal !== undefined) {
      return refuse(response, refusal);
    }
    if (request.method !== method) {
      // There are no sessions to read from or to end.
      return refuse(response, { status: 405, error: `only ${method}`, headers: { Allow: method } });
    }
    if (isPage) {
      return void response.writeHead(200, page.headers).end(page.html);
    }
    const answered = exchange(engine, turnEnds, request, response).catch((error: unknown) => {
      // If the connection was dropped, that is why it failed: nothing to report.
      if (!request.socket.destroyed) {
        onError(error as Error);
        request.socket.destroy();
      }
    });
    open.set(response, answered);
    response.once("close", () => open.delete(response));
  });

  return {
    url: `http://${toUrlHost(settings.host)}:${port}${MCP_PATH}`,
    stop() {
      isStopping = true;
      server.close();
    },
    async idle() {
      await Promise.all(open.values());
    },
    async flushed() {
      await Promise.all([...open.keys()].map((response) => new Promise((resolve) => response.once("close", resolve))));
    },
    close: () => server.closeAllConnections(),
  };
}

/**
 * Returns a function that waits until all requests of the current turn of the event loop have been read. Calls that start together take
 * turns, which saves a third of the time with eight clients, and costs a single client nothing.
 */
function endOfTurn(): () => Promise<void> {
  let end: Promise<void> | undefined;
  return () => {
    end ??= new Promise((resolve) => {
      setImmediate(() => {
        end = undefined;
        resolve();
      });
    });
    return end;
  };
}
