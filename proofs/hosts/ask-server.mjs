// The tools as our server itself defines them, without any host.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const TIMEOUT_MS = 20_000;

/** @typedef {import("./judge-run.mjs").Tool} Tool */

/**
 * @param {string} program
 * @param {string} root
 * @returns {Promise<Tool[]>}
 */
export async function askForTools(program, root) {
  const server = spawn(process.execPath, [program, "mcp", root], { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
  // Writing fails if the server has ended, which we notice anyway.
  server.stdin.on("error", () => {});
  const send = (/** @type {object} */ message) =>
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const timer = setTimeout(() => server.kill(), TIMEOUT_MS);
  try {
    const clientInfo = { name: "e2e", version: "1" };
    send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
    for await (const line of createInterface(server.stdout)) {
      const { id, result } = JSON.parse(line);
      if (id === 1) {
        send({ method: "notifications/initialized" });
        send({ id: 2, method: "tools/list" });
      } else if (id === 2) {
        return result.tools.map((/** @type {any} */ { name, description, inputSchema }) => ({
          name,
          description,
          properties: Object.keys(inputSchema.properties),
        }));
      }
    }
    throw new Error("our server ended without a list of its tools; run `npm run build`, and see what it printed");
  } finally {
    clearTimeout(timer);
    server.stdin.end();
    server.kill();
  }
}
