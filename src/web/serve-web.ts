// The server of `dirleaf web`: the page, and the calls that it makes. On loopback only, for whoever has the token.
import type { IncomingMessage, ServerResponse } from "node:http";

import { MAX_BODY_BYTES, readBody, refuse, sendJson, startServer } from "../http/http-server.ts";
import { PLAIN_HEADERS, pageHeaders } from "./page-file.ts";
import type { WebCalls } from "./web-calls.ts";
import { ADDRESS, PAGE_PATH, webGuard } from "./web-guard.ts";
import type { CallRequest } from "./web-messages.ts";

export interface WebListener {
  /** Where the page is, without the token. */
  readonly url: string;
  /** Stops listening, and ends what is still open. */
  close(): void;
}

/** Listens on a free port. `page` is one HTML document. `onOpen` is called when a browser has opened it. */
export async function serveWeb(
  page: string,
  token: string,
  calls: WebCalls,
  onOpen: () => void = () => {},
): Promise<WebListener> {
  const headers = pageHeaders(page);
  const findRefusal = webGuard(token);

  /** Answers `/about` and `/call`. When the connection drops, its call stops. */
  const answerCall = async (request: IncomingMessage, response: ServerResponse) => {
    const dropped = new AbortController();
    response.once("close", () => dropped.abort());
    const body = await readBody(request, response, (text) => text);
    if (body === undefined) {
      refuse(response, { status: 413, error: `the request body exceeds ${MAX_BODY_BYTES} bytes` });
      return;
    }
    if (request.url === "/about") {
      onOpen();
      sendJson(response, 200, JSON.stringify(calls.about));
      return;
    }
    const call = parseCall(body);
    if (call === undefined) {
      refuse(response, { status: 400, error: "a call has a tool, arguments as JSON text, and a profile" });
    } else {
      sendJson(response, 200, JSON.stringify(await calls.call(call, dropped.signal)));
    }
  };

  const { server, port } = await startServer(ADDRESS, 0, (request, response) => {
    response.setHeaders(PLAIN_HEADERS);
    const refusal = findRefusal(request);
    if (refusal !== undefined) {
      refuse(response, refusal);
    } else if (request.url === PAGE_PATH) {
      response.writeHead(200, headers).end(page);
    } else {
      // It fails if the page has gone, or no longer wants the answer.
      answerCall(request, response).catch(() => response.destroy());
    }
  });

  return {
    url: `http://${ADDRESS}:${port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function parseCall(body: string): CallRequest | undefined {
  let call: Partial<Record<keyof CallRequest, unknown>> | null;
  try {
    call = JSON.parse(body) as typeof call;
  } catch {
    return undefined;
  }
  const { tool, arguments: json, profile, asData } = call ?? {};
  return typeof tool === "string" && typeof json === "string" && typeof profile === "string"
    ? { tool, arguments: json, profile, asData: asData === true }
    : undefined;
}
