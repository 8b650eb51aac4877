// What clients of the two eras of MCP send: the old one has a handshake, and in the new one every request says who sends it.

/** @typedef {"old" | "new"} Era */

export const OLD_VERSION = "2025-11-25";
export const NEW_VERSION = "2026-07-28";

const CLIENT = { name: "bench", version: "1.0.0" };

/** The parameters of the old era's handshake. */
export const INITIALIZE = { protocolVersion: OLD_VERSION, capabilities: {}, clientInfo: CLIENT };

/** The metadata of every request of the new era. */
export const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": NEW_VERSION,
  "io.modelcontextprotocol/clientInfo": CLIENT,
  "io.modelcontextprotocol/clientCapabilities": {},
};
