// One HTTP exchange: reads the message in a request's body, and answers it.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

import { LARGEST_BODY, readBody, refuseBody } from "../http/request-body.ts";
import type { CallSide } from "./call-context.ts";
import { CallSignal } from "./call-signal.ts";
import type { Engine } from "./engine.ts";
import {
  BATCH_VERSION,
  headerMismatch,
  invalidParams,
  invalidRequest,
  isFailure,
  METHOD_NOT_FOUND,
  readMessages,
  writeFailure,
  writeNotification,
  type Failure,
  type Id,
  type Message,
  type Request,
} from "./messages.ts";
import type { Revision } from "./revision.ts";
import { HANDSHAKE } from "./revision-2025-11-25.ts";
import { namedVersion, needsEnvelope, revisionOf } from "./revisions.ts";

/** How often a stream without events shows that it is alive. */
const KEEP_ALIVE_MS = 15_000;

const STREAM_HEADERS = {
  "cache-control": "no-cache, no-transform",
  "content-type": "text/event-stream",
  "x-accel-buffering": "no",
};

const JSON_HEADERS = { "content-type": "application/json" };

/** What a request asks for: an answer to each of its messages, or a refusal. */
type Asked =
  | { readonly requests: readonly Request[]; readonly revision: Revision }
  | { readonly status: number; readonly id?: Id | null; readonly failure: Failure };

/** Notifications and responses get no answer. */
const NOTHING: Asked = { requests: [], revision: HANDSHAKE };

/** Answers a request when its turn has ended. Resolves when the whole answer is written, or the connection is gone. */
export async function exchange(
  engine: Engine,
  turnEnds: () => Promise<void>,
  request: IncomingMessage,
  response: ServerResponse,
  clientId: string,
): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) {
    const text = writeFailure(null, invalidRequest(`a request may have ${LARGEST_BODY} bytes`));
    await refuseBody(request, response, JSON_HEADERS, text);
    return;
  }
  await turnEnds();
  if (response.destroyed) {
    // The client left meanwhile. Whoever listens for that only now would never hear of it.
    return;
  }
  const asked = read(engine, body, request.headers);
  if ("status" in asked) {
    response.writeHead(asked.status, JSON_HEADERS).end(writeFailure(asked.id ?? null, asked.failure));
  } else if (asked.requests.length === 0) {
    response.writeHead(202).end();
  } else {
    await answer(engine, asked.requests, asked.revision, response, clientId);
  }
}

/** Answers with JSON, or with an event stream if the revision wants one or a notification comes before the result. */
async function answer(
  engine: Engine,
  requests: readonly Request[],
  revision: Revision,
  response: ServerResponse,
  clientId: string,
): Promise<void> {
  const dropped = new CallSignal();
  let keepAlive: NodeJS.Timeout | undefined;
  response.on("close", () => {
    // Every answer ends with this event, and an error costs a tenth of a small listing.
    if (!response.writableFinished) {
      dropped.abort(new Error("the connection is closed"));
    }
  });
  const startStream = () => {
    // Node sends the headers with the first event.
    response.writeHead(200, STREAM_HEADERS);
    keepAlive = setInterval(() => response.write(": keepalive\n\n"), KEEP_ALIVE_MS).unref();
  };
  const send = (line: string) => {
    if (keepAlive === undefined) {
      startStream();
    }
    response.write(toEvent(line));
  };
  if (revision.alwaysStreams) {
    startStream();
  }
  const side: CallSide = {
    signal: dropped.asSignal(),
    http: { authInfo: { clientId } },
    notify: async (notification) => send(writeNotification(notification)),
  };
  const lines = requests.map((request) => engine.answer(request, revision, side));
  // The answers of a batch are events, and the last of them ends the stream.
  for (const line of lines.slice(0, -1)) {
    send((await line) ?? "");
  }
  const last = await lines.at(-1);
  clearInterval(keepAlive);
  if (last === undefined) {
    // Nobody is left to read it.
    response.destroy();
  } else if (keepAlive === undefined) {
    response.writeHead(200, JSON_HEADERS).end(last);
  } else {
    response.end(toEvent(last));
  }
}

function toEvent(line: string): string {
  return `event: message\ndata: ${line}\n\n`;
}

/** Finds out what a request asks for. */
function read(engine: Engine, body: string, headers: IncomingHttpHeaders): Asked {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") {
    const message = "Unsupported Media Type: Content-Type must be application/json";
    return { status: 415, failure: { code: -32_000, message } };
  }
  // Without the header, the version of a batch is the one that has batches.
  const hasBatches = (headers["mcp-protocol-version"] ?? BATCH_VERSION) === BATCH_VERSION;
  const { messages, isBatch } = readMessages(body, hasBatches);
  return isBatch ? readBatch(messages, headers) : readOne(engine, messages[0] as Message, headers);
}

function readOne(engine: Engine, message: Message, headers: IncomingHttpHeaders): Asked {
  if (message.kind === "wrong") {
    return { status: 400, id: message.id ?? null, failure: message.failure };
  }
  if (message.kind === "response") {
    return NOTHING;
  }
  const id = message.kind === "request" ? message.id : null;
  const revision = revisionOf(message);
  const [named, given] = [namedVersion(message), headers["mcp-protocol-version"] as string | undefined];
  if (revision !== HANDSHAKE && typeof named === "string" && given !== undefined && given.trim() !== named) {
    return { status: 400, id, failure: headerMismatch("mcp-protocol-version", given, named) };
  }
  if (isFailure(revision)) {
    return { status: 400, id, failure: revision };
  }
  if (revision.hasHandshake && needsEnvelope(given)) {
    const failure = invalidParams("requests of the version in MCP-Protocol-Version need an envelope in _meta");
    return message.kind === "notification" ? NOTHING : { status: 400, id, failure };
  }
  const refusal = revision.refuseHeaders(message, headers);
  if (refusal !== undefined) {
    return { ...refusal, id };
  }
  if (message.kind === "notification") {
    return NOTHING;
  }
  const failure = revision.alwaysStreams ? undefined : engine.refuse(message, revision);
  return failure === undefined
    ? { requests: [message], revision }
    : { status: failure.code === METHOD_NOT_FOUND ? 404 : 400, id, failure };
}

/** A batch is refused as a whole if any of its messages is. */
function readBatch(messages: readonly Message[], headers: IncomingHttpHeaders): Asked {
  if (!messages.every(mayBeInBatch)) {
    return { status: 400, failure: invalidRequest("the batch holds a message that may not be in one") };
  }
  const requests = messages.filter((message) => message.kind === "request");
  const [first] = requests;
  return (first && HANDSHAKE.refuseHeaders(first, headers)) ?? { requests, revision: HANDSHAKE };
}

function mayBeInBatch(message: Message): boolean {
  return (
    message.kind === "response" ||
    (message.kind !== "wrong" && revisionOf(message) === HANDSHAKE && message.method !== "initialize")
  );
}
