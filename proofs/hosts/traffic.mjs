// The messages between a host and our server, read back from the log.
import fs from "node:fs";

/** Where clients of the new era put the version, in every request. */
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

/** What Codex sends with every call to a server that asks for it. */
export const SANDBOX_KEY = "codex/sandbox-state-meta";

/**
 * The protocol version that was agreed on, the tools that our server listed, the parameters of the client's tool calls, whether our server asks Codex for the state of its sandbox,
 * and faults: lines that are not protocol messages, and protocol errors.
 */
export function readTraffic(log) {
  const lines = fs.existsSync(log) ? fs.readFileSync(log, "utf8").split("\n").filter(Boolean) : [];
  const sent = [];
  const answered = [];
  const faults = [];
  for (const { side, line } of lines.map((text) => JSON.parse(text))) {
    const message = parse(line);
    if (side === "status" && !line.startsWith("GET ") && !line.startsWith("DELETE ")) {
      faults.push(`the server answered ${line}`);
    } else if (side !== "status" && message?.jsonrpc !== "2.0") {
      faults.push(`the ${side} wrote what is no message: ${line.slice(0, 200)}`);
    } else if (side !== "status") {
      (side === "client" ? sent : answered).push(message);
    }
  }
  for (const { id, error } of answered.filter((message) => message.error !== undefined)) {
    const method = sent.find((message) => message.id === id)?.method;
    faults.push(`the server answered ${method} with an error: ${JSON.stringify(error)}`);
  }
  const calls = sent.filter(({ method }) => method === "tools/call").map(({ params }) => params);
  const opening = answered.find((message) => message.result?.capabilities !== undefined)?.result;
  const era = calls[0]?._meta?.[VERSION_KEY] ?? opening?.protocolVersion ?? "not seen";
  const tools = answered.find((message) => message.result?.tools !== undefined)?.result.tools ?? [];
  return {
    era,
    tools,
    calls,
    announcesSandbox: opening?.capabilities.experimental?.[SANDBOX_KEY] !== undefined,
    faults,
  };
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
