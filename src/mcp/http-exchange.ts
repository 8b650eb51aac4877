// One HTTP exchange: reads the body of a request. If it is no plain call, passes it to the SDK as a web `Request`, and writes
// the answer back.
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";

import type { McpHttpHandler } from "@modelcontextprotocol/server";

import { BATCH_VERSION, BATCHES_REFUSED, LARGEST_BATCH } from "./batch-rules.ts";
import type { EndOfTurn } from "./end-of-turn.ts";
import type { HttpCalls } from "./http-calls.ts";

/** A call is a path and a few globs. */
export const LARGEST_BODY: number = 256 * 1024;

/** How much of a larger body is still read, and dropped. */
const MOST_DROPPED = 16 * 1024 * 1024;

/** A client that sends nothing for this long is not sending any more, and reads the answer. */
const LONGEST_SILENCE_MS = 500;

/** Who answers requests. */
export interface Answerers {
  /** Answers plain calls. */
  readonly calls: HttpCalls | undefined;
  /** Answers everything else. */
  readonly handler: Pick<McpHttpHandler, "fetch">;
  /** Says when they start. */
  readonly turn: Pick<EndOfTurn, "reached">;
}

/** Answers a request. Resolves when the whole answer is written, or the connection is gone. */
export async function exchange(
  request: IncomingMessage,
  response: ServerResponse,
  { calls, handler, turn }: Answerers,
  clientId: string,
): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) {
    await refuseBody(request, response);
    return;
  }
  await turn.reached();
  if (response.destroyed) {
    // The client left meanwhile. Whoever listens for that only now would never hear of it.
    return;
  }
  const parsedBody = parse(body);
  if (calls !== undefined && (await calls.take(parsedBody, request, response, clientId))) {
    return;
  }
  if (Array.isArray(parsedBody)) {
    // By the protocol, a request without the header has this version.
    if ((request.headers["mcp-protocol-version"] ?? BATCH_VERSION) !== BATCH_VERSION) {
      refuse(response, 400, `Invalid Request: ${BATCHES_REFUSED}`);
      return;
    }
    if (parsedBody.length > LARGEST_BATCH) {
      refuse(response, 400, `Invalid Request: a batch may hold ${LARGEST_BATCH} messages`);
      return;
    }
  }
  const dropped = new AbortController();
  response.once("close", () => dropped.abort(new Error("the connection is closed")));
  const headers = request.headers as Record<string, string>;
  const asked = new Request("http://localhost/mcp", { method: "POST", headers, body, signal: dropped.signal });
  const authInfo = { token: "", clientId, scopes: [] };
  // With `parsedBody` the SDK does not parse the body again. Without it, it parses the body itself and rejects invalid JSON.
  const answer = await handler.fetch(asked, { authInfo, ...(parsedBody !== undefined && { parsedBody }) });
  await send(answer, response, dropped.signal);
}

/** The body as text, or undefined if it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers["content-length"]) > LARGEST_BODY) {
    return undefined;
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > LARGEST_BODY) {
        request.off("data", take);
        resolve(undefined);
      }
    };
    request.on("data", take);
    request.on("end", () => resolve((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString()));
    request.on("error", reject).on("close", () => {
      // Every request ends with this event, and an error costs more than the rest of this function.
      if (!request.readableEnded) {
        reject(new Error("the connection is closed"));
      }
    });
  });
}

/**
 * Says that the body is too large, and reads what may still come of it before the connection is closed. A connection that is
 * closed with bytes unread is reset, and a client that is still sending would see only that, and not the refusal.
 */
async function refuseBody(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = writeError(`Payload Too Large: a request may have ${LARGEST_BODY} bytes`);
  const headers = { "Content-Type": "application/json", "Content-Length": text.length, Connection: "close" };
  response.writeHead(413, headers).write(text);
  let dropped = 0;
  await new Promise<void>((resolve) => {
    const silence = setTimeout(resolve, LONGEST_SILENCE_MS);
    request.on("data", (chunk: Buffer) => {
      silence.refresh();
      dropped += chunk.length;
      if (dropped > MOST_DROPPED) {
        request.pause();
        resolve();
      }
    });
    request.once("end", resolve).once("close", () => {
      clearTimeout(silence);
      resolve();
    });
  });
  response.end();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes the answer, no faster than the client reads. */
async function send(answer: Response, response: ServerResponse, dropped: AbortSignal): Promise<void> {
  const headers = Object.fromEntries(answer.headers);
  // The SDK always sends keep-alive, but Node knows what the client asked for.
  delete headers["connection"];
  response.writeHead(answer.status, headers);
  for await (const chunk of answer.body ?? []) {
    if (dropped.aborted) {
      return;
    }
    if (!response.write(chunk)) {
      await once(response, "drain", { signal: dropped }).catch(() => {});
    }
  }
  response.end();
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(writeError(message));
}

function writeError(message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", error: { code: -32_600, message }, id: null });
}
