// The MCP server in the test's own process, over streams or real HTTP, for tests that provide a file system.
import { PassThrough } from "node:stream";
import { onTestFinished } from "vitest";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import { createServerFactory } from "../../src/mcp/create-server-factory.ts";
import { DirectCalls } from "../../src/mcp/direct-calls.ts";
import { toHttpSettings } from "../../src/mcp/http-settings.ts";
import { LineTransport } from "../../src/mcp/line-transport.ts";
import { toMcpSettings, type McpOptions } from "../../src/mcp/mcp-settings.ts";
import { serveHttp } from "../../src/mcp/serve-http.ts";
import { ToolCaller } from "../../src/mcp/tool-caller.ts";
import type { Era, TransportName } from "./mcp-connection.ts";

/** A client of a server with these options. Both stop when the test ends. */
export async function connectInProcess(
  { era, transport }: { readonly era: Era; readonly transport: TransportName },
  options: McpOptions,
): Promise<Client> {
  const mode = era === "modern" ? { pin: "2026-07-28" } : "legacy";
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(await (transport === "stdio" ? overStreams(options) : overHttp(options)));
  onTestFinished(() => client.close());
  return client;
}

async function overStreams(options: McpOptions): Promise<Transport> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const settings = toMcpSettings(options, true);
  const caller = new ToolCaller(settings);
  const transport = new LineTransport(toServer, toClient, new DirectCalls(caller));
  const handle = serveStdio(createServerFactory(settings, caller), { transport });
  onTestFinished(() => handle.close());
  // Both ends of a connection read and write lines the same way.
  return new StdioServerTransport(toClient, toServer);
}

async function overHttp(options: McpOptions): Promise<Transport> {
  const settings = toMcpSettings(options, false);
  const caller = new ToolCaller(settings);
  const factory = createServerFactory(settings, caller);
  const listener = await serveHttp(factory, toHttpSettings({ port: 0 }), () => {}, caller);
  onTestFinished(async () => {
    listener.stopListening();
    await listener.close();
  });
  return new StreamableHTTPClientTransport(new URL(listener.url));
}
