// The tools in somebody else's MCP server, next to its own.
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";

import { createToolMount } from "../../src/mcp/mount-tools.ts";
import { makeTree } from "../support/make-tree.ts";

test("mounts our tools next to others, on several servers", async () => {
  const root = makeTree("a/b");
  const mountTools = createToolMount({ roots: [root], tools: ["list_dir"] });
  for (const name of ["first", "second"]) {
    const server = new McpServer({ name, version: "1.0.0" });
    const inputSchema = fromJsonSchema<Record<string, unknown>>({ type: "object" });
    server.registerTool("own", { inputSchema }, () => ({ content: [] }));
    mountTools(server);
    const client = new Client({ name: "test", version: "1.0.0" });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(ours), client.connect(theirs)]);
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(["own", "list_dir"]);
    const result = await client.callTool({ name: "list_dir", arguments: { dir_path: root } });
    expect(result.content).toEqual([{ type: "text", text: `Absolute path: ${root}\na/\n  b` }]);
    expect((await client.callTool({ name: "list_dir", arguments: { dir_path: "/" } })).isError).toBe(true);
    await client.close();
  }
});
