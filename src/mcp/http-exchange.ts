// One HTTP exchange: reads the message in a request's body, and answers it.
import type { IncomingMessage, ServerResponse } from "node:http";

import { LARGEST_BODY, readBody, refuseBody } from "../http/request-body.ts";
import { CallSignal } from "./call-signal.ts";
import type { EndOfTurn } from "./end-of-turn.ts";
import type { Engine } from "./engine.ts";
import { HttpAnswer, JSON_HEADERS } from "./http-answer.ts";
import {
  BATCH_VERSION,
  headerMismatch,
  INVALID_PARAMS,
  INVALID_REQUEST,
  isFailure,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  readMessage,
  refuseBatch,
  writeFailure,
  type Failure,
  type Id,
  type Message,
  type Request,
} from "./messages.ts";
import type { Revision } from "./revision.ts";
import { HANDSHAKE } from "./revision-2025-11-25.ts";
import { namedVersion, needsEnvelope, revisionOf } from "./revisions.ts";

/** What a request asks for: an answer to each of its messages, or a refusal. */
type Asked =
  | { readonly requests: readonly Request[]; readonly revision: Revision }
  | { readonly status: number; readonly id: Id | null; readonly failure: Failure };

/** Notifications and responses get no answer. */
const NOTHING: Asked = { requests: [], revision: HANDSHAKE };

/** Answers a request at the end of its turn. Resolves when the whole answer is written, or the connection is gone. */
export async function exchange(
  engine: Engine,
  turn: Pick<EndOfTurn, "reached">,
  request: IncomingMessage,
  response: ServerResponse,
  clientId: string,
): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) {
    const message = `Payload Too Large: a request may have ${LARGEST_BODY} bytes`;
    const text = writeFailure(null, { code: INVALID_REQUEST, message });
    await refuseBody(request, response, { "Content-Type": "application/json" }, text);
    return;
  }
  await turn.reached();
  if (response.destroyed) {
    // The client left meanwhile. Whoever listens for that only now would never hear of it.
    return;
  }
  const asked = read(engine, body, request.headers);
  if ("status" in asked) {
    response.writeHead(asked.status, JSON_HEADERS).end(writeFailure(asked.id, asked.failure));
    return;
  }
  if (asked.requests.length === 0) {
    response.writeHead(202).end();
    return;
  }
  await answer(engine, asked.requests, asked.revision, response, clientId);
}

async function answer(
  engine: Engine,
  requests: readonly Request[],
  revision: Revision,
  response: ServerResponse,
  clientId: string,
): Promise<void> {
  const dropped = new CallSignal();
  response.on("close", () => {
    // Every answer ends with this event, and an error costs a tenth of a small listing.
    if (!response.writableFinished) {
      dropped.abort(new Error("the connection is closed"));
    }
  });
  const written = new HttpAnswer(response, revision.alwaysStreams);
  const side = { signal: dropped.asSignal(), clientId, notify: (line: string) => written.notify(line) };
  const lines = requests.map(async (request) => {
    const failure = engine.refuse(request, revision);
    return failure === undefined ? engine.answer(request, revision, side) : writeFailure(request.id, failure);
  });
  const last = lines.pop();
  // The answers of a batch are events, and the last of them ends the stream.
  for (const line of lines) {
    written.notify((await line) ?? "");
  }
  written.end(await last);
}

/** Finds out what a request asks for. */
function read(engine: Engine, body: string, headers: IncomingMessage["headers"]): Asked {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json") {
    return refuse(415, -32_000, "Unsupported Media Type: Content-Type must be application/json");
  }
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return refuse(400, PARSE_ERROR, "Parse error: Invalid JSON");
  }
  return Array.isArray(value) ? readBatch(value, headers) : readOne(engine, readMessage(value), headers);
}

function readOne(engine: Engine, message: Message, headers: IncomingMessage["headers"]): Asked {
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
    const text = "Invalid params: requests of the version in MCP-Protocol-Version need an envelope in _meta";
    return message.kind === "notification"
      ? NOTHING
      : { status: 400, id, failure: { code: INVALID_PARAMS, message: text } };
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

/** A batch is refused as a whole if any of its messages is. Without the header, its version is the one that has batches. */
function readBatch(values: readonly unknown[], headers: IncomingMessage["headers"]): Asked {
  const failure = refuseBatch(values.length, (headers["mcp-protocol-version"] ?? BATCH_VERSION) === BATCH_VERSION);
  if (failure !== undefined) {
    return { status: 400, id: null, failure };
  }
  const requests: Request[] = [];
  for (const value of values) {
    const message = readMessage(value);
    const isFine =
      message.kind === "response" ||
      (message.kind !== "wrong" && revisionOf(message) === HANDSHAKE && message.method !== "initialize");
    if (!isFine) {
      return refuse(400, INVALID_REQUEST, "Invalid Request: the batch holds a message that may not be in one");
    }
    if (message.kind === "request") {
      requests.push(message);
    }
  }
  const [first] = requests;
  const refusal = first && HANDSHAKE.refuseHeaders(first, headers);
  return refusal === undefined ? { requests, revision: HANDSHAKE } : { ...refusal, id: null };
}

function refuse(status: number, code: number, message: string): Asked {
  return { status, id: null, failure: { code, message } };
}
