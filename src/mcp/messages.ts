// JSON-RPC messages: what a client sent, sorted and checked, and the text of what we answer.
import { cutAt } from "../tooling/cut-text.ts";

export type Fields = Readonly<Record<string, unknown>>;
export type Id = string | number;

export interface Notification {
  readonly kind: "notification";
  readonly method: string;
  readonly params: Fields | undefined;
}

export interface Request extends Omit<Notification, "kind"> {
  readonly kind: "request";
  readonly id: Id;
}

/** The error that a client gets. */
export interface Failure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A message that is not valid. `id` is the one to answer with, or undefined if its sender does not wait for an answer. */
export interface WrongMessage {
  readonly kind: "wrong";
  readonly id: Id | null | undefined;
  readonly failure: Failure;
}

/** A response is never expected, since this server asks nothing. */
export type Message = Request | Notification | WrongMessage | { readonly kind: "response" };

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
export const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;
const HEADER_MISMATCH = -32_020;

/** The one version of the protocol that has batches. */
export const BATCH_VERSION = "2025-03-26";

/** How many messages a batch may have. We may have to hold all its answers for a client that does not read. */
const LARGEST_BATCH = 32;

const MESSAGE_KEYS = new Set(["jsonrpc", "id", "method", "params"]);

/** The longest error text that stays as it is, and how much to keep of a longer one. */
const LONGEST_ERROR = 500;
const HEAD = 200;
const TAIL = 50;

/** What a client sent in one go: a message, or a batch of them. */
export interface Sent {
  readonly messages: readonly Message[];
  readonly isBatch: boolean;
}

/** Reads JSON text. `hasBatches`: whether the client speaks the version that has batches. */
export function readMessages(text: string, hasBatches: boolean): Sent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return alone(wrong(null, { code: PARSE_ERROR, message: "Parse error: Invalid JSON" }));
  }
  if (!Array.isArray(value)) {
    return alone(readMessage(value));
  }
  if (!hasBatches) {
    const why = `batches are part of version ${BATCH_VERSION} only; send one message at a time`;
    return alone(wrong(null, invalidRequest(why)));
  }
  return value.length === 0 || value.length > LARGEST_BATCH
    ? alone(wrong(null, invalidRequest(`a batch holds 1 to ${LARGEST_BATCH} messages`)))
    : { messages: value.map(readMessage), isBatch: true };
}

function alone(message: Message): Sent {
  return { messages: [message], isBatch: false };
}

/** Sorts a value that was read from JSON. */
function readMessage(value: unknown): Message {
  if (!isJsonObject(value)) {
    return wrong(null, invalidRequest("a message is a JSON object"));
  }
  const { jsonrpc, id, method, params } = value;
  if (method === undefined && ("result" in value || "error" in value)) {
    return { kind: "response" };
  }
  const isRequest = "id" in value;
  const shownId =
    isRequest || typeof method !== "string" ? (isId(id) || typeof id === "number" ? id : null) : undefined;
  if (jsonrpc !== "2.0" || typeof method !== "string") {
    return wrong(shownId, invalidRequest('jsonrpc must be "2.0", and method a string'));
  }
  if (isRequest && !isId(id)) {
    return wrong(shownId, invalidRequest("id must be a string or an integer"));
  }
  if (params !== undefined && !isJsonObject(params)) {
    return wrong(shownId, invalidParams("params must be an object"));
  }
  if (!Object.keys(value).every((key) => MESSAGE_KEYS.has(key))) {
    return wrong(shownId, invalidRequest("a request has jsonrpc, id, method and params, and no more"));
  }
  return isId(id) ? { kind: "request", id, method, params } : { kind: "notification", method, params };
}

/** The error for an HTTP header that does not repeat what the body says, as proxies must be able to rely on. */
export function headerMismatch(header: string, given: string | undefined, body: string): Failure {
  const message = `Bad Request: the header ${header} must be what the body says: ${body}`;
  return { code: HEADER_MISMATCH, message, data: { mismatch: { header: given ?? "(missing)", body } } };
}

/** The answer to a request. `result` is JSON text. */
export function writeResult(id: Id, result: string): string {
  return `{"result":${result},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}

/** An error as an answer. What it repeats of a message is shortened: a name may be 9 MB long. */
export function writeFailure(id: Id | null, { code, message, data }: Failure): string {
  const isDataShort = data !== undefined && JSON.stringify(data).length <= LONGEST_ERROR;
  const error = { code, message: shorten(message), ...(isDataShort && { data }) };
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}

export function writeNotification(notification: { readonly method: string; readonly params: object }): string {
  return JSON.stringify({ jsonrpc: "2.0", ...notification });
}

export function isJsonObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isId(value: unknown): value is Id {
  return typeof value === "string" || Number.isSafeInteger(value);
}

export function invalidParams(what: string): Failure {
  return { code: INVALID_PARAMS, message: `Invalid params: ${what}` };
}

export function invalidRequest(what: string): Failure {
  return { code: INVALID_REQUEST, message: `Invalid Request: ${what}` };
}

export function isFailure(value: object): value is Failure {
  return "code" in value;
}

function wrong(id: WrongMessage["id"], failure: Failure): WrongMessage {
  return { kind: "wrong", id, failure };
}

function shorten(text: string): string {
  if (text.length <= LONGEST_ERROR) {
    return text;
  }
  // Half a character at the start of the tail would be as bad as one at the end of the head.
  const tail = text.slice(-TAIL).replace(/^[\udc00-\udfff]/, "");
  return `${cutAt(text, HEAD)}… (${text.length} characters) …${tail}`;
}
