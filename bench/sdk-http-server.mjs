// What the reference server would be over HTTP: its SDK's Streamable HTTP transport on a bare Node server, with a session for
// each client, and one tool that lists a directory as the reference does, without checking any root.
import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import http from "node:http";

import { REFERENCE_MODULES } from "./reference.mjs";

const SDK = `${REFERENCE_MODULES}/@modelcontextprotocol/sdk/dist/esm/server`;
const { McpServer } = await import(`${SDK}/mcp.js`);
const { StreamableHTTPServerTransport } = await import(`${SDK}/streamableHttp.js`);
const { z } = await import(`${REFERENCE_MODULES}/zod/index.js`);

const sessions = new Map();

async function openSession() {
  const server = new McpServer({ name: "sdk", version: "1.0.0" });
  const definition = { description: "Lists a directory.", inputSchema: { path: z.string() } };
  server.registerTool("list_directory", definition, async ({ path }) => {
    const entries = await fs.readdir(path, { withFileTypes: true });
    const lines = entries.map((entry) => `${entry.isDirectory() ? "[DIR]" : "[FILE]"} ${entry.name}`);
    return { content: [{ type: "text", text: lines.join("\n") }] };
  });
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await server.connect(transport);
  return transport;
}

const server = http.createServer(async (request, response) => {
  const transport = sessions.get(request.headers["mcp-session-id"]) ?? (await openSession());
  await transport.handleRequest(request, response);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address();
  process.stderr.write(`listening on http://127.0.0.1:${port}/mcp\n`);
});
