// The messages of the two revisions of MCP. The old one has a handshake; in the new one every request says who sends it.

const VERSIONS = { old: "2025-11-25", new: "2026-07-28" };
const CLIENT = { name: "bench", version: "1.0.0" };

/** What the handshake begins with. */
export const INITIALIZE = { protocolVersion: VERSIONS.old, capabilities: {}, clientInfo: CLIENT };
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": VERSIONS.new,
  "io.modelcontextprotocol/clientInfo": CLIENT,
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A message as JSON. Without an id it is a notification. */
export function writeMessage(method, params, id) {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

/** The headers and the body of a message over HTTP. */
export function messageOverHttp(revision, method, params, id) {
  const isNew = revision === "new";
  const headers = { "mcp-protocol-version": VERSIONS[revision] };
  return {
    headers: isNew ? { ...headers, "mcp-method": method, "mcp-name": params.name } : headers,
    body: writeMessage(method, isNew ? { ...params, _meta: ENVELOPE } : params, id),
  };
}

/** The text of a request. A header that is undefined is left out. */
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
