// One HTTP exchange: reads the message in a request's body, and answers it.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

import { MAX_BODY_BYTES, readBody, sendJson } from "./http-server.ts";
import type { Engine } from "./engine.ts";
import {
  invalidRequest,
  isFailure,
  METHOD_NOT_FOUND,
  readMessage,
  writeFailure,
  writeNotification,
  type Id,
  type Request,
} from "./messages.ts";
import type { HttpRefusal, Revision } from "./revision.ts";
import { revisionOf } from "./revisions.ts";

const STREAM_HEADERS = {
  "cache-control": "no-cache, no-transform",
  "content-type": "text/event-stream",
  "x-accel-buffering": "no",
};

/** Undefined for notifications and responses, which get no answer. */
type Outcome = { readonly request: Request; readonly revision: Revision } | RefusedMessage | undefined;

type RefusedMessage = HttpRefusal & { readonly id?: Id | null };

/** Answers a request once `turnEnds` resolves. Resolves when the answer is complete, or the connection is gone. */
export async function exchange(
  engine: Engine,
  turnEnds: () => Promise<void>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const outcome = await readBody(request, response, (body) =>
    body === undefined ? TOO_LARGE : readRequest(engine, body, request.headers),
  );
  await turnEnds();
  if (response.destroyed) {
    // The client is gone. Its `close` event has passed, so a listener that is added now would never be called.
    return;
  }
  if (outcome === undefined) {
    response.writeHead(202).end();
  } else if ("status" in outcome) {
    sendJson(response, outcome.status, writeFailure(outcome.id ?? null, outcome.failure));
  } else {
    await answer(engine, outcome.request, outcome.revision, response);
  }
}

const TOO_LARGE: RefusedMessage = {
  status: 413,
  failure: invalidRequest(`the request body exceeds ${MAX_BODY_BYTES} bytes`),
};

/** Answers with JSON, or with an event stream if a notification comes before the result. */
async function answer(engine: Engine, request: Request, revision: Revision, response: ServerResponse): Promise<void> {
  const call = new AbortController();
  response.on("close", () => {
    // Every answer ends with this event.
    if (!response.writableFinished) {
      call.abort(new Error("the connection is closed"));
    }
  });
  const line = await engine.answer(request, revision, {
    signal: call.signal,
    async notify(notification) {
      if (!response.headersSent) {
        response.writeHead(200, STREAM_HEADERS);
      }
      response.write(toEvent(writeNotification(notification)));
    },
  });
  if (line === undefined) {
    // The call was cancelled, so nobody reads the answer.
    response.destroy();
  } else if (response.headersSent) {
    response.end(toEvent(line));
  } else {
    sendJson(response, 200, line);
  }
}

function toEvent(line: string): string {
  return `event: message\ndata: ${line}\n\n`;
}

/** The request in a body, or why it is refused. */
function readRequest(engine: Engine, body: string, headers: IncomingHttpHeaders): Outcome {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") {
    const message = "Unsupported Media Type: Content-Type must be application/json";
    return { status: 415, failure: { code: -32_000, message } };
  }
  const message = readMessage(body);
  if (message.kind === "invalid") {
    return { status: 400, id: message.id ?? null, failure: message.failure };
  }
  if (message.kind === "response") {
    return undefined;
  }
  const id = message.kind === "request" ? message.id : null;
  const revision = revisionOf(message, headers["mcp-protocol-version"]);
  if (isFailure(revision)) {
    return { status: 400, id, failure: revision };
  }
  const refusal = revision.findHeaderMistake(message, headers);
  if (refusal !== undefined) {
    return { ...refusal, id };
  }
  if (message.kind === "notification") {
    return undefined;
  }
  const failure = revision.hasHandshake ? undefined : engine.findMistake(message, revision);
  return failure === undefined
    ? { request: message, revision }
    : { status: failure.code === METHOD_NOT_FOUND ? 404 : 400, id, failure };
}
