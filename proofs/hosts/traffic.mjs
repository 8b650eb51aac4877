// The messages between a host and our server, read back from the log.
import fs from "node:fs";

/** Where clients of the new era put the version, in every request. */
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

/** What Codex sends with every call to a server that asks for it. */
export const SANDBOX_KEY = "codex/sandbox-state-meta";

/**
 * @typedef {object} Traffic
 * @property {string} era The protocol version that was agreed on.
 * @property {readonly string[]} methods What the client asked for, in order.
 * @property {readonly any[]} calls The parameters of its tool calls.
 * @property {boolean} announcesSandbox Whether our server asks Codex for the state of its sandbox.
 * @property {readonly string[]} faults Lines that are not protocol messages, and protocol errors.
 */

/**
 * @param {string} log
 * @returns {Traffic}
 */
export function readTraffic(log) {
  const lines = fs.existsSync(log) ? fs.readFileSync(log, "utf8").split("\n").filter(Boolean) : [];
  const records = lines.map((line) => JSON.parse(line));
  /** @type {any[]} */
  const sent = [];
  /** @type {any[]} */
  const answered = [];
  const faults = [];
  for (const { side, line } of records) {
    if (side === "client" || side === "server") {
      const message = parse(line);
      if (message?.jsonrpc !== "2.0") {
        faults.push(`the ${side} wrote what is no message: ${line.slice(0, 200)}`);
      } else {
        (side === "client" ? sent : answered).push(message);
      }
    } else if (side === "status" && !line.startsWith("GET ") && !line.startsWith("DELETE ")) {
      faults.push(`the server answered ${line}`);
    }
  }
  for (const { id, error } of answered.filter((message) => message.error !== undefined)) {
    const method = sent.find((message) => message.id === id)?.method;
    faults.push(`the server answered ${method} with an error: ${JSON.stringify(error)}`);
  }
  const opening = answered.find((message) => message.result?.capabilities !== undefined)?.result;
  return {
    era: readEra(sent, opening),
    methods: sent.filter(({ method }) => method !== undefined).map(({ method }) => method),
    calls: sent.filter(({ method }) => method === "tools/call").map(({ params }) => params),
    announcesSandbox: opening?.capabilities.experimental?.[SANDBOX_KEY] !== undefined,
    faults,
  };
}

/**
 * @param {readonly any[]} sent
 * @param {any} opening The server's first answer.
 */
function readEra(sent, opening) {
  const call = sent.find(({ method }) => method === "tools/call");
  return call?.params?._meta?.[VERSION_KEY] ?? opening?.protocolVersion ?? "not seen";
}

/** @param {string} line */
function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
