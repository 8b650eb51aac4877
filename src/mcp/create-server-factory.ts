// Creates the MCP server: its identity, its capabilities, and its tools. One factory serves both eras of the protocol.
import { McpServer, type Transport } from "@modelcontextprotocol/server";

import { SANDBOX_STATE } from "./client-directory.ts";
import { cutError } from "./cut-error.ts";
import { writeInstructions } from "./instructions.ts";
import type { McpSettings } from "./mcp-settings.ts";
import { pageMount } from "./mount-page.ts";
import { mountWith } from "./mount-tools.ts";
import { SERVER_IDENTITY } from "./server-identity.ts";
import { ToolCaller } from "./tool-caller.ts";

/** The tools of a running server never change. */
const CACHED_MS = 3_600_000;

/** A factory of servers with the same tools. Over HTTP it runs for every request, so it does as little as possible. */
export function createServerFactory(
  settings: McpSettings,
  caller: ToolCaller = new ToolCaller(settings),
): () => McpServer {
  const mountTools = mountWith(caller, settings.maxOutputBytes);
  const mountPage = settings.page === undefined ? undefined : pageMount(settings.page, caller);
  const options = {
    instructions: writeInstructions(settings.router.roots, caller.toolNames()),
    capabilities: {
      // Otherwise a client would wait for changes to tools that never change.
      tools: { listChanged: false },
      ...(mountPage !== undefined && { resources: { listChanged: false } }),
      ...(settings.trustsClient && { experimental: { [SANDBOX_STATE]: {} } }),
    },
    cacheHints: {
      "tools/list": { ttlMs: CACHED_MS, cacheScope: "public" as const },
      // The instructions name directories, which are nobody else's business.
      "server/discover": { ttlMs: CACHED_MS, cacheScope: "private" as const },
    },
  };
  return () => {
    const server = new BriefServer(SERVER_IDENTITY, options);
    mountTools(server);
    mountPage?.(server);
    return server;
  };
}

/** A server with short errors. */
class BriefServer extends McpServer {
  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, sent) => send(cutError(message), sent);
    await super.connect(transport);
  }
}
