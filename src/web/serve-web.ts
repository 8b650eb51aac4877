// The server of `dirleaf web`: the page, and the calls that it makes. On loopback only, for whoever has the token.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { Connections } from "../http/connections.ts";
import { PLAIN_HEADERS, pageHeaders } from "./page-headers.ts";
import type { WebCalls } from "./web-calls.ts";
import { PAGE_PATH, webGuard } from "./web-guard.ts";
import { TOKEN_PATH, USED_TWICE, type WebKeys } from "./web-keys.ts";
import type { CallRequest } from "./web-messages.ts";

const ADDRESS = "127.0.0.1";

/** A call is a path and a few globs. */
const LARGEST_BODY = 256 * 1024;

/** How long a client may take to send a request. */
const RECEIVE_MS = 10_000;

/**
 * A browser opens six to a server, but anybody on this machine may open some. More than the system lets wait at once, so that
 * none is closed before its request could be read.
 */
const MOST_CONNECTIONS = 1024;

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
  const server = createServer({ connectionsCheckingInterval: RECEIVE_MS / 2 });
  server.requestTimeout = RECEIVE_MS;
  server.headersTimeout = RECEIVE_MS;
  // All clients have this machine's address, so they are not told apart by it.
  const connections = new Connections({ most: MOST_CONNECTIONS, mostPerClient: MOST_CONNECTIONS });
  server.on("connection", (socket) => connections.admit(socket));
  const port = await listen(server);
  const host = `${ADDRESS}:${port}`;
  const findRefusal = webGuard({ host, keys });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.of(request.socket);
    if (connection === undefined) {
      return;
    }
    const refusal = findRefusal(request);
    // Anybody may load the page.
    connection.isKnown ||= refusal === undefined && request.url !== PAGE_PATH;
    connection.serve(response, async () => {
      if (refusal !== undefined) {
        refuse(response, refusal.status, refusal.error);
      } else if (request.url === PAGE_PATH) {
        response.writeHead(200, headers).end(page);
      } else if (request.url === TOKEN_PATH) {
        giveToken(response, keys.makeToken());
      } else {
        await answerCall(request, response, calls, findRefusal);
      }
    });
  });
  return {
    url: `http://${host}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function giveToken(response: ServerResponse, token: string | undefined): void {
  if (token === undefined) {
    refuse(response, 401, USED_TWICE);
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
      refuse(response, 413, `a request may have ${LARGEST_BODY} bytes`);
      return;
    }
    const asked = request.url === "/about" ? undefined : parseCall(body);
    if (asked === "wrong") {
      refuse(response, 400, "a call has a tool, arguments as JSON text, and a profile");
      return;
    }
    const answer = asked === undefined ? calls.about() : await calls.call(asked, dropped.signal);
    // The token may have ended meanwhile.
    const refusal = findRefusal(request);
    if (refusal === undefined) {
      send(response, 200, answer);
    } else {
      refuse(response, refusal.status, refusal.error);
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
  const { tool, arguments: json, profile } = call ?? {};
  return typeof tool === "string" && typeof json === "string" && typeof profile === "string"
    ? { tool, arguments: json, profile }
    : "wrong";
}

/** The body as text, or undefined if it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LARGEST_BODY) {
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, status: number, body: object, more: Record<string, string> = {}): void {
  response.writeHead(status, { ...PLAIN_HEADERS, "Content-Type": "application/json", ...more });
  response.end(JSON.stringify(body));
}

/** Also closes the connection: a client that may not call has no right to keep one. */
function refuse(response: ServerResponse, status: number, error: string): void {
  send(response, status, { error }, { Connection: "close" });
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, ADDRESS, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}
