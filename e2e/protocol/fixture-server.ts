// A server with the tools and resources that the conformance suite asks for, as far as one of ours could be like them, on the engine and
// the HTTP host of `dirleaf mcp`. Anything the suite finds wrong here is wrong with one of the two. Runs on Node 24, which strips the types.
import { setTimeout as pause } from "node:timers/promises";

import { Engine } from "../../src/mcp/engine.ts";
import { toHttpSettings } from "../../src/mcp/http-settings.ts";
import type { CallContext } from "../../src/mcp/messages.ts";
import type { OfferedTool } from "../../src/mcp/offer.ts";
import { serveHttp } from "../../src/mcp/serve-http.ts";

const RESOURCE = { uri: "test://static-text", mimeType: "text/plain" };

const engine = new Engine({
  identity: { name: "dirleaf-fixture", version: "0.0.0" },
  instructions: "Only for tests.",
  capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
  tools: [
    tool("test_simple_text", async () => text("some text")),
    tool("test_error_handling", async () => ({ ...text("this tool always fails"), isError: true })),
    tool("test_tool_with_progress", reportProgress),
  ],
  prompts: [],
  resources: [{ definition: { name: "static-text", ...RESOURCE }, contents: [{ text: "static text", ...RESOURCE }] }],
});

function tool(name: string, answer: (context: CallContext) => Promise<Record<string, unknown>>): OfferedTool {
  const definition = { name, description: "For the conformance suite", inputSchema: { type: "object" } };
  return { definition, call: (_arguments, context) => answer(context) };
}

function text(content: string) {
  return { content: [{ type: "text", text: content }] };
}

async function reportProgress({ _meta, notify }: CallContext) {
  const progressToken = _meta?.["progressToken"];
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined) {
      await notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
    }
    await pause(50);
  }
  return text("reported");
}

const listener = await serveHttp(engine, toHttpSettings({ port: 0 }), (error) => {
  process.stderr.write(`fixture: ${error.message}\n`);
});
process.stderr.write(`listening on ${listener.url}\n`);
process.once("SIGTERM", () => {
  listener.stop();
  listener.close();
});
