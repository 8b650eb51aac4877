// The tools in your own MCP server, next to others. Install: npm install dirleaf @modelcontextprotocol/server
// Run: node examples/mcp-server.mjs [directory], from an MCP client
import path from "node:path";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createToolMount } from "dirleaf/mcp";

const root = path.resolve(process.argv[2] ?? ".");

// Created once: all servers that the tools are mounted on share them.
const mountTools = createToolMount({ roots: [root] });

serveStdio(() => {
  const server = new McpServer({ name: "mine", version: "1.0.0" });
  mountTools(server);
  return server;
});
