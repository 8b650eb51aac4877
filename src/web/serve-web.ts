// The server of `dirleaf web`: the page, and the calls that it makes. On loopback only, for whoever has the token.
import type { IncomingMessage, ServerResponse } from "node:http";

import { LARGEST_BODY, readBody, refuseBody } from "../http/request-body.ts";
import { startServer } from "../http/start-server.ts";
import { PLAIN_HEADERS, pageHeaders } from "./page-headers.ts";
import type { WebCalls } from "./web-calls.ts";
import { PAGE_PATH, TOKEN_PATH, USED_TWICE, webGuard, type Refusal, type WebKeys } from "./web-guard.ts";
import type { CallRequest } from "./web-messages.ts";

const ADDRESS = "127.0.0.1";

/**
 * A browser opens six to a server, but anybody on this machine may open some. More than the system lets wait at once, so that
 * none is closed before its request could be read.
 */
const MOST_CONNECTIONS = 1024;

const JSON_HEADERS = { ...PLAIN_HEADERS, "Content-Type": "application/json" };

export interface WebSettings {
  /** The page, as one HTML document. */
  readonly page: string;
  readonly keys: Pick<WebKeys, "refusalOf" | "makeToken">;
  readonly calls: Pick<WebCalls, "about" | "call">;
}

export interface WebListener {
  /** Where the page is, without the token. */
  readonly url: string;
  /** Stops listening, and ends what is still open. */
  close(): void;
}

/** Listens on a free port. */
export async function serveWeb({ page, keys, calls }: WebSettings): Promise<WebListener> {
  const headers = pageHeaders(page);
  // All clients have this machine's address, so they are not told apart by it.
  const bounds = { most: MOST_CONNECTIONS, mostPerClient: MOST_CONNECTIONS };
  const { server, port } = await startServer({ host: ADDRESS, port: 0, ...bounds }, (ownPort) => {
    const findRefusal = webGuard({ host: `${ADDRESS}:${ownPort}`, keys });
    return {
      quickAnswer: (request) => {
        const refusal = findRefusal(request);
        if (refusal !== undefined) {
          return (response) => refuse(response, refusal);
        }
        // Anybody may load the page.
        return request.url === PAGE_PATH ? (response) => void response.writeHead(200, headers).end(page) : undefined;
      },
      answer: async (request, response) => {
        if (request.url === TOKEN_PATH) {
          giveToken(response, keys.makeToken());
        } else {
          await answerCall(request, response, calls, findRefusal);
        }
      },
    };
  });
  return {
    url: `http://${ADDRESS}:${port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function giveToken(response: ServerResponse, token: string | undefined): void {
  if (token === undefined) {
    refuse(response, { status: 401, error: USED_TWICE });
  } else {
    send(response, 200, { token });
  }
}

/** Answers `/about` and `/call`. When the connection drops, its call stops. */
async function answerCall(
  request: IncomingMessage,
  response: ServerResponse,
  calls: WebSettings["calls"],
  findRefusal: ReturnType<typeof webGuard>,
): Promise<void> {
  const dropped = new AbortController();
  response.once("close", () => dropped.abort());
  try {
    const body = await readBody(request);
    if (body === undefined) {
      const text = JSON.stringify({ error: `a request may have ${LARGEST_BODY} bytes` });
      await refuseBody(request, response, JSON_HEADERS, text);
      return;
    }
    const asked = request.url === "/about" ? undefined : parseCall(body);
    if (asked === "wrong") {
      refuse(response, { status: 400, error: "a call has a tool, arguments as JSON text, and a profile" });
      return;
    }
    const answer = asked === undefined ? calls.about() : await calls.call(asked, dropped.signal);
    // The token may have ended meanwhile.
    const refusal = findRefusal(request);
    if (refusal === undefined) {
      send(response, 200, answer);
    } else {
      refuse(response, refusal);
    }
  } catch {
    // The page has gone, or no longer wants the answer.
    response.destroy();
  }
}

function parseCall(body: string): CallRequest | "wrong" {
  let call: Partial<Record<keyof CallRequest, unknown>> | null;
  try {
    call = JSON.parse(body) as typeof call;
  } catch {
    return "wrong";
  }
  const { tool, arguments: json, profile, asData } = call ?? {};
  return typeof tool === "string" && typeof json === "string" && typeof profile === "string"
    ? { tool, arguments: json, profile, asData: asData === true }
    : "wrong";
}

function send(response: ServerResponse, status: number, body: object, more: Record<string, string> = {}): void {
  response.writeHead(status, { ...JSON_HEADERS, ...more }).end(JSON.stringify(body));
}

/** Also closes the connection: a client that may not call has no right to keep one. */
function refuse(response: ServerResponse, { status, error }: Refusal): void {
  send(response, status, { error }, { Connection: "close" });
}
