// The server on standard input and output, as hosts start it. Standard output carries the protocol and nothing else.
import { serveStdio } from "@modelcontextprotocol/server/stdio";

import type { ServerProcess } from "./server-process.ts";
import { createServerFactory } from "./create-server-factory.ts";
import { DirectCalls } from "./direct-calls.ts";
import { drain } from "./drain.ts";
import { LineTransport } from "./line-transport.ts";
import type { McpSettings } from "./mcp-settings.ts";
import { stopSignal } from "./stop-signal.ts";
import type { ToolCaller } from "./tool-caller.ts";

/**
 * Serves until the input ends or the process gets a stop signal, and answers everything it was asked by then. Returns whether
 * the host read all answers. Throws if the connection can't go on.
 */
export async function serveStandardStreams(
  settings: McpSettings,
  caller: ToolCaller,
  host: ServerProcess,
  onError: (error: Error) => void,
): Promise<boolean> {
  const transport = new LineTransport(host.stdin, host.stdout, new DirectCalls(caller));
  const handle = serveStdio(createServerFactory(settings, caller), { transport, onerror: onError });
  const stopped = stopSignal(host);
  const end = await Promise.race([transport.over, stopped.then(() => "stopped" as const)]);
  transport.stop();
  // As with any pipe, the reader may take as long as it likes, unless we get a stop signal.
  const isDone = await drain(transport, settings.longestCallMs, stopped);
  await handle.close();
  if (end === "broken") {
    throw new Error("the connection was given up: a line is longer than 10 MiB");
  }
  return isDone;
}
