// The MCP server in the test's own process, over streams or real HTTP, for tests that provide a file system.
import { PassThrough } from "node:stream";
import { onTestFinished } from "vitest";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import { Engine } from "../../src/mcp/engine.ts";
import { toHttpSettings, type HttpOptions } from "../../src/mcp/http-settings.ts";
import { LineConnection } from "../../src/mcp/line-connection.ts";
import { toMcpSettings, type McpOptions } from "../../src/mcp/mcp-settings.ts";
import { makeOffer } from "../../src/mcp/offer.ts";
import { serveHttp } from "../../src/mcp/serve-http.ts";
import type { Era, TransportName } from "./mcp-connection.ts";

/** A client of a server with these options. Both stop when the test ends. */
export async function connectInProcess(
  { era, transport }: { readonly era: Era; readonly transport: TransportName },
  options: McpOptions,
): Promise<Client> {
  const mode = era === "modern" ? { pin: "2026-07-28" } : "legacy";
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(transport === "stdio" ? overStreams(options) : await overHttp(options));
  onTestFinished(() => client.close());
  return client;
}

/** Serves over HTTP, and returns where. The server stops when the test ends. */
export async function serveInProcess(options: McpOptions, http: HttpOptions = {}, page?: string): Promise<string> {
  const engine = new Engine(makeOffer(toMcpSettings(options, false, page)));
  const listener = await serveHttp(engine, toHttpSettings({ port: 0, ...http }), () => {});
  onTestFinished(() => {
    listener.stop();
    listener.close();
  });
  return listener.url;
}

function overStreams(options: McpOptions): Transport {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const settings = toMcpSettings(options, true);
  const connection = new LineConnection(
    new Engine(makeOffer(settings)),
    toServer,
    toClient,
    settings.sharedReads,
    () => {},
  );
  onTestFinished(() => connection.close());
  // Both ends of a connection read and write lines the same way.
  return new StdioServerTransport(toClient, toServer);
}

async function overHttp(options: McpOptions): Promise<Transport> {
  return new StreamableHTTPClientTransport(new URL(await serveInProcess(options)));
}
