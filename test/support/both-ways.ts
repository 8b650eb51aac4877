// The MCP server twice, with the same options: one answers plain calls itself, as ours does, and the other leaves every message
// to the SDK. Both must send the same bytes.
import { PassThrough } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

import { createServerFactory } from "../../src/mcp/create-server-factory.ts";
import { DirectCalls } from "../../src/mcp/direct-calls.ts";
import { toHttpSettings, type HttpOptions } from "../../src/mcp/http-settings.ts";
import { LineTransport, type PlainAnswerer } from "../../src/mcp/line-transport.ts";
import { toMcpSettings, type McpOptions } from "../../src/mcp/mcp-settings.ts";
import { serveHttp } from "../../src/mcp/serve-http.ts";
import { ToolCaller } from "../../src/mcp/tool-caller.ts";
import { toLines } from "./stdio-server.ts";

export interface BothAnswers {
  readonly ours: string;
  readonly theirs: string;
  /** How many messages our server answered without the SDK. */
  readonly plain: number;
}

/** Nothing is plain. */
const NOTHING: PlainAnswerer = { take: () => false, see: () => {}, cancelAll: () => {} };

/** What comes back on the standard streams for these messages. Answers may come in any order, so the lines are sorted. */
export async function tellBothWays(messages: readonly (object | string)[], options: McpOptions): Promise<BothAnswers> {
  const settings = toMcpSettings(options, true);
  const caller = new ToolCaller(settings);
  const direct = new DirectCalls(caller);
  let plain = 0;
  const counted: PlainAnswerer = {
    take(message, sink) {
      const isTaken = direct.take(message, sink);
      plain += Number(isTaken);
      return isTaken;
    },
    see: (message) => direct.see(message),
    cancelAll: () => direct.cancelAll(),
  };
  const tell = async (calls: PlainAnswerer) => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const transport = new LineTransport(input, output, calls);
    const handle = serveStdio(createServerFactory(settings, caller), { transport });
    input.end(toLines(messages));
    await transport.over;
    await transport.idle();
    await transport.written();
    await handle.close();
    output.end();
    return (await readText(output)).split("\n").toSorted().join("\n");
  };
  const [ours, theirs] = await Promise.all([tell(counted), tell(NOTHING)]);
  return { ours, theirs, plain };
}

export interface BothServers {
  readonly ours: string;
  readonly theirs: string;
  /** How many servers the SDK has asked ours for: one for each request that was not plain. */
  sdkRequests(): number;
}

/** Both servers over HTTP, and where they listen. They stop when the test ends. */
export async function serveHttpBothWays(options: McpOptions, http: HttpOptions = {}): Promise<BothServers> {
  const settings = toMcpSettings(options, false);
  const caller = new ToolCaller(settings);
  const create = createServerFactory(settings, caller);
  let made = 0;
  const counted = () => {
    made += 1;
    return create();
  };
  const serve = async (factory: typeof create, plainCaller?: ToolCaller) => {
    const listener = await serveHttp(factory, toHttpSettings({ port: 0, ...http }), () => {}, plainCaller);
    onTestFinished(async () => {
      listener.stopListening();
      await listener.close();
    });
    return listener.url;
  };
  return { ours: await serve(counted, caller), theirs: await serve(create), sdkRequests: () => made };
}
