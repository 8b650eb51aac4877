// Any MCP client: this one starts our server as hosts do. Install: npm install dirleaf @modelcontextprotocol/client
// Run: node examples/mcp-client.mjs [directory]
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const root = path.resolve(process.argv[2] ?? ".");

const client = new Client({ name: "example", version: "1.0.0" });
// The command of the package that this program depends on. A host runs the one that is installed globally: dirleaf mcp.
const command = fileURLToPath(new URL("cli/main.cjs", import.meta.resolve("dirleaf")));
await client.connect(new StdioClientTransport({ command: process.execPath, args: [command, "mcp", root] }));
const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name).join(" "));
const { content } = await client.callTool({ name: "list_dir", arguments: { dir_path: root } });
console.log(content.map((block) => (block.type === "text" ? block.text : "")).join(""));
await client.close();
