// Writes calls of both eras as the text of HTTP requests.

/** Stands for the number of a call, and is as long. */
export const ID = "9999999";

/** The headers of a call of the old era. */
export const OLD = { "mcp-protocol-version": "2025-11-25" };

const NEW_VERSION = "2026-07-28";
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": NEW_VERSION,
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** @typedef {{ method?: string, path?: string, headers: Record<string, string | undefined>, body?: string }} Request */

/**
 * @param {string} name
 * @param {object} toolArguments
 * @returns {Request & { body: string }}
 */
export function oldEra(name, toolArguments) {
  return { headers: OLD, body: writeCall({ name, arguments: toolArguments }) };
}

/**
 * @param {string} name
 * @param {object} toolArguments
 * @returns {Request & { body: string }}
 */
export function newEra(name, toolArguments) {
  return {
    headers: { "mcp-protocol-version": NEW_VERSION, "mcp-method": "tools/call", "mcp-name": name },
    body: writeCall({ name, arguments: toolArguments, _meta: ENVELOPE }),
  };
}

/** @param {object} params */
function writeCall(params) {
  return JSON.stringify({ jsonrpc: "2.0", id: Number(ID), method: "tools/call", params });
}

/**
 * The text of a request. A header that is undefined is left out.
 * @param {Request} request
 */
export function writeRequest({ method = "POST", path = "/mcp", headers, body = "" }) {
  const all = {
    host: "127.0.0.1",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}
