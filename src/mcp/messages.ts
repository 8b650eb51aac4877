// JSON-RPC messages: parses and checks what a client sent, and writes our answers. A result or an error is an object until it is written
// here.
import { isObject } from "../tooling/check-options.ts";

export type Fields = Readonly<Record<string, unknown>>;
export type Id = string | number;

interface MethodCall {
  readonly method: string;
  readonly params: Fields | undefined;
}

export interface Notification extends MethodCall {
  readonly kind: "notification";
}

export interface Request extends MethodCall {
  readonly kind: "request";
  readonly id: Id;
  /** Undefined, too, once the method has started: it has taken what it needs. */
  params: Fields | undefined;
}

/** What a request needs from the transport that received it. */
export interface Transport {
  /** Aborts when the client cancels the request or leaves. */
  readonly signal: AbortSignal;
  notify(notification: { method: string; params: Record<string, unknown> }): Promise<void>;
}

/** What a tool call needs from its request. */
export interface CallContext extends Transport {
  readonly id: Id;
  /** The client's metadata, such as a progress token. What we can't read in it is ignored. */
  readonly _meta?: Fields | undefined;
}

/** The error that a client gets. */
export interface Failure {
  readonly code: number;
  readonly message: string;
  /** What clients read besides the message. Short: it must not repeat megabytes that a client sent. */
  readonly data?: Fields;
}

/** An invalid message. `id`: what to answer with; undefined if its sender does not wait for an answer. */
interface InvalidMessage {
  readonly kind: "invalid";
  readonly id: Id | null | undefined;
  readonly failure: Failure;
}

/** A response is never expected, since this server sends no requests. */
export type Message = Request | Notification | InvalidMessage | { readonly kind: "response" };

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
export const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;

/** Reads one message from JSON text. A batch is invalid: no current version of the protocol has batches. */
export function readMessage(text: string): Message {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return invalid(null, { code: PARSE_ERROR, message: "Parse error: Invalid JSON" });
  }
  if (!isObject(value)) {
    return invalid(null, invalidRequest("a message is a JSON object; batches are not supported"));
  }
  const { jsonrpc, id, method, params } = value;
  if (method === undefined && ("result" in value || "error" in value)) {
    return { kind: "response" };
  }
  const isRequest = "id" in value;
  const answerId =
    isRequest || typeof method !== "string" ? (isId(id) || typeof id === "number" ? id : null) : undefined;
  if (jsonrpc !== "2.0" || typeof method !== "string") {
    return invalid(answerId, invalidRequest('jsonrpc must be "2.0", and method a string'));
  }
  if (isRequest && !isId(id)) {
    return invalid(answerId, invalidRequest("id must be a string or an integer"));
  }
  if (params !== undefined && !isObject(params)) {
    return invalid(answerId, invalidParams("params must be an object"));
  }
  return isId(id) ? { kind: "request", id, method, params } : { kind: "notification", method, params };
}

function invalid(id: InvalidMessage["id"], failure: Failure): InvalidMessage {
  return { kind: "invalid", id, failure };
}

export function isId(value: unknown): value is Id {
  return typeof value === "string" || Number.isSafeInteger(value);
}

export function invalidParams(reason: string): Failure {
  return { code: INVALID_PARAMS, message: `Invalid params: ${reason}` };
}

export function invalidRequest(reason: string): Failure {
  return { code: INVALID_REQUEST, message: `Invalid Request: ${reason}` };
}

export function isFailure(value: object): value is Failure {
  return "code" in value;
}

/** The answer to a request. */
export function writeResult(id: Id, result: Fields): string {
  return JSON.stringify({ result, jsonrpc: "2.0", id });
}

/** An error as an answer. */
export function writeFailure(id: Id | null, failure: Failure): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: failure });
}

export function writeNotification(notification: Parameters<Transport["notify"]>[0]): string {
  return JSON.stringify({ jsonrpc: "2.0", ...notification });
}
