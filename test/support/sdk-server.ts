// The same tools and page on a server of the official SDK: what ours is compared with.
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { onTestFinished } from "vitest";
import { createMcpHandler, McpServer, type CallToolResult } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import type { Offer } from "../../src/mcp/offer.ts";
import { toArgumentsSchema } from "../../src/tooling/arguments-schema.ts";

/** Creates servers of the SDK that offer the same. */
function sdkFactory({ identity, instructions, capabilities, tools, resources }: Offer): () => McpServer {
  const hour = { ttlMs: 3_600_000 };
  const cacheHints = {
    "tools/list": { ...hour, cacheScope: "public" as const },
    "server/discover": { ...hour, cacheScope: "private" as const },
  };
  return () => {
    const server = new McpServer(identity, { instructions, capabilities, cacheHints });
    for (const { definition, call } of tools) {
      const { name, inputSchema, outputSchema, ...rest } = definition as Record<string, object> & { name: string };
      const schemas = {
        inputSchema: toArgumentsSchema({ parameters: inputSchema as object }),
        ...(outputSchema !== undefined && { outputSchema: toArgumentsSchema({ parameters: outputSchema }) }),
      };
      server.registerTool(
        name,
        { ...rest, ...schemas },
        async (toolArguments, context) => (await call(toolArguments, context)) as CallToolResult,
      );
    }
    for (const { definition, contents } of resources) {
      const { uri, name, ...rest } = definition as Record<string, string> & { uri: string; name: string };
      server.registerResource(name, uri, rest, () => ({ contents: [...contents] as never }));
    }
    return server;
  };
}

/** Sends lines to an SDK server on streams, and collects its lines until `isOver` says so. */
export async function tellSdk(offer: Offer, lines: string, isOver: (text: string) => boolean): Promise<string> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const handle = serveStdio(sdkFactory(offer), { transport: new StdioServerTransport(input, output) });
  let text = "";
  output.setEncoding("utf8").on("data", (data: string) => (text += data));
  input.write(lines);
  while (!isOver(text)) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  await handle.close();
  return text;
}

/** An SDK server over HTTP, and its address. It stops when the test ends. */
export async function serveSdk(offer: Offer): Promise<string> {
  const handler = createMcpHandler(sdkFactory(offer));
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const headers = request.headers as Record<string, string>;
    const asked = new Request("http://localhost/mcp", { method: "POST", headers, body: Buffer.concat(chunks) });
    const answer = await handler.fetch(asked);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    await handler.close();
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}
