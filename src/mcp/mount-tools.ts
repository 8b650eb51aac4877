// The entry point `dirleaf/mcp`: mounts the tools on somebody else's MCP server.
import type { ArgumentsSchema } from "../tooling/arguments-schema.ts";
import { toMcpSettings, type McpOptions } from "./mcp-settings.ts";
import type { CallContext } from "./messages.ts";
import { ToolCaller, type ToolResult } from "./tool-caller.ts";
import { forSdk, type ToolDefinition } from "./tool-definition.ts";

/** The part of `McpServer` from `@modelcontextprotocol/server` (2.x) that mounting needs. */
export interface MountableServer {
  registerTool(
    name: string,
    definition: ToolDefinition<ArgumentsSchema>,
    handler: (toolArguments: Record<string, unknown>, context: { readonly mcpReq: CallContext }) => Promise<ToolResult>,
  ): unknown;
}

/**
 * Returns a function that mounts the tools on a server. Call this once: servers that are created for every request then share
 * the tools and their queue. Throws a `TypeError` for an invalid option.
 *
 * ```ts
 * const mountTools = createToolMount({ roots: ["/repo"] });
 * createMcpHandler(() => {
 *   const server = new McpServer({ name: "mine", version: "1.0.0" });
 *   mountTools(server);
 *   return server;
 * });
 * ```
 */
export function createToolMount(options: McpOptions = {}): (server: MountableServer) => void {
  const caller = new ToolCaller(toMcpSettings(options, false));
  const tools = caller.tools.map(forSdk);
  return (server) => {
    for (const tool of tools) {
      server.registerTool(tool.name, tool, (toolArguments, { mcpReq }) =>
        caller.call(tool.name, toolArguments, mcpReq),
      );
    }
  };
}
