// Answers to invalid messages. Without one, the client would wait forever.
import { isJsonObject } from "./is-json-object.ts";

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const INVALID_PARAMS = -32_602;

/** The answer to a line that is not valid JSON. */
export const NOT_JSON: string = writeError(null, PARSE_ERROR, "Parse error: the line is not valid JSON");

/** The answer to a batch that is not accepted. */
export function refuseBatch(reason: string): string {
  return writeError(null, INVALID_REQUEST, `Invalid Request: ${reason}`);
}

/** The answer to an invalid message, or undefined if it is a notification or a response: these get none. */
export function refuseMessage(value: unknown): string | undefined {
  if (!isJsonObject(value)) {
    return writeError(null, INVALID_REQUEST, "Invalid Request: a message is a JSON object");
  }
  const { jsonrpc, id, method, params } = value;
  const isNotification = typeof method === "string" && !("id" in value);
  const isAnswer = !("method" in value) && ("result" in value || "error" in value);
  if (isNotification || isAnswer) {
    return undefined;
  }
  const shownId = typeof id === "string" || typeof id === "number" ? id : null;
  if (jsonrpc !== "2.0" || typeof method !== "string") {
    return writeError(shownId, INVALID_REQUEST, 'Invalid Request: jsonrpc must be "2.0", and method a string');
  }
  if (typeof id !== "string" && !Number.isSafeInteger(id)) {
    return writeError(shownId, INVALID_REQUEST, "Invalid Request: id must be a string or an integer");
  }
  return params !== undefined && !isJsonObject(params)
    ? writeError(shownId, INVALID_PARAMS, "Invalid params: params must be an object")
    : writeError(
        shownId,
        INVALID_REQUEST,
        "Invalid Request: a request has jsonrpc, id, method and params, and no more",
      );
}

function writeError(id: string | number | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
}
