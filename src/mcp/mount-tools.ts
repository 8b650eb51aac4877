// The entry point `dirleaf/mcp`: mounts the tools in an MCP server, our own or somebody else's.
import type { CallContext } from "./call-context.ts";
import { toMcpSettings, type McpOptions } from "./mcp-settings.ts";
import { ToolCaller } from "./tool-caller.ts";
import { toToolDefinition, type ToolDefinition } from "./tool-definition.ts";
import type { ToolResult } from "./tool-result.ts";

/** The part of `McpServer` of `@modelcontextprotocol/server` (2.x) that tools are mounted by. */
export interface MountableServer {
  registerTool(
    name: string,
    definition: ToolDefinition,
    handler: (toolArguments: Record<string, unknown>, context: CallContext) => Promise<ToolResult>,
  ): unknown;
}

/**
 * Gives a function that mounts the tools in a server. It is made once: a server that is made anew for every request
 * shares what is behind it. Throws a `TypeError` for an option that is not what it must be.
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
  const settings = toMcpSettings(options, false);
  return mountWith(new ToolCaller(settings), settings.router.maxOutputBytes);
}

/** Mounts a caller's tools. */
export function mountWith(caller: ToolCaller, maxOutputBytes: number): (server: MountableServer) => void {
  const tools = caller.specs().map((spec) => {
    const outputSchema = caller.outputSchema(spec.name);
    return [spec.name, toToolDefinition(spec, { outputSchema, maxOutputBytes })] as const;
  });
  return (server) => {
    for (const [name, definition] of tools) {
      server.registerTool(name, definition, (toolArguments, context) => caller.call(name, toolArguments, context));
    }
  };
}
